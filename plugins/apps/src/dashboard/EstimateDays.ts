import { ChartedApps, type ChartedDays } from "@storeglass/charts/contract"
import {
  asDocumented,
  type DayWindow,
  daysIn,
  plusDays,
  type ServiceUnavailable,
  windowOf
} from "@storeglass/plugin-api"
import { type BadRequest, type StoreQuery, storeAsked } from "@storeglass/stores/contract"
import { Context, Effect, Layer, Option } from "effect"
import { type AppsConfig, calibrationOf } from "../config.ts"
import { downloadsModel, revenueModel, shown } from "../intelligence/marketEstimates.ts"
import type { Places } from "../models/chartPosition.ts"
import {
  type AppInput,
  type Counters,
  downloadsOfDay,
  growthDaysMax,
  type Measure,
  revenueOfDay
} from "../models/estimateDays.ts"
import { uncorrected } from "../models/residuals.ts"
import { countedIn } from "../records/RatingHistory.ts"
import { type CountedDay, RatingSnapshotStore } from "../records/RatingSnapshotStore.ts"
import { storeFacts } from "../storeFacts.ts"
import type { EstimatesAnswer } from "./api.ts"

interface Query extends StoreQuery {
  readonly appId: string
  readonly from?: string
  readonly to?: string
  readonly measure: Measure
}

const units = { downloads: "downloads a month", revenue: "USD a month" } as const
const models = { downloads: downloadsModel, revenue: revenueModel } as const

/** Estimates day by day, of what is kept; no store is asked. */
export class EstimateDays extends Context.Service<
  EstimateDays,
  { readonly of: (query: Query) => Effect.Effect<EstimatesAnswer, BadRequest | ServiceUnavailable> }
>()("@storeglass/apps/EstimateDays") {
  static readonly layer = (config: AppsConfig) =>
    Layer.effect(
      EstimateDays,
      Effect.gen(function* () {
        const asks = yield* storeAsked
        const snapshots = yield* RatingSnapshotStore
        const charted = Option.getOrUndefined(yield* Effect.serviceOption(ChartedApps))
        const calibration = calibrationOf(config)
        return EstimateDays.of({
          of: Effect.fn("EstimateDays.of")(function* (query: Query) {
            const { country, store } = yield* asks.store(query)
            const { platform } = store
            const appId = yield* store.parseAppId(query.appId, "appId (query)")
            const days = yield* windowOf(query)
            const app = { platform, appId, country }
            const counted = yield* snapshots.within(
              { ...app, country: countedIn(platform, country) },
              { from: plusDays(days.from, -growthDaysMax), to: days.to }
            )
            const charts = charted === undefined ? [] : yield* charted.within(app, days, { withGenre: true })
            const [told] = charted === undefined ? [] : yield* charted.of([app])
            return answerOf({ ...app, ...days, measure: query.measure }, charts, counted, {
              platform,
              country,
              genreId: told?.genreId ?? null,
              isPaid: charts.some(
                ({ days: read, key }) => key.chart === "top-paid" && read.some(({ rank }) => rank !== null)
              ),
              calibration
            })
          }, asDocumented)
        })
      })
    )
}

const dayNumberOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000

const byDayOf = (chart: ChartedDays | undefined) => new Map(chart?.days.map((day) => [day.day, day]))

const answerOf = (
  head: Pick<EstimatesAnswer, "platform" | "appId" | "country" | "measure"> & DayWindow,
  charts: ReadonlyArray<ChartedDays>,
  counted: ReadonlyArray<CountedDay>,
  app: AppInput
): EstimatesAnswer => {
  const { measure, platform } = head
  const chart = measure === "revenue" ? "top-grossing" : app.isPaid ? "top-paid" : "top-free"
  const daysOf = (genreId: string | null) =>
    byDayOf(charts.find(({ key }) => key.chart === chart && key.genreId === genreId))
  const overall = daysOf(null)
  const genre = app.genreId === null ? daysOf(null) : daysOf(app.genreId)
  const counters = counted.map(
    ({ day, installs, ratingCount }): Counters => ({ dayNumber: dayNumberOf(day), installs, ratingCount })
  )
  const countersOn = new Map(counted.map(({ day }, index) => [day, counters[index]]))
  const readMs = new Map(counted.map(({ day, observedAtMs }) => [day, observedAtMs]))
  const days = daysIn(head).map((date) => {
    const list = overall.get(date)
    const places: Places | undefined =
      list === undefined
        ? undefined
        : {
            rank: list.rank,
            depth: list.depth,
            ofGenre: list.ofGenre ?? 0,
            genreRank: app.genreId === null ? null : (genre.get(date)?.rank ?? null)
          }
    const day = { dayNumber: dayNumberOf(date), places, counters: countersOn.get(date) }
    const estimate = measure === "revenue" ? revenueOfDay(app, day) : downloadsOfDay(app, day, counters)
    const asOfMs = Math.max(list?.asOfMs ?? 0, measure === "downloads" ? (readMs.get(date) ?? 0) : 0)
    return { date, asOfMs, figure: shown(estimate, models[measure], asOfMs, storeFacts[platform].scope, uncorrected) }
  })
  const told = days.filter(({ figure }) => figure.value !== null)
  const read = days.filter(({ asOfMs }) => asOfMs > 0)
  const [last, newest] = [days.at(-1), told.at(-1)]
  const status = told.length > 0 ? "estimated" : read.length > 0 ? "unavailable" : "not_measured"
  return {
    ...head,
    unit: units[measure],
    scope: storeFacts[platform].scope,
    model: models[measure],
    status,
    reason:
      last === undefined || last.figure.value !== null
        ? null
        : last.figure.notUsed.map(({ model, reason }) => `${model}: ${reason}`).join("; "),
    days: days.map(({ asOfMs, date, figure }) => ({
      date,
      value: figure.value,
      low: figure.range?.low ?? null,
      high: figure.range?.high ?? null,
      confidence: figure.confidence,
      models: figure.methods.map(({ model }) => model),
      status: figure.value !== null ? "estimated" : asOfMs > 0 ? "unavailable" : "not_measured"
    })),
    provenance: {
      ...(newest?.figure.provenance ?? { source: "model", asOf: null, confidence: "none", model: models[measure] }),
      status,
      sampleSize: told.length,
      limitations: [
        "made of what is kept: the intelligence report asks the store too, and knows your own counted figures",
        ...(newest?.figure.provenance.limitations ?? [])
      ]
    }
  }
}
