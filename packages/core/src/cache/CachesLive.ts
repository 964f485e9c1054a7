import { Caches } from "@storeglass/plugin-api"
import { Effect, Layer } from "effect"
import { Redis } from "effect/persistence"
import { makeCache } from "./makeCache.ts"
import { makeMemory } from "./memory.ts"
import { makeRemote } from "./remote.ts"

export interface CachesLiveOptions {
  /** The limit on all caches of the process together, by the estimated size of their values. Default 64 MiB. */
  readonly memoryBytesMax?: number
  /** Default 100 000. */
  readonly memoryEntriesMax?: number
}

/** `Caches` in this process; in Redis too when `Redis` is in the context. */
export const CachesLive = (options: CachesLiveOptions = {}): Layer.Layer<Caches> =>
  Layer.effect(
    Caches,
    Effect.gen(function* () {
      const redis = yield* Effect.serviceOption(Redis.Redis)
      const memory = makeMemory(options.memoryBytesMax ?? 64 * 1024 * 1024, options.memoryEntriesMax ?? 100_000)
      const names = new Set<string>()
      return Caches.of({
        make: Effect.fnUntraced(function* (spec) {
          if (names.has(spec.name)) throw new Error(`cache ${spec.name} is made twice`)
          yield* Effect.acquireRelease(
            Effect.sync(() => names.add(spec.name)),
            () => Effect.sync(() => names.delete(spec.name))
          )
          return yield* makeCache(memory, makeRemote(redis, spec), spec)
        })
      })
    })
  )
