import { addDays, dayMs, dayOf } from "@storeglass/history"
import { isoOf, rowsOf } from "@storeglass/plugin-api"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type RankChange, type RankChangeQuery, RankChanges } from "../contract.ts"
import { ints, NullableInt, plannedRowsOf } from "../database.ts"
import { differenceOf, type RankDifference, rankDiff } from "../models/rankDiff.ts"

/** Snapshots that are read at once: each gives up to some hundred changes. */
const batch = 12
/** What is older than this is no snapshot to compare with. */
const lookbackDays = 14
const usPerMs = 1_000
/** Of a few apps, in one step. */
const snapshotsAtOnce = 1_000

const place = {
  keywordId: Schema.Int,
  platform: Schema.Literals(["storea", "storeb"]),
  country: Schema.String,
  device: Schema.String,
  recordedMs: Schema.Finite
}
const FactRow = Schema.Struct({
  ...place,
  depth: Schema.Int,
  listings: Schema.Array(Schema.Int),
  previousDepth: Schema.Int,
  previousListings: Schema.Array(Schema.Int)
})
type FactRow = typeof FactRow.Type
const factRows = plannedRowsOf(FactRow)
const pairRows = plannedRowsOf(
  Schema.Struct({
    ...place,
    listingId: Schema.Int,
    depth: Schema.Int,
    rank: NullableInt,
    previousDepth: Schema.Int,
    previousRank: NullableInt
  })
)
const feedRows = rowsOf(Schema.Struct({ lastMs: Schema.Finite }))
const termRows = rowsOf(Schema.Struct({ id: Schema.Int, term: Schema.String }))
const appRows = rowsOf(Schema.Struct({ id: Schema.Int, appId: Schema.String }))
const keywordRows = plannedRowsOf(Schema.Struct({ keywordId: Schema.Int, listingId: Schema.Int }))

/** A change without the names of its app and keyword. */
interface Found extends Omit<RankChange, "appId" | "keyword"> {
  readonly keywordId: number
  readonly listingId: number
  readonly recordedMs: number
}
type Place = Pick<FactRow, keyof typeof place>

/** Ranks are at most 400 deep: first those ranked now by their rank, then those that fell out by the rank they had. */
const microsecondOf = ({ currentRank, previousRank }: RankDifference<unknown>) =>
  currentRank ?? 400 + (previousRank ?? 0)

/**
 * Changes are not stored: each is the difference of two stored rankings. A snapshot has a moment of its own in whole
 * milliseconds, and each of its changes a microsecond after it, so that a moment is all that a reader has to remember.
 */
const changesOf = (
  { country, device, keywordId, platform, recordedMs }: Place,
  differences: ReadonlyArray<RankDifference<number>>,
  query: RankChangeQuery
): ReadonlyArray<Found> =>
  differences.flatMap(({ app: listingId, ...difference }) => {
    const detectedUs = recordedMs * usPerMs + microsecondOf({ ...difference, app: listingId })
    const isWanted =
      detectedUs > query.sinceUs &&
      detectedUs <= query.untilUs &&
      (query.types === undefined || query.types.includes(difference.type))
    if (!isWanted) return []
    const id = `${keywordId}.${recordedMs}.${listingId}`
    return [{ ...difference, id, listingId, keywordId, recordedMs, platform, country, device, detectedUs }]
  })

