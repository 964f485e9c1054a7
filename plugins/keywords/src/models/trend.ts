/**
 * rank-trend@1: whether an app rises or falls for a keyword.
 *
 * Source: product research 3.8. The changes against the snapshots of 7 and 30 days ago, positive when the rank got
 * better; stable while |Δ7| < 3 and |Δ30| < 5. Not ranked counts as one below the depth that was looked at, for the
 * direction only: the change itself is null.
 */

export const trendModel = "rank-trend@1"
export const trendLabels = ["improving", "declining", "stable"] as const
export type TrendLabel = (typeof trendLabels)[number]

export interface Measured {
  /** Null: looked for in the first `depth` and not there. */
  readonly rank: number | null
  readonly depth: number
}

/** Positive: better than before. Null when either was not ranked or not measured. */
export const rankChange = (before: Measured | null, now: Measured | null): number | null =>
  before === null || now === null || before.rank === null || now.rank === null ? null : before.rank - now.rank

const direction = (before: Measured | null, now: Measured): number | null => {
  if (before === null) return null
  const floor = Math.min(before.depth, now.depth) + 1
  return Math.min(before.rank ?? floor, floor) - Math.min(now.rank ?? floor, floor)
}

/** Null when there is nothing to compare with. */
export const trendLabel = (
  now: Measured | null,
  weekAgo: Measured | null,
  monthAgo: Measured | null
): TrendLabel | null => {
  if (now === null) return null
  const week = direction(weekAgo, now)
  const month = direction(monthAgo, now)
  if (week === null && month === null) return null
  if (week !== null && Math.abs(week) >= 3) return week > 0 ? "improving" : "declining"
  if (month !== null && Math.abs(month) >= 5) return month > 0 ? "improving" : "declining"
  return "stable"
}
