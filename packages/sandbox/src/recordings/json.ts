import type { Json, JsonObject } from "../json.ts"

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const asArray = (value: Json | undefined): ReadonlyArray<Json> => (Array.isArray(value) ? value : [])

/** The feeds give one as an object, many as an array, and none as nothing. */
export const oneOrMany = (value: Json | undefined): ReadonlyArray<JsonObject> =>
  (isObject(value) ? [value] : asArray(value)).filter(isObject)

export const at = (value: Json | undefined, ...path: ReadonlyArray<string>): Json | undefined => {
  let current = value
  for (const key of path) current = isObject(current) ? current[key] : undefined
  return current
}

export const textAt = (value: Json | undefined, ...path: ReadonlyArray<string>): string | undefined => {
  const found = at(value, ...path)
  return typeof found === "string" ? found : undefined
}

export const numberAt = (value: Json | undefined, ...path: ReadonlyArray<string>): number | undefined => {
  const found = at(value, ...path)
  return typeof found === "number" ? found : undefined
}

const parse = (text: string): Json => JSON.parse(text)

/**
 * Recordings of 2014 hold raw control characters inside strings. Each reader checks what it takes from the result, so
 * tens of megabytes are not walked by a schema first.
 */
export const parseLenient = (text: string): Json | undefined => {
  try {
    return parse(text)
  } catch {
    try {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: They are what is to be removed.
      return parse(text.replace(/[\u0000-\u001f]+/g, " "))
    } catch {
      return undefined
    }
  }
}