export const rankChangesLayer = Layer.effect(
  RankChanges,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const listingsOf = (appIds: ReadonlyArray<string>) =>
      appRows(sql`
        SELECT id, app_id AS "appId" FROM keywords_listings
        WHERE app_id IN (SELECT jsonb_array_elements_text(${JSON.stringify(appIds)}::text::jsonb))`)

    /** The days that snapshots recorded from then on can be of. */
    const firstDay = (fromMs: number) => addDays(dayOf(Math.max(0, fromMs)), -1)
    const lastDay = (query: RankChangeQuery) => addDays(dayOf(Math.floor(query.untilUs / usPerMs)), 1)

    const inWindow = (query: RankChangeQuery, fromMs: number, afterId: number) => sql`
      (f.recorded_at, f.keyword_id) > (${isoOf(fromMs)}::timestamptz, ${afterId}::int)
      AND f.recorded_at <= ${isoOf(Math.floor(query.untilUs / usPerMs))}::timestamptz
      AND f.day BETWEEN ${firstDay(fromMs)}::date AND ${lastDay(query)}::date
      AND (${query.country ?? null}::text IS NULL OR m.country = ${query.country ?? null}::text)
      AND (${query.platform ?? null}::text IS NULL OR m.platform = ${query.platform ?? null}::text)
      AND (${query.device ?? null}::text IS NULL OR m.device = ${query.device ?? null}::text)`

    const before = (query: RankChangeQuery, fromMs: number) => sql`
      SELECT b.day, b.depth FROM keywords_facts b
      WHERE b.keyword_id = p.keyword_id AND b.source_id = p.source_id
        AND b.day < p.day AND b.day >= p.day - ${lookbackDays}::int
        AND b.day BETWEEN ${addDays(firstDay(fromMs), -lookbackDays)}::date AND ${lastDay(query)}::date
      ORDER BY b.day DESC LIMIT 1`

    /** Snapshots that have one before them, in the order of the feed. */
    const snapshots = (query: RankChangeQuery, fromMs: number, afterId: number) =>
      factRows(sql`
        WITH page AS MATERIALIZED (
          SELECT f.keyword_id, f.day, f.source_id, f.depth, f.recorded_at, f.market_id
          FROM keywords_facts f JOIN keywords_markets m ON m.id = f.market_id
          WHERE ${inWindow(query, fromMs, afterId)}
          ORDER BY f.recorded_at, f.keyword_id LIMIT ${batch})
        SELECT p.keyword_id AS "keywordId", m.platform, m.country, m.device,
          round(extract(epoch FROM p.recorded_at) * 1000)::float8 AS "recordedMs", p.depth,
          to_json(now.listings) AS listings,
          coalesce(before.depth, 0) AS "previousDepth", coalesce(to_json(earlier.listings), '[]') AS "previousListings"
        FROM page p
        JOIN keywords_markets m ON m.id = p.market_id
        JOIN keywords_rankings now ON now.keyword_id = p.keyword_id AND now.day = p.day
        LEFT JOIN LATERAL (${before(query, fromMs)}) before ON true
        LEFT JOIN keywords_rankings earlier ON earlier.keyword_id = p.keyword_id AND earlier.day = before.day
        ORDER BY p.recorded_at, p.keyword_id`)

    /** Which of these listings is ranked for which keywords in the window, or was shortly before it. */
    const keywordsOf = (query: RankChangeQuery, listings: ReadonlyArray<number>, fromMs: number) =>
      keywordRows(sql`
        SELECT DISTINCT keyword_id AS "keywordId", listing_id AS "listingId" FROM keywords_ranks WHERE listing_id = ANY(${ints(listings)}::int[])
          AND day BETWEEN ${addDays(firstDay(fromMs), -lookbackDays)}::date AND ${lastDay(query)}::date`)

    /** The ranks of listings in the snapshots of their keywords, where two in a row differ. */
    const pairs = (
      query: RankChangeQuery,
      words: ReadonlyArray<{ readonly keywordId: number; readonly listingId: number }>,
      fromMs: number
    ) => {
      const between = sql`BETWEEN ${addDays(firstDay(fromMs), -lookbackDays)}::date AND ${lastDay(query)}::date`
      return pairRows(sql`
        WITH page AS (
          SELECT word.listing_id, f.keyword_id, f.day, f.source_id, f.depth, f.recorded_at, f.platform, f.country, f.device
          FROM unnest(${ints(words.map(({ keywordId }) => keywordId))}::int[],
              ${ints(words.map(({ listingId }) => listingId))}::int[]) AS word (keyword_id, listing_id)
            -- By the index, keyword by keyword: OFFSET keeps the planner from reading whole months instead.
            CROSS JOIN LATERAL (
              SELECT f.*, m.platform, m.country, m.device
              FROM keywords_facts f JOIN keywords_markets m ON m.id = f.market_id
              WHERE f.keyword_id = word.keyword_id AND ${inWindow(query, fromMs, 2_147_483_647)} OFFSET 0) f)
        SELECT p.keyword_id AS "keywordId", p.platform, p.country, p.device,
          round(extract(epoch FROM p.recorded_at) * 1000)::float8 AS "recordedMs", p.depth,
          p.listing_id AS "listingId", now.rank, before.depth AS "previousDepth", was.rank AS "previousRank"
        FROM page p CROSS JOIN LATERAL (${before(query, fromMs)}) before
        LEFT JOIN keywords_ranks now ON now.listing_id = p.listing_id AND now.day = p.day
          AND now.keyword_id = p.keyword_id AND now.day ${between}
        LEFT JOIN keywords_ranks was ON was.listing_id = p.listing_id AND was.day = before.day
          AND was.keyword_id = p.keyword_id AND was.day ${between}
        WHERE now.rank IS DISTINCT FROM was.rank
        ORDER BY p.recorded_at, p.keyword_id, now.rank NULLS LAST, was.rank LIMIT ${query.limit + 400}`)
    }

    /** In steps of so many days that a step looks at no more than some thousand snapshots. */
    const ofApps = Effect.fnUntraced(function* (query: RankChangeQuery, listings: ReadonlyArray<number>) {
      const found: Array<Found> = []
      let fromMs = Math.floor(query.sinceUs / usPerMs) - 1
      const words = yield* keywordsOf(query, listings, fromMs)
      if (words.length === 0) return found
      const spanMs = dayMs * Math.max(1, Math.floor(snapshotsAtOnce / words.length))
      for (;;) {
        const untilUs = Math.min(query.untilUs, (fromMs + spanMs) * usPerMs + usPerMs - 1)
        const rows = yield* pairs({ ...query, untilUs }, words, fromMs)
        for (const row of rows) {
          const depth = Math.min(row.depth, row.previousDepth)
          const within = (rank: number | null) => (rank === null || rank > depth ? null : rank)
          const difference = differenceOf(row.listingId, within(row.previousRank), within(row.rank))
          if (difference !== null) found.push(...changesOf(row, [difference], query))
        }
        const last = rows.at(-1)
        const isCut = rows.length === query.limit + 400 && last !== undefined
        if (found.length > query.limit || (!isCut && untilUs === query.untilUs)) return found
        if (isCut) {
          // The last snapshot may have been cut off, so it is read again as a whole.
          fromMs = last.recordedMs - 1
          while (found.at(-1)?.recordedMs === last.recordedMs) found.pop()
        } else fromMs = Math.floor(untilUs / usPerMs)
      }
    })

    const ofAll = Effect.fnUntraced(function* (query: RankChangeQuery) {
      const found: Array<Found> = []
      // The snapshot of the moment itself may have been read in part.
      let fromMs = Math.floor(query.sinceUs / usPerMs) - 1
      let afterId = 2_147_483_647
      for (;;) {
        const page = yield* snapshots(query, fromMs, afterId)
        for (const row of page) {
          // Without a ranking before it a snapshot is a beginning and no change.
          if (row.previousDepth === 0) continue
          const earlier = { depth: row.previousDepth, apps: row.previousListings }
          found.push(...changesOf(row, rankDiff(earlier, { depth: row.depth, apps: row.listings }), query))
        }
        const last = page.at(-1)
        if (page.length < batch || found.length > query.limit || last === undefined) return found
        fromMs = last.recordedMs
        afterId = last.keywordId
      }
    })

    const read: RankChanges["Service"]["read"] = Effect.fn("RankChanges.read")(function* (asked) {
      // Read first: all snapshots up to this moment are committed, and those to come will be later than it.
      const [feed] = yield* feedRows(
        sql`SELECT round(extract(epoch FROM last_at) * 1000)::float8 AS "lastMs" FROM keywords_feed`
      )
      const query = { ...asked, untilUs: Math.min(asked.untilUs, (feed?.lastMs ?? 0) * usPerMs + usPerMs - 1) }
      const named = query.appIds === undefined ? null : yield* listingsOf(query.appIds)
      const isPast = query.untilUs <= query.sinceUs || named?.length === 0
      const found = isPast
        ? []
        : yield* named === null
            ? ofAll(query)
            : ofApps(
                query,
                named.map(({ id }) => id)
              )
      const given = [...found].sort((a, b) => a.detectedUs - b.detectedUs).slice(0, query.limit)
      const hasMore = found.length > query.limit
      const ids = [...new Set(given.map(({ listingId }) => listingId))]
      const known =
        ids.length === 0
          ? []
          : yield* appRows(sql`SELECT id, app_id AS "appId" FROM keywords_listings WHERE id = ANY(${ints(ids)}::int[])`)
      const appIds = new Map(known.map(({ appId, id }) => [id, appId]))
      const words = [...new Set(given.map(({ keywordId }) => keywordId))]
      const terms = new Map(
        (words.length === 0
          ? []
          : yield* termRows(sql`SELECT id, term FROM keywords_tracked WHERE id = ANY(${ints(words)}::int[])`)
        ).map(({ id, term }) => [id, term])
      )
      return {
        changes: given.map(({ keywordId, listingId, recordedMs: _, ...change }) => ({
          ...change,
          appId: appIds.get(listingId) ?? "",
          keyword: terms.get(keywordId) ?? ""
        })),
        hasMore,
        // Without more, all up to the end of the window is read.
        nextUs: hasMore ? (given.at(-1)?.detectedUs ?? query.sinceUs) : Math.max(query.sinceUs, query.untilUs)
      }
    })

    return RankChanges.of({ read })
  })
)
