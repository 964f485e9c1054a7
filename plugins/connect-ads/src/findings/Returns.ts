import { PaywallProceeds } from "@storeglass/connect-paywall/contract"
import { dayIn, InvalidInput, NotFound, plusDays } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Option } from "effect"
import type { Ready } from "../AdsConnection.ts"
import { OwnerCache } from "../reads/OwnerCache.ts"
import { totalsOf, type WindowAsked } from "../reads/Reports.ts"
import type { AppReturn, AppSpend, Metrics, SearchTermRow } from "../schema.ts"
import { metricsOf, searchTermRowOf } from "../vendor/neutral.ts"
import { AdsVendor, type Window } from "../vendor/Vendor.ts"
import { type Proceeds, returnOf } from "./spendToRevenue.ts"

const daysDefault = 30
/** How long what an install brings is looked at. */
const horizon = 30
/** Campaigns of an app whose search terms are read, those with the highest spend. */
const campaignsMax = 10
const pageMax = 5_000

const refused = (message: string) => Effect.fail(new InvalidInput(message))

/** Days whose 30th day after is over, unless others are asked for. */
const windowOf = Effect.fnUntraced(function* ({ days, from, to }: WindowAsked, today: string) {
  if (from === undefined && to === undefined) {
    const last = plusDays(today, -horizon - 1)
    return { from: plusDays(last, 1 - (days ?? daysDefault)), to: last }
  }
  if (from === undefined) return yield* refused("from (query): send it together with to, or send days alone")
  if (to === undefined) return yield* refused("to (query): send it together with from, or send days alone")
  if (days !== undefined) return yield* refused("days (query): send either days, or from and to")
  if (from > to) return yield* refused("from (query): must not be after to")
  if (to >= today) return yield* refused(`to (query): must be a day that is over, before ${today}`)
  return { from, to }
})

const daysOf = ({ from, to }: Window): ReadonlyArray<string> => {
  const days: Array<string> = []
  for (let day = from; day <= to; day = plusDays(day, 1)) days.push(day)
  return days
}

const make = Effect.gen(function* () {
  const cache = yield* OwnerCache
  const vendor = yield* AdsVendor
  const paywall = yield* Effect.serviceOption(PaywallProceeds)

  const spendOf = Effect.fnUntraced(function* (ready: Ready, ids: ReadonlyArray<string>, window: Window) {
    const { currency } = ready.adAccount
    const rows = yield* vendor.campaignReport(ready.access, ids, window, { daily: true })
    const byDay = new Map<string, Array<Metrics>>()
    for (const { granularMetrics } of rows) {
      for (const { date, ...metrics } of granularMetrics ?? []) {
        const day = date.slice(0, 10)
        byDay.set(day, [...(byDay.get(day) ?? []), metricsOf(metrics)])
      }
    }
    const terms: Array<SearchTermRow> = []
    for (const { metadata } of rows.slice(0, campaignsMax)) {
      const answer = yield* vendor.searchTerms(ready.access, metadata.id, window, { limit: pageMax, offset: 0 })
      terms.push(...(answer.result?.rows ?? []).map(searchTermRowOf))
    }
    const spend: AppSpend = {
      total: totalsOf(
        rows.map(({ totalMetrics }) => metricsOf(totalMetrics)),
        currency
      ),
      // A day that the vendor leaves out had nothing.
      days: daysOf(window).map((day) => {
        const { installs, spend } = totalsOf(byDay.get(day) ?? [], currency)
        return { day, spend, installs }
      }),
      terms
    }
    return spend
  })

  const notMeasured = (reason: string): Proceeds => ({ told: undefined, reason })

  /** What the app earned, from what the paywall connector tells this account; why not otherwise. */
  const proceedsOf = (ready: Ready, appId: string, { from, to }: Window): Effect.Effect<Proceeds> =>
    Option.match(paywall, {
      onNone: () => Effect.succeed(notMeasured("the paywall connector isn't enabled here")),
      onSome: (service) =>
        service.ofApp(ready.saved.accountId, { platform: "storea", appId, from, to }).pipe(
          Effect.map((told): Proceeds => {
            const { currency } = ready.adAccount
            return currency !== null && told.currency !== currency
              ? notMeasured(`proceeds are in ${told.currency} and spend is in ${currency}: they aren't compared`)
              : { told, reason: null }
          }),
          Effect.catchTag("ProceedsUnavailable", ({ code, message }) =>
            Effect.succeed(notMeasured(`${code}: ${message}`))
          )
        )
    })

  return {
    /** What ads of an app cost on some days, and what the app earned from then until 30 days after. */
    ofApp: Effect.fn("Returns.ofApp")(function* (
      ready: Ready,
      appId: string,
      asked: WindowAsked,
      { limit }: { readonly limit: number }
    ) {
      const { timeZone } = ready.adAccount
      const today = dayIn(timeZone ?? "UTC", yield* Clock.currentTimeMillis)
      const window = yield* windowOf(asked, today)
      const page = { limit: 1_000, offset: 0 }
      const { items } = yield* cache.campaigns(ready, [page.limit, page.offset], vendor.campaigns(ready.access, page))
      const ids = items.filter((campaign) => campaign.appId === appId).map(({ id }) => id)
      if (ids.length === 0) return yield* new NotFound(`the ad account has no campaign for the app ${appId}`)
      const spend = yield* cache.appSpend(ready, [appId, window.from, window.to], spendOf(ready, ids, window))
      const day30 = plusDays(window.to, horizon)
      const until = day30 < today ? day30 : plusDays(today, -1)
      const proceeds = yield* proceedsOf(ready, appId, { from: window.from, to: until })
      const answer: AppReturn = {
        appId,
        ...window,
        day30,
        timeZone,
        ...returnOf(spend, proceeds, { ...window, day30, until, limit })
      }
      return answer
    })
  }
})

/** Spend on an app's ads beside what the app earned. */
export class Returns extends Context.Service<Returns, Effect.Success<typeof make>>()(
  "@storeglass/connect-ads/Returns"
) {
  static readonly layer = Layer.effect(this, make)
}
