import type { AskedApp, StoreApp } from "@storeglass/stores/contract"
import { Context, Effect, Layer } from "effect"
import type { Chart } from "../parameters.ts"
import { ChartRanks } from "../rankings/ChartRanks.ts"
import { RatingHistory } from "../records/RatingHistory.ts"
import { storeFacts } from "../storeFacts.ts"
import { type ChartPair, downloadsChartOf, type MarketInput } from "./marketEstimates.ts"

/** What the estimates of an app are made from, as far as it can be read now. */
export class MarketReadings extends Context.Service<
  MarketReadings,
  {
    readonly of: (
      asked: AskedApp,
      app: StoreApp
    ) => Effect.Effect<Pick<MarketInput, "downloadsChart" | "grossingChart" | "earlier">>
  }
>()("@storeglass/apps/MarketReadings") {
  static readonly layer = Layer.effect(
    MarketReadings,
    Effect.gen(function* () {
      const ranks = yield* ChartRanks
      const history = yield* RatingHistory

      const chartPair = Effect.fnUntraced(function* ({ country, store }: AskedApp, chart: Chart, app: StoreApp) {
        if (!storeFacts[store.platform].hasRankCurves) return null
        const read = (genreId: string | null) =>
          ranks.get({ store, chart, country, genreId }).pipe(Effect.orElseSucceed(() => null))
        const pair: ChartPair = yield* Effect.all(
          { overall: read(null), genre: app.genreId === null ? Effect.succeed(null) : read(app.genreId) },
          { concurrency: 2 }
        )
        return pair
      })

      return MarketReadings.of({
        of: Effect.fn("MarketReadings.of")((asked, app) =>
          Effect.all(
            {
              downloadsChart: chartPair(asked, downloadsChartOf(app), app),
              grossingChart: chartPair(asked, "top-grossing", app),
              earlier: history.earlier(asked)
            },
            { concurrency: "unbounded" }
          )
        )
      })
    })
  )
}
