/** Charts, from the feed that the config names first, and from the next when that fails. */
import { Caches, type UpstreamError } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import { failure } from "../common/answers.ts"
import { makeEmptiness } from "../common/emptiness.ts"
import { sourced, unkept } from "../common/sourced.ts"
import type { StoreAConfig } from "../config.ts"
import { type AppStore, ChartEntry } from "../contract.ts"
import { type ChartDevice, type ChartQuery, fetchLegacyChart } from "./chartFeed.ts"
import { fetchChartV2 } from "./chartFeedV2.ts"
import { genres } from "./genres.ts"
import type { makeUpstreams } from "./upstreams.ts"

const Chart = Schema.Struct({ entries: Schema.Array(ChartEntry), upstream: Schema.String })
type Chart = typeof Chart.Type

/** The number under which the vendor knows all genres. */
const allGenres = "36"
const known = new Set(genres.map(({ id }) => id))

/** Over all genres every storefront lists apps, whatever it answers; by genre a chart may well have none. */
const neverEmpty = ({ chart, genreId }: Pick<ChartQuery, "chart" | "genreId">): boolean =>
  genreId === null && chart !== "new"

/** Devices without charts of their own show those of the first. */
const chartDevice = (device: string | undefined): ChartDevice => (device === "ipad" ? "ipad" : "iphone")

export const makeCharts = Effect.fnUntraced(function* (
  { charts, feed }: Pick<Effect.Success<ReturnType<typeof makeUpstreams>>, "charts" | "feed">,
  config: StoreAConfig
) {
  const { limit, topFree, topPaid } = config.charts
  const cache = yield* (yield* Caches).make({
    name: "storea.chart",
    version: 1,
    schema: Chart,
    freshMs: config.cache.chartMs,
    staleMs: config.cache.staleMs
  })
  const emptiness = makeEmptiness<ChartQuery>({
    upstream: charts,
    initial: { chart: "top-free", country: "us", genreId: null, device: "iphone" },
    ask: (country, query) =>
      Effect.map(fetchLegacyChart(charts, { ...query, country }, 2), (entries) => entries.length > 0)
  })

  const fromCharts = (query: ChartQuery, key: string) =>
    fetchLegacyChart(charts, query, limit).pipe(
      Effect.flatMap((entries) =>
        entries.length === 0 && neverEmpty(query)
          ? Effect.fail(failure(charts, "suspect", `${query.chart} of ${query.country}: empty`))
          : Effect.succeed<Chart>({ entries, upstream: charts.name })
      ),
      Effect.flatMap(emptiness.judge(cache, key, query.country, query, ({ entries }) => entries.length))
    )

  const fromFeed = Effect.fnUntraced(function* (chart: "top-free" | "top-paid", country: string) {
    const entries = yield* fetchChartV2(feed, chart, country, limit)
    // These two charts, over all genres, are never empty.
    if (entries.length === 0) return yield* failure(feed, "suspect", `${chart} of ${country}: empty`)
    return { entries, upstream: feed.name }
  })

  const fetch = Effect.fnUntraced(function* (query: ChartQuery, key: string) {
    const { chart, country, device, genreId } = query
    if (genreId !== null || device !== "iphone" || (chart !== "top-free" && chart !== "top-paid"))
      return yield* fromCharts(query, key)
    let first: UpstreamError | undefined
    for (const source of chart === "top-free" ? topFree : topPaid) {
      const result = yield* Effect.result(
        source === "feed" ? fromFeed(chart, country) : Effect.catchTag(fromCharts(query, key), "Unproven", Effect.die)
      )
      if (result._tag === "Success") return result.success
      first ??= result.failure
    }
    return yield* first ?? failure(charts, "failed", "the config names no feed")
  })

  /** Asks anew when what is kept is older than the caller takes; then no older answer stands in for a failure. */
  const noOlderThan = Effect.fnUntraced(function* (maxAgeMs: number, query: ChartQuery, key: string) {
    const kept = yield* cache.peek(key)
    const nowMs = yield* Clock.currentTimeMillis
    if (kept === undefined || nowMs - kept.asOfMs <= maxAgeMs) return yield* cache.get(key, fetch(query, key))
    const value = yield* fetch(query, key)
    yield* cache.set(key, value)
    return { value, asOfMs: yield* Clock.currentTimeMillis, stale: false }
  })

  const chart: AppStore["chart"] = Effect.fnUntraced(function* ({ chart, country, device, genreId, maxAgeMs }) {
    const genre = genreId === allGenres ? null : genreId
    if (genre !== null && !known.has(genre)) return yield* failure(charts, "failed", "no such genre")
    const query: ChartQuery = { chart, country, genreId: genre, device: chartDevice(device) }
    const key = `${country}:${query.device}:${chart}:${genre ?? "all"}`
    const asked = maxAgeMs === undefined ? cache.get(key, fetch(query, key)) : noOlderThan(maxAgeMs, query, key)
    const entry = yield* asked.pipe(
      Effect.catchTag("Unproven", () => unkept<Chart>({ entries: [], upstream: charts.name }))
    )
    return sourced(entry, entry.value.entries, "store_feed", entry.value.upstream)
  })
  return chart
})
