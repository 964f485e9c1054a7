import type { Shapes } from "../generated/account.routes.ts"
import type { Json } from "../types.ts"

export type Picks = "app" | "country" | "keyword" | "platform"

type Definitions = Shapes["definitions"]

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)
const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const resolved = (schema: Json, definitions: Definitions): Json => {
  const ref = typeof schema.$ref === "string" ? /^#\/\$defs\/(.+)$/.exec(schema.$ref)?.[1] : undefined
  const found = ref === undefined ? undefined : definitions[ref.replaceAll("~1", "/").replaceAll("~0", "~")]
  return found === undefined
    ? schema
    : {
        ...resolved(found, definitions),
        ...(typeof schema.description === "string" ? { description: schema.description } : {})
      }
}

/** How a value is asked for. */
export type Asked =
  | { readonly kind: "choice"; readonly choices: ReadonlyArray<string | number | boolean> }
  | { readonly kind: "boolean" }
  | { readonly kind: "number"; readonly min?: number; readonly max?: number; readonly whole: boolean }
  | { readonly kind: "text"; readonly long: boolean; readonly day: boolean; readonly several?: boolean }
  /** A file, which travels in base64. */
  | { readonly kind: "file"; readonly bytesMax: number }
  /** Several, one a line. */
  | { readonly kind: "list"; readonly of: "text" | "number"; readonly choices?: ReadonlyArray<string> }
  | { readonly kind: "object"; readonly fields: ReadonlyArray<FormField> }
  | { readonly kind: "json" }

export interface FormField {
  readonly name: string
  readonly required: boolean
  readonly secret: boolean
  readonly description: string | undefined
  /** What is taken where nothing is given. */
  readonly usual: string | undefined
  /** What it stands for, as it's declared. */
  readonly picks: Picks | undefined
  readonly asked: Asked
}

const numberOf = (value: unknown) => (typeof value === "number" ? value : undefined)
const constants = (schema: Json): ReadonlyArray<string | number | boolean> =>
  (schema.const === undefined ? listOf(schema.enum) : [schema.const]).filter(
    (value) => typeof value === "string" || typeof value === "number" || typeof value === "boolean"
  )

/** Of a file whose field names no longest: the operation judges it. */
const base64Max = 16_000_000

const askedOf = (given: Json, definitions: Definitions, depth: number): Asked => {
  const schema = resolved(given, definitions)
  const own = constants(schema)
  if (own.length > 0) return { kind: "choice", choices: own }
  const members = [...listOf(schema.anyOf), ...listOf(schema.oneOf)]
    .filter(isJson)
    .map((each) => resolved(each, definitions))
  if (members.length > 0) {
    const real = members.filter(({ type }) => type !== "null")
    const all = real.flatMap(constants)
    if (all.length > 0 && real.every((each) => constants(each).length > 0)) return { kind: "choice", choices: all }
    const [first] = real
    if (real.length === 1 && first !== undefined) return askedOf(first, definitions, depth)
    const types = new Set(real.map(({ type }) => type))
    if (types.has("string")) return { kind: "text", long: false, day: false }
    if (types.size === 1 && (types.has("number") || types.has("integer")))
      return { kind: "number", whole: types.has("integer") }
    return { kind: "json" }
  }
  const checks = listOf(schema.allOf).filter(isJson)
  const whole: Json = Object.assign({}, ...checks, schema)
  const type = Array.isArray(whole.type) ? whole.type.find((each) => each !== "null") : whole.type
  switch (type) {
    case "boolean":
      return { kind: "boolean" }
    case "number":
    case "integer": {
      const min = numberOf(whole.minimum)
      const max = numberOf(whole.maximum)
      return {
        kind: "number",
        whole: type === "integer",
        ...(min === undefined ? {} : { min }),
        ...(max === undefined ? {} : { max })
      }
    }
    case "string":
      if (whole.contentEncoding === "base64") {
        return { kind: "file", bytesMax: Math.floor(((numberOf(whole.maxLength) ?? base64Max) * 3) / 4) }
      }
      return {
        kind: "text",
        long: (numberOf(whole.maxLength) ?? 0) > 400,
        day: whole.format === "date" || /YYYY-MM-DD/.test(String(whole.description ?? "")),
        ...(isSeparated(whole) ? { several: true } : {})
      }
    case "array": {
      const items = isJson(whole.items) ? askedOf(whole.items, definitions, depth) : undefined
      if (items?.kind === "text") return { kind: "list", of: "text" }
      if (items?.kind === "number") return { kind: "list", of: "number" }
      if (items?.kind === "choice") return { kind: "list", of: "text", choices: items.choices.map(String) }
      return { kind: "json" }
    }
    case "object":
      return isJson(whole.properties) && depth < 3
        ? { kind: "object", fields: fieldsOf(whole, definitions, depth + 1) }
        : { kind: "json" }
    default:
      return { kind: "json" }
  }
}

const secretName = /(privateKey|secret|password|token|apiKey|serviceAccount|p8|pem)$/i

const isPicks = (value: unknown): value is Picks =>
  value === "app" || value === "country" || value === "keyword" || value === "platform"

