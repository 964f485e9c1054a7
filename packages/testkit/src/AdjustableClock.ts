import { Clock, Duration, Effect } from "effect"

/** A clock that a test can set. It runs on from there, and sleeps take as long as they say. */
export interface AdjustableClock {
  readonly clock: Clock.Clock
  readonly setMs: (epochMs: number) => void
  readonly advanceMs: (ms: number) => void
}

/** Provide it with `Effect.provideService(Clock.Clock, adjustable.clock)` around what reads the time. */
export const adjustableClock = (startMs?: number): AdjustableClock => {
  const live = Effect.runSync(Clock.Clock)
  let aheadMs = startMs === undefined ? 0 : startMs - live.currentTimeMillisUnsafe()
  const nowMs = () => live.currentTimeMillisUnsafe() + aheadMs
  const nowNanos = () => live.currentTimeNanosUnsafe() + BigInt(Math.round(aheadMs)) * 1_000_000n
  return {
    clock: {
      currentTimeMillisUnsafe: nowMs,
      currentTimeMillis: Effect.sync(nowMs),
      currentTimeNanosUnsafe: nowNanos,
      currentTimeNanos: Effect.sync(nowNanos),
      monotonicTimeNanosUnsafe: () => live.monotonicTimeNanosUnsafe(),
      monotonicTimeNanos: live.monotonicTimeNanos,
      sleep: (duration) => live.sleep(Duration.fromInputUnsafe(duration))
    },
    setMs: (epochMs) => {
      aheadMs = epochMs - live.currentTimeMillisUnsafe()
    },
    advanceMs: (ms) => {
      aheadMs += ms
    }
  }
}
