import { addDays, type Day, dayOf } from "@storeglass/history"
import { rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { ints, NullableInt, plannedRowsOf } from "../database.ts"
import { KeywordKeys, type Market } from "./KeywordKeys.ts"
import { visible } from "./visible.ts"

/** A latest snapshot older than this says nothing of now. */
export const freshDays = 7
/** How much older than asked a snapshot to compare with may be. */
export const baselineSlackDays = 7

/** A rank in a snapshot: `rank` null is "not in the first `depth`". */
export interface SnapshotRank {
  readonly day: Day
  readonly rank: number | null
  readonly depth: number
}

/** How an app stands for a keyword. `latest` null: not measured of late; `baseline` null: not measured then. */
export interface Standing {
  readonly keywordId: number
  readonly keyword: string
  readonly volume: number | null
  readonly difficulty: number | null
  readonly resultCount: number | null
  readonly latestMs: number | null
  readonly latest: SnapshotRank | null
  readonly baseline: SnapshotRank | null
  readonly monthAgo: SnapshotRank | null
}

const StandingRow = Schema.Struct({
  keywordId: Schema.Int,
  keyword: Schema.String,
  volume: NullableInt,
  difficulty: NullableInt,
  resultCount: NullableInt,
  latestMs: Schema.NullOr(Schema.Finite),
  latestDay: Schema.NullOr(Schema.String),
  depth: NullableInt,
  rank: NullableInt,
  day1: Schema.NullOr(Schema.String),
  depth1: NullableInt,
  rank1: NullableInt,
  day2: Schema.NullOr(Schema.String),
  depth2: NullableInt,
  rank2: NullableInt
})
const standingRows = plannedRowsOf(StandingRow)
const keywordRows = plannedRowsOf(Schema.Struct({ id: Schema.Int }))
const TopRow = Schema.Struct({
  keywordId: Schema.Int,
  appId: Schema.String,
  name: Schema.String,
  seller: Schema.String
})
export type TopApp = typeof TopRow.Type
const topRows = plannedRowsOf(TopRow)
const LatestRow = Schema.Struct({ listingId: Schema.Int, keywordId: Schema.Int, rank: Schema.Int })
const latestRows = plannedRowsOf(LatestRow)
const idRows = rowsOf(Schema.Struct({ id: Schema.Int }))
const listingRows = rowsOf(
  Schema.Struct({
    id: Schema.Int,
    name: Schema.String,
    seller: Schema.String,
    discoveredDay: Schema.NullOr(Schema.String),
    discoveredTerms: Schema.Int
  })
)

export interface Listing {
  readonly id: number
  readonly name: string
  readonly seller: string
  /** The last day on which keywords were looked for. */
  readonly discoveredDay: Day | null
  /** How many terms were searched for that. */
  readonly discoveredTerms: number
}

/** How apps stand for their keywords, from what was collected. */
export class AppStandings extends Context.Service<
  AppStandings,
  {
    /** Null: the app was never seen in this market. */
    readonly listing: (market: Market, appId: string) => Effect.Effect<Listing | null, SqlError.SqlError>
    /**
     * The keywords that count for the listing and that it was ranked for of late, or `baselineDays` ago. `termsMax`: how
     * many of the terms searched for it today count.
     */
    readonly basket: (
      listingId: number,
      baselineDays: number,
      termsMax: number
    ) => Effect.Effect<ReadonlyArray<number>, SqlError.SqlError>
    /**
     * How the listing stands for each of these keywords, by its latest snapshot. Snapshots of another source than the
     * latest are not looked at.
     */
    readonly of: (
      listingId: number,
      keywordIds: ReadonlyArray<number>,
      baselineDays: number
    ) => Effect.Effect<ReadonlyArray<Standing>, SqlError.SqlError>
    /** Where these listings are ranked in the latest snapshots of these keywords. */
    readonly latestOf: (
      listingIds: ReadonlyArray<number>,
      keywordIds: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<typeof LatestRow.Type>, SqlError.SqlError>
    /** The first ten apps in the latest snapshots of these keywords, best first, by keyword. */
    readonly topOf: (
      keywordIds: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyMap<number, ReadonlyArray<TopApp>>, SqlError.SqlError>
    /** Whether any of the first `termsMax` terms was searched for the listing today. */
    readonly discoveredToday: (listingId: number, termsMax: number) => Effect.Effect<boolean, SqlError.SqlError>
    /** Notes which terms were searched for the keywords of an app today, from the one with the number `from` on. */
    readonly noteDiscovery: (
      marketId: number,
      app: { readonly appId: string; readonly name: string; readonly seller: string },
      searched: { readonly from: number; readonly to: number; readonly keywordIds: ReadonlyArray<number> }
    ) => Effect.Effect<void, SqlError.SqlError>
  }
>()("@storeglass/keywords/AppStandings") {
  static readonly layer = Layer.effect(
    AppStandings,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const keys = yield* KeywordKeys

      const listing = Effect.fn("AppStandings.listing")(function* (market: Market, appId: string) {
        const marketId = yield* keys.marketId(market)
        if (marketId === null) return null
        const [row] = yield* listingRows(sql`
          SELECT id, name, seller, discovered_day::text AS "discoveredDay",
            discovered_terms AS "discoveredTerms" FROM keywords_listings
          WHERE market_id = ${marketId} AND app_id = ${appId}`)
        return row ?? null
      })

      const basket = Effect.fn("AppStandings.basket")(function* (
        listingId: number,
        baselineDays: number,
        termsMax: number
      ) {
        const today = dayOf(yield* Clock.currentTimeMillis)
        const before = (days: number) => addDays(today, -days)
        const rows = yield* keywordRows(sql`
          SELECT k.id FROM keywords_tracked k
          WHERE k.id IN (
            SELECT keyword_id FROM keywords_ranks WHERE listing_id = ${listingId}
              AND day BETWEEN ${before(freshDays)}::date AND ${today}::date
            UNION
            SELECT keyword_id FROM keywords_ranks WHERE listing_id = ${listingId}
              AND day BETWEEN ${before(baselineDays + baselineSlackDays)}::date AND ${before(baselineDays)}::date)
          AND ${visible(sql, { listingId, termsMax, today })}`)
        return rows.map(({ id }) => id)
      })

      const of = Effect.fn("AppStandings.of")(function* (
        listingId: number,
        keywordIds: ReadonlyArray<number>,
        baselineDays: number
      ) {
        if (keywordIds.length === 0) return []
        const today = dayOf(yield* Clock.currentTimeMillis)
        const before = (days: number) => addDays(today, -days)
        const month = Math.max(baselineDays, 30)
        const rows = yield* standingRows(sql`
          SELECT k.id AS "keywordId", k.term AS keyword, k.volume, k.difficulty, k.result_count AS "resultCount",
            k.latest_ms AS "latestMs", k.latest_day::text AS "latestDay", k.depth, now.rank,
            b1.day::text AS day1, b1.depth AS depth1, r1.rank AS rank1,
            b2.day::text AS day2, b2.depth AS depth2, r2.rank AS rank2
          FROM keywords_tracked k
          LEFT JOIN keywords_ranks now ON now.listing_id = ${listingId} AND now.day = k.latest_day
            AND now.keyword_id = k.id AND now.source_id = k.source_id
            AND now.day BETWEEN ${before(freshDays)}::date AND ${today}::date
          LEFT JOIN LATERAL (
            SELECT day, depth FROM keywords_facts f WHERE f.keyword_id = k.id AND f.source_id = k.source_id
              AND f.day BETWEEN ${before(baselineDays + baselineSlackDays)}::date
                AND ${before(baselineDays)}::date
            ORDER BY day DESC LIMIT 1) b1 ON true
          LEFT JOIN keywords_ranks r1 ON r1.listing_id = ${listingId} AND r1.day = b1.day AND r1.keyword_id = k.id
            AND r1.source_id = k.source_id AND r1.day BETWEEN ${before(baselineDays + baselineSlackDays)}::date
              AND ${before(baselineDays)}::date
          LEFT JOIN LATERAL (
            SELECT day, depth FROM keywords_facts f WHERE f.keyword_id = k.id AND f.source_id = k.source_id
              AND f.day BETWEEN ${before(month + baselineSlackDays)}::date AND ${before(month)}::date
            ORDER BY day DESC LIMIT 1) b2 ON true
          LEFT JOIN keywords_ranks r2 ON r2.listing_id = ${listingId} AND r2.day = b2.day AND r2.keyword_id = k.id
            AND r2.source_id = k.source_id AND r2.day BETWEEN ${before(month + baselineSlackDays)}::date
              AND ${before(month)}::date
          WHERE k.id = ANY(${ints(keywordIds)}::int[])`)
        return rows.map(
          (row): Standing => ({
            keywordId: row.keywordId,
            keyword: row.keyword,
            volume: row.volume,
            difficulty: row.difficulty,
            resultCount: row.resultCount,
            latestMs: row.latestMs,
            latest:
              row.latestDay === null || row.latestDay < before(freshDays)
                ? null
                : rankIn(row.latestDay, row.depth, row.rank),
            baseline: row.day1 === null ? null : rankIn(row.day1, row.depth1, row.rank1),
            monthAgo: row.day2 === null ? null : rankIn(row.day2, row.depth2, row.rank2)
          })
        )
      })

      const latestOf = Effect.fn("AppStandings.latestOf")(function* (
        listingIds: ReadonlyArray<number>,
        keywordIds: ReadonlyArray<number>
      ) {
        if (listingIds.length === 0 || keywordIds.length === 0) return []
        const today = dayOf(yield* Clock.currentTimeMillis)
        return yield* latestRows(sql`
          SELECT r.listing_id AS "listingId", r.keyword_id AS "keywordId", r.rank
          FROM keywords_tracked k
          JOIN keywords_ranks r ON r.listing_id = ANY(${ints(listingIds)}::int[]) AND r.keyword_id = k.id
            AND r.day = k.latest_day AND r.source_id = k.source_id
            AND r.day BETWEEN ${addDays(today, -freshDays)}::date AND ${today}::date
          WHERE k.id = ANY(${ints(keywordIds)}::int[])`)
      })

      const topOf = Effect.fn("AppStandings.topOf")(function* (keywordIds: ReadonlyArray<number>) {
        if (keywordIds.length === 0) return new Map<number, ReadonlyArray<TopApp>>()
        const today = dayOf(yield* Clock.currentTimeMillis)
        const rows = yield* topRows(sql`
          SELECT k.id AS "keywordId", l.app_id AS "appId", l.name, l.seller
          FROM keywords_tracked k
          JOIN keywords_rankings r ON r.keyword_id = k.id AND r.day = k.latest_day
            AND r.day BETWEEN ${addDays(today, -freshDays)}::date AND ${today}::date
          CROSS JOIN LATERAL unnest(r.listings[1:10]) WITH ORDINALITY AS place (listing, rank)
          JOIN keywords_listings l ON l.id = place.listing
          WHERE k.id = ANY(${ints(keywordIds)}::int[])
          ORDER BY k.id, place.rank`)
        return Map.groupBy(rows, ({ keywordId }) => keywordId)
      })

      const discoveredToday = Effect.fn("AppStandings.discoveredToday")(function* (
        listingId: number,
        termsMax: number
      ) {
        const today = dayOf(yield* Clock.currentTimeMillis)
        const rows = yield* sql`SELECT 1 FROM keywords_discovered
          WHERE listing_id = ${listingId} AND day = ${today}::date AND place < ${termsMax} LIMIT 1`
        return rows.length > 0
      })

      const noteDiscovery = Effect.fn("AppStandings.noteDiscovery")(function* (
        marketId: number,
        app: { readonly appId: string; readonly name: string; readonly seller: string },
        {
          from,
          keywordIds,
          to
        }: { readonly from: number; readonly to: number; readonly keywordIds: ReadonlyArray<number> }
      ) {
        const today = dayOf(yield* Clock.currentTimeMillis)
        const changed = yield* idRows(sql`UPDATE keywords_listings
          SET discovered_day = ${today}::date, discovered_terms = ${to}
          WHERE market_id = ${marketId} AND app_id = ${app.appId} RETURNING id`)
        const [listing] =
          changed.length > 0
            ? changed
            : yield* idRows(sql`
                INSERT INTO keywords_listings (market_id, app_id, name, seller, discovered_day, discovered_terms)
                VALUES (${marketId}, ${app.appId}, ${app.name}, ${app.seller}, ${today}::date, ${to})
                ON CONFLICT (market_id, app_id) DO UPDATE SET discovered_day = excluded.discovered_day,
                  discovered_terms = excluded.discovered_terms
                RETURNING id`)
        if (listing === undefined || keywordIds.length === 0) return
        yield* sql`INSERT INTO keywords_discovered (listing_id, keyword_id, place, day)
          SELECT ${listing.id}, keyword_id, ${from} + place - 1, ${today}::date
          FROM unnest(${ints(keywordIds)}::int[]) WITH ORDINALITY AS searched (keyword_id, place)
          ON CONFLICT (listing_id, keyword_id) DO UPDATE SET place = excluded.place, day = excluded.day`
      })

      return AppStandings.of({ listing, basket, of, latestOf, topOf, discoveredToday, noteDiscovery })
    })
  )
}

const rankIn = (day: Day, depth: number | null, rank: number | null): SnapshotRank => ({ day, rank, depth: depth ?? 0 })
