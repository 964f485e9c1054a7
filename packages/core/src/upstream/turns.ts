import { Clock, Context, Duration, Effect, Layer, Option } from "effect"
import { RateLimiter, Redis } from "effect/persistence"
import type { Settings } from "./spec.ts"
import type { UpstreamRecord } from "./UpstreamHealth.ts"

/** The rate limiter of all upstreams: over all nodes through Redis; in this process without it, or while it is away. */
export const makeLimiter = Effect.gen(function* () {
  const memory = Context.get(yield* Layer.build(RateLimiter.layerStoreMemory), RateLimiter.RateLimiterStore)
  const redis = yield* Effect.serviceOption(Redis.Redis)
  if (Option.isNone(redis))
    return yield* RateLimiter.make.pipe(Effect.provideService(RateLimiter.RateLimiterStore, memory))

  const shared = yield* RateLimiter.makeStoreRedis({ prefix: "sg:turns:" }).pipe(
    Effect.provideService(Redis.Redis, redis.value)
  )
  const store = RateLimiter.RateLimiterStore.of({
    ...memory,
    tokenBucket: (options) => Effect.catch(shared.tokenBucket(options), () => memory.tokenBucket(options))
  })
  return yield* RateLimiter.make.pipe(Effect.provideService(RateLimiter.RateLimiterStore, store))
})

/** How long to wait for one's turn would have been too long. */
export interface NoTurn {
  readonly _tag: "NoTurn"
  readonly waitMs: number
}
const noTurn = (waitMs: number) => Effect.fail<NoTurn>({ _tag: "NoTurn", waitMs })

/**
 * The turns of one upstream: `requests` at once, then one each `windowMs / requests`, and none before a cooldown is
 * over. A turn is reserved, so that who comes first goes first; who would wait longer than `queueMsMax` gives the
 * reservation back and fails at once.
 */
export const makeTurns = (limiter: RateLimiter.RateLimiter, settings: Settings, record: UpstreamRecord) => {
  const { name, queueMsMax, rateLimit } = settings
  const consume = (tokens: number) =>
    rateLimit === undefined
      ? Effect.succeed(0)
      : limiter
          .consume({
            algorithm: "token-bucket",
            onExceeded: "delay",
            key: name,
            limit: rateLimit.requests,
            window: rateLimit.windowMs,
            tokens
          })
          .pipe(
            Effect.map(({ delay }) => Duration.toMillis(delay)),
            // The store degrades to memory, which does not fail.
            Effect.orDie
          )
  const giveBack = Effect.asVoid(consume(-1))
  const coolingMs = Effect.map(Clock.currentTimeMillis, (nowMs) => Math.max(0, record.cooldownUntilMs() - nowMs))

  /** Sleeps until the turn has come; a cooldown that began meanwhile makes it longer. */
  const wait = (reservedMs: number, leftMs: number): Effect.Effect<void, NoTurn> =>
    Effect.flatMap(coolingMs, (cooling) => {
      const waitMs = Math.max(reservedMs, cooling)
      if (waitMs === 0) return Effect.void
      if (waitMs > leftMs) return noTurn(waitMs)
      return Effect.andThen(Effect.sleep(waitMs), wait(0, leftMs - waitMs))
    })

  return {
    take: Effect.flatMap(coolingMs, (cooling) =>
      cooling > queueMsMax
        ? noTurn(cooling)
        : Effect.uninterruptibleMask((restore) =>
            Effect.flatMap(consume(1), (reservedMs) =>
              Effect.onError(restore(wait(reservedMs, queueMsMax)), () => giveBack)
            )
          )
    )
  }
}
export type Turns = ReturnType<typeof makeTurns>
