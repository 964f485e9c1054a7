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

/**
 * An app that is 30th of its genre, when 10 of the genre are among the overall 100, would be about 300th overall.
 * Assumes that the genre is as dense below the chart as in it.
 */
export const chartPosition = (input: {
  readonly appId: string
  readonly genreId: string | null
  /** Null when it could not be read. */
  readonly overall: ReadonlyArray<Listed> | null
  readonly genre: ReadonlyArray<Listed> | null
}): ChartPosition => {
  const unplaced = (reason: string): ChartPosition => ({ _tag: "Unplaced", reason })
  const rank = input.overall === null ? null : rankIn(input.overall, input.appId)
  if (rank !== null) return { _tag: "Ranked", rank }
  const genreRank = input.genre === null ? null : rankIn(input.genre, input.appId)
  if (input.overall === null) return unplaced("the store's chart couldn't be read")
  if (genreRank === null)
    return unplaced(
      input.genre === null && input.genreId !== null
        ? "not in the overall chart, and the genre's chart couldn't be read"
        : "in neither the overall chart nor its genre's"
    )
  const ofGenre = input.overall.filter((entry) => entry.genreId === input.genreId).length
  if (ofGenre < densityMin)
    return unplaced("only in the genre's chart, and too few of the genre's apps are in the overall chart to compare")
  return {
    _tag: "Inferred",
    rank: Math.round(Math.max(input.overall.length + 1, (input.overall.length * genreRank) / ofGenre)),
    genreRank
  }
}
