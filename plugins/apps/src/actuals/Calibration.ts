import { storeAsked } from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer } from "effect"
import type { SqlError } from "effect/sql"
import { type AppsConfig, calibrationOf } from "../config.ts"
import { worldwide } from "../contract.ts"
import { MarketReadings } from "../intelligence/MarketReadings.ts"
import { estimateDownloads, estimateRevenue } from "../intelligence/marketEstimates.ts"
import type { Combined, Nothing } from "../models/combine.ts"
import { converted } from "../models/rates.ts"
import { ActualsStore, type Measure, type OwnedMonth } from "./ActualsStore.ts"

/** Storefront in which an app is read whose figures are of the world. */
const home = "us"

/** Holds the estimates of accounts' own apps against what their consoles counted. */
export class Calibration extends Context.Service<
  Calibration,
  {
    /** Learns the residuals of every account anew; gives how many. An app that can't be read keeps its last. */
    readonly learn: Effect.Effect<number, SqlError.SqlError | Error>
  }
>()("@storeglass/apps/Calibration") {
  static readonly layer = (config: AppsConfig) =>
    Layer.effect(
      Calibration,
      Effect.gen(function* () {
        const actuals = yield* ActualsStore
        const asks = yield* storeAsked
        const readings = yield* MarketReadings
        const calibration = calibrationOf(config)
        const currency = "USD"

        const earned = ({ proceeds }: OwnedMonth): number | null => {
          const amounts = Object.entries(proceeds).map(([code, amount]) =>
            converted(amount, code, currency, calibration.rates)
          )
          // Part of the earnings would make the estimate look too high.
          return amounts.length === 0 || amounts.includes(null)
            ? null
            : amounts.reduce<number>((sum, each) => sum + (each ?? 0), 0)
        }

        const learnOf = Effect.fnUntraced(function* (month: OwnedMonth) {
          const country = month.country === worldwide ? home : month.country
          const asked = yield* asks.app(month.appId, { platform: month.platform, country })
          const { asOfMs, value: app } = yield* asked.store.app(asked.appId, country)
          const nowMs = yield* Clock.currentTimeMillis
          const input = { app, nowMs, asOfMs, ...(yield* readings.of(asked, app)), calibration, currency }
          const downloads = estimateDownloads(input)
          const learn = Effect.fnUntraced(function* (
            measure: Measure,
            counted: number | null,
            estimate: Combined | Nothing
          ) {
            if (counted === null || counted <= 0 || estimate.value === null) return 0
            const log = Math.log(counted / estimate.value)
            yield* actuals.learn(month, measure, { genreId: app.genreId, developerId: app.developerId, log })
            return 1
          })
          return (
            (yield* learn("downloads", month.units, downloads)) +
            (yield* learn("revenue", earned(month), estimateRevenue(input, downloads)))
          )
        })

        return Calibration.of({
          learn: Effect.gen(function* () {
            const months = yield* actuals.months
            const learnt = yield* Effect.forEach(
              months,
              (month) =>
                learnOf(month).pipe(
                  Effect.catch((failure) =>
                    Effect.as(
                      Effect.logWarning("Couldn't calibrate by an owner's app", failure).pipe(
                        Effect.annotateLogs({ platform: month.platform, country: month.country })
                      ),
                      0
                    )
                  )
                ),
              { concurrency: 2 }
            )
            return learnt.reduce((sum, each) => sum + each, 0)
          }).pipe(Effect.withSpan("Calibration.learn"))
        })
      })
    )
}
