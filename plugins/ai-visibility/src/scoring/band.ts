/** Where a score lies by itself, from scan to scan, and whether it left that. Pure. */
import type { Interval } from "./interval.ts"

export interface ScoredDay {
  readonly day: string
  readonly score: number
  readonly interval: Interval | null
}

/** Days that a band is made of: the last eight, four at least. */
export const bandDays = { most: 8, least: 4 } as const
/** A band is never narrower than this to either side: the score is rounded, and a point is nobody's news. */
const halfMin = 3

const mean = (values: ReadonlyArray<number>) => values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * The band of the scans before: their mean, to either side the largest of twice their standard deviation, half the mean width of
 * their intervals, and 3 points. Null with fewer than four.
 */
export const bandOf = (before: ReadonlyArray<ScoredDay>): Interval | null => {
  const last = before.slice(-bandDays.most)
  if (last.length < bandDays.least) return null
  const scores = last.map(({ score }) => score)
  const middle = mean(scores)
  const deviation = Math.sqrt(scores.reduce((sum, score) => sum + (score - middle) ** 2, 0) / (scores.length - 1))
  const widths = last.flatMap(({ interval }) => (interval === null ? [] : [(interval.high - interval.low) / 2]))
  const half = Math.max(2 * deviation, widths.length === 0 ? 0 : mean(widths), halfMin)
  return { low: Math.max(0, Math.floor(middle - half)), high: Math.min(100, Math.ceil(middle + half)) }
}

export const isWithin = (band: Interval | null, score: number): boolean =>
  band !== null && band.low <= score && score <= band.high

export interface Leaving {
  readonly side: "above" | "below"
  readonly band: Interval
}

/** Whether the last two, newest last, both lie on one side of the band of those before them; null: they don't. */
export const leavingOf = (days: ReadonlyArray<ScoredDay>): Leaving | null => {
  const band = bandOf(days.slice(0, -2))
  const last = days.slice(-2)
  if (band === null || last.length < 2) return null
  if (last.every(({ score }) => score > band.high)) return { side: "above", band }
  return last.every(({ score }) => score < band.low) ? { side: "below", band } : null
}
