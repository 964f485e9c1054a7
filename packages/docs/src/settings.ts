import { at, textAt } from "./json.ts"

/** A row for each setting of a JSON Schema: its path, its default, what it does. */
export const configRows = (schema: unknown, defaults: unknown, path = ""): ReadonlyArray<ReadonlyArray<string>> => {
  const properties = at(schema, "properties")
  if (typeof properties !== "object" || properties === null) {
    const value = defaults === undefined || defaults === null ? "" : `\`${JSON.stringify(defaults)}\``
    return path === "" ? [] : [[`\`${path}\``, value, textAt(schema, "description")]]
  }
  return Object.keys(properties).flatMap((name) =>
    configRows(at(properties, name), at(defaults, name), path === "" ? name : `${path}.${name}`)
  )
}
