/** The newer chart feed: top-free and top-paid over all genres, without price or bundle id. */
import type { Upstream, UpstreamError } from "@storeglass/plugin-api"
import { Effect, Result, Schema } from "effect"
import { orDrift, type Read } from "../common/answers.ts"
import { HttpUrl, isoDate, loose, looseList } from "../common/loose.ts"
import type { ChartEntry } from "../contract.ts"
import { bodyOf, readJson } from "./answers.ts"
import type { Body } from "./body.ts"
import { Id } from "./fields.ts"

const Feed = Schema.Struct({
  feed: Schema.Struct({
    results: Schema.Array(
      Schema.Struct({
        id: Id,
        name: Schema.NonEmptyString,
        artistName: loose(Schema.NonEmptyString),
        releaseDate: loose(Schema.NonEmptyString),
        artworkUrl100: loose(HttpUrl),
        // Filled in archives of the feed before this one, always empty in this.
        genres: looseList(Schema.Struct({ genreId: Id, name: Schema.NonEmptyString })),
        url: loose(HttpUrl)
      })
    )
  })
})
const readFeed = readJson(Feed)

export const readChartV2 = (body: Body): Read<ReadonlyArray<ChartEntry>> =>
  Result.map(readFeed(body), ({ feed }) =>
    feed.results.map((app, index) => ({
      rank: index + 1,
      appId: app.id,
      name: app.name,
      seller: app.artistName ?? "",
      bundleId: null,
      genreId: app.genres[0]?.genreId ?? null,
      genreName: app.genres[0]?.name ?? null,
      price: null,
      currency: null,
      iconUrl: app.artworkUrl100,
      releaseDate: isoDate(app.releaseDate),
      url: app.url
    }))
  )

const sizes = [10, 25, 50, 100]

export const fetchChartV2 = (
  upstream: Upstream,
  chart: "top-free" | "top-paid",
  country: string,
  limit: number
): Effect.Effect<ReadonlyArray<ChartEntry>, UpstreamError> => {
  // It knows four lengths only, and may give fewer than it was asked for.
  const size = sizes.find((known) => known >= limit) ?? 100
  const ask = `${chart} of ${country}`
  return upstream.request({ path: `/api/v2/${encodeURIComponent(country)}/apps/${chart}/${size}/apps.json` }).pipe(
    Effect.flatMap((response) => bodyOf(upstream, ask, response)),
    Effect.flatMap((body) => orDrift(upstream, ask, readChartV2(body))),
    Effect.map((entries) => entries.slice(0, limit))
  )
}
