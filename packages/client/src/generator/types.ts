import { isRecord, listOf, recordOf, textOf, textsOf } from "./json.ts"
import { jsDoc, pascal, propertyName } from "./text.ts"

/** The name of a component's type. */
export const componentName = (ref: string): string => pascal(ref.replace(/^.*\//, ""))

const primitives: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null"
}

const union = (types: ReadonlyArray<string>): string => {
  const different = [...new Set(types)]
  return different.length === 0 || different.includes("unknown") ? "unknown" : different.join(" | ")
}

/** The description of a schema, or of its only part that is not null. */
const descriptionOf = (schema: unknown): string | undefined => {
  const own = textOf(recordOf(schema).description)
  if (own !== undefined) return own
  const parts = listOf(recordOf(schema).anyOf).filter((part) => recordOf(part).type !== "null")
  return parts.length === 1 ? textOf(recordOf(parts[0]).description) : undefined
}

const objectType = (schema: unknown, indent: string, prefix: string): string => {
  const { additionalProperties, properties, required } = recordOf(schema)
  const fields = fieldsOf(recordOf(properties), textsOf(required), `${indent}  `, prefix)
  if (fields !== "") return `{\n${fields}${indent}}`
  if (isRecord(additionalProperties)) {
    return `Readonly<Record<string, ${typeOf(additionalProperties, indent, prefix)}>>`
  }
  return additionalProperties === false ? "Readonly<Record<string, never>>" : "Readonly<Record<string, unknown>>"
}

/** The members of an interface. */
export const fieldsOf = (
  properties: Readonly<Record<string, unknown>>,
  required: ReadonlyArray<string>,
  indent: string,
  prefix: string
): string =>
  Object.entries(properties)
    .map(([name, schema]) => {
      const mark = required.includes(name) ? "" : "?"
      const type = typeOf(schema, indent, prefix)
      return `${jsDoc([descriptionOf(schema)], indent)}${indent}readonly ${propertyName(name)}${mark}: ${type}\n`
    })
    .join("")

/** The TypeScript type of a JSON Schema; `prefix` stands before the names of components. */
export const typeOf = (schema: unknown, indent: string, prefix: string): string => {
  if (!isRecord(schema)) return "unknown"
  const inner = (part: unknown) => typeOf(part, indent, prefix)
  const ref = textOf(schema.$ref)
  if (ref !== undefined) return `${prefix}${componentName(ref)}`
  if ("const" in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return union(schema.enum.map((value) => JSON.stringify(value)))
  const alternatives = listOf(schema.anyOf ?? schema.oneOf)
  if (alternatives.length > 0) return union(alternatives.map(inner))
  const { type } = schema
  if (Array.isArray(type)) return union(type.map((each) => inner({ ...schema, type: each })))
  if (type === "array") {
    const members = listOf(schema.prefixItems).map(inner)
    if (members.length > 0) return `readonly [${members.join(", ")}]`
    return `ReadonlyArray<${inner(schema.items)}>`
  }
  if (type === "object" || "properties" in schema) return objectType(schema, indent, prefix)
  const primitive = typeof type === "string" ? primitives[type] : undefined
  if (primitive !== undefined) return primitive
  const parts = listOf(schema.allOf).map(inner)
  return parts.length === 0 ? "unknown" : parts.join(" & ")
}

/** A declaration of a component: an interface where it is an object, an alias otherwise. */
export const declarationOf = (name: string, schema: unknown): string => {
  const doc = jsDoc([descriptionOf(schema)])
  const { properties, required } = recordOf(schema)
  return isRecord(properties)
    ? `${doc}export interface ${pascal(name)} {\n${fieldsOf(properties, textsOf(required), "  ", "")}}\n`
    : `${doc}export type ${pascal(name)} = ${typeOf(schema, "", "")}\n`
}
