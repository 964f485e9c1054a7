import { addDays, type Day, dayOf } from "@storeglass/history"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError, type Statement } from "effect/sql"
import type { TrackedKeyword } from "../contract.ts"
import { ints, NullableInt, plannedRowsOf } from "../database.ts"
import { freshDays, type SnapshotRank } from "./AppStandings.ts"
import { visible } from "./visible.ts"

const NullableText = Schema.NullOr(Schema.String)
const standing = {
  keywordId: Schema.Int,
  keyword: Schema.String,
  volume: NullableInt,
  difficulty: NullableInt,
  observedMs: Schema.NullOr(Schema.Finite),
  day: NullableText,
  depth: NullableInt,
  rank: NullableInt,
  previousDay: NullableText,
  previousDepth: NullableInt,
  previousRank: NullableInt
}
const ofAppRows = plannedRowsOf(Schema.Struct({ ...standing, tracked: Schema.Boolean, best: NullableInt }))
const ofAccountRows = plannedRowsOf(
  Schema.Struct({ ...standing, place: Schema.Int, country: Schema.String, device: Schema.String, name: NullableText })
)
const historyRows = plannedRowsOf(
  Schema.Struct({
    keywordId: Schema.Int,
    day: Schema.String,
    depth: Schema.Int,
    observedMs: Schema.Finite,
    rank: NullableInt
  })
)
const seenRows = plannedRowsOf(
  Schema.Struct({
    platform: Schema.Literals(["storea", "storeb"]),
    country: Schema.String,
    appId: Schema.String,
    name: Schema.String,
    seller: Schema.String
  })
)

/** How an app stood for a keyword on the last day of a window, and on its first. */
export interface KeptStanding {
  readonly keywordId: number
  readonly keyword: string
  readonly volume: number | null
  readonly difficulty: number | null
  readonly observedMs: number | null
  /** By the last search of the week up to that day; null: not measured. */
  readonly now: SnapshotRank | null
  /** By one before it of the same source; null: not measured. */
  readonly before: SnapshotRank | null
}

export interface KeptDay {
  readonly keywordId: number
  readonly day: Day
  /** Null: not among the first `depth`. */
  readonly rank: number | null
  readonly depth: number
  readonly observedMs: number
}

interface Window {
  readonly from: Day
  readonly to: Day
}

/** Keywords of an account that are looked at for its overview, those it began to track last first. */
const ownMax = 400
/** Keywords of an app, the account's own first, then the most searched. */
const ofAppMax = 300

const standingOf = (
  row: {
    readonly [Key in keyof typeof standing]: (typeof standing)[Key]["Type"]
  }
): KeptStanding => {
  const { day, depth, difficulty, keyword, keywordId, observedMs, previousDay, previousDepth, volume } = row
  return {
    keywordId,
    keyword,
    volume,
    difficulty,
    observedMs,
    now: day === null ? null : { day, rank: row.rank, depth: depth ?? 0 },
    before: previousDay === null ? null : { day: previousDay, rank: row.previousRank, depth: previousDepth ?? 0 }
  }
}

/** How apps stand for keywords, for pages: of what is kept alone, and what is an account's own by that account. */
export class KeptStandings extends Context.Service<
  KeptStandings,
  {
    /** For the keywords that the account tracks in the market, and those that the app was ranked for in these days. */
    readonly ofApp: (
      accountId: string,
      app: { readonly marketId: number; readonly listingId: number | null; readonly termsMax: number },
      window: Window
    ) => Effect.Effect<
      ReadonlyArray<KeptStanding & { readonly tracked: boolean; readonly best: number | null }>,
      SqlError.SqlError
    >
    /** Of these keywords, oldest first; days on which one wasn't searched for are absent. */
    readonly history: (
      listingId: number | null,
      keywordIds: ReadonlyArray<number>,
      window: Window
    ) => Effect.Effect<ReadonlyArray<KeptDay>, SqlError.SqlError>
    /** How each of these apps stands for the keywords that the account tracks on its store. `name`: as lists call it. */
    readonly ofAccount: (
      accountId: string,
      apps: ReadonlyArray<{ readonly platform: TrackedKeyword["platform"]; readonly appId: string }>,
      window: Window
    ) => Effect.Effect<
      ReadonlyArray<
        KeptStanding & {
          /** Of the app, among those asked about. */
          readonly place: number
          readonly country: string
          readonly device: string
          readonly name: string | null
        }
      >,
      SqlError.SqlError
    >
    /** The apps that are seen most for the keywords that the account tracks, in their first ten places. */
    readonly seenFor: (
      accountId: string,
      limit: number
    ) => Effect.Effect<
      ReadonlyArray<{
        readonly platform: TrackedKeyword["platform"]
        readonly country: string
        readonly appId: string
        readonly name: string
        readonly seller: string
      }>,
      SqlError.SqlError
    >
  }
