import { dayMs, hourMs } from "@storeglass/history"
import { asDocumented, InvalidInput, isoOf, measured, stored } from "@storeglass/plugin-api"
import {
  type AppStore,
  type ChartEntry,
  type Device,
  deviceOf,
  type Sourced,
  type StoreApp,
  screenshotsOf,
  totalCount,
  trackIdOf
} from "@storeglass/stores/contract"
import { Context, Effect, Layer } from "effect"
import { Asked, type AskedChart, type ChartFailure, type ChartQuery, genreOf } from "../Asked.ts"
import type { ChartsConfig } from "../config.ts"
import { ChartHistory, type ChartReading } from "../contract.ts"
import type { CategoryTopAnswer, TopScreenshotsAnswer } from "../schema.ts"
import { recordsOf } from "./AppRecords.ts"
import { CurrentCharts } from "./CurrentCharts.ts"

/** The first apps of a category, and their screenshots. */
export class CategoryTop extends Context.Service<
  CategoryTop,
  {
    readonly of: (
      genreId: string,
      query: ChartQuery & { readonly date?: string }
    ) => Effect.Effect<typeof CategoryTopAnswer.Type, ChartFailure>
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
        const gapMs = (everyHours * hourMs) / 2

        /** The list of a day of the past, with what is known of its apps by name. */
        const onDay = Effect.fnUntraced(function* (asked: AskedChart, date: string, limit: number) {
          const { country, key, store } = asked
          const fromMs = Date.parse(`${date}T00:00:00Z`)
          const list = yield* history.within(key, fromMs, fromMs + dayMs)
          if (list === null)
            return yield* new InvalidInput(
              `date: no list of this chart is kept for ${date}; charts are kept from when they're first asked for or collected`
            )
          const earlier = yield* history.before(key, list.source, list.asOfMs - gapMs)
          const placed = list.appIds.flatMap((appId, index) => (appId === null ? [] : [{ appId, rank: index + 1 }]))
          const shown = placed.slice(0, limit)
          const apps = yield* history.apps(
            key.platform,
            shown.map(({ appId }) => appId)
          )
          return {
            ...headOf(asked, { asOfMs: list.asOfMs, value: placed }),
            previousAsOf: earlier === null ? null : isoOf(earlier.asOfMs),
            apps: shown.map(({ appId, rank }) => {
              const app = apps.get(appId)
              const previousRank = earlier === null ? null : rankIn(earlier, appId)
              return {
                rank,
                trackId: trackIdOf(key.platform, appId),
                trackName: app?.name ?? appId,
                sellerName: app?.seller ?? "",
                artworkUrl512: app?.iconUrl ?? null,
                price: null,
                currency: null,
                averageUserRating: null,
                userRatingCount: null,
                url: store.pageUrl(appId, country),
                previousRank,
                rankChange: previousRank === null ? null : previousRank - rank
              }
            }),
            provenance: stored(list.asOfMs, {
              status: "measured",
              limitations: ["only ranks are kept of past days: names and icons are today's, prices and ratings null"]
            })
          }
        })

        const of = Effect.fn("CategoryTop.of")(function* (
          genreId: string,
          query: ChartQuery & { readonly date?: string }
        ) {
          const asked = yield* asks.chart(query, genreId)
          if (query.date !== undefined) return yield* onDay(asked, query.date, query.limit)
          const { country, key, store } = asked
          const list = yield* charts.list(store, key)
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
                ...nameOf(store, entry, record),
                // Feeds show small icons, and one of them no prices.
                artworkUrl512: record?.iconUrl ?? entry.iconUrl,
                price: entry.price ?? record?.price ?? null,
                currency: entry.currency ?? record?.currency ?? null,
                averageUserRating: record?.averageRating ?? null,
                userRatingCount: record?.ratingCount ?? null,
                url: entry.url ?? record?.url ?? store.pageUrl(entry.appId, country),
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
              ...nameOf(asked.store, entry, record),
              artworkUrl512: record?.iconUrl ?? entry.iconUrl,
              ...screenshotsOf(store, record, device)
            }
          })
          const counts = apps.map((app) => totalCount(app.counts)).filter((count) => count !== null)
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

const headOf = (asked: AskedChart, list: Pick<Sourced<ReadonlyArray<unknown>>, "asOfMs" | "value">) => ({
  platform: asked.key.platform,
  ...genreOf(asked),
  chart: asked.key.chart,
  country: asked.key.country,
  asOf: isoOf(list.asOfMs),
  total: list.value.length
})

/** Charts name the artist, records the seller: an app has one seller name in all answers. */
const nameOf = ({ platform }: AppStore, entry: ChartEntry, record: StoreApp | undefined) => ({
  rank: entry.rank,
  trackId: trackIdOf(platform, entry.appId),
  trackName: entry.name,
  sellerName: record?.seller || entry.seller
})

const rankIn = ({ appIds }: ChartReading, appId: string): number | null => {
  const index = appIds.indexOf(appId)
  return index === -1 ? null : index + 1
}
