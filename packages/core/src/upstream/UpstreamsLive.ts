import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Upstreams } from "@storeglass/plugin-api"
import { Context, Effect, Layer } from "effect"
import { HttpClient } from "effect/http"
import { CircuitBreaker } from "effect/persistence"
import { makeUpstream } from "./makeUpstream.ts"
import { settingsOf } from "./spec.ts"
import { makeLimiter } from "./turns.ts"
import { UpstreamHealth, type UpstreamState } from "./UpstreamHealth.ts"

const make = Effect.gen(function* () {
  const client = yield* HttpClient.HttpClient
  const limiter = yield* makeLimiter
  const circuits = yield* Layer.build(CircuitBreaker.layerStoreMemory())
  const states = new Map<string, Effect.Effect<UpstreamState>>()

  const upstreams = Upstreams.of({
    make: Effect.fnUntraced(function* (spec) {
      const settings = settingsOf(spec)
      if (states.has(spec.name)) throw new Error(`upstream ${spec.name} is made twice`)
      const { state, upstream } = yield* Effect.provide(makeUpstream({ client, limiter }, settings), circuits)
      yield* Effect.acquireRelease(
        Effect.sync(() => states.set(spec.name, state)),
        () => Effect.sync(() => states.delete(spec.name))
      )
      return upstream
    })
  })
  const health = UpstreamHealth.of({ snapshot: Effect.suspend(() => Effect.all(Object.fromEntries(states))) })
  return Context.make(Upstreams, upstreams).pipe(Context.add(UpstreamHealth, health))
})

/** `Upstreams` over any HTTP client; rate limits are shared over nodes when `Redis` is in the context. */
export const layerUpstreams: Layer.Layer<Upstreams | UpstreamHealth, never, HttpClient.HttpClient> =
  Layer.effectContext(make)

/** `Upstreams` over its own connection pool. Provide `RedisLive` to share rate limits over nodes. */
export const UpstreamsLive: Layer.Layer<Upstreams | UpstreamHealth> = layerUpstreams.pipe(
  Layer.provide(NodeHttpClient.layerUndiciOptions({ connections: 128, keepAliveTimeout: 10_000, allowH2: false }))
)
