import { type Clock, Effect } from "effect"

/**
 * Milliseconds that pass whatever happens to the machine's date: deadlines and lifetimes in memory are told by these
 * alone. They mean nothing to another process.
 */
export const monotonicMsOf = (clock: Pick<Clock.Clock, "monotonicTimeNanosUnsafe">): number =>
  Number(clock.monotonicTimeNanosUnsafe()) / 1e6

/** The same of the clock at hand. */
export const monotonicMs: Effect.Effect<number> = Effect.clockWith((clock) => Effect.sync(() => monotonicMsOf(clock)))
