import { addDays, type Day, dayOf, daysFrom } from "@storeglass/history"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { TrackedKeyword } from "../contract.ts"
import { ints, NullableInt, plannedRowsOf } from "../database.ts"
import { freshDays, type SnapshotRank } from "./AppStandings.ts"
import { KeywordLists } from "./KeywordLists.ts"
import {
  byListing,
  factsOnDays,
  listsOnDays,
  type MeasuredDay,
  type MeasuredDays,
  measuredDays,
  noPlaces,
  type Places,
  placesIn,
  placesOfAll
} from "./places.ts"
import { visible } from "./visible.ts"

const NullableText = Schema.NullOr(Schema.String)
const keyword = {
  keywordId: Schema.Int,
  keyword: Schema.String,
  volume: NullableInt,
  difficulty: NullableInt,
  sourceId: NullableInt,
  requestedDay: NullableText
}
const ofAppRows = plannedRowsOf(Schema.Struct({ ...keyword, tracked: Schema.Boolean }))
const ofAccountRows = plannedRowsOf(
  Schema.Struct({
    ...keyword,
    place: Schema.Int,
    country: Schema.String,
    device: Schema.String,
    listingId: NullableInt,
    name: NullableText
  })
)
const historyRows = plannedRowsOf(
  Schema.Struct({ keywordId: Schema.Int, sourceId: NullableInt, requestedDay: NullableText })
)
const ownRows = plannedRowsOf(Schema.Struct({ keywordId: Schema.Int, volume: NullableInt, day: Schema.String }))
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

/** A keyword, and where the listing is in its lists. */
interface Stood {
  readonly keywordId: number
  readonly requestedDay: Day | null
  readonly places: Places
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
      const lists = yield* KeywordLists
      const columns =
        sql.literal(`k.id AS "keywordId", k.term AS keyword, k.volume, k.difficulty, k.source_id AS "sourceId",
        k.requested_day::text AS "requestedDay"`)

      /** How each stood on the last day that was measured in the week up to `to`, and before it in that up to `from`. */
      const standingsOf = Effect.fnUntraced(function* (
        keywords: ReadonlyArray<Stood>,
        measured: MeasuredDays,
        { from, to }: Window,
        today: Day
      ) {
        const ranked = (places: Places, keywordId: number, found: MeasuredDay | null): SnapshotRank | null => {
          const rank = found === null ? undefined : places.on(keywordId, found.day)
          return found === null || rank === undefined ? null : { day: found.day, rank, depth: found.depth }
        }
        const standings = keywords.map(({ keywordId, places, requestedDay }) => {
          const latest = measured.last(keywordId, addDays(to, -freshDays), lastCounted(requestedDay, to, today))
          const previous =
            latest === null
              ? null
              : measured.last(
                  keywordId,
                  addDays(from, -freshDays),
                  from < latest.day ? from : addDays(latest.day, -1),
                  latest.source
                )
          return { now: ranked(places, keywordId, latest), before: ranked(places, keywordId, previous) }
        })
        const facts = yield* factsOnDays(
          lists,
          keywords.flatMap(({ keywordId }, index) => {
            const day = standings[index]?.now?.day
            return day === undefined ? [] : [{ keywordId, day }]
          })
        )
        return keywords.map(({ keywordId }, index) => {
          const { before = null, now = null } = standings[index] ?? {}
          const observedMs = now === null ? null : (facts.get(keywordId, now.day)?.observedMs ?? null)
          return { now, before, observedMs }
        })
      })
      const todayOf = Effect.map(Clock.currentTimeMillis, dayOf)