/** What a value stands for, or each of several. */
const picksOf = (given: Json, definitions: Definitions, depth = 0): Picks | undefined => {
  const schema = resolved(given, definitions)
  const own = schema["x-picks"]
  if (isPicks(own)) return own
  const several = schema["x-comma-separated"]
  const inner = [
    schema.items,
    isJson(several) ? several.items : undefined,
    ...listOf(schema.allOf),
    ...listOf(schema.anyOf),
    ...listOf(schema.oneOf)
  ].filter(isJson)
  return depth > 3
    ? undefined
    : inner.map((each) => picksOf(each, definitions, depth + 1)).find((found) => found !== undefined)
}

/** Several in one text, with commas between them. */
const isSeparated = (schema: Json) => isJson(schema["x-comma-separated"])

const usualOf = (schema: Json): string | undefined => {
  const declared = schema.default
  if (typeof declared === "string" || typeof declared === "number" || typeof declared === "boolean")
    return String(declared)
  return undefined
}

const fieldOf = (
  name: string,
  given: Json,
  required: boolean,
  definitions: Definitions,
  depth: number,
  secret = false
): FormField => {
  const schema = resolved(given, definitions)
  return {
    name,
    required,
    secret: secret || secretName.test(name),
    description: typeof schema.description === "string" ? schema.description : undefined,
    usual: usualOf(schema),
    picks: picksOf(schema, definitions),
    asked: askedOf(given, definitions, depth)
  }
}

/** The fields of an object's schema, those that are needed first. */
export const fieldsOf = (schema: Json, definitions: Definitions, depth = 0): ReadonlyArray<FormField> => {
  const whole = resolved(schema, definitions)
  const required = new Set(listOf(whole.required))
  const properties = isJson(whole.properties) ? Object.entries(whole.properties) : []
  return properties
    .flatMap(([name, value]) => (isJson(value) ? [fieldOf(name, value, required.has(name), definitions, depth)] : []))
    .toSorted((a, b) => Number(b.required) - Number(a.required))
}

export interface Form {
  readonly path: ReadonlyArray<FormField>
  readonly query: ReadonlyArray<FormField>
  readonly header: ReadonlyArray<FormField>
  /** Undefined: it takes no body. One without fields is written as JSON. */
  readonly body: { readonly required: boolean; readonly fields: ReadonlyArray<FormField> } | undefined
}

/** What an operation asks for. */
export const formOf = ({
  definitions,
  parameters,
  payload
}: Pick<Shapes, "definitions" | "parameters" | "payload">): Form => {
  const at = (place: "path" | "query" | "header") =>
    parameters
      .filter(
        (parameter) =>
          parameter.in === place && parameter.deprecated !== true && parameter.name.toLowerCase() !== "idempotency-key"
      )
      .map(({ name, required, schema, secret }) => fieldOf(name, schema, required, definitions, 0, secret))
      .toSorted((a, b) => Number(b.required) - Number(a.required))
  return {
    path: at("path"),
    query: at("query"),
    header: at("header"),
    body: payload === null ? undefined : { required: payload.required, fields: fieldsOf(payload.schema, definitions) }
  }
}

/** How large the file of a field may be. */
export const bytesMaxOf = ({ body }: Form, name: string): number => {
  const asked = body?.fields.find((field) => field.name === name)?.asked
  return asked?.kind === "file" ? asked.bytesMax : 0
}

export class Unreadable extends Error {}

/** What was typed, as it travels; undefined: nothing. */
export const valueTyped = (field: FormField, typed: unknown): unknown => {
  const { asked, name } = field
  if (asked.kind === "object") {
    const inner = isJson(typed) ? typed : {}
    const entries = asked.fields.flatMap((each) => {
      const value = valueTyped(each, inner[each.name])
      return value === undefined ? [] : [[each.name, value] as const]
    })
    return entries.length === 0 && !field.required ? undefined : Object.fromEntries(entries)
  }
  if (typeof typed !== "string" || typed.trim() === "") return undefined
  switch (asked.kind) {
    case "boolean":
      return typed === "true"
    case "number": {
      const value = Number(typed)
      if (Number.isNaN(value)) throw new Unreadable(`${name} (form): must be a number`)
      return value
    }
    case "choice":
      return asked.choices.find((choice) => String(choice) === typed) ?? typed
    case "list":
      return (
        typed
          // An address may have commas of its own.
          .split(typed.includes("://") ? /\n|,\s+/ : /\n|,/)
          .map((each) => each.trim())
          .filter((each) => each !== "")
          .map((each) => (asked.of === "number" ? Number(each) : each))
      )
    case "json":
      try {
        return JSON.parse(typed)
      } catch {
        throw new Unreadable(`${name} (form): must be JSON`)
      }
    default:
      return field.secret ? typed : typed.trim()
  }
}

/** A value of an address or an example, as the form shows it. */
export const typedOf = (field: FormField, value: unknown): unknown => {
  if (value === undefined || value === null) return undefined
  const { asked } = field
  if (asked.kind === "object" && isJson(value)) {
    return Object.fromEntries(asked.fields.map((each) => [each.name, typedOf(each, value[each.name])]))
  }
  if (asked.kind === "list" && Array.isArray(value)) return value.join(field.picks === undefined ? "\n" : ", ")
  return typeof value === "string" ? value : JSON.stringify(value)
}
