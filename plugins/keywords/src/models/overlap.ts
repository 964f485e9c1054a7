/**
 * keyword-overlap@1: which keywords apps share.
 *
 * Source: product research 1.3: rank difference = competitor's − own rank; the gaps of a comparison are shared keywords
 * where the competitor is ahead; overlap = shared / all × 100 (2 of 5 = 40). In a cluster of one app and its competitors
 * a keyword is in all apps, the first app's alone, a single competitor's alone, or in part of them.
 */

export const overlapModel = "keyword-overlap@1"

export const overlapPercent = (shared: number, all: number): number | null =>
  all === 0 ? null : Math.round((shared / all) * 10_000) / 100

export type Share = "inAllApps" | "primaryOnly" | "competitorExclusive" | "partialOverlap"

/** `ranks` of the app first, then of each competitor; null is not ranked. Null when nobody ranks. */
export const shareOf = (ranks: ReadonlyArray<number | null>): Share | null => {
  const held = ranks.filter((rank) => rank !== null).length
  if (held === 0) return null
  if (held === ranks.length) return "inAllApps"
  const primary = ranks[0] !== null
  return held > 1 ? "partialOverlap" : primary ? "primaryOnly" : "competitorExclusive"
}

/** The mean of what is known, with one decimal; null when nothing is. */
export const meanKnown = (values: ReadonlyArray<number | null>): number | null => {
  const known = values.flatMap((value) => (value === null ? [] : [value]))
  return known.length === 0 ? null : Math.round((known.reduce((sum, value) => sum + value, 0) / known.length) * 10) / 10
}
