import { ChartHistory, type ChartReading } from "@storeglass/charts/contract"
import { Context, Effect, Layer, Option } from "effect"
import type { ChartKey, ChartRanking } from "./ChartRanks.ts"

const dayMs = 86_400_000
/** What is older says nothing of how things move now. */
const ageMsMax = 8 * dayMs

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
  }
>()("@storeglass/apps/EarlierCharts") {
  static readonly layer = Layer.effect(
    EarlierCharts,
    Effect.map(
      Effect.serviceOption(ChartHistory),
      Option.match({
        onNone: () => EarlierCharts.of({ kept: false, rankOf: () => Effect.succeed(notMeasured) }),
        onSome: (history) =>
          EarlierCharts.of({
            kept: true,
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
