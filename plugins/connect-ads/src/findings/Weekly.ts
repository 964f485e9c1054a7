import {
  type Alert,
  Alerts,
  dayIn,
  defineJob,
  jobRef,
  makeScheduler,
  plusDays,
  type ServiceUnavailable,
  startOfDay,
  whileConnected
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { AdsConnection, kind, type Ready } from "../AdsConnection.ts"
import { weeklyAlert } from "../alerts.ts"
import type { AdsConfig } from "../config.ts"
import { Copying } from "../copy/Copying.ts"
import { compareAmounts, moneyText } from "../money.ts"
import { totalsOf } from "../reads/Reports.ts"
import type { Metrics } from "../schema.ts"
import { metricsOf, searchTermRowOf } from "../vendor/neutral.ts"
import { AdsVendor, type Window } from "../vendor/Vendor.ts"
import { movesOf, type Week } from "./moves.ts"
import { wastedTerms } from "./waste.ts"

export const WeeklyNote = jobRef("connect-ads.weekly-note", Schema.Struct({ accountId: Schema.String }))

const schedule = "weekly-note"
const weekMs = 7 * 86_400_000
const hourMs = 3_600_000
/** Monday at eight, where the ad account is: the week before is over, and most of its figures are final. */
const sentAtHour = 8
/** Campaigns whose search terms are looked at, those with the highest spend. */
const lookedAt = 3
const thresholds = { minTaps: 10, minSpend: "0" }

const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()
/** The last whole week, from Monday to Sunday, before a day. */
export const weekBefore = (day: string): Window => {
  const to = plusDays(day, -(weekdayOf(day) === 0 ? 7 : weekdayOf(day)))
  return { from: plusDays(to, -6), to }
}
/** The next time that it's Monday at eight. */
export const nextNoteMs = (zone: string, nowMs: number): number => {
  const today = dayIn(zone, nowMs)
  const monday = plusDays(today, (8 - weekdayOf(today)) % 7)
  const at = startOfDay(zone, monday) + sentAtHour * hourMs
  return at > nowMs ? at : startOfDay(zone, plusDays(monday, 7)) + sentAtHour * hourMs
}

const spentNothing = ({ spend }: Metrics) => spend === null || compareAmounts(spend.amount, "0") === 0
const cpiText = ({ avgCpi }: Metrics) => (avgCpi === null ? "no cost per install" : `${moneyText(avgCpi)} per install`)

const make = Effect.gen(function* () {
  const connection = yield* AdsConnection
  const setSchedule = yield* makeScheduler
  const vendor = yield* AdsVendor

  const metricsIn = Effect.fnUntraced(function* (ready: Ready, ids: ReadonlyArray<string>, week: Window) {
    const rows = yield* vendor.campaignReport(ready.access, ids, week)
    return new Map(rows.map(({ metadata, totalMetrics }) => [metadata.id, metricsOf(totalMetrics)]))
  })

  return {
    /** Writes each Monday morning from now on, as long as the account is connected. Summer time moves it: it is set anew each week. */
    begin: (accountId: string, timeZone: string | null): Effect.Effect<void, ServiceUnavailable> =>
      Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
        setSchedule({
          plugin: kind,
          accountId,
          name: schedule,
          everyMs: weekMs,
          at: nextNoteMs(timeZone ?? "UTC", nowMs),
          job: WeeklyNote,
          payload: { accountId }
        })
      ),
    ready: connection.ready,
    /** What is to be said of the last whole week; nothing where nothing was spent in it, nor in the one before. */
    note: Effect.fn("Weekly.note")(function* (ready: Ready) {
      const { currency, timeZone } = ready.adAccount
      const today = dayIn(timeZone ?? "UTC", yield* Clock.currentTimeMillis)
      const week = weekBefore(today)
      const { items } = yield* vendor.campaigns(ready.access, { limit: 1_000, offset: 0 })
      const campaigns = items.filter(({ deleted }) => !deleted)
      if (campaigns.length === 0) return undefined
      const ids = campaigns.map(({ id }) => id)
      const now = yield* metricsIn(ready, ids, week)
      const before = yield* metricsIn(ready, ids, weekBefore(week.from))
      const [total, earlier] = [totalsOf([...now.values()], currency), totalsOf([...before.values()], currency)]
      if (spentNothing(total) && spentNothing(earlier)) return undefined
      // The vendor gives the highest spend first.
      const looked = new Set([...now.keys()].slice(0, lookedAt))
      const weeks: ReadonlyArray<Week> = yield* Effect.forEach(campaigns, (campaign) => {
        const metrics = now.get(campaign.id)
        if (metrics === undefined || !looked.has(campaign.id))
          return Effect.succeed<Week>({ campaign, metrics, wasted: [] })
        const page = { limit: 5_000, offset: 0 }
        return Effect.map(
          vendor.searchTerms(ready.access, campaign.id, week, page),
          ({ result }): Week => ({
            campaign,
            metrics,
            wasted: wastedTerms((result?.rows ?? []).map(searchTermRowOf), metrics, thresholds)
          })
        )
      })
      const moves = movesOf(weeks, total.avgCpi)
      const said = moves.length === 0 ? "Nothing stands out." : moves.map((move, at) => `${at + 1}. ${move}`).join("\n")
      const spend = total.spend === null ? "an unknown amount" : moneyText(total.spend)
      const spendBefore = earlier.spend === null ? "unknown" : moneyText(earlier.spend)
      const alert: Alert = {
        kind: weeklyAlert,
        key: `${weeklyAlert} ${ready.access.adAccountId} ${week.from}`,
        title: `Search ads of ${ready.adAccount.name}: the week from ${week.from} to ${week.to}`,
        text: `${spend} spent (the week before: ${spendBefore}), ${total.installs ?? "unknown"} installs, ${cpiText(total)} (the week before: ${cpiText(earlier)}).\n${said}`,
        fields: {
          from: week.from,
          to: week.to,
          ...(total.spend === null ? {} : { spend: total.spend.amount, currency: total.spend.currency }),
          ...(total.installs === null ? {} : { installs: total.installs }),
          ...(total.avgCpi === null ? {} : { costPerInstall: total.avgCpi.amount }),
          moves: moves.length
        }
      }
      return alert
    })
  }
})

/** A note on Monday morning: what search ads cost and brought in the week, and what could be done. */
export class Weekly extends Context.Service<Weekly, Effect.Success<typeof make>>()("@storeglass/connect-ads/Weekly") {
  static readonly layer = Layer.effect(Weekly, make)
}

export const weeklyNote = ({ weeklyNote }: AdsConfig) =>
  defineJob(WeeklyNote, {
    lane: { name: "weekly", concurrency: 1 },
    timeoutMs: 180_000,
    attempts: 3,
    run: Effect.fnUntraced(function* ({ accountId }) {
      // Accounts that were connected before there was a copy have no schedule of it.
      yield* whileConnected(
        Effect.andThen(
          Weekly.use((weekly) => weekly.ready(accountId)),
          Copying.use(({ begin }) => begin(accountId))
        )
      )
      // Schedules made before it was switched off are still there.
      if (!weeklyNote) return
      const alerts = yield* Alerts
      const weekly = yield* Weekly
      const told = Effect.gen(function* () {
        const ready = yield* weekly.ready(accountId)
        yield* weekly.begin(accountId, ready.adAccount.timeZone)
        const note = yield* weekly.note(ready)
        if (note !== undefined) yield* alerts.notify(accountId, note)
      })
      yield* whileConnected(told)
    })
  })
