/**
 * rank-diff@1: what changed between two rankings of one keyword by one source.
 *
 * Source: product research 1.3, rank changes. Only ranks that both rankings looked at are compared; delta is positive
 * when the rank got better. First the apps that are ranked now, best first, then those that fell out.
 */

export const rankDiffModel = "rank-diff@1"
export const changeTypes = ["moved", "entered_top", "fell_out"] as const
export type ChangeType = (typeof changeTypes)[number]

export interface Ranking<A> {
  readonly depth: number
  /** First is best. */
  readonly apps: ReadonlyArray<A>
}

export interface RankDifference<A> {
  readonly app: A
  readonly type: ChangeType
  readonly previousRank: number | null
  readonly currentRank: number | null
  readonly delta: number | null
}

/** Null: nothing changed. Ranks beyond the common depth are null. */
export const differenceOf = <A>(
  app: A,
  previousRank: number | null,
  currentRank: number | null
): RankDifference<A> | null => {
  if (previousRank === currentRank) return null
  const type = previousRank === null ? "entered_top" : currentRank === null ? "fell_out" : "moved"
  const delta = previousRank === null || currentRank === null ? null : previousRank - currentRank
  return { app, type, previousRank, currentRank, delta }
}

export const rankDiff = <A>(before: Ranking<A>, after: Ranking<A>): ReadonlyArray<RankDifference<A>> => {
  const depth = Math.min(before.depth, after.depth)
  const was = new Map(before.apps.slice(0, depth).map((app, index) => [app, index + 1]))
  const is = new Map(after.apps.slice(0, depth).map((app, index) => [app, index + 1]))
  const now = [...is].map(([app, rank]) => differenceOf(app, was.get(app) ?? null, rank))
  const gone = [...was].map(([app, rank]) => (is.has(app) ? null : differenceOf(app, rank, null)))
  return [...now, ...gone].flatMap((difference) => difference ?? [])
}
