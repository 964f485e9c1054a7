import { NotFound, plusDays } from "@storeglass/plugin-api"
import { Effect, Layer } from "effect"
import { type AppProceeds, PaywallProceeds, type ProceedsDay, ProceedsUnavailable } from "../contract.ts"
import { daysAsked } from "../figures/period.ts"
import { saved } from "../http.errors.ts"
import { Links } from "../links/Links.ts"
import type { StoreApp } from "../links/storeApps.ts"
import { Earnings } from "./Earnings.ts"

/** Nothing of a day is known where one of the applications that are this app has nothing for it. */
const summed = (values: ReadonlyArray<number | null>): number | null =>
  values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0)

const tidy = (value: number | null) => (value === null ? null : Number(value.toFixed(6)))

const make = Effect.gen(function* () {
  const links = yield* Links
  const earnings = yield* Earnings

  const ofApp = Effect.fn("Proceeds.ofApp")(function* (
    accountId: string,
    of: StoreApp & { readonly from: string; readonly to: string }
  ) {
    const link = yield* links.use(accountId)
    const { from, timeZone, to } = yield* daysAsked({ from: of.from, to: of.to }, link.known.timeZone)
    const applications = (yield* earnings.apps(link)).filter(
      ({ appId, platform }) => appId === of.appId && platform === of.platform
    )
    if (applications.length === 0) return yield* new NotFound("the saved key reaches no application of this app")
    const charts = yield* Effect.forEach(applications, ({ applicationId }) =>
      earnings.chart(link, applicationId, { from, to })
    )
    const byDay = charts.map(({ series }) => new Map(series[0]?.points.map((point) => [point.x.slice(0, 10), point])))
    const days: Array<ProceedsDay> = []
    for (let day = from; day <= to; day = plusDays(day, 1)) {
      const points = byDay.map((points) => points.get(day))
      const proceeds = tidy(summed(points.map((point) => point?.y ?? null)))
      days.push({ day, proceeds, partial: points.some((point) => point?.incomplete ?? false) })
    }
    const told: AppProceeds = {
      platform: of.platform,
      appId: of.appId,
      from,
      to,
      timeZone,
      currency: charts[0]?.currency ?? "USD",
      assumed: charts.some(({ assumed }) => assumed),
      days,
      asOfMs: Math.min(...charts.map(({ asOf }) => Date.parse(asOf))),
      stale: charts.some(({ stale }) => stale)
    }
    return told
  })

  const unavailable = <A, E extends { readonly _tag: string; readonly message: string }>(read: Effect.Effect<A, E>) =>
    Effect.mapError(read, ({ _tag, message }) => new ProceedsUnavailable({ code: _tag, message }))

  return PaywallProceeds.of({
    apps: (accountId) =>
      links.use(accountId).pipe(
        Effect.flatMap(earnings.apps),
        Effect.map((apps) => apps.map(({ appId, name, platform }) => ({ platform, appId, name }))),
        saved,
        unavailable
      ),
    ofApp: (accountId, of) => ofApp(accountId, of).pipe(saved, unavailable)
  })
})

/** As other plugins see it. */
export const proceeds = Layer.effect(PaywallProceeds, make)
