/**
 * gap-opportunity@1 and kw-opportunity@1: how much there is to win with a keyword.
 *
 * Source: product research 3.6. The gap's formula, verified there on 82, 43, 18, unranked → 38.33:
 * volume × (1 − difficulty / 100) × (1 − best competitor's rank / 100) × (own rank / 100, or 1 when unranked).
 * For an app by itself the factor of the competitor is left out. Ranks beyond 100 count as 100.
 */

export const gapOpportunityModel = "gap-opportunity@1"
export const opportunityModel = "kw-opportunity@1"

/** Beyond this an own rank still counts as a gap. */
export const gapRankFrom = 50

const hundredths = (value: number) => Math.round(value * 100) / 100
const headroom = (rank: number | null) => (rank === null ? 1 : Math.min(rank, 100) / 100)

/** Null when a score is not known. */
export const opportunity = (input: {
  readonly volume: number | null
  readonly difficulty: number | null
  readonly rank: number | null
}): number | null =>
  input.volume === null || input.difficulty === null
    ? null
    : hundredths(input.volume * (1 - input.difficulty / 100) * headroom(input.rank))

export const gapOpportunity = (input: {
  readonly volume: number | null
  readonly difficulty: number | null
  readonly bestCompetitorRank: number
  readonly rank: number | null
}): number | null =>
  input.volume === null || input.difficulty === null
    ? null
    : hundredths(
        input.volume *
          (1 - input.difficulty / 100) *
          (1 - Math.min(input.bestCompetitorRank, 100) / 100) *
          headroom(input.rank)
      )

/** Whether a keyword is a gap: a competitor ranks, the app does not or only beyond 50. */
export const isGap = (bestCompetitorRank: number | null, rank: number | null): boolean =>
  bestCompetitorRank !== null && (rank === null || rank > gapRankFrom)
