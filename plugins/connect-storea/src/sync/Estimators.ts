import { consoleActuals } from "@storeglass/apps/contract"
import { plusDays } from "@storeglass/plugin-api"
import { Context, Effect, Layer } from "effect"
import { Figures } from "./Figures.ts"
import type { Details } from "./SavedConsole.ts"

/** What the estimators look back. */
const daysBack = 45

const make = Effect.gen(function* () {
  const figures = yield* Figures
  const actuals = yield* consoleActuals("storea")

  return {
    /** Gives the last weeks' figures to the estimators of this account alone, where its owner wants that. */
    fill: Effect.fn("Estimators.fill")(function* (
      accountId: string,
      { correctEstimates, vendorNumber }: Details,
      today: string
    ) {
      if (!actuals.isUsed || !correctEstimates) return
      // Sales reports have all downloads; analytics leaves small numbers out.
      const source = vendorNumber === null ? "downloads" : "sales"
      for (const appId of yield* figures.apps(accountId)) {
        const days = yield* figures.counted(accountId, source, appId, plusDays(today, -daysBack))
        yield* actuals.record(accountId, days)
      }
    }),
    /** Takes back what was given, and what was learnt from it. */
    forget: actuals.forget
  }
})

/** Real downloads and proceeds for the estimators, where the apps plugin has any. */
export class Estimators extends Context.Service<Estimators, Effect.Success<typeof make>>()(
  "@storeglass/connect-storea/Estimators"
) {
  static readonly layer = Layer.effect(Estimators, make)
}
