/** Where an app stands in the overall chart, measured or, from its genre's chart, inferred. */

export interface Listed {
  readonly appId: string
  readonly genreId: string | null
}

export type ChartPosition =
  | { readonly _tag: "Ranked"; readonly rank: number }
  /** Below the overall chart; `rank` is what its place in the genre's chart amounts to. */
  | { readonly _tag: "Inferred"; readonly rank: number; readonly genreRank: number }
  | { readonly _tag: "Unplaced"; readonly reason: string }

export const rankIn = (chart: ReadonlyArray<Listed>, appId: string): number | null => {
  const index = chart.findIndex((entry) => entry.appId === appId)
  return index < 0 ? null : index + 1
}

/** Fewer apps of the genre in the overall chart than this say nothing about the genre's density. */
const densityMin = 3

/** What the two charts say of an app. */
export interface Places {
  readonly rank: number | null
  /** How many apps the overall chart lists, and how many of these are of the app's genre. */
  readonly depth: number
  readonly ofGenre: number
  /** Null: the genre's chart doesn't hold it. */
  readonly genreRank: number | null
}

const unplaced = (reason: string): ChartPosition => ({ _tag: "Unplaced", reason })

/**
 * An app that is 30th of its genre, when 10 of the genre are among the overall 100, would be about 300th overall.
 * Assumes that the genre is as dense below the chart as in it.
 */
export const positionIn = ({ depth, genreRank, ofGenre, rank }: Places): ChartPosition => {
  if (rank !== null) return { _tag: "Ranked", rank }
  if (genreRank === null) return unplaced("in neither the overall chart nor its genre's")
  if (ofGenre < densityMin)
    return unplaced("only in the genre's chart, and too few of the genre's apps are in the overall chart to compare")
  return { _tag: "Inferred", rank: Math.round(Math.max(depth + 1, (depth * genreRank) / ofGenre)), genreRank }
}

/** The same from the charts themselves. */
export const chartPosition = (input: {
  readonly appId: string
  readonly genreId: string | null
  /** Null when it could not be read. */
  readonly overall: ReadonlyArray<Listed> | null
  readonly genre: ReadonlyArray<Listed> | null
}): ChartPosition => {
  const { appId, genre, genreId, overall } = input
  if (overall === null) return unplaced("the store's chart couldn't be read")
  const rank = rankIn(overall, appId)
  if (rank === null && genre === null && genreId !== null)
    return unplaced("not in the overall chart, and the genre's chart couldn't be read")
  return positionIn({
    rank,
    depth: overall.length,
    ofGenre: overall.filter((entry) => entry.genreId === genreId).length,
    genreRank: genre === null ? null : rankIn(genre, appId)
  })
}
