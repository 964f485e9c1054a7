/**
 * reach-growth@1: which keywords trend.
 *
 * Source: the core interface, trending keywords. Reach is the review count of the first-ranked app. The current window
 * is the last `days` days, the previous one the `days` before it; a keyword trends when its maximum in the current
 * window exceeds that of the previous one, and growth is (current − previous) / previous × 100. Without a previous
 * maximum above 0 there is no growth to tell, so such a keyword is left out (product research 3.8). Review counts
 * rarely fall: what this measures is for the most part a change of the first app.
 */

export const reachGrowthModel = "reach-growth@1"

/** Null: it does not trend. In percent, with two decimals. */
export const reachGrowth = (maxCurrent: number | null, maxPrevious: number | null): number | null =>
  maxCurrent === null || maxPrevious === null || maxPrevious <= 0 || maxCurrent <= maxPrevious
    ? null
    : Math.round(((maxCurrent - maxPrevious) / maxPrevious) * 10_000) / 100
