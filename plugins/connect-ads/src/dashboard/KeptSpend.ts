import { daysIn, isoColumn, rowsOf, windowOf } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type Money, shareOf } from "../money.ts"
import type { KeptKeywords, KeptSpend } from "./api.ts"

const text = Schema.NullOr(Schema.String)
const number = Schema.NullOr(Schema.Finite)
const count = Schema.NullOr(Schema.Int)

const Status = Schema.Literals(["measured", "failed", "not_measured"])
type Status = typeof Status.Type
const dayRows = rowsOf(Schema.Struct({ day: Schema.String, state: Schema.Literals(["measured", "failed"]) }))
const spendRows = rowsOf(
  Schema.Struct({
    day: Schema.String,
    currency: text,
    amount: number,
    installs: count,
    taps: count,
    impressions: count
  })
)
const copyRows = rowsOf(Schema.Struct({ currency: text, lastReadAt: text, problem: text }))
const countedDays = rowsOf(Schema.Struct({ measured: Schema.Int, failed: Schema.Int }))
const keywordRows = rowsOf(
  Schema.Struct({
    keywordId: Schema.String,
    keyword: Schema.String,
    matchType: text,
    status: text,
    campaignId: Schema.String,
    campaign: Schema.String,
    adGroupId: text,
    bid: text,
    bidCurrency: text,
    spend: text,
    currency: text,
    installs: count,
    taps: count,
    impressions: count,
    from: Schema.String,
    to: Schema.String
  })
)
const aboutRows = rowsOf(
  Schema.Struct({ total: Schema.Int, left: Schema.Int, failed: Schema.Int, from: text, to: text })
)

/** The sum of what was told; null where nothing was, or where one lacks. */
const sum = (values: ReadonlyArray<number | null>): number | null =>
  values.reduce<number | null>((total, value) => (total === null || value === null ? null : total + value), 0)
/** Amounts are of cents and less; sums of binary fractions would show more. */
const rounded = (amount: number) => Number(amount.toFixed(4))

const moneyOf = (amount: string | null, currency: string | null): Money | null =>
  amount === null || currency === null ? null : { amount, currency }

