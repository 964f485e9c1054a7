import { Predicate } from "effect"

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
const fieldOf = (value: unknown, name: string): unknown =>
  Predicate.isObject(value) ? Reflect.get(value, name) : undefined

const isNullable = (schema: unknown): boolean =>
  listOf(fieldOf(schema, "type")).includes("null") ||
  [...listOf(fieldOf(schema, "anyOf")), ...listOf(fieldOf(schema, "oneOf"))].some(
    (part) => fieldOf(part, "type") === "null"
  )

/** Every field of a document that may be null, with where it is and what the document says of it. */
export const nullableFields = (
  value: unknown,
  path = ""
): ReadonlyArray<{ readonly path: string; readonly description: string | undefined }> => {
  if (Array.isArray(value)) return value.flatMap((item, index) => nullableFields(item, `${path}/${index}`))
  if (!Predicate.isObject(value)) return []
  const own = Object.entries(Object(fieldOf(value, "properties"))).flatMap(([name, schema]) => {
    const description = fieldOf(schema, "description")
    const told = typeof description === "string" ? description : undefined
    return isNullable(schema) ? [{ path: `${path}.${name}`, description: told }] : []
  })
  return [
    ...own,
    ...Object.entries(value).flatMap(([name, inner]) =>
      name === "example" || name === "examples" ? [] : nullableFields(inner, `${path}/${name}`)
    )
  ]
}
