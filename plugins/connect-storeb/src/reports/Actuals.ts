import { OwnedActuals } from "@storeglass/apps/contract"
import { dayIn, plusDays } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Option } from "effect"
import { ReportRows } from "./ReportRows.ts"

/** What the estimators look back. */
const daysBack = 45
/** So many days of apps and countries go to them at once. */
const batch = 2_000
const platform = "storeb"
/** In which the vendor's days begin and end. */
export const storeZone = "America/Los_Angeles"

const make = Effect.gen(function* () {
  const owned = yield* Effect.serviceOption(OwnedActuals)
  const rows = yield* ReportRows

  return {
    /** Gives the last weeks' new users and earnings to the estimators of this account alone. */
    fill: Effect.fn("Actuals.fill")(function* (accountId: string) {
      if (Option.isNone(owned)) return
      const today = dayIn(storeZone, yield* Clock.currentTimeMillis)
      const counted = yield* rows.counted(accountId, plusDays(today, -daysBack))
      for (let from = 0; from < counted.length; from += batch) {
        const told = counted.slice(from, from + batch).map((day) => ({ platform, ...day }) as const)
        yield* owned.value.record(accountId, told)
      }
    }),
    /** Takes back what was given, and what was learnt from it. */
    forget: (accountId: string) =>
      Option.match(owned, {
        onNone: () => Effect.void,
        onSome: (actuals) => Effect.asVoid(actuals.forget(accountId, platform))
      })
  }
})

/** Real downloads and earnings for the estimators, where the apps plugin has any. */
export class Actuals extends Context.Service<Actuals, Effect.Success<typeof make>>()(
  "@storeglass/connect-storeb/Actuals"
) {
  static readonly layer = Layer.effect(this, make)
}