>()("@storeglass/keywords/KeptStandings") {
  static readonly layer = Layer.effect(
    KeptStandings,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal(`k.id AS "keywordId", k.term AS keyword, k.volume, k.difficulty,
        now.observed_ms AS "observedMs", now.day::text AS day, now.depth, r.rank,
        was.day::text AS "previousDay", was.depth AS "previousDepth", p.rank AS "previousRank"`)

      /** What was searched for `k`, and the places of a listing in it. Searches that a request had made today begin to count tomorrow. */
      const joined = (listing: Statement.Fragment, { from, to }: Window, today: Day) => {
        // OFFSET keeps the planner from reading whole months instead of the index.
        const rankOn = (day: Statement.Fragment, within: Statement.Fragment) => sql`
          SELECT rank FROM keywords_ranks WHERE listing_id = ${listing} AND day = ${day} AND keyword_id = k.id
            AND day ${within} OFFSET 0`
        const week = (day: Day) => sql`BETWEEN ${addDays(day, -freshDays)}::date AND ${day}::date`
        return sql`
          LEFT JOIN LATERAL (
            SELECT day, depth, source_id, observed_ms FROM keywords_facts f
            WHERE f.keyword_id = k.id AND f.day ${week(to)}
              AND (k.requested_day IS DISTINCT FROM ${today}::date OR f.day < ${today}::date)
            ORDER BY day DESC LIMIT 1) now ON true
          LEFT JOIN LATERAL (${rankOn(sql`now.day`, week(to))}) r ON true
          LEFT JOIN LATERAL (
            SELECT day, depth FROM keywords_facts f
            WHERE f.keyword_id = k.id AND f.day ${week(from)} AND f.day < now.day AND f.source_id = now.source_id
            ORDER BY day DESC LIMIT 1) was ON true
          LEFT JOIN LATERAL (${rankOn(sql`was.day`, week(from))}) p ON true`
      }
      const todayOf = Effect.map(Clock.currentTimeMillis, dayOf)

      return KeptStandings.of({
        ofApp: Effect.fn("KeptStandings.ofApp")(function* (accountId, { listingId, marketId, termsMax }, window) {
          const today = yield* todayOf
          const listing = listingId ?? 0
          const rows = yield* ofAppRows(sql`
            WITH best AS (
              SELECT keyword_id, source_id, min(rank) AS rank FROM keywords_ranks
              WHERE listing_id = ${listing} AND day BETWEEN ${window.from}::date AND ${window.to}::date
              GROUP BY keyword_id, source_id),
            k AS (
              SELECT k.*, w.account_id IS NOT NULL AS tracked, best.rank AS best FROM keywords_tracked k
              LEFT JOIN best ON best.keyword_id = k.id AND best.source_id = k.source_id
              LEFT JOIN keywords_watchers w ON w.keyword_id = k.id AND w.account_id = ${accountId}::uuid
              WHERE k.market_id = ${marketId} AND k.id IN (SELECT keyword_id FROM best
                UNION SELECT keyword_id FROM keywords_watchers WHERE account_id = ${accountId}::uuid)
                AND (w.account_id IS NOT NULL OR ${visible(sql, { listingId: listing, termsMax, today })})
              ORDER BY tracked DESC, k.volume DESC NULLS LAST, k.term LIMIT ${ofAppMax}::int)
            SELECT ${columns}, k.tracked, k.best FROM k ${joined(sql`${listing}`, window, today)} ORDER BY k.term`)
          return rows.map((row) => ({ ...standingOf(row), tracked: row.tracked, best: row.best }))
        }),
        history: Effect.fn("KeptStandings.history")(function* (listingId, keywordIds, { from, to }) {
          if (keywordIds.length === 0) return []
          const today = yield* todayOf
          return yield* historyRows(sql`
            SELECT f.keyword_id AS "keywordId", f.day::text AS day, f.depth, f.observed_ms AS "observedMs", r.rank
            FROM keywords_facts f JOIN keywords_tracked k ON k.id = f.keyword_id AND k.source_id = f.source_id
            LEFT JOIN keywords_ranks r ON r.listing_id = ${listingId ?? 0} AND r.day = f.day
              AND r.keyword_id = f.keyword_id AND r.day BETWEEN ${from}::date AND ${to}::date
            WHERE f.keyword_id = ANY(${ints(keywordIds)}::int[]) AND f.day BETWEEN ${from}::date AND ${to}::date
              AND (k.requested_day IS DISTINCT FROM ${today}::date OR f.day < ${today}::date)
            ORDER BY f.day`)
        }),
        ofAccount: Effect.fn("KeptStandings.ofAccount")(function* (accountId, apps, window) {
          if (apps.length === 0) return []
          const today = yield* todayOf
          const asked = JSON.stringify(apps.map(({ appId, platform }, n) => ({ n, p: platform, a: appId })))
          const rows = yield* ofAccountRows(sql`
            WITH own AS (SELECT keyword_id FROM keywords_watchers WHERE account_id = ${accountId}::uuid
              ORDER BY since DESC, keyword_id LIMIT ${ownMax}::int)
            SELECT ${columns}, asked.n AS place, m.country, m.device, l.name
            FROM own JOIN keywords_tracked k ON k.id = own.keyword_id
            JOIN keywords_markets m ON m.id = k.market_id
            JOIN jsonb_to_recordset(${asked}::text::jsonb) AS asked (n int, p text, a text) ON asked.p = m.platform
            LEFT JOIN keywords_listings l ON l.market_id = m.id AND l.app_id = asked.a
            ${joined(sql`l.id`, window, today)}
            ORDER BY asked.n, m.country, m.device, k.term`)
          return rows.map(({ country, device, name, place, ...row }) => ({
            ...standingOf(row),
            place,
            country,
            device,
            name
          }))
        }),
        seenFor: Effect.fn("KeptStandings.seenFor")(function* (accountId, limit) {
          const today = yield* todayOf
          const fresh = sql`BETWEEN ${addDays(today, -freshDays)}::date AND ${today}::date`
          return yield* seenRows(sql`
            WITH own AS (
              SELECT k.id, k.volume, k.latest_day FROM keywords_watchers w JOIN keywords_tracked k ON k.id = w.keyword_id
              WHERE w.account_id = ${accountId}::uuid AND k.latest_day ${fresh}
              ORDER BY w.since DESC, k.id LIMIT ${ownMax}::int)
            SELECT m.platform, m.country, l.app_id AS "appId", l.name, l.seller
            FROM own JOIN keywords_rankings r ON r.keyword_id = own.id AND r.day = own.latest_day AND r.day ${fresh}
            CROSS JOIN LATERAL unnest(r.listings[1:10]) WITH ORDINALITY AS place (listing, rank)
            JOIN keywords_listings l ON l.id = place.listing JOIN keywords_markets m ON m.id = l.market_id
            GROUP BY m.platform, m.country, l.id
            ORDER BY sum(coalesce(own.volume, 1)::float8 / place.rank) DESC, l.app_id LIMIT ${limit}::int`)
        })
      })
    })
  )
}
