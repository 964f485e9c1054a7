/**
 * kw-visibility@1: how much of the searches for an app's keywords it is seen in, 0 to 100.
 *
 * Source: product research 3.7, verified there on 74 × 0.85 = 62.9. A rank weighs 1 at 1, 0.85 to 3, 0.7 to 5, 0.5 to
 * 10, 0.3 to 20, 0.15 to 50, 0.05 to 100, else 0. Contribution = volume × weight; score = 100 × the sum of the
 * contributions / the sum of the volumes, over one basket of keywords (keyword-basket@1) of those that the app ranks for
 * anywhere in the window. A keyword of it that was not measured on a day is left out of both sums of that day; a day on
 * which less than half of its volume was measured has no score.
 */

export const visibilityModel = "kw-visibility@1"

/** Weight of ranks up to `to`, best first; beyond the last the weight is 0. */
export const rankWeights = [
  { to: 1, weight: 1 },
  { to: 3, weight: 0.85 },
  { to: 5, weight: 0.7 },
  { to: 10, weight: 0.5 },
  { to: 20, weight: 0.3 },
  { to: 50, weight: 0.15 },
  { to: 100, weight: 0.05 }
] as const

export const buckets = ["top3", "top10", "top30"] as const
export type Bucket = (typeof buckets)[number]

export const rankWeight = (rank: number | null): number =>
  rank === null ? 0 : (rankWeights.find(({ to }) => rank <= to)?.weight ?? 0)

export const bucketOf = (rank: number): Bucket | null =>
  rank <= 3 ? "top3" : rank <= 10 ? "top10" : rank <= 30 ? "top30" : null

const rounded = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits

/** What a keyword with a rank adds: 74 at rank 2 gives 62.9. */
export const contribution = (volume: number, rank: number | null): number => rounded(volume * rankWeight(rank), 2)

/** The sums of one day over the keywords of the window. */
export interface DaySums {
  readonly contribution: number
  /** Volume of the keywords measured that day, ranked or not. */
  readonly volumeMeasured: number
  /** Volume of the whole basket. */
  readonly volumeAll: number
}

/** Null when the day does not tell enough. */
export const visibilityScore = ({ contribution: sum, volumeAll, volumeMeasured }: DaySums): number | null =>
  volumeAll <= 0 || volumeMeasured < volumeAll / 2 ? null : rounded((100 * sum) / volumeMeasured, 2)

/** Between the score with the volumes of what is ranked least and of the rest most, and the reverse. */
export const visibilityRange = (
  keywords: ReadonlyArray<{
    readonly rank: number | null
    readonly volume: { readonly low: number; readonly high: number }
  }>
): { readonly low: number; readonly high: number } | null => {
  const sorted = [...keywords].sort((a, b) => rankWeight(a.rank) - rankWeight(b.rank))
  /** The weighted mean with the volumes on one side of a cut at one end and those beyond it at the other. */
  const at = (cut: number, below: "low" | "high", above: "low" | "high") => {
    const volumes = sorted.map(({ rank, volume }, index) => ({
      weight: rankWeight(rank),
      volume: index < cut ? volume[below] : volume[above]
    }))
    const all = volumes.reduce((sum, { volume }) => sum + volume, 0)
    return all === 0 ? [] : [(100 * volumes.reduce((sum, { volume, weight }) => sum + volume * weight, 0)) / all]
  }
  // The extremes lie where the weight changes, and there are few weights.
  const cuts = sorted.flatMap(({ rank }, index) => {
    const next = sorted[index + 1]
    return next === undefined || rankWeight(next.rank) !== rankWeight(rank) ? [index + 1] : []
  })
  const lows = [0, ...cuts].flatMap((cut) => at(cut, "high", "low"))
  const highs = [0, ...cuts].flatMap((cut) => at(cut, "low", "high"))
  return lows.length === 0 || highs.length === 0
    ? null
    : { low: rounded(Math.min(...lows), 2), high: rounded(Math.max(...highs), 2) }
}
