import { Context, Duration, Effect, Layer, Option } from "effect"
import { RateLimiter, Redis } from "effect/persistence"
import { lastUsed } from "../cache/lastUsed.ts"
import { monotonicMs } from "../time.ts"
import type { Lane } from "./lanes.ts"
import type { Settings } from "./spec.ts"
import type { UpstreamRecord } from "./UpstreamHealth.ts"

/** Buckets that are kept in this process; one that is dropped starts full again. */
const bucketsMax = 50_000

/** The library's own store keeps the bucket of every key forever; lanes come and go. */
const boundedBuckets = (): Pick<RateLimiter.RateLimiterStore["Service"], "tokenBucket"> => {
  const buckets = lastUsed<string, { tokens: number; refilledAtMs: number }>(bucketsMax)
  return {
    tokenBucket: ({ allowOverflow, key, limit, refillRate, tokens }) =>
      Effect.map(monotonicMs, (nowMs) => {
        const perTokenMs = Duration.toMillis(refillRate)
        const bucket = buckets.get(key) ?? { tokens: limit, refilledAtMs: nowMs }
        buckets.set(key, bucket)
        const refilled = Math.max(0, Math.floor((nowMs - bucket.refilledAtMs) / perTokenMs))
        bucket.tokens = Math.min(limit, bucket.tokens + refilled)
        bucket.refilledAtMs = bucket.tokens >= limit ? nowMs : bucket.refilledAtMs + refilled * perTokenMs
        const left = bucket.tokens - tokens
        if (allowOverflow || left >= 0) bucket.tokens = left
        return [left, Math.max(0, nowMs - bucket.refilledAtMs)]
      })
  }
}

/** The rate limiter of all upstreams: over all nodes through Redis; in this process without it, or while it is away. */
export const makeLimiter = Effect.gen(function* () {
  const kept = Context.get(yield* Layer.build(RateLimiter.layerStoreMemory), RateLimiter.RateLimiterStore)
  const memory = RateLimiter.RateLimiterStore.of({ ...kept, ...boundedBuckets() })
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

/** The wait for a turn would have been too long. */
export interface NoTurn {
  readonly _tag: "NoTurn"
  readonly waitMs: number
}
const noTurn = (waitMs: number) => Effect.fail<NoTurn>({ _tag: "NoTurn", waitMs })

/**
 * The turns of one upstream's lanes: `requests` at once, then one each `windowMs / requests`, and none before a cooldown is
 * over. Turns are reserved, first come, first served; whoever would wait longer than `queueMsMax` gives the
 * reservation back and fails at once.
 */
export const makeTurns = (limiter: RateLimiter.RateLimiter, settings: Settings, record: UpstreamRecord) => {
  const { name, queueMsMax, rateLimit } = settings
  const consume = ({ id }: Lane, tokens: number) =>
    rateLimit === undefined
      ? Effect.succeed(0)
      : limiter
          .consume({
            algorithm: "token-bucket",
            onExceeded: "delay",
            key: id === undefined ? name : `${name}:${id}`,
            limit: rateLimit.requests,
            window: rateLimit.windowMs,
            tokens
          })
          .pipe(
            Effect.map(({ delay }) => Duration.toMillis(delay)),
            // The store degrades to memory, which does not fail.
            Effect.orDie
          )
  const coolingMs = (lane: Lane) =>
    Effect.map(monotonicMs, (nowMs) => Math.max(0, record.cooldownUntilMs() - nowMs, lane.cooldownUntilMs() - nowMs))

  /** Sleeps until the turn has come; a cooldown that began meanwhile makes it longer. */
  const wait = (lane: Lane, reservedMs: number, leftMs: number): Effect.Effect<void, NoTurn> =>
    Effect.flatMap(coolingMs(lane), (cooling) => {
      const waitMs = Math.max(reservedMs, cooling)
      if (waitMs === 0) return Effect.void
      if (waitMs > leftMs) return noTurn(waitMs)
      return Effect.andThen(Effect.sleep(waitMs), wait(lane, 0, leftMs - waitMs))
    })

  return {
    take: (lane: Lane) =>
      Effect.flatMap(coolingMs(lane), (cooling) =>
        cooling > queueMsMax
          ? noTurn(cooling)
          : Effect.uninterruptibleMask((restore) =>
              Effect.flatMap(consume(lane, 1), (reservedMs) =>
                Effect.onError(restore(wait(lane, reservedMs, queueMsMax)), () => Effect.asVoid(consume(lane, -1)))
              )
            )
      )
  }
}
export type Turns = ReturnType<typeof makeTurns>