      return KeptStandings.of({
        ofApp: Effect.fn("KeptStandings.ofApp")(function* (accountId, { listingId, marketId, termsMax }, window) {
          const today = yield* todayOf
          const { from, to } = window
          const places = yield* placesIn(lists, listingId, addDays(from, -freshDays), to)
          const ranked = places.keywordIds.filter((id) => places.isIn(id, from, to))
          const rows = yield* ofAppRows(sql`
            SELECT * FROM (
              SELECT ${columns}, w.account_id IS NOT NULL AS tracked FROM keywords_tracked k
              LEFT JOIN keywords_watchers w ON w.keyword_id = k.id AND w.account_id = ${accountId}::uuid
              WHERE k.market_id = ${marketId} AND k.id IN (SELECT unnest(${ints(ranked)}::int[])
                UNION SELECT keyword_id FROM keywords_watchers WHERE account_id = ${accountId}::uuid)
                AND (w.account_id IS NOT NULL OR ${visible(sql, { listingId: listingId ?? 0, termsMax, today })})
              ORDER BY tracked DESC, k.volume DESC NULLS LAST, k.term LIMIT ${ofAppMax}::int) AS k
            ORDER BY keyword`)
          const measured = yield* measuredDays(
            lists,
            rows.map(({ keywordId }) => keywordId),
            addDays(from, -freshDays),
            to
          )
          const days = daysFrom(from, to)
          const standings = yield* standingsOf(
            rows.map((row) => ({ ...row, places })),
            measured,
            window,
            today
          )
          return rows.map(({ requestedDay: _, sourceId, ...row }, index) => {
            const own = days.flatMap((day) => {
              const rank = places.on(row.keywordId, day)
              return rank == null || measured.on(row.keywordId, day)?.source !== sourceId ? [] : [rank]
            })
            return {
              ...row,
              ...(standings[index] ?? notMeasured),
              best: own.length === 0 ? null : Math.min(...own)
            }
          })
        }),
        history: Effect.fn("KeptStandings.history")(function* (listingId, keywordIds, { from, to }) {
          if (keywordIds.length === 0) return []
          const today = yield* todayOf
          const states = new Map(
            (yield* historyRows(sql`
              SELECT id AS "keywordId", source_id AS "sourceId", requested_day::text AS "requestedDay"
              FROM keywords_tracked WHERE id = ANY(${ints(keywordIds)}::int[])`)).map((row) => [row.keywordId, row])
          )
          const places = yield* placesIn(lists, listingId, from, to)
          const { facts } = yield* lists.facts([...states.keys()], from, to)
          return facts
            .flatMap(({ day, depth, observedMs, owner, source }) => {
              const state = states.get(owner)
              const rank = places.on(owner, day)
              const counts =
                state?.sourceId === source && rank !== undefined && day <= lastCounted(state.requestedDay, to, today)
              return counts ? [{ keywordId: owner, day, depth, observedMs, rank }] : []
            })
            .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
        }),
        ofAccount: Effect.fn("KeptStandings.ofAccount")(function* (accountId, apps, window) {
          if (apps.length === 0) return []
          const today = yield* todayOf
          const asked = JSON.stringify(apps.map(({ appId, platform }, n) => ({ n, p: platform, a: appId })))
          const rows = yield* ofAccountRows(sql`
            WITH own AS (SELECT keyword_id FROM keywords_watchers WHERE account_id = ${accountId}::uuid
              ORDER BY since DESC, keyword_id LIMIT ${ownMax}::int)
            SELECT ${columns}, asked.n AS place, m.country, m.device, l.id AS "listingId", l.name
            FROM own JOIN keywords_tracked k ON k.id = own.keyword_id
            JOIN keywords_markets m ON m.id = k.market_id
            JOIN jsonb_to_recordset(${asked}::text::jsonb) AS asked (n int, p text, a text) ON asked.p = m.platform
            LEFT JOIN keywords_listings l ON l.market_id = m.id AND l.app_id = asked.a
            ORDER BY asked.n, m.country, m.device, k.term`)
          const first = addDays(window.from, -freshDays)
          const measured = yield* measuredDays(
            lists,
            [...new Set(rows.map(({ keywordId }) => keywordId))],
            first,
            window.to
          )
          const places = yield* placesOfAll(lists, byListing(rows), first, window.to)
          const standings = yield* standingsOf(
            rows.map((row) => ({ ...row, places: places.get(row.listingId ?? 0) ?? noPlaces })),
            measured,
            window,
            today
          )
          return rows.map(({ listingId: _, requestedDay: __, sourceId: ___, ...row }, index) => ({
            ...row,
            ...(standings[index] ?? notMeasured)
          }))
        }),
        seenFor: Effect.fn("KeptStandings.seenFor")(function* (accountId, limit) {
          const today = yield* todayOf
          const own = yield* ownRows(sql`
            SELECT k.id AS "keywordId", k.volume, k.latest_day::text AS day
            FROM keywords_watchers w JOIN keywords_tracked k ON k.id = w.keyword_id
            WHERE w.account_id = ${accountId}::uuid
              AND k.latest_day BETWEEN ${addDays(today, -freshDays)}::date AND ${today}::date
            ORDER BY w.since DESC, k.id LIMIT ${ownMax}::int`)
          const latest = yield* listsOnDays(lists, own)
          const worth = new Map<number, number>()
          for (const { day, keywordId, volume } of own)
            for (const [index, listing] of (latest.get(keywordId, day)?.listings.slice(0, 10) ?? []).entries())
              worth.set(listing, (worth.get(listing) ?? 0) + (volume ?? 1) / (index + 1))
          return yield* seenRows(sql`
            SELECT m.platform, m.country, l.app_id AS "appId", l.name, l.seller
            FROM unnest(${ints([...worth.keys()])}::int[], ${ints([...worth.values()])}::float8[]) AS seen (listing, worth)
            JOIN keywords_listings l ON l.id = seen.listing JOIN keywords_markets m ON m.id = l.market_id
            ORDER BY seen.worth DESC, l.app_id LIMIT ${limit}::int`)
        })
      })
    })
  )
}

const notMeasured = { now: null, before: null, observedMs: null }

/** Searches that a request had made today begin to count tomorrow. */
const lastCounted = (requestedDay: Day | null, to: Day, today: Day) =>
  requestedDay === today && to >= today ? addDays(today, -1) : to
