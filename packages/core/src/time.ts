import { Clock, Duration, Effect } from "effect"

/**
 * Monotonic milliseconds, whatever happens to the machine's date: deadlines and lifetimes in memory are measured by these
 * alone. They mean nothing to another process.
 */
export const monotonicMsOf = (clock: Pick<Clock.Clock, "monotonicTimeNanosUnsafe">): number =>
  Number(clock.monotonicTimeNanosUnsafe()) / 1e6

/** The same of the clock at hand. */
export const monotonicMs: Effect.Effect<number> = Clock.clockWith((clock) => Effect.sync(() => monotonicMsOf(clock)))

/** A wall clock that never jumps, for library code that counts lifetimes by it. */
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
