import {
  type Alert,
  Alerts,
  dayIn,
  defineJob,
  jobRef,
  makeScheduler,
  plusDays,
  type ServiceUnavailable,
  whileConnected
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import type { PaywallConfig } from "../config.ts"
import { bandOf, leaves, weeks } from "../figures/bands.ts"
import { Figures } from "../figures/Figures.ts"
import { nearestTo } from "../figures/metrics.ts"
import { kind, type Link, Links } from "../links/Links.ts"

export const outOfBand = "connect-paywall.out-of-band"
export const WatchBands = jobRef("connect-paywall.watch", Schema.Struct({ accountId: Schema.String }))

const dayMs = 86_400_000
const schedule = "bands"
const watched = ["proceeds", "paywallConversion", "trialConversion"]
/** More applications than an organization is watched for. */
const applicationsMax = 20

const make = Effect.gen(function* () {
  const links = yield* Links
  const figures = yield* Figures
  const setSchedule = yield* makeScheduler

  const ofChart = Effect.fnUntraced(function* (
    link: Link,
    app: { readonly id: string; readonly name: string },
    chart: { readonly key: string; readonly name: string },
    yesterday: string
  ) {
    const range = { from: plusDays(yesterday, -7 * weeks), to: yesterday }
    const asked = {
      applicationId: app.id,
      chart: chart.key,
      environment: "production",
      interval: "day",
      range
    } as const
    const { currency, series, unit } = yield* figures.chart(link, { ...asked, breakdown: undefined })
    const [total] = series
    const on = (day: string) => {
      const point = total?.points.find(({ x }) => x.slice(0, 10) === day)
      return point === undefined || point.incomplete ? null : point.y
    }
    const value = on(yesterday)
    const band = bandOf(Array.from({ length: weeks }, (_, week) => on(plusDays(yesterday, -7 * (week + 1)))))
    if (value === null || band === undefined || !leaves(value, band)) return []
    const shown = (amount: number) => {
      const number = amount.toFixed(unit === "number" ? 0 : 2)
      return unit === "currency" ? `${number} ${currency ?? "USD"}` : unit === "percentage" ? `${number} %` : number
    }
    const alert: Alert = {
      kind: outOfBand,
      key: `${outOfBand}:${app.id}:${chart.key}:${yesterday}`,
      title: `${chart.name} of ${app.name} ${value < band.low ? "fell below" : "rose above"} the usual`,
      text: `${chart.name} was ${shown(value)} on ${yesterday}. On the same weekday of the ${band.days} weeks before, ${shown(
        Math.max(0, band.low)
      )} to ${shown(band.high)} was usual.`,
      fields: { value, median: band.median, low: band.low, high: band.high, day: yesterday, applicationId: app.id }
    }
    return [alert]
  })

  return {
    /** Looks once a day from now on, as long as the account is connected. */
    begin: (accountId: string): Effect.Effect<void, ServiceUnavailable> =>
      setSchedule({ plugin: kind, accountId, name: schedule, everyMs: dayMs, job: WatchBands, payload: { accountId } }),
    /** What left its band yesterday. An application or a chart that can't be read is left out, and the others stand. */
    look: Effect.fn("Watch.look")(function* (accountId: string) {
      const link = yield* links.use(accountId)
      const { timeZone } = link.known
      const yesterday = plusDays(dayIn(timeZone, yield* Clock.currentTimeMillis), -1)
      const projects = yield* figures.apps(link)
      const apps = projects
        .filter(({ archived }) => !archived)
        .flatMap(({ applications }) => applications)
        .slice(0, applicationsMax)
      const found = yield* Effect.forEach(apps, (app) =>
        Effect.gen(function* () {
          const offered = yield* figures.chartsOf(link, app.id)
          const named = watched.flatMap((name) => nearestTo(name, offered, ({ yAxis }) => yAxis) ?? [])
          const alerts = yield* Effect.forEach(named, (chart) => ofChart(link, app, chart, yesterday))
          return alerts.flat()
        }).pipe(
          Effect.catchTags({
            NOT_FOUND: () => Effect.succeed([]),
            INVALID_INPUT: () => Effect.succeed([])
          })
        )
      )
      return found.flat()
    })
  }
})

/** Tells the people of an account when proceeds or conversion leave what is usual for the weekday. */
export class Watch extends Context.Service<Watch, Effect.Success<typeof make>>()("@storeglass/connect-paywall/Watch") {
  static readonly layer = Layer.effect(Watch, make)
}

export const watchBands = ({ bandAlerts = true }: PaywallConfig) =>
  defineJob(WatchBands, {
    lane: { name: "watch", concurrency: 1 },
    timeoutMs: 120_000,
    attempts: 3,
    run: Effect.fnUntraced(function* ({ accountId }) {
      // Schedules made before it was switched off are still there.
      if (!bandAlerts) return
      const alerts = yield* Alerts
      const watch = yield* Watch
      const found = yield* whileConnected(watch.look(accountId))
      yield* Effect.forEach(
        Option.getOrElse(found, () => []),
        (alert) => alerts.notify(accountId, alert),
        { discard: true }
      )
    })
  })
