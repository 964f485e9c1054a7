import { OwnedActuals } from "@storeglass/apps/contract"
import { plusDays } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Option } from "effect"
import { Figures } from "./Figures.ts"
import type { Details } from "./SavedConsole.ts"

/** What the estimators look back. */
const daysBack = 45
/** So many days of apps and countries go to them at once. */
const batch = 2_000
const platform = "storea"

const make = Effect.gen(function* () {
  const figures = yield* Figures
  const owned = yield* Effect.serviceOption(OwnedActuals)

  return {
    /** Gives the last weeks' figures to the estimators of this account alone, where its owner wants that. */
    fill: Effect.fn("Estimators.fill")(function* (
      accountId: string,
      { correctEstimates, vendorNumber }: Details,
      today: string
    ) {
      if (Option.isNone(owned) || !correctEstimates) return
      // Sales reports have all downloads; analytics leaves small numbers out.
      const source = vendorNumber === null ? "downloads" : "sales"
      for (const appId of yield* figures.apps(accountId)) {
        const counted = yield* figures.counted(accountId, source, appId, plusDays(today, -daysBack))
        for (let from = 0; from < counted.length; from += batch) {
          const told = counted.slice(from, from + batch).map((day) => ({ platform, ...day }) as const)
          yield* owned.value.record(accountId, told)
        }
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

/** Real downloads and proceeds for the estimators, where the apps plugin has any. */
export class Estimators extends Context.Service<Estimators, Effect.Success<typeof make>>()(
  "@storeglass/connect-storea/Estimators"
) {
  static readonly layer = Layer.effect(Estimators, make)
}
