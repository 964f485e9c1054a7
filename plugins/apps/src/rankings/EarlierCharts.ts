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

export const notMeasured: EarlierRank = { previousStatus: "not_measured", previousRank: null, previousAsOfMs: null }

const rankInReading = ({ appIds, asOfMs }: ChartReading, appId: string): EarlierRank => {
  const index = appIds.indexOf(appId)
  return index < 0
    ? { previousStatus: "not_in_top_n", previousRank: null, previousAsOfMs: asOfMs }
    : { previousStatus: "ranked", previousRank: index + 1, previousAsOfMs: asOfMs }
}

export interface ReadChart {
  readonly key: ChartKey
  readonly chart: ChartRanking
}

const keyOf = ({ chart, country, genreId, store }: ChartKey) => ({ platform: store.platform, country, chart, genreId })

/** Without the history, the answer goes on. */
const unread = (error: unknown) =>
  Effect.as<ReadonlyArray<ChartReading | null>>([])(Effect.logWarning("Couldn't read a chart's history", error))

/** Charts of a day ago, from the history that the charts plugin keeps, where it is enabled. */
export class EarlierCharts extends Context.Service<
  EarlierCharts,
  {
    /** False: nobody keeps a history here. */
    readonly kept: boolean
    /** By the newest list of the same source that is at least a day older than `chart`, and at most eight. */
    readonly ranksOf: (charts: ReadonlyArray<ReadChart>, appId: string) => Effect.Effect<ReadonlyArray<EarlierRank>>
    /** The app's ranks since then, oldest first, each time that the chart was read. */
    readonly ranksSince: (key: ChartKey, appId: string, sinceMs: number) => Effect.Effect<ReadonlyArray<RankPoint>>
    /** The newest list of each that is kept and not too old to stand in for the chart itself; null when there is none. */
    readonly newest: (keys: ReadonlyArray<ChartKey>) => Effect.Effect<ReadonlyArray<ChartRanking | null>>
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
            ranksOf: (charts) => Effect.succeed(charts.map(() => notMeasured)),
            ranksSince: () => Effect.succeed([]),
            newest: (keys) => Effect.succeed(keys.map(() => null))
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
            newest: Effect.fnUntraced(function* (keys) {
              const nowMs = yield* Clock.currentTimeMillis
              const asked = keys.map((key) => ({
                key: keyOf(key),
                fromMs: nowMs - standInMsMax,
                toMs: nowMs,
                source: null
              }))
              const found = yield* history.newestOf(asked).pipe(Effect.catch(unread))
              return keys.map((_, index) => {
                const reading = found[index] ?? null
                return reading === null ? null : rankingOf(reading)
              })
            }),
            ranksOf: Effect.fnUntraced(function* (charts, appId) {
              const asked = charts.map(({ chart: { asOfMs, source }, key }) => ({
                key: keyOf(key),
                fromMs: asOfMs - ageMsMax,
                toMs: asOfMs - dayMs,
                source
              }))
              const found = yield* history.newestOf(asked).pipe(Effect.catch(unread))
              return charts.map((_, index) => {
                const reading = found[index] ?? null
                return reading === null ? notMeasured : rankInReading(reading, appId)
              })
            })
          })
      })
    )
  )
}
