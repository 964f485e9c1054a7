import { Predicate } from "effect"

/** What stands at a path of decoded JSON; undefined where nothing does. */
export const at = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>((found, name) => (Predicate.hasProperty(found, name) ? found[name] : undefined), value)

/** The list there; empty where none is. */
export const listAt = (value: unknown, ...path: ReadonlyArray<string | number>): ReadonlyArray<unknown> => {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}

/** The code of an error's envelope. */
export const codeOf = (json: unknown): unknown => at(json, "error", "code")

/** On every answer of a metered route. */
export const creditHeaders = [
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "x-credit-cost",
  "x-credit-category",
  "x-plan",
  "x-request-id"
]
