import { Clock, Duration, Effect } from "effect"

/** A clock that a test can set. It runs on from there, and sleeps take as long as they say. */
export interface AdjustableClock {
  readonly clock: Clock.Clock
  /** The time passes to that moment; backwards it is the date alone that changes. */
  readonly setMs: (epochMs: number) => void
  readonly advanceMs: (ms: number) => void
  /** The machine's date jumps, forwards or backwards, and no time passes. */
  readonly jumpMs: (ms: number) => void
  /** From here on no time passes but what the test adds, however long a machine takes. */
  readonly stand: () => void
}

/** Provide it with `Effect.provideService(Clock.Clock, adjustable.clock)` around what reads the time. */
export const adjustableClock = (startMs?: number): AdjustableClock => {
  const live = Effect.runSync(Clock.Clock)
  let aheadMs = startMs === undefined ? 0 : startMs - live.currentTimeMillisUnsafe()
  let passedMs = 0
  const nanos = (ms: number) => BigInt(Math.round(ms)) * 1_000_000n
  const read = () => ({
    ms: live.currentTimeMillisUnsafe(),
    nanos: live.currentTimeNanosUnsafe(),
    monotonicNanos: live.monotonicTimeNanosUnsafe()
  })
  let stood: ReturnType<typeof read> | undefined
  const running = () => stood ?? read()
  const nowMs = () => running().ms + aheadMs
  const nowNanos = () => running().nanos + nanos(aheadMs)
  const monotonicNanos = () => running().monotonicNanos + nanos(passedMs)
  const pass = (ms: number) => {
    aheadMs += ms
    passedMs += Math.max(0, ms)
  }
  return {
    clock: {
      currentTimeMillisUnsafe: nowMs,
      currentTimeMillis: Effect.sync(nowMs),
      currentTimeNanosUnsafe: nowNanos,
      currentTimeNanos: Effect.sync(nowNanos),
      monotonicTimeNanosUnsafe: monotonicNanos,
      monotonicTimeNanos: Effect.sync(monotonicNanos),
      sleep: (duration) => live.sleep(Duration.fromInputUnsafe(duration))
    },
    setMs: (epochMs) => pass(epochMs - nowMs()),
    advanceMs: pass,
    jumpMs: (ms) => {
      aheadMs += ms
    },
    stand: () => {
      stood = read()
    }
  }
}
