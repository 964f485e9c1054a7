import type { Cache, Cached, CacheSpec } from "@storeglass/plugin-api"
import { Clock, Effect, Metric, Result } from "effect"
import { counter } from "../metrics.ts"
import { monotonicMs, monotonicMsOf } from "../time.ts"
import { makeSingleFlight } from "../upstream/singleFlight.ts"
import { type Memory, type Slot, sizeOf } from "./memory.ts"
import type { Kept, Remote } from "./remote.ts"

/** How long a source that just failed is left alone while a stale entry can be served. */
const restMs = 2_000

const reads = counter(
  "storeglass_cache_reads_total",
  "Cache reads: fresh from memory or Redis, looked up, stale because the source failed, or failed."
)
const outcomes = (cache: string) => {
  const count = (outcome: string) => Metric.update(Metric.withAttributes(reads, { cache, outcome }), 1)
  return {
    memory: count("memory"),
    redis: count("redis"),
    lookup: count("lookup"),
    stale: count("stale"),
    failed: count("failed")
  }
}

/** A kept value, and when it was new by the monotonic clock. */
interface Aged<A> extends Kept<A> {
  readonly bornMs: number
}

/** An entry in memory, decoded. */
interface Entry<A> extends Slot, Aged<A> {
  /** The source failed; it is not asked again before then. */
  restUntilMs: number
}

/** One cache: memory first, then what the nodes share, then the source. */
export const makeCache = Effect.fnUntraced(function* <A, I>(memory: Memory, remote: Remote<A>, spec: CacheSpec<A, I>) {
  const entries = new Map<string, Entry<A>>()
  const flights = makeSingleFlight<Cached<A>>(yield* Effect.scope)
  const count = outcomes(spec.name)
  const isFresh = (kept: Aged<A>, nowMs: number) => nowMs - kept.bornMs < spec.freshMs
  const isUsable = (kept: Aged<A>, nowMs: number) => nowMs - kept.bornMs < spec.freshMs + spec.staleMs
  const cached = ({ asOfMs, value }: Kept<A>, stale: boolean): Cached<A> => ({ value, asOfMs, stale })

  const forget = (key: string) => {
    const entry = entries.get(key)
    if (entry === undefined) return
    entries.delete(key)
    memory.drop(entry)
  }
  const keep = (key: string, { asOfMs, bornMs, value }: Aged<A>, restUntilMs = Number.NEGATIVE_INFINITY) => {
    forget(key)
    const entry: Entry<A> = {
      value,
      asOfMs,
      bornMs,
      restUntilMs,
      bytes: 256 + key.length * 2 + sizeOf(value),
      forget: () => {
        if (entries.get(key) === entry) entries.delete(key)
      }
    }
    entries.set(key, entry)
    memory.keep(entry)
  }
  yield* Effect.addFinalizer(() => Effect.sync(() => [...entries.keys()].forEach(forget)))

  /** The newer of both, undefined when it is too old even to stand in. */
  const newest = (own: Aged<A> | undefined, other: Aged<A> | undefined, nowMs: number) => {
    const best = own !== undefined && (other === undefined || own.asOfMs >= other.asOfMs) ? own : other
    return best !== undefined && isUsable(best, nowMs) ? best : undefined
  }

  /** Other nodes' entries carry wall-clock times; from here on, their age is counted monotonically. */
  const readRemote = (key: string) =>
    Effect.flatMap(remote.read(key), (kept) =>
      Clock.clockWith((clock) =>
        Effect.sync((): Aged<A> | undefined => {
          if (kept === undefined) return undefined
          const ageMs = Math.max(0, clock.currentTimeMillisUnsafe() - kept.asOfMs)
          return { ...kept, bornMs: monotonicMsOf(clock) - ageMs }
        })
      )
    )

  const refresh = Effect.fnUntraced(function* <E, R>(
    key: string,
    lookup: Effect.Effect<A, E, R>,
    isCurrent: () => boolean
  ) {
    const startMs = yield* monotonicMs
    const own = entries.get(key)
    if (own !== undefined && isFresh(own, startMs)) return cached(own, false)
    if (own !== undefined && own.restUntilMs > startMs && isUsable(own, startMs)) {
      yield* count.stale
      return cached(own, true)
    }
    const kept = newest(own, yield* readRemote(key), startMs)
    if (kept !== undefined && isFresh(kept, startMs)) {
      if (isCurrent()) keep(key, kept)
      yield* count.redis
      return cached(kept, false)
    }
    const result = yield* Effect.result(lookup)
    const endMs = yield* monotonicMs
    if (Result.isSuccess(result)) {
      yield* count.lookup
      const fresh = { value: result.success, asOfMs: yield* Clock.currentTimeMillis, bornMs: endMs }
      if (isCurrent()) {
        keep(key, fresh)
        yield* remote.write(key, fresh)
      }
      return cached(fresh, false)
    }
    if (kept === undefined || !isUsable(kept, endMs)) {
      yield* count.failed
      return yield* Effect.fail(result.failure)
    }
    if (isCurrent()) keep(key, kept, endMs + restMs)
    yield* count.stale
    return cached(kept, true)
  })

  const cache: Cache<A> = {
    get: (key, lookup) =>
      Clock.clockWith((clock) => {
        const entry = entries.get(key)
        if (entry === undefined || !isFresh(entry, monotonicMsOf(clock))) {
          return flights.run(key, (isCurrent) => refresh(key, lookup, isCurrent))
        }
        memory.touch(entry)
        return Effect.as(count.memory, cached(entry, false))
      }),
    peek: Effect.fnUntraced(function* (key) {
      const own = entries.get(key)
      const nowMs = yield* monotonicMs
      if (own !== undefined && isFresh(own, nowMs)) return cached(own, false)
      const kept = newest(own, yield* readRemote(key), nowMs)
      return kept === undefined ? undefined : cached(kept, !isFresh(kept, nowMs))
    }),
    // Both forget the look-up in flight, so that an older answer can't overwrite the newer one.
    set: Effect.fnUntraced(function* (key, value) {
      flights.forget(key)
      const kept = { value, asOfMs: yield* Clock.currentTimeMillis, bornMs: yield* monotonicMs }
      keep(key, kept)
      yield* remote.write(key, kept)
    }),
    invalidate: (key) =>
      Effect.suspend(() => {
        flights.forget(key)
        forget(key)
        return remote.remove(key)
      })
  }
  return cache
})
