import { type CacheSpec, Caches } from "@storeglass/plugin-api"
import { Context, Effect, Layer, type Redacted, Schema } from "effect"
import { CachesLive, type CachesLiveOptions } from "../src/cache/CachesLive.ts"
import { RedisLive } from "../src/redis/RedisLive.ts"

export const App = Schema.Struct({ id: Schema.Number, name: Schema.String, seenAt: Schema.DateTimeUtc })
export type App = typeof App.Type

export const spec: CacheSpec<string, string> = {
  name: "apps",
  version: 1,
  schema: Schema.String,
  freshMs: 60_000,
  staleMs: 3_600_000
}

/** The caches of one node. A Redis that is there is waited for, however busy the machine. */
export const cachesOf = (options?: CachesLiveOptions, redis?: Redacted.Redacted<string>, commandTimeoutMs = 20_000) => {
  const layer = CachesLive(options)
  const provided = redis === undefined ? layer : Layer.provide(layer, RedisLive(redis, { commandTimeoutMs }))
  return Effect.map(Layer.build(provided), (built) => Context.get(built, Caches))
}

/** A source that counts how often it is asked and can be told to fail. */
export const source = () => {
  const asked = { times: 0, failing: false }
  return {
    asked,
    lookup: Effect.suspend(() => {
      asked.times++
      return asked.failing ? Effect.fail("source failed" as const) : Effect.succeed(`answer ${asked.times}`)
    })
  }
}
