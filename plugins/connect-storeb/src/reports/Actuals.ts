import { consoleActuals } from "@storeglass/apps/contract"
import { dayIn, plusDays } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer } from "effect"
import { KeptData, type Reading } from "../sync/KeptData.ts"
import { ReportRows, reportsRoom } from "./ReportRows.ts"

/** What the estimators look back. */
const daysBack = 45
/** In which the vendor's days begin and end. */
export const storeZone = "America/Los_Angeles"

const make = Effect.gen(function* () {
  const actuals = yield* consoleActuals("storeb")
  const kept = yield* KeptData
  const rows = yield* ReportRows

  return {
    /** Gives the last weeks' new users and earnings to the estimators of this account alone. */
    fill: Effect.fn("Actuals.fill")(function* (reading: Reading) {
      if (!actuals.isUsed) return
      const { accountId } = reading
      const from = plusDays(dayIn(storeZone, yield* Clock.currentTimeMillis), -daysBack)
      yield* kept.write(
        reportsRoom,
        reading,
        Effect.flatMap(rows.counted(accountId, from), (days) => actuals.record(accountId, days))
      )
    }),
    /** Takes back what was given, and what was learnt from it. */
    forget: actuals.forget
  }
})

/** Real downloads and earnings for the estimators, where the apps plugin has any. */
export class Actuals extends Context.Service<Actuals, Effect.Success<typeof make>>()(
  "@storeglass/connect-storeb/Actuals"
) {
  static readonly layer = Layer.effect(this, make)
}
