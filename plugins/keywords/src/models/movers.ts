/**
 * kw-movers@1: which changes of rank matter most.
 *
 * Source: product research 1.3 and 3.8: ordered by |rank change| × volume, positive changes are better ranks. What came
 * in or fell out has no change; for the order alone it is taken from one below the depth. Keywords of unknown volume
 * come last.
 */

export const moversModel = "kw-movers@1"

export interface Movement {
  readonly keyword: string
  readonly currentRank: number | null
  readonly previousRank: number | null
  readonly depth: number
  readonly volume: number | null
}

const magnitude = ({ currentRank, depth, previousRank }: Movement): number =>
  Math.abs((previousRank ?? depth + 1) - (currentRank ?? depth + 1))

/** Largest first; equal ones by the better rank, then by the alphabet, so that the order never depends on the input's. */
export const byWeight = (a: Movement, b: Movement): number =>
  (b.volume === null ? -1 : magnitude(b) * b.volume) - (a.volume === null ? -1 : magnitude(a) * a.volume) ||
  magnitude(b) - magnitude(a) ||
  (a.currentRank ?? a.previousRank ?? 0) - (b.currentRank ?? b.previousRank ?? 0) ||
  (a.keyword < b.keyword ? -1 : a.keyword > b.keyword ? 1 : 0)

export type Move = "gainer" | "loser" | "unchanged" | "entered" | "dropped"

/** Null: ranked at neither time. */
export const moveOf = ({ currentRank, previousRank }: Pick<Movement, "currentRank" | "previousRank">): Move | null => {
  if (currentRank === null) return previousRank === null ? null : "dropped"
  if (previousRank === null) return "entered"
  return currentRank < previousRank ? "gainer" : currentRank > previousRank ? "loser" : "unchanged"
}