/** Reads the daily copy of an account; the vendor isn't asked. */
export const makeKeptSpend = Effect.map(SqlClient.SqlClient, (sql) => {
  const copyOf = (accountId: string) =>
    Effect.map(
      copyRows(sql`
        SELECT currency, problem, ${sql.literal(isoColumn("read_at"))} AS "lastReadAt"
        FROM connect_ads_copies WHERE account_id = ${accountId}::uuid`),
      ([row]) => row ?? { currency: null, lastReadAt: null, problem: null }
    )

  return {
    /** How far the copy is. */
    progress: Effect.fn("KeptSpend.progress")(function* (accountId: string) {
      const { lastReadAt, problem } = yield* copyOf(accountId)
      const [days] = yield* countedDays(sql`
        SELECT count(*) FILTER (WHERE state = 'measured')::int AS measured,
          count(*) FILTER (WHERE state = 'failed')::int AS failed
        FROM connect_ads_days WHERE account_id = ${accountId}::uuid`)
      return { lastReadAt, readProblem: problem, measuredDays: days?.measured ?? 0, failedDays: days?.failed ?? 0 }
    }),
    spend: Effect.fn("KeptSpend.spend")(function* (
      accountId: string,
      asked: { readonly appId?: string; readonly from?: string; readonly to?: string }
    ) {
      const window = yield* windowOf(asked)
      const appId = asked.appId ?? null
      const { currency } = yield* copyOf(accountId)
      const states = new Map(
        (yield* dayRows(sql`SELECT day::text AS day, state FROM connect_ads_days
          WHERE account_id = ${accountId}::uuid AND day BETWEEN ${window.from}::date AND ${window.to}::date`)).map(
          ({ day, state }) => [day, state] as const
        )
      )
      const campaigns = yield* sql`SELECT 1 FROM connect_ads_campaigns WHERE account_id = ${accountId}::uuid
        AND (${appId}::text IS NULL OR app_id = ${appId}) LIMIT 1`
      if (appId !== null && campaigns.length === 0) {
        return { appId, ...window, figures: [], currencies: [], days: [] } satisfies KeptSpend
      }
      // One row of a day and currency; a figure that one campaign lacks isn't known of the day.
      const rows = yield* spendRows(sql`
        SELECT day::text AS day, s.currency,
          CASE WHEN count(*) = count(spend) THEN sum(spend)::float8 END AS amount,
          CASE WHEN count(*) = count(installs) THEN sum(installs)::float8 END AS installs,
          CASE WHEN count(*) = count(taps) THEN sum(taps)::float8 END AS taps,
          CASE WHEN count(*) = count(impressions) THEN sum(impressions)::float8 END AS impressions
        FROM connect_ads_spend s JOIN connect_ads_campaigns USING (account_id, campaign_id)
        WHERE account_id = ${accountId}::uuid AND day BETWEEN ${window.from}::date AND ${window.to}::date
          AND (${appId}::text IS NULL OR app_id = ${appId})
        GROUP BY day, s.currency ORDER BY day, s.currency`)
      const byDay = Map.groupBy(rows, ({ day }) => day)
      const statusOf = (day: string): Status => states.get(day) ?? "not_measured"
      const all = daysIn(window)
      const measured = all.filter((day) => statusOf(day) === "measured")
      const told = (day: string, of: (row: (typeof rows)[number]) => number | null) =>
        statusOf(day) === "measured" ? sum((byDay.get(day) ?? []).map(of)) : null
      // Where an ad without a currency ran, its day's spend isn't known in any.
      const amountIn = (name: string, day: string) => {
        if (statusOf(day) !== "measured") return null
        const amount = sum(
          (byDay.get(day) ?? [])
            .filter((row) => row.currency === name || row.currency === null)
            .map((row) => row.amount)
        )
        return amount === null ? null : rounded(amount)
      }
      const known = new Set(rows.flatMap((row) => row.currency ?? []))
      if (known.size === 0 && currency !== null && measured.length > 0) known.add(currency)
      const currencies = [...known].toSorted().map((name) => ({
        currency: name,
        days: all.map((day) => ({ day, amount: amountIn(name, day), status: statusOf(day) }))
      }))
      const days = all.map((day) => ({
        day,
        installs: told(day, (row) => row.installs),
        taps: told(day, (row) => row.taps),
        impressions: told(day, (row) => row.impressions),
        status: statusOf(day)
      }))
      const status: Status =
        measured.length > 0 ? "measured" : [...states.values()].includes("failed") ? "failed" : "not_measured"
      const over = (value: (day: string) => number | null) => (measured.length === 0 ? null : sum(measured.map(value)))
      const installs = over((day) => told(day, (row) => row.installs))
      const figures: Array<KeptSpend["figures"][number]> = currencies.flatMap(({ currency: unit }) => {
        const amount = over((day) => amountIn(unit, day))
        const each = amount === null || installs === null || installs === 0 ? null : rounded(amount / installs)
        return [
          { title: "Spend", value: amount === null ? null : rounded(amount), unit, status },
          // Installs aren't told by currency.
          ...(currencies.length === 1 ? [{ title: "Cost per install", value: each, unit, status }] : [])
        ]
      })
      figures.push(
        { title: "Installs", value: installs, unit: null, status },
        { title: "Taps", value: over((day) => told(day, (row) => row.taps)), unit: null, status },
        { title: "Impressions", value: over((day) => told(day, (row) => row.impressions)), unit: null, status },
        { title: "Measured days", value: measured.length, unit: `of ${all.length}`, status }
      )
      const answer: KeptSpend = { appId, ...window, figures, currencies, days }
      return answer
    }),
    keywords: Effect.fn("KeptSpend.keywords")(function* (
      accountId: string,
      { appId = null, limit }: { readonly appId?: string | null; readonly limit: number }
    ) {
      const items = yield* keywordRows(sql`
        SELECT keyword_id AS "keywordId", keyword, match_type AS "matchType", status, campaign_id AS "campaignId",
          c.name AS campaign, ad_group_id AS "adGroupId", bid::text AS bid, bid_currency AS "bidCurrency",
          spend::text AS spend, currency, installs::float8 AS installs, taps::float8 AS taps,
          impressions::float8 AS impressions, keywords_from::text AS "from", keywords_to::text AS "to"
        FROM connect_ads_keywords k JOIN connect_ads_campaigns c USING (account_id, campaign_id)
        WHERE account_id = ${accountId}::uuid AND (${appId}::text IS NULL OR app_id = ${appId})
        ORDER BY k.spend DESC NULLS LAST, keyword, campaign_id, keyword_id LIMIT ${limit}::int`)
      const [about] = yield* aboutRows(sql`
        SELECT coalesce(sum((SELECT count(*) FROM connect_ads_keywords k
            WHERE k.account_id = c.account_id AND k.campaign_id = c.campaign_id)), 0)::int AS total,
          coalesce(sum(keywords_left), 0)::int AS "left", count(*) FILTER (WHERE keywords_failed)::int AS failed,
          min(keywords_from)::text AS "from", max(keywords_to)::text AS "to"
        FROM connect_ads_campaigns c
        WHERE account_id = ${accountId}::uuid AND (${appId}::text IS NULL OR app_id = ${appId})`)
      const answer: KeptKeywords = {
        appId,
        from: about?.from ?? null,
        to: about?.to ?? null,
        total: about?.total ?? 0,
        left: about?.left ?? 0,
        failedCampaigns: about?.failed ?? 0,
        items: items.map(({ bid, bidCurrency, currency, spend, ...row }) => {
          const each =
            spend === null || row.installs === null || row.installs === 0 ? undefined : shareOf(spend, row.installs)
          return {
            ...row,
            bid: moneyOf(bid, bidCurrency),
            spend: moneyOf(spend, currency),
            costPerInstall: moneyOf(each ?? null, currency)
          }
        })
      }
      return answer
    })
  }
})
