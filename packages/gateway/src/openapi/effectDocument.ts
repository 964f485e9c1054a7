import { picksKey } from "@storeglass/plugin-api"
import { Predicate } from "effect"
import { type HttpApi, OpenApi } from "effect/http-api"
import type { Json } from "../json.ts"

/** Each alternative once; a single one takes the place of the choice. */
const alternatives = (all: ReadonlyArray<unknown>): Json => {
  const different = [...new Map(all.map((each) => [JSON.stringify(each), each])).values()]
  const [only] = different
  return different.length === 1 && Predicate.isObject(only) ? { ...only } : { anyOf: different }
}

const isNull = (schema: unknown) => Predicate.isObject(schema) && "type" in schema && schema.type === "null"

/**
 * What is said of a value that may be null, beside its alternatives: readers of the document look for it there, and not
 * in one of them.
 */
const describedBeside = (object: Json): Json => {
  const { anyOf, ...others } = object
  if (!Array.isArray(anyOf) || "description" in object || !anyOf.some(isNull)) return object
  const [only, ...more] = anyOf.filter((each) => !isNull(each))
  if (more.length > 0 || !Predicate.isObject(only) || !("description" in only) || "$ref" in only) return object
  const { description, ...schema } = { ...only }
  return { ...others, description, anyOf: anyOf.map((each) => (each === only ? schema : each)) }
}

/** Without the bounds that every integer of this language has. */
const unbounded = (object: Json): Json => {
  const { maximum, minimum, ...others } = object
  const bounds = {
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum })
  }
  return { ...others, ...bounds }
}

/** What a checked value stands for is said beside its check, and not in a schema of its own. */
const pickedBeside = (object: Json): Json => {
  const { allOf, ...others } = object
  if (!Array.isArray(allOf) || !allOf.every(Predicate.isObject)) return object
  const checks = allOf.map((each): Json => ({ ...each }))
  const names = [...Object.keys(others), ...checks.flatMap((each) => Object.keys(each))]
  const isApart = new Set(names).size === names.length
  return isApart && names.includes(picksKey) ? Object.assign({}, others, ...checks) : object
}

/** As a reader wants it. */
const plain = (object: Json): Json =>
  describedBeside(pickedBeside(object.type === "integer" ? unbounded(object) : object))

const refOf = (name: string) => `#/components/schemas/${name}`

/** Gives the references of a value other names, and says what is said of nullable values beside their alternatives. */
export const renamed = (value: unknown, names: ReadonlyMap<string, string>): unknown => {
  if (Array.isArray(value)) return value.map((item) => renamed(item, names))
  return Predicate.isObject(value) ? renamedIn({ ...value }, names) : value
}

const renamedIn = (object: Json, names: ReadonlyMap<string, string>): Json => {
  const entries = Object.entries(plain(object)).flatMap(([key, value]): ReadonlyArray<readonly [string, unknown]> => {
    if (key === "$ref" && typeof value === "string") return [[key, names.get(value) ?? value]]
    const inner = renamed(value, names)
    return key === "anyOf" && Array.isArray(inner) ? Object.entries(alternatives(inner)) : [[key, inner]]
  })
  return Object.fromEntries(entries)
}

/** References by their old and new names. */
export const renames = (names: Iterable<readonly [from: string, to: string]>): ReadonlyMap<string, string> =>
  new Map(Array.from(names, ([from, to]) => [refOf(from), refOf(to)]))

/** What Effect makes of an API, with one name for schemas that are the same: it numbers them (`APP_NOT_FOUND_1`). */
export const effectDocument = (
  api: HttpApi.Top
): { readonly operations: ReadonlyMap<string, Json>; readonly schemas: Json } => {
  const { components, paths } = OpenApi.fromApi(api, { includeAnnotationKey: (key) => key === picksKey })
  const schemas: Json = { ...components.schemas }
  const twins = Object.entries(schemas).flatMap(([name, schema]): ReadonlyArray<readonly [string, string]> => {
    const first = name.replace(/_\d+$/, "")
    return first !== name && JSON.stringify(schemas[first]) === JSON.stringify(schema) ? [[name, first]] : []
  })
  const names = renames(twins)
  const operations = new Map<string, Json>()
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (Predicate.isObject(operation)) operations.set(`${method} ${path}`, renamedIn({ ...operation }, names))
    }
  }
  return { operations, schemas: renamedIn(schemas, names) }
}
