import { ChartHistory, type ChartReading, type RankPoint } from "@storeglass/charts/contract"
import { Clock, Context, Effect, Layer, Option } from "effect"
import type { ChartKey, ChartRanking } from "./ChartRanks.ts"

const dayMs = 86_400_000
/** What is older says nothing of how things move now. */
const ageMsMax = 8 * dayMs

/** A list of the day before says where an app stands; an older one does not. */
const standInMsMax = 1.5 * dayMs

const rankingOf = ({ appIds, asOfMs, source }: ChartReading): ChartRanking => ({
  asOfMs,
  source,
  // A rank that the list does not have stays one of nobody.
  entries: appIds.map((appId) => ({ appId: appId ?? "", genreId: null }))
})

/** Where an app stood before: never a rank that was not read. */
export type EarlierRank =
  | { readonly previousStatus: "ranked"; readonly previousRank: number; readonly previousAsOfMs: number }
  | { readonly previousStatus: "not_in_top_n"; readonly previousRank: null; readonly previousAsOfMs: number }
  | { readonly previousStatus: "not_measured"; readonly previousRank: null; readonly previousAsOfMs: null }

const notMeasured: EarlierRank = { previousStatus: "not_measured", previousRank: null, previousAsOfMs: null }

const rankInReading = ({ appIds, asOfMs }: ChartReading, appId: string): EarlierRank => {
  const index = appIds.indexOf(appId)
  return index < 0
    ? { previousStatus: "not_in_top_n", previousRank: null, previousAsOfMs: asOfMs }
    : { previousStatus: "ranked", previousRank: index + 1, previousAsOfMs: asOfMs }
}

/** Charts of a day ago, from the history that the charts plugin keeps, where it is enabled. */
export class EarlierCharts extends Context.Service<
  EarlierCharts,
  {
    /** False: nobody keeps a history here. */
    readonly kept: boolean
    /** By the newest list of the same source that is at least a day older than `chart`, and at most eight. */
    readonly rankOf: (key: ChartKey, chart: ChartRanking, appId: string) => Effect.Effect<EarlierRank>
    /** The app's ranks since then, oldest first, each time that the chart was read. */
    readonly ranksSince: (key: ChartKey, appId: string, sinceMs: number) => Effect.Effect<ReadonlyArray<RankPoint>>
    /** The newest list that is kept and not too old to stand in for the chart itself; null when there is none. */
    readonly newest: (key: ChartKey) => Effect.Effect<ChartRanking | null>
  }
>()("@storeglass/apps/EarlierCharts") {
  static readonly layer = Layer.effect(
    EarlierCharts,
    Effect.map(
      Effect.serviceOption(ChartHistory),
      Option.match({
        onNone: () =>
          EarlierCharts.of({
            kept: false,
            rankOf: () => Effect.succeed(notMeasured),
            ranksSince: () => Effect.succeed([]),
            newest: () => Effect.succeed(null)
          }),
        onSome: (history) =>
          EarlierCharts.of({
            kept: true,
            ranksSince: Effect.fnUntraced(
              function* ({ chart, country, genreId, store }, appId, sinceMs) {
                const key = { platform: store.platform, country, chart, genreId }
                return yield* history.ranks({ key, appId, fromMs: sinceMs, toMs: yield* Clock.currentTimeMillis })
              },
              Effect.catch((error) => Effect.as(Effect.logWarning("Couldn't read a chart's history", error), []))
            ),
            newest: Effect.fnUntraced(
              function* ({ chart, country, genreId, store }) {
                const nowMs = yield* Clock.currentTimeMillis
                const reading = yield* history.latest({ platform: store.platform, country, chart, genreId })
                return reading === null || nowMs - reading.asOfMs > standInMsMax ? null : rankingOf(reading)
              },
              Effect.catch((error) => Effect.as(Effect.logWarning("Couldn't read a chart's history", error), null))
            ),
            rankOf: ({ chart, country, genreId, store }, { asOfMs, source }, appId) =>
              history.before({ platform: store.platform, country, chart, genreId }, source, asOfMs - dayMs).pipe(
                Effect.map((reading) =>
                  reading === null || reading.asOfMs < asOfMs - ageMsMax ? notMeasured : rankInReading(reading, appId)
                ),
                Effect.catch((error) =>
                  Effect.as(Effect.logWarning("Couldn't read a chart's history", error), notMeasured)
                )
              )
          })
      })
    )
  )
}
