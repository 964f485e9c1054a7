import { Caches } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"

/** What the store said that it does not list, believed for `forMs`. */
export const makeAbsence = Effect.fnUntraced(function* (name: string, forMs: number) {
  const cache = yield* (yield* Caches).make({
    name,
    version: 1,
    schema: Schema.Literal("absent"),
    freshMs: forMs,
    staleMs: 0
  })
  return {
    has: Effect.fnUntraced(function* (key: string) {
      return (yield* cache.peek(key)) !== undefined
    }),
    add: (key: string) => cache.set(key, "absent")
  }
})
