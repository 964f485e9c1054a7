import { Predicate } from "effect"

/** What is at a path of keys; undefined where there is nothing. */
export const at = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((found, key) => (Predicate.isObject(found) ? Reflect.get(found, key) : undefined), value)

export const textAt = (value: unknown, ...path: ReadonlyArray<string>): string => {
  const found = at(value, ...path)
  return typeof found === "string" ? found : ""
}

export const listAt = (value: unknown, ...path: ReadonlyArray<string>): ReadonlyArray<unknown> => {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}

export const entriesAt = (
  value: unknown,
  ...path: ReadonlyArray<string>
): ReadonlyArray<readonly [string, unknown]> => {
  const found = at(value, ...path)
  return Predicate.isObject(found) && !Array.isArray(found) ? Object.entries(found) : []
}
