import { type Day, dayNumberOf, daysFrom } from "@storeglass/history"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { TrackedKeyword } from "../contract.ts"
import { ints, NullableInt, plannedRowsOf } from "../database.ts"
import { rankWeights } from "../models/visibility.ts"
import { visible } from "./visible.ts"

const DayRow = Schema.Struct({
  day: Schema.String,
  contribution: Schema.Finite,
  rankedCount: Schema.Int,
  measuredCount: Schema.Int,
  volumeMeasured: Schema.Finite,
  volumeAll: Schema.Finite
})
export type VisibilityDay = typeof DayRow.Type
const dayRows = plannedRowsOf(DayRow)
const rankRows = plannedRowsOf(Schema.Struct({ keyword: Schema.String, rank: Schema.Int, volume: NullableInt }))
const keywordRows = plannedRowsOf(
  Schema.Struct({
    id: Schema.Int,
    keyword: Schema.String,
    volume: NullableInt,
    latestDay: Schema.NullOr(Schema.String),
    /** A digit a day from the latest back: whether there is a snapshot of the latest one's source. */
    measured: Schema.String
  })
)
const trackedRows = plannedRowsOf(
  Schema.Struct({
    place: Schema.Int,
    country: Schema.String,
    device: Schema.String,
    listingId: Schema.Int,
    name: Schema.String,
    id: Schema.Int,
    keyword: Schema.String,
    volume: NullableInt,
    latestDay: Schema.NullOr(Schema.String),
    measured: Schema.String
  })
)
const DailyRank = Schema.Struct({ keywordId: Schema.Int, day: Schema.String, rank: Schema.Int })
const dailyRankRows = plannedRowsOf(DailyRank)
export interface RankedKeyword {
  readonly id: number
  readonly keyword: string
  readonly volume: number | null
  /** Of each day of the window, oldest first. */
  readonly measured: ReadonlyArray<boolean>
}

/** An app in a market where an account tracks keywords, and those of its keywords that count today. */
export interface TrackedMarket {
  /** Of the app, among those asked about. */
  readonly place: number
  readonly country: string
  readonly device: string
  readonly listingId: number
  /** As lists call the app. */
  readonly name: string
  readonly keywords: ReadonlyArray<RankedKeyword>
}

/** Of the keywords that an account tracks, those it began to track last. */
const ownMax = 400

/** Of each day of a window, oldest first. */
const measuredOn = (latestDay: string | null, measured: string, from: Day, to: Day) => {
  const latest = latestDay === null ? Number.NaN : dayNumberOf(latestDay)
  return daysFrom(from, to).map((day) => measured[latest - dayNumberOf(day)] === "1")
}

/** The model's weights as SQL, so that there is one table of them. */
const weightOf = (rank: string) =>
  `CASE ${rankWeights.map(({ to, weight }) => `WHEN ${rank} <= ${to} THEN ${weight}`).join(" ")} ELSE 0 END`

/** The sums that visibility is made of, read day by day. */
export class VisibilityHistory extends Context.Service<
  VisibilityHistory,
  {
    /** The keywords that count for the listing and that it is ranked for anywhere in the window. */
    readonly keywords: (
      listingId: number,
      termsMax: number,
      from: Day,
      to: Day
    ) => Effect.Effect<ReadonlyArray<RankedKeyword>, SqlError.SqlError>
    /** In each market of these apps that lists have shown them in, the keywords that the account tracks there. */
    readonly tracked: (
      accountId: string,
      apps: ReadonlyArray<{ readonly platform: TrackedKeyword["platform"]; readonly appId: string }>,
      from: Day,
      to: Day
    ) => Effect.Effect<ReadonlyArray<TrackedMarket>, SqlError.SqlError>
    /** Over these keywords, oldest day first; days without a snapshot of any of them are absent. */
    readonly days: (
      listingId: number,
      keywordIds: ReadonlyArray<number>,
      from: Day,
      to: Day
    ) => Effect.Effect<ReadonlyArray<VisibilityDay>, SqlError.SqlError>
    /** Of each of these keywords on each of these days on which it was ranked. */
    readonly ranksIn: (
      listingId: number,
      keywordIds: ReadonlyArray<number>,
      from: Day,
      to: Day
    ) => Effect.Effect<ReadonlyArray<typeof DailyRank.Type>, SqlError.SqlError>
    readonly ranksOn: (
      listingId: number,
      keywordIds: ReadonlyArray<number>,
      day: Day
    ) => Effect.Effect<
      ReadonlyArray<{ readonly keyword: string; readonly rank: number; readonly volume: number | null }>,
      SqlError.SqlError
    >
  }
