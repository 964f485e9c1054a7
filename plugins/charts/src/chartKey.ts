import { Param } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { type ChartKey, chartNames } from "./contract.ts"

/** How the overall chart, over all genres, is written in tables, parameters and answers. */
export const allGenres = "all"

export const genreText = (genreId: string | null): string => genreId ?? allGenres
export const genreIdOf = (text: string): string | null => (text === allGenres ? null : text)

export const keyText = ({ chart, country, genreId, platform }: ChartKey): string =>
  `${platform}:${country}:${chart}:${genreText(genreId)}`

/** A key as jobs and rows hold it. */
export const KeyFields = {
  platform: Schema.Literals(Param.platforms),
  country: Schema.String,
  chart: Schema.Literals(chartNames),
  genre: Schema.String
}
interface KeyRow extends Omit<ChartKey, "genreId"> {
  readonly genre: string
}
export const keyOf = ({ chart, country, genre, platform }: KeyRow): ChartKey => ({
  platform,
  country,
  chart,
  genreId: genreIdOf(genre)
})
export const rowOf = ({ chart, country, genreId, platform }: ChartKey): KeyRow => ({
  platform,
  country,
  chart,
  genre: genreText(genreId)
})
