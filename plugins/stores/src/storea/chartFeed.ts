/** The older chart feed: every chart, genre and device, with price and bundle id. */
import type { Upstream, UpstreamError } from "@storeglass/plugin-api"
import { Effect, Result, Schema } from "effect"
import { orDrift, type Read } from "../common/answers.ts"
import { Decimal, HttpUrl, isoDate, loose, looseList } from "../common/loose.ts"
import type { ChartEntry, ChartName } from "../contract.ts"
import { bodyOf, readJson } from "./answers.ts"
import type { Body } from "./body.ts"
import { Id, Label, oneOrMany } from "./fields.ts"

export interface ChartQuery {
  readonly chart: ChartName
  readonly country: string
  readonly genreId: string | null
  readonly device: ChartDevice
}
export type ChartDevice = "iphone" | "ipad"

const slugs: Readonly<Record<ChartName, Readonly<Record<ChartDevice, string>>>> = {
  "top-free": { iphone: "topfreeapplications", ipad: "topfreeipadapplications" },
  "top-paid": { iphone: "toppaidapplications", ipad: "toppaidipadapplications" },
  "top-grossing": { iphone: "topgrossingapplications", ipad: "topgrossingipadapplications" },
  // New apps have one list for all devices.
  new: { iphone: "newapplications", ipad: "newapplications" }
}

/** Longer lists are never given, whatever is asked. */
export const chartDepth = 100

const attributes = <F extends Schema.Struct.Fields>(fields: F) => Schema.Struct({ attributes: Schema.Struct(fields) })

const Entry = Schema.Struct({
  id: attributes({ "im:id": Id, "im:bundleId": loose(Schema.NonEmptyString) }),
  "im:name": Label,
  "im:artist": loose(Label),
  "im:price": loose(attributes({ amount: Decimal, currency: loose(Schema.NonEmptyString) })),
  category: loose(attributes({ "im:id": loose(Id), term: loose(Schema.NonEmptyString) })),
  "im:releaseDate": loose(Label),
  "im:image": looseList(Schema.Struct({ label: HttpUrl })),
  link: Schema.optionalKey(Schema.Unknown)
})
const Feed = Schema.Struct({ feed: Schema.Struct({ entry: Schema.optionalKey(Schema.Unknown) }) })
const readFeed = readJson(Feed)
const decodeEntries = Schema.decodeUnknownResult(Schema.Array(Entry))
const decodeLinks = Schema.decodeUnknownOption(
  Schema.Struct({ attributes: Schema.Struct({ rel: Schema.Literal("alternate"), href: HttpUrl }) })
)

export const readLegacyChart = (body: Body): Read<ReadonlyArray<ChartEntry>> =>
  Result.flatMap(readFeed(body), ({ feed }) =>
    Result.mapBoth(decodeEntries(oneOrMany(feed.entry)), {
      onFailure: (cause) => ({ detail: "an entry without id or name", cause }),
      onSuccess: (entries) => entries.map(entryOf)
    })
  )

const entryOf = (entry: typeof Entry.Type, index: number): ChartEntry => ({
  rank: index + 1,
  appId: entry.id.attributes["im:id"],
  name: entry["im:name"].label,
  seller: entry["im:artist"]?.label ?? "",
  bundleId: entry.id.attributes["im:bundleId"],
  genreId: entry.category?.attributes["im:id"] ?? null,
  genreName: entry.category?.attributes.term ?? null,
  price: entry["im:price"]?.attributes.amount ?? null,
  currency: entry["im:price"]?.attributes.currency ?? null,
  // Sizes go up; the last is the largest.
  iconUrl: entry["im:image"].at(-1)?.label ?? null,
  releaseDate: isoDate(entry["im:releaseDate"]?.label ?? null),
  url: pageUrl(entry.link)
})

const pageUrl = (links: unknown): string | null => {
  for (const link of oneOrMany(links)) {
    const decoded = decodeLinks(link)
    if (decoded._tag === "Some") return decoded.value.attributes.href
  }
  return null
}

export const fetchLegacyChart = (
  upstream: Upstream,
  { chart, country, device, genreId }: ChartQuery,
  limit: number
): Effect.Effect<ReadonlyArray<ChartEntry>, UpstreamError> => {
  const slug = slugs[chart][device]
  const genre = genreId === null ? "" : `/genre=${encodeURIComponent(genreId)}`
  const ask = `${slug} of ${country}${genre}`
  return upstream.request({ path: `/${encodeURIComponent(country)}/rss/${slug}/limit=${limit}${genre}/json` }).pipe(
    Effect.flatMap((response) => bodyOf(upstream, ask, response)),
    Effect.flatMap((body) => orDrift(upstream, ask, readLegacyChart(body)))
  )
}