>()("@storeglass/keywords/VisibilityHistory") {
  static readonly layer = Layer.effect(
    VisibilityHistory,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return VisibilityHistory.of({
        keywords: Effect.fn("VisibilityHistory.keywords")((listingId, termsMax, from, to) =>
          Effect.map(
            keywordRows(sql`
              SELECT k.id, k.term AS keyword, k.volume, k.latest_day::text AS "latestDay", k.measured::text AS measured
              FROM keywords_tracked k
              WHERE k.id IN (SELECT keyword_id FROM keywords_ranks
                WHERE listing_id = ${listingId} AND day BETWEEN ${from}::date AND ${to}::date)
                AND ${visible(sql, { listingId, termsMax, today: to })}
              ORDER BY k.term`),
            (rows) =>
              rows.map(({ latestDay, measured, ...row }) => ({
                ...row,
                measured: measuredOn(latestDay, measured, from, to)
              }))
          )
        ),
        tracked: Effect.fn("VisibilityHistory.tracked")(function* (accountId, apps, from, to) {
          if (apps.length === 0) return []
          const asked = JSON.stringify(apps.map(({ appId, platform }, n) => ({ n, p: platform, a: appId })))
          const rows = yield* trackedRows(sql`
            WITH own AS (SELECT keyword_id FROM keywords_watchers WHERE account_id = ${accountId}::uuid
              ORDER BY since DESC, keyword_id LIMIT ${ownMax}::int)
            SELECT asked.n AS place, m.country, m.device, l.id AS "listingId", l.name, k.id, k.term AS keyword,
              k.volume, k.latest_day::text AS "latestDay", k.measured::text AS measured
            FROM own JOIN keywords_tracked k ON k.id = own.keyword_id
            JOIN keywords_markets m ON m.id = k.market_id
            JOIN jsonb_to_recordset(${asked}::text::jsonb) AS asked (n int, p text, a text) ON asked.p = m.platform
            JOIN keywords_listings l ON l.market_id = m.id AND l.app_id = asked.a
            WHERE k.requested_day IS DISTINCT FROM ${to}::date
            ORDER BY asked.n, m.country, m.device, k.term`)
          return [...Map.groupBy(rows, ({ listingId }) => listingId).values()].flatMap((market) => {
            const [first] = market
            if (first === undefined) return []
            const { country, device, listingId, name, place } = first
            const keywords = market.map(({ id, keyword, latestDay, measured, volume }) => ({
              id,
              keyword,
              volume,
              measured: measuredOn(latestDay, measured, from, to)
            }))
            return [{ place, country, device, listingId, name, keywords }]
          })
        }),
        days: Effect.fn("VisibilityHistory.days")((listingId, keywordIds, from, to) =>
          dayRows(sql`
            WITH words AS MATERIALIZED (
              SELECT id, source_id, volume, latest_day, measured FROM keywords_tracked
              WHERE id = ANY(${ints(keywordIds)}::int[]) AND volume IS NOT NULL),
            measured AS (
              SELECT days.day, count(*)::int AS measured_count, sum(w.volume)::float8 AS volume
              FROM words w CROSS JOIN (
                SELECT ${from}::date + n AS day FROM generate_series(0, ${to}::date - ${from}::date) AS n) AS days
              WHERE CASE WHEN w.latest_day - days.day BETWEEN 0 AND 95
                THEN get_bit(w.measured, w.latest_day - days.day) = 1 ELSE false END
              GROUP BY days.day),
            ranked AS (
              SELECT s.day, count(*)::int AS ranked_count,
                sum(w.volume * ${sql.literal(weightOf("s.rank"))})::float8 AS contribution
              FROM keywords_ranks s JOIN words w ON w.id = s.keyword_id AND w.source_id = s.source_id
              WHERE s.listing_id = ${listingId} AND s.day BETWEEN ${from}::date AND ${to}::date GROUP BY s.day)
            SELECT m.day::text AS day, coalesce(r.contribution, 0) AS contribution,
              coalesce(r.ranked_count, 0) AS "rankedCount", m.measured_count AS "measuredCount",
              m.volume AS "volumeMeasured",
              (SELECT sum(volume)::float8 FROM words) AS "volumeAll"
            FROM measured m LEFT JOIN ranked r ON r.day = m.day ORDER BY m.day`)
        ),
        ranksIn: Effect.fn("VisibilityHistory.ranksIn")((listingId, keywordIds, from, to) =>
          dailyRankRows(sql`
            SELECT r.keyword_id AS "keywordId", r.day::text AS day, r.rank
            FROM keywords_ranks r JOIN keywords_tracked k ON k.id = r.keyword_id AND k.source_id = r.source_id
            WHERE r.listing_id = ${listingId} AND r.day BETWEEN ${from}::date AND ${to}::date
              AND k.id = ANY(${ints(keywordIds)}::int[])`)
        ),
        ranksOn: Effect.fn("VisibilityHistory.ranksOn")((listingId, keywordIds, day) =>
          rankRows(sql`
            SELECT k.term AS keyword, r.rank, k.volume
            FROM keywords_ranks r JOIN keywords_tracked k ON k.id = r.keyword_id AND k.source_id = r.source_id
            WHERE r.listing_id = ${listingId} AND r.day = ${day}::date
              AND k.id = ANY(${ints(keywordIds)}::int[])`)
        )
      })
    })
  )
}
