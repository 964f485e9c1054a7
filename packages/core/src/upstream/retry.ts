import { retryAfterMs } from "@storeglass/plugin-api"
import { Effect, Random } from "effect"
import { monotonicMs } from "../time.ts"

/** A longer `Retry-After` counts as this: an upstream must not be shut out for a day by one header. */
const retryAfterMsMax = 600_000

/** How long `Retry-After` asks to wait, and at most ten minutes. */
export const cappedRetryAfterMs = (header: string | undefined, nowMs: number): number | undefined => {
  const ms = retryAfterMs(header, nowMs)
  return ms === undefined ? undefined : Math.min(ms, retryAfterMsMax)
}

/** The pause before attempt `attempt + 1`: exponential, randomised between half and all of it. */
export const backoffMs = (attempt: number): Effect.Effect<number> =>
  Effect.map(Random.next, (chance) => Math.min(200 * 2 ** (attempt - 1), 4_000) * (0.5 + chance / 2))

const perRequest = 0.2
const floor = 3
const floorRefillMs = 10_000
const saved = 10

/**
 * Bounds how much retries add to the load of an upstream in trouble: a fifth of its requests, and for one that is
 * seldom asked `floor` retries, coming back one in 10 s.
 */
export const makeRetryBudget = (startMs: number) => {
  let balance = floor
  let refilledAtMs = startMs

  const refill = (nowMs: number) => {
    const steps = Math.floor((nowMs - refilledAtMs) / floorRefillMs)
    if (steps <= 0) return
    refilledAtMs += steps * floorRefillMs
    if (balance < floor) balance = Math.min(floor, balance + steps)
  }
  return {
    /** Called once a request, retried or not. */
    earn: Effect.sync(() => {
      balance = Math.min(saved, balance + perRequest)
    }),
    /** Whether a retry may be made now; takes it from the budget. */
    spend: Effect.map(monotonicMs, (nowMs) => {
      refill(nowMs)
      if (balance < 1) return false
      balance -= 1
      return true
    })
  }
}
export type RetryBudget = ReturnType<typeof makeRetryBudget>
