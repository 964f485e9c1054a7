import { at } from "@storeglass/testkit"
import { Predicate } from "effect"

interface Options {
  /** Every field of an object, made by itself whatever examples the object has; else those that it must have. */
  readonly every?: boolean
}

/** A value of a body, made from its schema. */
export const exampleOf = (
  schema: unknown,
  definitions: Readonly<Record<string, unknown>>,
  options: Options = {},
  depth = 0
): unknown => {
  const { every = false } = options
  const inner = (value: unknown) => exampleOf(value, definitions, options, depth + 1)
  if (depth > 6) return undefined
  const ref = at(schema, "$ref")
  if (typeof ref === "string") return inner(definitions[ref.replace("#/$defs/", "")])
  const given = [at(schema, "examples", 0), at(schema, "default"), at(schema, "const"), at(schema, "enum", 0)]
  const found = given.find((value) => value !== undefined && !(every && (value === null || Predicate.isObject(value))))
  if (found !== undefined) return found
  const alternative = at(schema, "anyOf", 0) ?? at(schema, "oneOf", 0)
  if (alternative !== undefined) return inner(alternative)
  switch (at(schema, "type")) {
    case "object": {
      const properties = Object(at(schema, "properties"))
      const required = at(schema, "required")
      const names = every ? Object.keys(properties) : Array.isArray(required) ? required.map(String) : []
      return Object.fromEntries(names.map((name) => [name, inner(properties[name])]))
    }
    case "array":
      return [inner(at(schema, "items"))]
    case "integer":
    case "number":
      return at(schema, "minimum") ?? 1
    case "boolean":
      return true
    default:
      return "photo editor"
  }
}
