import {
  asDocumented,
  type DayWindow,
  daysIn,
  isoOf,
  type ServiceUnavailable,
  stored,
  windowOf
} from "@storeglass/plugin-api"
import { type AppStore, type BadRequest, type StoreQuery, storeAsked } from "@storeglass/stores/contract"
import { Context, Effect, Layer } from "effect"
import { genreText } from "../chartKey.ts"
import { type ChartDay, ChartedApps, type ChartedDays, chartTitle } from "../contract.ts"
import type { PositionsAnswer } from "./api.ts"

const linesMax = 8
const placeOf = (day: ChartDay | undefined) =>
  day === undefined
    ? { rank: null, status: "not_measured" as const, depth: null }
    : { rank: day.rank, status: day.rank === null ? ("not_in_top_n" as const) : ("ranked" as const), depth: day.depth }

interface Query extends StoreQuery {
  readonly appId: string
  readonly from?: string
  readonly to?: string
}

/** Where apps stand in the charts that are kept. */
export class Positions extends Context.Service<
  Positions,
  {
    readonly of: (query: Query) => Effect.Effect<PositionsAnswer, BadRequest | ServiceUnavailable>
  }
>()("@storeglass/charts/Positions") {
  static readonly layer = Layer.effect(
    Positions,
    Effect.gen(function* () {
      const charted = yield* ChartedApps
      const asks = yield* storeAsked
      return Positions.of({
        of: Effect.fn("Positions.of")(function* (query: Query) {
          const { country, store } = yield* asks.store(query)
          const appId = yield* store.parseAppId(query.appId, "appId (query)")
          const days = yield* windowOf(query)
          const found = yield* charted.within({ platform: store.platform, appId, country }, days)
          return answerOf({ platform: store.platform, appId, country, ...days }, store, found)
        }, asDocumented)
      })
    })
  )
}

const answerOf = (
  head: Pick<PositionsAnswer, "platform" | "appId" | "country"> & DayWindow,
  store: AppStore,
  found: ReadonlyArray<ChartedDays>
): PositionsAnswer => {
  const nameOf = ({ key }: ChartedDays) => ({
    name: chartTitle(store.genres, key),
    chart: key.chart,
    genreId: genreText(key.genreId)
  })
  const held = found.flatMap((chart) => {
    const ranks = chart.days.flatMap(({ rank }) => rank ?? [])
    const [first, last] = [chart.days[0], chart.days.at(-1)]
    return ranks.length === 0 || first === undefined || last === undefined ? [] : [{ chart, first, last, ranks }]
  })
  return {
    ...head,
    now: held.map(({ chart, first, last, ranks }) => {
      const depth = Math.min(first.depth, last.depth)
      const both = first.rank !== null && last.rank !== null && Math.max(first.rank, last.rank) <= depth
      return {
        ...nameOf(chart),
        ...placeOf(last),
        best: Math.min(...ranks),
        previousRank: first.rank,
        change: both && first.rank !== null && last.rank !== null ? first.rank - last.rank : null,
        asOf: isoOf(last.asOfMs)
      }
    }),
    lines: held.slice(0, linesMax).map(({ chart }) => {
      const byDay = new Map(chart.days.map((day) => [day.day, day]))
      return {
        ...nameOf(chart),
        source: chart.source,
        days: daysIn(head).map((date) => ({ date, ...placeOf(byDay.get(date)) }))
      }
    }),
    provenance: stored(newestMs(found), {
      sampleSize: held.length,
      limitations:
        found.length === 0
          ? [`no chart of ${head.country} that is kept has ever held the app, or none was read in these days`]
          : held.length === 0
            ? ["charts were read in these days, and none of them held the app"]
            : []
    })
  }
}

const newestMs = (found: ReadonlyArray<ChartedDays>): number | null => {
  const times = found.flatMap(({ days }) => days.at(-1)?.asOfMs ?? [])
  return times.length === 0 ? null : Math.max(...times)
}
