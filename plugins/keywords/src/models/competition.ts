/**
 * developer-diversity@1 and market-dominance@1: who holds the first ten places of a keyword.
 *
 * Source: product research 3.4, derived fields. Diversity is the number of distinct sellers among them over their
 * number; dominance is the share of all their ratings that the app with the most has.
 */

export const developerDiversityModel = "developer-diversity@1"
export const marketDominanceModel = "market-dominance@1"

const hundredths = (value: number) => Math.round(value * 100) / 100

/** 0 to 1; null without results. */
export const developerDiversity = (sellers: ReadonlyArray<string>): number | null =>
  sellers.length === 0
    ? null
    : hundredths(new Set(sellers.map((seller) => seller.trim().toLowerCase())).size / sellers.length)

/** 0 to 1; null when fewer than half of the apps tell their ratings, or nobody has any. */
export const marketDominance = (ratings: ReadonlyArray<number | null>): number | null => {
  const known = ratings.flatMap((count) => (count === null ? [] : [count]))
  const all = known.reduce((sum, count) => sum + count, 0)
  return all === 0 || known.length * 2 < ratings.length ? null : hundredths(Math.max(...known) / all)
}
