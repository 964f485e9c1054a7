import { actualsOf, type OwnedActual, worldwide } from "@storeglass/apps/contract"
import { dayIn, Param, plusDays } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer } from "effect"
import type { Link } from "../links/Links.ts"
import type { StoreApp } from "../links/storeApps.ts"
import { Earnings, type Range } from "./Earnings.ts"

/** What the estimators look back, and what the provider may correct. */
const daysBack = 45
/** More applications than an organization is collected for. */
const applicationsMax = 20

const tidy = (value: number) => Number(value.toFixed(6))

const make = Effect.gen(function* () {
  const earnings = yield* Earnings
  const actuals = yield* actualsOf("paywall")

  const ofWorld = Effect.fnUntraced(function* (link: Link, applicationId: string, range: Range) {
    const { currency, series } = yield* earnings.chart(link, applicationId, range)
    const days = (series[0]?.points ?? []).flatMap(({ incomplete, x, y }) =>
      incomplete || y === null ? [] : [{ country: worldwide, day: x.slice(0, 10), proceeds: y }]
    )
    return { days, currency: currency ?? "USD" }
  })

  /** An application whose proceeds can't be told as its store counts them is left out, and the others stand. */
  const ofApp = (link: Link, { applicationId, appId, platform }: StoreApp & { applicationId: string }, range: Range) =>
    (platform === "storea" ? earnings.byCountry(link, applicationId, range) : ofWorld(link, applicationId, range)).pipe(
      Effect.map(({ currency, days }) =>
        days.map((day): OwnedActual => ({ platform, appId, ...day, units: null, currency }))
      ),
      Effect.catchTags({
        NOT_FOUND: () => Effect.succeed([]),
        INVALID_INPUT: () => Effect.succeed([]),
        PLATFORM_UNSUPPORTED: () => Effect.succeed([])
      })
    )

  /** An app that is several applications earned what all of them did. */
  const summed = (actuals: ReadonlyArray<OwnedActual>): ReadonlyArray<OwnedActual> => {
    const days = new Map<string, OwnedActual>()
    for (const actual of actuals) {
      const key = JSON.stringify([actual.platform, actual.appId, actual.country, actual.day])
      const before = days.get(key)?.proceeds ?? 0
      days.set(key, { ...actual, proceeds: tidy(before + (actual.proceeds ?? 0)) })
    }
    return [...days.values()]
  }

  return {
    /** Removes what was given to the estimators of this account, and what they learnt from it. */
    forget: (accountId: string) => actuals.forget(accountId, Param.platforms),
    /** Gives the last weeks' proceeds to the estimators, for this account alone; gives how many days of apps and countries. */
    fill: Effect.fn("Actuals.fill")(function* (link: Link) {
      if (!actuals.isUsed || !link.known.correctEstimates) return 0
      const yesterday = plusDays(dayIn(link.known.timeZone, yield* Clock.currentTimeMillis), -1)
      const range = { from: plusDays(yesterday, 1 - daysBack), to: yesterday }
      const apps = (yield* earnings.apps(link)).slice(0, applicationsMax)
      const told = summed((yield* Effect.forEach(apps, (app) => ofApp(link, app, range))).flat())
      yield* actuals.record(link.saved.accountId, told)
      return told.length
    })
  }
})

/** An owner's proceeds for the estimators, where the apps plugin has any. */
export class Actuals extends Context.Service<Actuals, Effect.Success<typeof make>>()(
  "@storeglass/connect-paywall/Actuals"
) {
  static readonly layer = Layer.effect(Actuals, make)
}
