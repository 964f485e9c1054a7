/** The recorded archives of chart lists beside the checkout, as lists to import. Nothing of them is in this project. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "@storeglass/testkit"
import { Schema } from "effect"
import { type Chart, type ChartSnapshot, chartNames } from "../src/contract.ts"

export const folder = join(root, "../shared/recordings/chart-history")
export const present = existsSync(folder)
if (!present) process.stderr.write(`charts: skipped the recorded archives, there is no ${folder}\n`)

const read = <A, I>(schema: Schema.Codec<A, I>, path: string): A =>
  Schema.decodeUnknownSync(Schema.fromJsonString(schema))(readFileSync(join(folder, path), "utf8"))
const daysIn = (name: string) =>
  readdirSync(join(folder, name))
    .filter((file) => /^\d{4}-\d{2}-\d{2}\.json$/.test(file))
    .sort()
const midday = (file: string) => Date.parse(`${file.slice(0, 10)}T12:00:00Z`)
const isChart = (text: string): text is Chart => chartNames.some((name) => name === text)

const ListsByKey = Schema.Struct({ charts: Schema.Record(Schema.String, Schema.Array(Schema.String)) })
const Config = Schema.Struct({
  appleLegacy: Schema.Struct({ genres: Schema.Array(Schema.Struct({ key: Schema.String, id: Schema.Int })) }),
  play: Schema.Struct({ categories: Schema.Array(Schema.Struct({ key: Schema.String, category: Schema.String })) })
})

export interface Day {
  readonly asOfMs: number
  readonly lists: ReadonlyArray<ChartSnapshot>
}

/** 18 days of both stores: `vendor:country:chart[:genre]` to ids. */
export const bothStores = (): ReadonlyArray<Day> => {
  const name = "android-ios-rank"
  const { appleLegacy, play } = read(Config, `${name}/config.json`)
  const genres = new Map<string, string>([
    ...appleLegacy.genres.map(({ id, key }) => [`apple:${key}`, String(id)] as const),
    ...play.categories.map(({ category, key }) => [`play:${key}`, category] as const)
  ])
  return daysIn(name).map((file) => {
    const asOfMs = midday(file)
    const lists = Object.entries(read(ListsByKey, `${name}/${file}`).charts).map(([key, ids]): ChartSnapshot => {
      const [vendor = "", country = "", chart = "", genre = "all"] = key.split(":")
      if (!isChart(chart)) throw new Error(key)
      const genreId = genre === "all" ? null : (genres.get(`${vendor}:${genre}`) ?? null)
      if (genre !== "all" && genreId === null) throw new Error(key)
      return {
        key: { platform: vendor === "apple" ? "storea" : "storeb", country, chart, genreId },
        asOfMs,
        source: "archive",
        entries: ids.map((appId, index) => ({ rank: index + 1, appId }))
      }
    })
    return { asOfMs, lists }
  })
}

const RowsByCountry = Schema.Struct({
  countries: Schema.Record(
    Schema.String,
    Schema.Array(Schema.Struct({ rank: Schema.Int, id: Schema.String, name: Schema.String, developer: Schema.String }))
  )
})

/** 60 days of one genre in ten countries, with names. */
export const tenCountries = (): ReadonlyArray<Day> => {
  const name = "photo-video-topfree-10-countries"
  return daysIn(name).map((file) => {
    const asOfMs = midday(file)
    const lists = Object.entries(read(RowsByCountry, `${name}/${file}`).countries).map(
      ([country, rows]): ChartSnapshot => ({
        key: { platform: "storea", country, chart: "top-free", genreId: "6008" },
        asOfMs,
        source: "archive",
        entries: rows.map(({ developer, id, name, rank }) => ({ rank, appId: id, name, seller: developer }))
      })
    )
    return { asOfMs, lists }
  })
}
