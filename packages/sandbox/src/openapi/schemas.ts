// A vendor's schemas as JSON Schema 2020-12 in which no unknown name passes.
import type { Json, JsonObject } from "../json.ts"
import { asArray, isObject } from "../recordings/json.ts"

/** The name under which the schemas of a description are known to each other. */
export const documentId = "description"
const start = "#/components/schemas/"
/** Beside each schema there is one that others are composed of: names that it does not know are theirs. */
const openSuffix = ".open"

const maps = ["properties", "patternProperties"] as const
const lists = ["allOf", "anyOf", "oneOf", "prefixItems"] as const
const nested = ["items", "additionalProperties", "not", "if", "then", "else"] as const

const mapValues = (map: JsonObject, to: (value: Json) => Json): JsonObject =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, to(value)]))

const refOf = (ref: string, open: boolean): string =>
  ref.startsWith(start) ? `${documentId}${ref}${open ? openSuffix : ""}` : ref

/** What OpenAPI 3.0 says otherwise than JSON Schema does. */
const modern = ({ exclusiveMaximum, exclusiveMinimum, nullable, ...schema }: JsonObject): JsonObject => {
  const bounds = {
    ...(typeof exclusiveMinimum === "number" ? { exclusiveMinimum } : {}),
    ...(exclusiveMinimum === true && schema.minimum !== undefined ? { exclusiveMinimum: schema.minimum } : {}),
    ...(typeof exclusiveMaximum === "number" ? { exclusiveMaximum } : {}),
    ...(exclusiveMaximum === true && schema.maximum !== undefined ? { exclusiveMaximum: schema.maximum } : {})
  }
  return nullable === true ? { anyOf: [{ type: "null" }, { ...schema, ...bounds }] } : { ...schema, ...bounds }
}

const closedBy = (schema: JsonObject, open: boolean): JsonObject => {
  if (open || schema.additionalProperties !== undefined || schema.patternProperties !== undefined) return {}
  const composed = schema.allOf !== undefined || (isObject(schema.properties) && hasChoice(schema))
  if (composed) return { unevaluatedProperties: false }
  // An object without any property is one of any.
  return isObject(schema.properties) && Object.keys(schema.properties).length > 0 ? { additionalProperties: false } : {}
}

const hasChoice = ({ anyOf, oneOf }: JsonObject) => anyOf !== undefined || oneOf !== undefined

/** A schema that forbids names which it does not know, unless it is `open`. */
export const strictSchema = (input: Json, open = false): Json => {
  if (!isObject(input)) return input
  const schema = modern(input)
  if (typeof schema.$ref === "string") return { $ref: refOf(schema.$ref, open) }
  const within = open || schema.allOf !== undefined || (isObject(schema.properties) && hasChoice(schema))
  const made: Record<string, Json> = { ...schema, ...closedBy(schema, open) }
  for (const key of maps) {
    const map = schema[key]
    if (isObject(map)) made[key] = mapValues(map, (value) => strictSchema(value))
  }
  for (const key of lists) {
    if (schema[key] !== undefined) made[key] = asArray(schema[key]).map((value) => strictSchema(value, within))
  }
  for (const key of nested) {
    const value = schema[key]
    if (isObject(value)) made[key] = strictSchema(value, key !== "items" && key !== "additionalProperties")
  }
  delete made.discriminator
  return made
}

/** All schemas of a description, each also as one that others may be composed of. */
export const strictSchemas = (schemas: JsonObject, composed: ReadonlyArray<string>): JsonObject =>
  Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) => [
      [name, strictSchema(schema, composed.includes(name))],
      [`${name}${openSuffix}`, strictSchema(schema, true)]
    ])
  )
