import { addDays, type Day, dayOf } from "@storeglass/history"
import { rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { ints, NullableInt, plannedRowsOf } from "../database.ts"
import { KeywordKeys, type Market } from "./KeywordKeys.ts"
import { KeywordLists } from "./KeywordLists.ts"
import { listsOnDays, measuredDays, placesIn, placesOfAll } from "./places.ts"
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

const standingRows = plannedRowsOf(
  Schema.Struct({
    keywordId: Schema.Int,
    keyword: Schema.String,
    volume: NullableInt,
    difficulty: NullableInt,
    resultCount: NullableInt,
    latestMs: Schema.NullOr(Schema.Finite),
    latestDay: Schema.NullOr(Schema.String),
    sourceId: NullableInt,
    depth: NullableInt
  })
)
const keywordRows = plannedRowsOf(Schema.Struct({ id: Schema.Int }))
export interface TopApp {
  readonly keywordId: number
  readonly appId: string
  readonly name: string
  readonly seller: string
}
const appRows = plannedRowsOf(
  Schema.Struct({ id: Schema.Int, appId: Schema.String, name: Schema.String, seller: Schema.String })
)
const latestRows = plannedRowsOf(Schema.Struct({ keywordId: Schema.Int, day: Schema.String }))
export interface LatestPlace {
  readonly listingId: number
  readonly keywordId: number
  readonly rank: number
}
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
    ) => Effect.Effect<ReadonlyArray<LatestPlace>, SqlError.SqlError>
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
      const lists = yield* KeywordLists

      /** On which day of late each of these keywords has its latest list; others are absent. */
      const latestDays = Effect.fnUntraced(function* (keywordIds: ReadonlyArray<number>, today: Day) {
        return yield* latestRows(sql`
          SELECT id AS "keywordId", latest_day::text AS day FROM keywords_tracked
          WHERE id = ANY(${ints(keywordIds)}::int[])
            AND latest_day BETWEEN ${addDays(today, -freshDays)}::date AND ${today}::date`)
      })

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
        const places = yield* placesIn(
          lists,
          listingId,
          before(Math.max(freshDays, baselineDays + baselineSlackDays)),
          today
        )
        const ids = places.keywordIds.filter(
          (id) =>
            places.isIn(id, before(freshDays), today) ||
            places.isIn(id, before(baselineDays + baselineSlackDays), before(baselineDays))
        )
        if (ids.length === 0) return []
        const rows = yield* keywordRows(sql`
          SELECT k.id FROM keywords_tracked k
          WHERE k.id = ANY(${ints(ids)}::int[]) AND ${visible(sql, { listingId, termsMax, today })}`)
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
        const first = before(month + baselineSlackDays)
        const rows = yield* standingRows(sql`
          SELECT id AS "keywordId", term AS keyword, volume, difficulty, result_count AS "resultCount",
            latest_ms AS "latestMs", latest_day::text AS "latestDay", source_id AS "sourceId", depth
          FROM keywords_tracked WHERE id = ANY(${ints(keywordIds)}::int[])`)
        const measured = yield* measuredDays(lists, keywordIds, first, before(baselineDays))
        const places = yield* placesIn(lists, listingId, first, today)
        /** On the last day that its source measured it from one day to another. */
        const standingIn = (keywordId: number, sourceId: number | null, from: Day, to: Day) => {
          const found = sourceId === null ? null : measured.last(keywordId, from, to, sourceId)
          return found === null ? null : rankIn(found.day, found.depth, places.on(keywordId, found.day))
        }
        return rows.map(({ depth, keywordId, latestDay, sourceId, ...row }): Standing => {
          const then = (days: number) => standingIn(keywordId, sourceId, before(days + baselineSlackDays), before(days))
          return {
            ...row,
            keywordId,
            latest:
              latestDay === null || latestDay < before(freshDays)
                ? null
                : rankIn(latestDay, depth, places.on(keywordId, latestDay)),
            baseline: then(baselineDays),
            monthAgo: then(month)
          }
        })
      })

      const latestOf = Effect.fn("AppStandings.latestOf")(function* (
        listingIds: ReadonlyArray<number>,
        keywordIds: ReadonlyArray<number>
      ) {
        if (listingIds.length === 0 || keywordIds.length === 0) return []
        const today = dayOf(yield* Clock.currentTimeMillis)
        const days = yield* latestDays(keywordIds, today)
        const all = yield* placesOfAll(
          lists,
          [...new Set(listingIds)].map((listingId) => ({ listingId, keywordIds })),
          addDays(today, -freshDays),
          today
        )
        return [...all].flatMap(([listingId, places]) =>
          days.flatMap(({ day, keywordId }) => {
            const rank = places.on(keywordId, day)
            return rank == null ? [] : [{ listingId, keywordId, rank }]
          })
        )
      })

      const topOf = Effect.fn("AppStandings.topOf")(function* (keywordIds: ReadonlyArray<number>) {
        if (keywordIds.length === 0) return new Map<number, ReadonlyArray<TopApp>>()
        const today = dayOf(yield* Clock.currentTimeMillis)
        const days = yield* latestDays(keywordIds, today)
        const latest = yield* listsOnDays(lists, days)
        const first = new Map(
          days.map(({ day, keywordId }) => [keywordId, latest.get(keywordId, day)?.listings.slice(0, 10) ?? []])
        )
        const apps = yield* appRows(sql`SELECT id, app_id AS "appId", name, seller FROM keywords_listings
          WHERE id = ANY(${ints([...new Set([...first.values()].flat())])}::int[])`)
        const byId = new Map(apps.map(({ id, ...app }) => [id, app]))
        return new Map(
          [...first].flatMap(([keywordId, listings]) => {
            const top = listings.flatMap((id) => {
              const app = byId.get(id)
              return app === undefined ? [] : [{ keywordId, ...app }]
            })
            return top.length === 0 ? [] : [[keywordId, top] as const]
          })
        )
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

const rankIn = (day: Day, depth: number | null, rank: number | null | undefined): SnapshotRank | null =>
  rank === undefined ? null : { day, rank, depth: depth ?? 0 }
