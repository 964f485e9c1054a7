import type { Operation } from "@storeglass/plugin-api"
import { at, entriesAt, listAt, textAt } from "./json.ts"

/** What the references of an operation's schemas mean. */
export type Definitions = Operation["shapes"]["definitions"]

/** A schema with what it refers to put in its place. */
export const resolveRef = (schema: unknown, definitions: Definitions): unknown => {
  const name = textAt(schema, "$ref").replace("#/$defs/", "")
  return name === "" ? schema : resolveRef(definitions[name], definitions)
}

const branches = (schema: unknown) => [...listAt(schema, "anyOf"), ...listAt(schema, "oneOf")]
const isNull = (schema: unknown) => at(schema, "type") === "null"

/** What a value is, in words: `integer or null`, `"storea" | "storeb"`, `array of objects`. */
export const typeOf = (input: unknown, definitions: Definitions): string => {
  const schema = resolveRef(input, definitions)
  const choices = branches(schema)
  if (choices.length > 0) return [...new Set(choices.map((choice) => typeOf(choice, definitions)))].join(" or ")
  const values = listAt(schema, "enum")
  if (values.length > 0) return values.map((value) => JSON.stringify(value)).join(" | ")
  const type = textAt(schema, "type")
  if (type === "array") return `array of ${typeOf(at(schema, "items"), definitions)}`
  const format = textAt(schema, "format")
  return format === "" ? type || "any" : `${type} (${format})`
}

/** Bounds and default of a value, as far as they say something. */
export const limitsOf = (schema: unknown): ReadonlyArray<string> => {
  const said: Array<string> = []
  const number = (name: string) => {
    const value = at(schema, name)
    return typeof value === "number" && Math.abs(value) !== Number.MAX_SAFE_INTEGER ? value : undefined
  }
  const between = (low: number | undefined, high: number | undefined, what: string) => {
    if (low !== undefined && high !== undefined) said.push(`${low} to ${high}${what}`)
    else if (low !== undefined) said.push(`at least ${low}${what}`)
    else if (high !== undefined) said.push(`at most ${high}${what}`)
  }
  between(number("minimum"), number("maximum"), "")
  between(number("minLength"), number("maxLength"), " characters")
  between(number("minItems"), number("maxItems"), " items")
  const value = at(schema, "default")
  if (value !== undefined) said.push(`default ${JSON.stringify(value)}`)
  return said
}

export interface Field {
  readonly name: string
  readonly type: string
  readonly description: string
  readonly required: boolean
  readonly limits: ReadonlyArray<string>
  readonly fields: ReadonlyArray<Field>
}

const depthMax = 6

/** The fields of an object, or of the objects in a list, however deep. */
export const fieldsOf = (input: unknown, definitions: Definitions, depth = 0): ReadonlyArray<Field> => {
  const schema = resolveRef(input, definitions)
  if (depth > depthMax) return []
  const choices = branches(schema).filter((choice) => !isNull(choice))
  if (choices.length > 0) {
    const seen = new Map(
      choices.flatMap((choice) => fieldsOf(choice, definitions, depth).map((field) => [field.name, field]))
    )
    return [...seen.values()]
  }
  if (at(schema, "type") === "array") return fieldsOf(at(schema, "items"), definitions, depth)
  const required = new Set(listAt(schema, "required"))
  return entriesAt(schema, "properties").map(([name, property]) => {
    const resolved = resolveRef(property, definitions)
    return {
      name,
      type: typeOf(property, definitions),
      description: textAt(property, "description") || textAt(resolved, "description"),
      required: required.has(name),
      limits: limitsOf(resolved),
      fields: fieldsOf(property, definitions, depth + 1)
    }
  })
}

/** A value that fits a schema: its own example or default, else the plainest there is. */
export const exampleOf = (input: unknown, definitions: Definitions, depth = 0): unknown => {
  const schema = resolveRef(input, definitions)
  const [example] = listAt(schema, "examples")
  if (example !== undefined) return example
  const fallback = at(schema, "default")
  if (fallback !== undefined) return fallback
  const [value] = listAt(schema, "enum")
  if (value !== undefined) return value
  const choice = branches(schema).find((candidate) => !isNull(candidate))
  if (choice !== undefined) return exampleOf(choice, definitions, depth)
  switch (at(schema, "type")) {
    case "object": {
      const required = new Set(listAt(schema, "required"))
      return Object.fromEntries(
        entriesAt(schema, "properties")
          .filter(([name]) => required.has(name) && depth <= depthMax)
          .map(([name, property]) => [name, exampleOf(property, definitions, depth + 1)])
      )
    }
    case "array":
      return depth > depthMax ? [] : [exampleOf(at(schema, "items"), definitions, depth + 1)]
    case "integer":
    case "number": {
      const minimum = at(schema, "minimum")
      return typeof minimum === "number" && minimum > 0 ? minimum : 0
    }
    case "boolean":
      return true
    case "string":
      return at(schema, "format") === "date-time" ? "2026-01-01T00:00:00.000Z" : "text"
    default:
      return null
  }
}
