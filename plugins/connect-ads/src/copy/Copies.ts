import { isoOf, plusDays, rowsOf } from "@storeglass/plugin-api"
import { Array as Arr, Clock, Context, Data, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Ready } from "../AdsConnection.ts"
import type { Campaign, KeywordRow, Metrics } from "../schema.ts"
import type { Window } from "../vendor/Vendor.ts"

/** What a campaign cost and brought on a day. */
export interface CampaignDay {
  readonly campaignId: string
  readonly day: string
  readonly metrics: Metrics
}

/** The connection was ended, or leads to another ad account, while its reports were read. */
export class CopyGone extends Data.TaggedError("CopyGone") {}

const Day = Schema.Struct({ day: Schema.String })
const CampaignId = Schema.Struct({ campaignId: Schema.String })

/** So many rows go to the database at once. */
const batch = 5_000

const countsOf = ({ impressions, installs, spend, taps }: Metrics) => ({
  currency: spend?.currency ?? null,
  spend: spend?.amount ?? null,
  impressions,
  taps,
  installs
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  /** The row that all others hang on goes first: who writes holds it, so nothing is added afterwards. */
  const forget = Effect.fn("Copies.forget")(function* (accountId: string) {
    yield* sql`DELETE FROM connect_ads_copies WHERE account_id = ${accountId}::uuid`
    yield* sql`DELETE FROM connect_ads_days WHERE account_id = ${accountId}::uuid`
    yield* sql`DELETE FROM connect_ads_spend WHERE account_id = ${accountId}::uuid`
    yield* sql`DELETE FROM connect_ads_keywords WHERE account_id = ${accountId}::uuid`
    yield* sql`DELETE FROM connect_ads_campaigns WHERE account_id = ${accountId}::uuid`
  })

  /** Writes what was read, unless the copy is gone or another ad account's by now. */
  const writing = <A, E, R>({ access, saved }: Ready, write: Effect.Effect<A, E, R>) =>
    sql.withTransaction(
      Effect.gen(function* () {
        const found = yield* sql`SELECT 1 FROM connect_ads_copies
          WHERE account_id = ${saved.accountId}::uuid AND ad_account_id = ${access.adAccountId} FOR UPDATE`
        if (found.length === 0) return yield* new CopyGone()
        return yield* write
      })
    )

  return {
    forget,
    /** Whose copy it is from now on; that of another ad account goes. */
    begin: Effect.fn("Copies.begin")(function* ({ access, adAccount, saved }: Ready) {
      const { accountId } = saved
      yield* sql.withTransaction(
        Effect.gen(function* () {
          const other = yield* sql`SELECT 1 FROM connect_ads_copies
            WHERE account_id = ${accountId}::uuid AND ad_account_id <> ${access.adAccountId} FOR UPDATE`
          if (other.length > 0) yield* forget(accountId)
          yield* sql`INSERT INTO connect_ads_copies (account_id, ad_account_id, currency)
            VALUES (${accountId}::uuid, ${access.adAccountId}, ${adAccount.currency})
            ON CONFLICT (account_id) DO UPDATE SET currency = excluded.currency`
        })
      )
    }),
    /** Days that were read once. */
    measured: (accountId: string) =>
      Effect.map(
        rowsOf(Day)(sql`SELECT day::text AS day FROM connect_ads_days
          WHERE account_id = ${accountId}::uuid AND state = 'measured'`),
        (rows): ReadonlySet<string> => new Set(rows.map(({ day }) => day))
      ),
    /** Puts what the vendor told of some days in place of what there was of them. */
    replace: Effect.fn("Copies.replace")(function* (
      ready: Ready,
      { from, to }: Window,
      told: ReadonlyArray<CampaignDay>,
      campaigns: ReadonlyMap<string, Campaign>
    ) {
      const { accountId } = ready.saved
      const at = isoOf(yield* Clock.currentTimeMillis)
      const rows = told.map(({ campaignId, day, metrics }) => ({ campaignId, day, ...countsOf(metrics) }))
      const named = [...new Set(told.map(({ campaignId }) => campaignId))].map((campaignId) => ({
        campaignId,
        appId: campaigns.get(campaignId)?.appId ?? null,
        name: campaigns.get(campaignId)?.name ?? campaignId
      }))
      yield* writing(
        ready,
        Effect.gen(function* () {
          yield* sql`
            INSERT INTO connect_ads_campaigns (account_id, campaign_id, app_id, name)
            SELECT ${accountId}::uuid, "campaignId", "appId", name
            FROM jsonb_to_recordset(${JSON.stringify(named)}::text::jsonb) AS told ("campaignId" text, "appId" text, name text)
            ON CONFLICT (account_id, campaign_id) DO UPDATE SET app_id = excluded.app_id, name = excluded.name`
          yield* sql`DELETE FROM connect_ads_spend
            WHERE account_id = ${accountId}::uuid AND day BETWEEN ${from}::date AND ${to}::date`
          for (const some of Arr.chunksOf(rows, batch)) {
            yield* sql`
              INSERT INTO connect_ads_spend (account_id, day, campaign_id, currency, spend, impressions, taps, installs)
              SELECT ${accountId}::uuid, day, "campaignId", currency, spend, impressions, taps, installs
              FROM jsonb_to_recordset(${JSON.stringify(some)}::text::jsonb) AS told ("campaignId" text, day date,
                currency text, spend numeric, impressions bigint, taps bigint, installs bigint)`
          }
          yield* sql`
            INSERT INTO connect_ads_days (account_id, day, state, at)
            SELECT ${accountId}::uuid, day::date, 'measured', ${at}::timestamptz
            FROM generate_series(${from}::date, ${to}::date, interval '1 day') AS day
            ON CONFLICT (account_id, day) DO UPDATE SET state = excluded.state, at = excluded.at`
        })
      )
    }),
    /** Days that couldn't be read. What is known of one from before stays. */
    failed: Effect.fn("Copies.failed")(function* (ready: Ready, { from, to }: Window) {
      const { accountId } = ready.saved
      const at = isoOf(yield* Clock.currentTimeMillis)
      yield* writing(
        ready,
        sql`
          INSERT INTO connect_ads_days (account_id, day, state, at)
          SELECT ${accountId}::uuid, day::date, 'failed', ${at}::timestamptz
          FROM generate_series(${from}::date, ${to}::date, interval '1 day') AS day
          ON CONFLICT (account_id, day) DO UPDATE SET at = excluded.at WHERE connect_ads_days.state = 'failed'`
      )
    }),
    /** Campaigns that brought something in these days, those with the highest spend first. */
    active: (accountId: string, { from, to }: Window) =>
      Effect.map(
        rowsOf(CampaignId)(sql`
          SELECT campaign_id AS "campaignId" FROM connect_ads_spend
          WHERE account_id = ${accountId}::uuid AND day BETWEEN ${from}::date AND ${to}::date
          GROUP BY campaign_id ORDER BY sum(spend) DESC NULLS LAST, campaign_id`),
        (rows) => rows.map(({ campaignId }) => campaignId)
      ),
    /** Puts a campaign's keywords in place of those that there were; `left`: how many the vendor has beyond them. */
    replaceKeywords: Effect.fn("Copies.replaceKeywords")(function* (
      ready: Ready,
      campaignId: string,
      { from, to }: Window,
      keywords: ReadonlyArray<KeywordRow>,
      left: number
    ) {
      const { accountId } = ready.saved
      const rows = keywords.map(({ adGroupId, bid, keyword, keywordId, matchType, status, ...metrics }) => ({
        keywordId,
        adGroupId,
        keyword,
        matchType,
        status,
        bid: bid?.amount ?? null,
        bidCurrency: bid?.currency ?? null,
        ...countsOf(metrics)
      }))
      yield* writing(
        ready,
        Effect.gen(function* () {
          yield* sql`DELETE FROM connect_ads_keywords
            WHERE account_id = ${accountId}::uuid AND campaign_id = ${campaignId}`
          for (const some of Arr.chunksOf(rows, batch)) {
            yield* sql`
              INSERT INTO connect_ads_keywords (account_id, campaign_id, keyword_id, ad_group_id, keyword, match_type,
                status, bid, bid_currency, currency, spend, impressions, taps, installs)
              SELECT ${accountId}::uuid, ${campaignId}, "keywordId", "adGroupId", keyword, "matchType", status, bid,
                "bidCurrency", currency, spend, impressions, taps, installs
              FROM jsonb_to_recordset(${JSON.stringify(some)}::text::jsonb) AS told ("keywordId" text, "adGroupId" text,
                keyword text, "matchType" text, status text, bid numeric, "bidCurrency" text, currency text,
                spend numeric, impressions bigint, taps bigint, installs bigint)
              ON CONFLICT DO NOTHING`
          }
          yield* sql`UPDATE connect_ads_campaigns
            SET keywords_from = ${from}::date, keywords_to = ${to}::date, keywords_left = ${left}::int,
              keywords_failed = false
            WHERE account_id = ${accountId}::uuid AND campaign_id = ${campaignId}`
        })
      )
    }),
    /** A campaign's keywords couldn't be read. Those from before stay. */
    keywordsFailed: (ready: Ready, campaignId: string) =>
      writing(
        ready,
        sql`UPDATE connect_ads_campaigns SET keywords_failed = true
          WHERE account_id = ${ready.saved.accountId}::uuid AND campaign_id = ${campaignId}`
      ),
    /** Removes keywords of campaigns that brought nothing lately, and what is older than it is kept. */
    prune: Effect.fn("Copies.prune")(function* (ready: Ready, oldest: string, active: ReadonlyArray<string>) {
      const { accountId } = ready.saved
      const ids = JSON.stringify(active)
      yield* writing(
        ready,
        Effect.gen(function* () {
          yield* sql`DELETE FROM connect_ads_keywords WHERE account_id = ${accountId}::uuid
            AND campaign_id NOT IN (SELECT jsonb_array_elements_text(${ids}::text::jsonb))`
          yield* sql`DELETE FROM connect_ads_spend WHERE account_id = ${accountId}::uuid AND day < ${oldest}::date`
          yield* sql`DELETE FROM connect_ads_days WHERE account_id = ${accountId}::uuid AND day < ${oldest}::date`
          yield* sql`DELETE FROM connect_ads_campaigns c WHERE account_id = ${accountId}::uuid AND NOT EXISTS (
            SELECT 1 FROM connect_ads_spend s WHERE s.account_id = c.account_id AND s.campaign_id = c.campaign_id)`
        })
      )
    }),
    /** How a run ended: null without a problem, which is then the last time that all was read. */
    ended: Effect.fn("Copies.ended")(function* (ready: Ready, problem: string | null) {
      const at = isoOf(yield* Clock.currentTimeMillis)
      yield* writing(
        ready,
        sql`UPDATE connect_ads_copies
          SET problem = ${problem}, read_at = CASE WHEN ${problem}::text IS NULL THEN ${at}::timestamptz ELSE read_at END
          WHERE account_id = ${ready.saved.accountId}::uuid`
      )
    })
  }
})

/** SQL of the daily copy. Every statement names its account. */
export class Copies extends Context.Service<Copies, Effect.Success<typeof make>>()("@storeglass/connect-ads/Copies") {
  static readonly layer = Layer.effect(Copies, make)
}

/** The last `count` days until one. */
export const daysUntil = (to: string, count: number): Window => ({ from: plusDays(to, 1 - count), to })
