import { rowsOf } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { TrackedKeyword, TrackedKeywords } from "../contract.ts"
import { termOf } from "../models/term.ts"

/** How many are counted at once; of more, a job counts the watchers. */
const countedMax = 1_000
/** Held by who adds watchers, and alone by who lets keywords go: none goes while it's being tracked. */
export const watchersLock = 7_263_548_111

const marketRows = rowsOf(
  Schema.Struct({ id: Schema.Int, platform: Schema.String, country: Schema.String, device: Schema.String })
)
// In one text, as there may be 100,000.
const idRows = rowsOf(Schema.Struct({ ids: Schema.fromJsonString(Schema.Array(Schema.Int)) }))
const madeRows = rowsOf(
  Schema.Struct({ made: Schema.fromJsonString(Schema.Array(Schema.Tuple([Schema.Int, Schema.Int, Schema.String]))) })
)

interface Place {
  readonly market: number
  readonly term: string
}
const nameOf = ({
  country,
  device,
  platform
}: {
  readonly platform: string
  readonly country: string
  readonly device: string
}) => JSON.stringify([platform, country, device])
const placeOf = ({ market, term }: Place) => `${market} ${term}`
const listOf = (ids: Iterable<number>) => `{${[...ids].join(",")}}`
const ordered = (ids: ReadonlyArray<number>) => [...new Set(ids)].filter((id) => id > 0).sort((a, b) => a - b)

