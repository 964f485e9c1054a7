/**
 * Spend beside proceeds. Proceeds are known by app and day alone: which install brought them, and whether an ad brought the
 * install, is not. So all of an app's proceeds are counted as if ads had brought them, which is the most that they can be;
 * what isn't profitable by that is not, and of what is nothing more can be said.
 */
import type { AppProceeds } from "@storeglass/connect-paywall/contract"
import { plusDays } from "@storeglass/plugin-api"
import { compareAmounts, type Money, shareOf, sumAmounts, timesAmount } from "../money.ts"
import type { AppReturn, AppSpend, SearchTermRow } from "../schema.ts"
import { groupedByTerm } from "./waste.ts"

export interface Proceeds {
  readonly told: AppProceeds | undefined
  /** Why there are none. */
  readonly reason: string | null
}
interface Span {
  readonly from: string
  readonly to: string
  readonly day30: string
  /** The last day of which proceeds are known. */
  readonly until: string
  readonly limit: number
}
type Verdict = AppReturn["profitableAtDay30"]

const verdictOf = (spend: Money | null, most: Money | null, complete: boolean): Verdict => {
  if (spend === null || compareAmounts(spend.amount, "0") !== 1 || most === null) return null
  const covered = (compareAmounts(most.amount, spend.amount) ?? -1) >= 0
  // What isn't all there yet may still come.
  return covered ? "possible" : complete ? "no" : null
}

const termsOf = (rows: ReadonlyArray<SearchTermRow>, installs: number | null, most: Money | null, complete: boolean) =>
  groupedByTerm(rows).map(({ currency, installs: own, searchTerm, spend, taps }) => {
    const cost = { amount: spend, currency }
    const share = most === null ? undefined : timesAmount(most.amount, String(own))
    const amount = share === undefined || installs === null || installs === 0 ? undefined : shareOf(share, installs)
    const proceedsAtMost = own === 0 ? { amount: "0", currency } : amount === undefined ? null : { amount, currency }
    const perInstall = own === 0 ? undefined : shareOf(spend, own)
    return {
      searchTerm,
      taps,
      installs: own,
      spend: cost,
      avgCpi: perInstall === undefined ? null : { amount: perInstall, currency },
      proceedsAtMost,
      // Without an install there's nothing to wait for.
      profitableAtDay30: verdictOf(cost, proceedsAtMost, complete || own === 0)
    }
  })

export const returnOf = (
  spend: AppSpend,
  { reason, told }: Proceeds,
  { day30, from, limit, until }: Span
): Omit<AppReturn, "appId" | "from" | "to" | "day30" | "timeZone"> => {
  const money = (amount: number, currency: string): Money => ({ amount: amount.toFixed(2), currency })
  const byDay = new Map(told?.days.map((one) => [one.day, one]))
  const spentOn = new Map(spend.days.map((one) => [one.day, one]))
  const days: Array<AppReturn["days"][number]> = []
  for (let day = from; day <= day30; day = plusDays(day, 1)) {
    const earned = byDay.get(day)
    const paid = spentOn.get(day)
    days.push({
      day,
      spend: paid?.spend ?? null,
      installs: paid?.installs ?? null,
      proceeds:
        told === undefined || earned === undefined || earned.proceeds === null || earned.partial
          ? null
          : money(earned.proceeds, told.currency)
    })
  }
  const known = days.flatMap(({ proceeds }) => (proceeds === null ? [] : [proceeds.amount]))
  const missing = days.length - known.length
  const amount = told === undefined || known.length === 0 ? undefined : sumAmounts(known)
  const most = told === undefined || amount === undefined ? null : { amount, currency: told.currency }
  const complete = most !== null && missing === 0
  const status = most === null ? "not_measured" : complete ? "measured" : "partial"
  const why =
    most === null
      ? (reason ?? "the paywall connector tells no proceeds of these days")
      : complete
        ? null
        : until < day30
          ? `day 30 is ${day30}, and isn't over`
          : `of ${missing} days no proceeds are known`
  const terms = termsOf(spend.terms, spend.total.installs, most, complete)
  return {
    spend: spend.total.spend,
    installs: spend.total.installs,
    avgCpi: spend.total.avgCpi,
    proceeds: {
      status,
      reason: why,
      amount: most,
      timeZone: told?.timeZone ?? null,
      currencyAssumed: told?.assumed ?? false,
      stale: told?.stale ?? false
    },
    profitableAtDay30: verdictOf(spend.total.spend, most, complete),
    days,
    terms: terms.slice(0, limit),
    termsTotal: terms.length
  }
}
