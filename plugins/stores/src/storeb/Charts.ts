/** Charts, by collection and genre. */
import { Caches, type Upstream, type UpstreamError } from "@storeglass/plugin-api"
import { Clock, Effect, Result, Schema } from "effect"
import { failure, misread, orDrift, type Read } from "../common/answers.ts"
import { makeEmptiness } from "../common/emptiness.ts"
import { sourced, unkept } from "../common/sourced.ts"
import { type AppStore, ChartEntry, type ChartName, type StoreApp } from "../contract.ts"
import type { AppRecords } from "./AppRecords.ts"
import { chartPlaces, sections } from "./cardPositions.ts"
import { type CardContext, readSections } from "./cards.ts"
import type { StoreBConfig } from "./config.ts"
import { isGenre } from "./genres.ts"
import { localeOf } from "./languages.ts"
import { at } from "./path.ts"
import { callRpc } from "./rpc.ts"
import { type Collection, chartCall } from "./rpcArguments.ts"

/** Longer lists are never given. */
export const chartDepth = 200

const collections: Readonly<Partial<Record<ChartName, Collection>>> = {
  "top-free": "topselling_free",
  "top-paid": "topselling_paid",
  "top-grossing": "topgrossing"
}
/** The store has no chart of new apps. */
export const charts: ReadonlyArray<ChartName> = ["top-free", "top-paid", "top-grossing"]

/** The category of all apps, which is no genre. */
const allGenres = "APPLICATION"

interface ChartQuery {
  readonly collection: Collection
  readonly country: string
  readonly category: string
}
type Entries = ReadonlyArray<ChartEntry>

/** Null is a chart that the store does not keep there. */
export const readChart = (payload: unknown, context: CardContext): Read<ReadonlyArray<StoreApp>> => {
  if (payload === null || at(payload, sections) === undefined) {
    return payload === null || Array.isArray(at(payload, [0]))
      ? Result.succeed([])
      : misread("a chart of another shape")
  }
  return readSections(payload, chartPlaces, context)
}

const entryOf = (app: StoreApp, index: number): ChartEntry => ({
  rank: index + 1,
  appId: app.appId,
  name: app.name,
  seller: app.seller,
  bundleId: app.bundleId,
  genreId: app.genreId,
  genreName: app.genreName,
  price: app.price,
  currency: app.currency,
  iconUrl: app.iconUrl,
  releaseDate: null,
  url: app.url
})

export const makeCharts = Effect.fnUntraced(function* (
  upstream: Upstream,
  records: AppRecords,
  config: StoreBConfig,
  contextOf: (country: string, genreId: string | null) => CardContext
) {
  const cache = yield* (yield* Caches).make({
    name: "storeb.chart",
    version: 1,
    schema: Schema.Array(ChartEntry),
    freshMs: config.cache.chartMs,
    staleMs: config.cache.staleMs
  })

  const fetch = ({ category, collection, country }: ChartQuery): Effect.Effect<Entries, UpstreamError> => {
    const ask = `${collection} of ${country}, ${category}`
    const context = contextOf(country, category === allGenres ? null : category)
    return callRpc(
      upstream,
      ask,
      chartCall(collection, category, config.charts.limit),
      localeOf(country, config.language)
    ).pipe(
      Effect.flatMap((payload) => orDrift(upstream, ask, readChart(payload, context))),
      Effect.tap(records.keepCards),
      Effect.map((apps) => apps.map(entryOf))
    )
  }
  const emptiness = makeEmptiness<ChartQuery>({
    upstream,
    initial: { collection: "topselling_free", country: "us", category: allGenres },
    ask: (country, query) => Effect.map(fetch({ ...query, country }), (entries) => entries.length > 0)
  })

  /** Asks anew when what is kept is older than the caller takes; then no older answer stands in for a failure. */
  const noOlderThan = Effect.fnUntraced(function* <E>(maxAgeMs: number, key: string, ask: Effect.Effect<Entries, E>) {
    const kept = yield* cache.peek(key)
    const nowMs = yield* Clock.currentTimeMillis
    if (kept === undefined || nowMs - kept.asOfMs <= maxAgeMs) return yield* cache.get(key, ask)
    const value = yield* ask
    yield* cache.set(key, value)
    return { value, asOfMs: yield* Clock.currentTimeMillis, stale: false }
  })

  const chart: AppStore["chart"] = Effect.fnUntraced(function* ({ chart, country, genreId, maxAgeMs }) {
    const collection = collections[chart]
    if (collection === undefined) return yield* failure(upstream, "failed", `there is no chart ${chart}`)
    const category = genreId ?? allGenres
    if (category !== allGenres && !isGenre(category)) return yield* failure(upstream, "failed", "no such genre")
    const query: ChartQuery = { collection, country, category }
    const key = `${country}:${chart}:${category}`
    const ask = Effect.flatMap(
      // Free apps are there everywhere, whatever it answers; a genre or what is paid for may well have none.
      Effect.filterOrFail(
        fetch(query),
        (entries) => entries.length > 0 || category !== allGenres || collection !== "topselling_free",
        () => failure(upstream, "suspect", `${chart} of ${country}: empty`)
      ),
      emptiness.judge<Entries>(cache, key, country, query, (entries) => entries.length)
    )
    const entry = yield* (maxAgeMs === undefined ? cache.get(key, ask) : noOlderThan(maxAgeMs, key, ask)).pipe(
      Effect.catchTag("Unproven", () => unkept<Entries>([]))
    )
    return sourced(entry, entry.value, "store_feed", upstream.name)
  })
  return chart
})