/** Many at once, in the caller's transaction: no id of it is remembered by the process, so that it may be undone. */
export const makeTrackMany = Effect.map(SqlClient.SqlClient, (sql) => {
  const marketsOf = (keywords: ReadonlyArray<TrackedKeyword>) => {
    const each = [...new Map(keywords.map((keyword) => [nameOf(keyword), keyword])).values()]
    const json = JSON.stringify(each.map(({ country, device, platform }) => ({ p: platform, c: country, d: device })))
    return sql`jsonb_to_recordset(${json}::text::jsonb) AS asked (p text, c text, d text)`
  }
  /** Each with the market that it's in; 0 is none. */
  const placesOf = Effect.fnUntraced(function* (keywords: ReadonlyArray<TrackedKeyword>) {
    const markets = yield* marketRows(sql`
      SELECT id, platform, country, device FROM ${marketsOf(keywords)}
      JOIN keywords_markets ON platform = p AND country = c AND device = d`)
    const ids = new Map(markets.map((market) => [nameOf(market), market.id]))
    return keywords.map((keyword): Place => ({ market: ids.get(nameOf(keyword)) ?? 0, term: termOf(keyword.keyword) }))
  })
  const asked = (places: ReadonlyArray<Place>) =>
    sql`ROWS FROM (unnest(${listOf(places.map(({ market }) => market))}::int[]),
      jsonb_array_elements_text(${JSON.stringify(places.map(({ term }) => term))}::text::jsonb))
      WITH ORDINALITY AS asked (m, t, place)`
  /** Their ids in their order: 0 where there is none, and below where nothing is collected. */
  const find = (places: ReadonlyArray<Place>) =>
    Effect.map(
      // OFFSET 0 has each looked up by the index: how many are asked for, no plan knows.
      idRows(sql`
        SELECT coalesce(json_agg(coalesce(id, 0) ORDER BY place), '[]')::text AS ids
        FROM ${asked(places)} LEFT JOIN LATERAL (
          SELECT CASE WHEN tracked_at IS NULL THEN -id ELSE id END AS id FROM keywords_tracked
          WHERE market_id = m AND term = t OFFSET 0) AS k ON true`),
      ([row]) => row?.ids ?? []
    )
  /** Of those that were asked for, those whose row is one of these; each once, also of those that have the same form. */
  const among = (
    keywords: ReadonlyArray<TrackedKeyword>,
    places: ReadonlyArray<Place>,
    ids: ReadonlyArray<number>,
    changed: ReadonlyArray<number>
  ) => {
    const left = new Set(changed)
    return keywords.flatMap((keyword, index) => {
      const term = places[index]?.term ?? keyword.keyword
      return left.delete(Math.abs(ids[index] ?? 0)) ? [{ ...keyword, keyword: term }] : []
    })
  }
  /** Everyone who counts locks in one order. */
  const locked = (ids: ReadonlyArray<number>) =>
    sql`SELECT id FROM keywords_tracked WHERE id = ANY(${listOf(ids)}::int[]) ORDER BY id FOR UPDATE`
  const countLater = (ids: ReadonlyArray<number>) =>
    sql`INSERT INTO keywords_recounts (keyword_ids) VALUES (${listOf(ids)}::int[])`

  const trackAll: TrackedKeywords["Service"]["trackAll"] = Effect.fn("TrackedKeywords.trackAll")(
    function* (accountId, keywords) {
      if (keywords.length === 0) return []
      const nowMs = yield* Clock.currentTimeMillis
      const now = sql`to_timestamp(${nowMs}::float8 / 1000)`
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`SELECT pg_advisory_xact_lock_shared(${watchersLock}::bigint)`
          // Conflicts use up ids, so only what is missing is put in.
          yield* sql`
            INSERT INTO keywords_markets (platform, country, device)
            SELECT p, c, d FROM ${marketsOf(keywords)}
            WHERE NOT EXISTS (SELECT FROM keywords_markets WHERE platform = p AND country = c AND device = d)
            ORDER BY p, c, d ON CONFLICT DO NOTHING`
          const places = yield* placesOf(keywords)
          let ids = yield* find(places)
          const missing = places.filter((_, index) => ids[index] === 0)
          const isMade = new Set<number>()
          if (missing.length > 0) {
            // With their first watcher, who comes below.
            const [row] = yield* madeRows(sql`
              WITH made AS (
                INSERT INTO keywords_tracked (market_id, term, watchers, tracked_at)
                SELECT DISTINCT m, t, 1, ${now} FROM ${asked(missing)} ORDER BY m, t
                ON CONFLICT DO NOTHING RETURNING id, market_id, term)
              SELECT coalesce(json_agg(json_build_array(id, market_id, term)), '[]')::text AS made FROM made`)
            const made = new Map((row?.made ?? []).map(([id, market, term]) => [placeOf({ market, term }), id]))
            for (const id of made.values()) isMade.add(id)
            ids = ids.map((id, index) => id || (made.get(placeOf(places[index] ?? { market: 0, term: "" })) ?? 0))
            // Another has made them meanwhile.
            if (ids.includes(0)) ids = yield* find(places)
          }
          const known = ordered(ids.map(Math.abs)).filter((id) => !isMade.has(id))
          const isFew = known.length <= countedMax
          if (isFew && known.length > 0) yield* locked(known)
          const [row] = yield* idRows(sql`
            WITH added AS (
              INSERT INTO keywords_watchers (account_id, keyword_id, since, by_itself)
              SELECT ${accountId}::uuid, id, ${now}, false FROM unnest(${listOf(ordered(ids.map(Math.abs)))}::int[]) AS id
              ON CONFLICT DO NOTHING RETURNING keyword_id)
            SELECT coalesce(json_agg(keyword_id), '[]')::text AS ids FROM added`)
          const added = row?.ids ?? []
          const more = added.filter((id) => !isMade.has(id))
          if (isFew && more.length > 0) {
            yield* sql`
              UPDATE keywords_tracked SET watchers = watchers + 1, tracked_at = coalesce(tracked_at, ${now})
              WHERE id = ANY(${listOf(more)}::int[])`
          } else if (more.length > 0) {
            const off = ordered(ids.filter((id) => id < 0).map(Math.abs))
            if (off.length > 0) {
              yield* locked(off)
              yield* sql`
                UPDATE keywords_tracked SET tracked_at = coalesce(tracked_at, ${now})
                WHERE id = ANY(${listOf(off)}::int[])`
            }
            yield* countLater(more)
          }
          return among(keywords, places, ids, added)
        })
      )
    }
  )

  const untrackAll: TrackedKeywords["Service"]["untrackAll"] = Effect.fn("TrackedKeywords.untrackAll")(
    function* (accountId, keywords) {
      if (keywords.length === 0) return []
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const places = yield* placesOf(keywords)
          const ids = yield* find(places)
          const known = ordered(ids.map(Math.abs))
          const isFew = known.length <= countedMax
          if (isFew) yield* locked(known)
          const [row] = yield* idRows(sql`
            WITH removed AS (
              DELETE FROM keywords_watchers WHERE account_id = ${accountId}::uuid AND by_itself IS NOT TRUE
                AND keyword_id = ANY(${listOf(known)}::int[]) RETURNING keyword_id)
            SELECT coalesce(json_agg(keyword_id), '[]')::text AS ids FROM removed`)
          const removed = row?.ids ?? []
          if (isFew && removed.length > 0) {
            yield* sql`
              UPDATE keywords_tracked SET watchers = greatest(watchers - 1, 0)
              WHERE id = ANY(${listOf(removed)}::int[])`
          } else if (removed.length > 0) yield* countLater(removed)
          return among(keywords, places, ids, removed)
        })
      )
    }
  )
  return { trackAll, untrackAll }
})
