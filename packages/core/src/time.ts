import { Clock, Duration, Effect } from "effect"

/**
 * Milliseconds that pass whatever happens to the machine's date: deadlines and lifetimes in memory are told by these
 * alone. They mean nothing to another process.
 */
export const monotonicMsOf = (clock: Pick<Clock.Clock, "monotonicTimeNanosUnsafe">): number =>
  Number(clock.monotonicTimeNanosUnsafe()) / 1e6

/** The same of the clock at hand. */
export const monotonicMs: Effect.Effect<number> = Clock.clockWith((clock) => Effect.sync(() => monotonicMsOf(clock)))

/** For what of the library counts lifetimes by the time of day: a time of day that only passes. */
export const steadyClock = (clock: Clock.Clock): Clock.Clock => {
  const nowMs = () => monotonicMsOf(clock)
  const nowNanos = () => clock.monotonicTimeNanosUnsafe()
  return {
    currentTimeMillisUnsafe: nowMs,
    currentTimeMillis: Effect.sync(nowMs),
    currentTimeNanosUnsafe: nowNanos,
    currentTimeNanos: Effect.sync(nowNanos),
    monotonicTimeNanosUnsafe: nowNanos,
    monotonicTimeNanos: clock.monotonicTimeNanos,
    sleep: (duration) => clock.sleep(Duration.fromInputUnsafe(duration))
  }
}
