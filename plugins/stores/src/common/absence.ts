import { Caches } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"

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
      const entry = yield* cache.peek(key)
      return entry !== undefined && (yield* Clock.currentTimeMillis) - entry.asOfMs < forMs
    }),
    add: (key: string) => cache.set(key, "absent")
  }
})
