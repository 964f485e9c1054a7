import { hourMs } from "@storeglass/history"
import { asDocumented, isoOf, measured } from "@storeglass/plugin-api"
import {
  type AppStore,
  type ChartEntry,
  type Device,
  deviceOf,
  type Sourced,
  trackIdOf
} from "@storeglass/stores/contract"
import { Context, Effect, Layer } from "effect"
import { Asked, type AskedChart, type ChartFailure, type ChartQuery, genreOf } from "../Asked.ts"
import type { ChartsConfig } from "../config.ts"
import { ChartHistory, type ChartReading } from "../contract.ts"
import type { CategoryTopAnswer, TopScreenshotsAnswer } from "../schema.ts"
import { recordsOf } from "./AppRecords.ts"
import { CurrentCharts } from "./CurrentCharts.ts"
import { screenshotsOf } from "./screenshotsOf.ts"

/** The first apps of a category, and their screenshots. */
export class CategoryTop extends Context.Service<
  CategoryTop,
  {
    readonly of: (genreId: string, query: ChartQuery) => Effect.Effect<typeof CategoryTopAnswer.Type, ChartFailure>
    readonly screenshots: (
      genreId: string,
      query: ChartQuery & { readonly device: Device }
    ) => Effect.Effect<typeof TopScreenshotsAnswer.Type, ChartFailure>
  }
>()("@storeglass/charts/CategoryTop") {
  static readonly layer = ({ everyHours }: Pick<ChartsConfig, "everyHours">) =>
    Layer.effect(
      CategoryTop,
      Effect.gen(function* () {
        const asks = yield* Asked
        const charts = yield* CurrentCharts
        const history = yield* ChartHistory

        const of = Effect.fn("CategoryTop.of")(function* (genreId: string, query: ChartQuery) {
          const asked = yield* asks.chart(query, genreId)
          const { country, key, store } = asked
          const list = yield* charts.list(store, key)
          const gapMs = (everyHours * hourMs) / 2
          const earlier =
            list.upstream === undefined ? null : yield* history.before(key, list.upstream, list.asOfMs - gapMs)
          const shown = list.value.slice(0, query.limit)
          const { limitations, records } = yield* recordsOf(
            store,
            shown.map(({ appId }) => appId),
            country
          )
          return {
            ...headOf(asked, list),
            previousAsOf: earlier === null ? null : isoOf(earlier.asOfMs),
            apps: shown.map((entry) => {
              const record = records.get(entry.appId)
              const previousRank = earlier === null ? null : rankIn(earlier, entry.appId)
              return {
                ...nameOf(store, entry),
                // Feeds show small icons, and one of them no prices.
                artworkUrl512: record?.iconUrl ?? entry.iconUrl,
                price: entry.price ?? record?.price ?? null,
                currency: entry.currency ?? record?.currency ?? null,
                averageUserRating: record?.averageRating ?? null,
                userRatingCount: record?.ratingCount ?? null,
                url: entry.url ?? record?.url ?? null,
                previousRank,
                rankChange: previousRank === null ? null : previousRank - entry.rank
              }
            }),
            provenance: measured(list, [
              `the store shows at most ${store.chartDepth} ranks`,
              ...(earlier === null ? ["previousRank is null: no earlier list of this chart is kept"] : []),
              ...limitations
            ])
          }
        }, asDocumented)

        const screenshots = Effect.fn("CategoryTop.screenshots")(function* (
          genreId: string,
          query: ChartQuery & { readonly device: Device }
        ) {
          const asked = yield* asks.chart(query, genreId)
          const device = yield* deviceOf(asked.store, query.device)
          const list = yield* charts.list(asked.store, asked.key)
          const shown = list.value.slice(0, query.limit)
          const ids = shown.map(({ appId }) => appId)
          const { store } = asked
          // Without their records there is nothing to give, so here their failure is the route's.
          const found =
            store.known === undefined
              ? (yield* store.apps(ids, asked.country)).value
              : yield* store.known(ids, asked.country)
          const records = new Map(found.map((app) => [app.appId, app]))
          const apps = shown.map((entry) => {
            const record = records.get(entry.appId)
            return {
              ...nameOf(asked.store, entry),
              artworkUrl512: record?.iconUrl ?? entry.iconUrl,
              ...screenshotsOf(record, device)
            }
          })
          const counts = apps.flatMap((app) =>
            app.unavailable === null ? [Object.values(app.counts).reduce((sum, count) => sum + count, 0)] : []
          )
          const sum = counts.reduce((total, count) => total + count, 0)
          return {
            ...headOf(asked, list),
            device,
            apps,
            summary: { avgCount: counts.length === 0 ? null : Math.round((sum / counts.length) * 10) / 10 },
            provenance: measured(list, ["screenshots come from the store's records; app pages aren't read"])
          }
        }, asDocumented)

        return CategoryTop.of({ of, screenshots })
      })
    )
}

const headOf = (asked: AskedChart, list: Sourced<ReadonlyArray<ChartEntry>>) => ({
  platform: asked.key.platform,
  ...genreOf(asked),
  chart: asked.key.chart,
  country: asked.key.country,
  asOf: isoOf(list.asOfMs),
  total: list.value.length
})

const nameOf = ({ platform }: AppStore, entry: ChartEntry) => ({
  rank: entry.rank,
  trackId: trackIdOf(platform, entry.appId),
  trackName: entry.name,
  sellerName: entry.seller
})

const rankIn = ({ appIds }: ChartReading, appId: string): number | null => {
  const index = appIds.indexOf(appId)
  return index === -1 ? null : index + 1
}
