/** What the last charges took. */
export interface ChargeTimes {
  readonly add: (nowMs: number, tookMs: number) => void
  /** Of those that were added in the last 10 seconds; null: none was. */
  readonly p99Ms: (nowMs: number) => number | null
}

const keptMax = 2_048
const windowMs = 10_000

/** Keeps the last 2,048 at a fixed cost each: they are added for every request, and asked for a few times a second. */
export const makeChargeTimes = (): ChargeTimes => {
  const took = new Float64Array(keptMax)
  const at = new Float64Array(keptMax).fill(Number.NEGATIVE_INFINITY)
  let next = 0
  return {
    add: (nowMs, tookMs) => {
      took[next] = tookMs
      at[next] = nowMs
      next = (next + 1) % keptMax
    },
    p99Ms: (nowMs) => {
      const recent = took.filter((_, index) => (at[index] ?? 0) > nowMs - windowMs).sort()
      return recent[Math.ceil(recent.length * 0.99) - 1] ?? null
    }
  }
}
