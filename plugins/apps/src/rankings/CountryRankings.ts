import { asDocumented, InvalidInput, isoOf, type Param, UpstreamRateLimited } from "@storeglass/plugin-api"
import {
  type AppFailure,
  type AppStore,
  countryNameOf,
  InvalidGenre,
  reasonOf,
  type StoreQuery,
  storeAsked,
  trackIdOf
} from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer } from "effect"
import { rankIn } from "../models/chartPosition.ts"
import { type Chart, chartOf, historyCountriesMax } from "../parameters.ts"
import type { CountryRankingsAnswer } from "../schema.ts"
import { storeFacts } from "../storeFacts.ts"
import { ChartCollector, type Collected } from "./ChartCollector.ts"
import { EarlierCharts, notMeasured } from "./EarlierCharts.ts"

interface Query extends StoreQuery {
  readonly chart: Chart
  readonly genre?: string
  readonly countries?: ReadonlyArray<string>
  readonly days?: number
}

interface Settings {
  readonly rankingsWaitMs: number
  readonly rankingsFirstWaitMs: number
  readonly rankingsCountries: Readonly<Record<Param.Platform, ReadonlyArray<string> | null>>
}

/** Where an app stands in the charts of all storefronts. */
export class CountryRankings extends Context.Service<
  CountryRankings,
  {
    readonly of: (
      id: string,
      query: Query
    ) => Effect.Effect<typeof CountryRankingsAnswer.Type, AppFailure | InvalidGenre>
  }
>()("@storeglass/apps/CountryRankings") {
  static readonly layer = ({ rankingsCountries, rankingsFirstWaitMs, rankingsWaitMs }: Settings) =>
    Layer.effect(
      CountryRankings,
      Effect.gen(function* () {
        const asks = yield* storeAsked
        const collector = yield* ChartCollector
        const earlier = yield* EarlierCharts
        const of = Effect.fn("CountryRankings.of")(function* (id: string, query: Query) {
          const { appId, country, store } = yield* asks.app(id, query)
          const chart = yield* chartOf(store, query.chart)
          const usual = rankingsCountries[store.platform] ?? store.storefronts.map((storefront) => storefront.country)
          const countries = yield* Effect.forEach(new Set(query.countries ?? usual), store.parseCountry)
          if (query.days !== undefined && (query.countries === undefined || countries.length > historyCountriesMax))
            return yield* new InvalidInput(`days: name up to ${historyCountriesMax} storefronts in countries as well`)
          const asked = query.genre === undefined ? null : yield* parseGenre(store, query.genre)
          const { value: app } = yield* store.app(appId, country)
          const genreId = asked === null ? app.genreId : asked.genreId
          const keys = countries.map((country) => ({ store, chart, country, genreId }))
          const collected = yield* collector.collect(keys, {
            waitMs: rankingsWaitMs,
            firstWaitMs: rankingsFirstWaitMs,
            older: earlier.newest
          })
          const charts = countries.flatMap((country, index) => {
            const found = collected[index]
            return found?._tag === "Chart" ? [{ country, chart: found.chart }] : []
          })
          if (charts.length === 0) return yield* nothingRead(collected)

          const facts = storeFacts[store.platform]
          const genreName = nameOf(store, genreId) ?? (genreId === app.genreId ? app.genreName : null)
          const places = charts.flatMap(({ chart, country }) => {
            const rank = rankIn(chart.entries, appId)
            return rank === null ? [] : [{ chart, country, rank }]
          })
          const then = yield* earlier.ranksOf(
            places.map(({ chart: read, country }) => ({ chart: read, key: { store, chart, country, genreId } })),
            appId
          )
          const rankings = places
            .map(({ chart: read, country, rank }, index) => {
              const before = then[index] ?? notMeasured
              return {
                country,
                countryName: countryNameOf(country),
                genreId: genreId ?? "all",
                genreName,
                rank,
                asOf: isoOf(read.asOfMs),
                previousRank: before.previousRank,
                previousStatus: before.previousStatus,
                previousAsOf: before.previousAsOfMs === null ? null : isoOf(before.previousAsOfMs),
                change: before.previousRank === null ? null : before.previousRank - rank,
                totalListed: read.entries.length
              }
            })
            .sort((a, b) => a.rank - b.rank || a.country.localeCompare(b.country))
          const days = query.days
          const sinceMs = (yield* Clock.currentTimeMillis) - (days ?? 0) * 86_400_000
          const history =
            days === undefined
              ? null
              : yield* Effect.forEach(
                  countries,
                  (country) =>
                    Effect.map(earlier.ranksSince({ store, chart, country, genreId }, appId, sinceMs), (points) => ({
                      country,
                      points: points.map(({ asOfMs, depth, rank }) => ({ asOf: isoOf(asOfMs), rank, depth }))
                    })),
                  { concurrency: 4 }
                )
          const ranked = new Set(rankings.map(({ country }) => country))
          const asOf = isoOf(Math.min(...charts.map(({ chart }) => chart.asOfMs)))
          return {
            appId: trackIdOf(store.platform, appId),
            platform: store.platform,
            chart,
            genre: { id: genreId ?? "all", name: genreName },
            asOf,
            partial: collected.some(({ _tag }) => _tag === "Pending"),
            checked: charts.length,
            ranked: rankings.length,
            rankings,
            history,
            notRanked: charts.flatMap(({ country }) => (ranked.has(country) ? [] : [country])),
            unavailable: countries.flatMap((country, index) => {
              const reason = missing(collected[index])
              return reason === null ? [] : [{ country, reason }]
            }),
            provenance: {
              source: "store_feed" as const,
              asOf,
              status: "measured" as const,
              sampleSize: charts.length,
              limitations: [
                ...(rankings.length > 0
                  ? []
                  : [`none of the ${charts.length} charts read lists the app: ask for another chart or genre`]),
                `charts show at most ${store.chartDepth} ranks`,
                ...(genreId === null ? facts.overallChart : []),
                ...(query.countries === undefined && rankingsCountries[store.platform] !== null
                  ? [`only the ${countries.length} configured countries are asked; name others in countries`]
                  : []),
                ...(earlier.kept
                  ? []
                  : ["earlier ranks aren't known: the charts plugin, which keeps them, is disabled"])
              ]
            }
          }
        }, asDocumented)
        return CountryRankings.of({ of })
      })
    )
}

/** Null inside: all genres. */
const parseGenre = (store: AppStore, text: string) =>
  text === "all"
    ? Effect.succeed({ genreId: null })
    : store.genres.some((genre) => genre.id === text)
      ? Effect.succeed({ genreId: text })
      : Effect.fail(new InvalidGenre(`genre: '${text}' isn't a genre on ${store.platform}; send an id or all`))

const nameOf = (store: AppStore, genreId: string | null) =>
  genreId === null ? "All" : (store.genres.find((genre) => genre.id === genreId)?.name ?? null)

const missing = (collected: Collected | undefined) => {
  switch (collected?._tag) {
    case "Chart":
      return null
    case "Failed":
      return reasonOf(collected.error)
    default:
      return "not collected yet"
  }
}

/** Nothing was read, so nothing is charged. */
const nothingRead = (collected: ReadonlyArray<Collected>) => {
  const failed = collected.find((one) => one._tag === "Failed")
  return collected.some((one) => one._tag === "Pending") || failed === undefined
    ? Effect.fail(
        new UpstreamRateLimited(
          "charts: none are collected yet; they are being read now. Nothing was charged, retry later",
          {
            retryAfterSeconds: 10
          }
        )
      )
    : Effect.fail(failed.error)
}
