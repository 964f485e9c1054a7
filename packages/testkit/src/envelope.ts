import { Predicate } from "effect"

/** The code of an error's envelope. */
export const codeOf = (json: unknown): unknown =>
  Predicate.hasProperty(json, "error") && Predicate.hasProperty(json.error, "code") ? json.error.code : undefined

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
