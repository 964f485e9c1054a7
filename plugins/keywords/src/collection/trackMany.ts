import { rowsOf } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { TrackedKeyword, TrackedKeywords } from "../contract.ts"
import { termOf } from "../models/term.ts"

/** Ids by their place among the keywords that were asked for: in one text, as there may be 100,000. */
const placeRows = rowsOf(
  Schema.Struct({ places: Schema.fromJsonString(Schema.Array(Schema.Tuple([Schema.Int, Schema.Int]))) })
)
const idRows = rowsOf(Schema.Struct({ ids: Schema.fromJsonString(Schema.Array(Schema.Int)) }))

interface Key {
  readonly p: string
  readonly c: string
  readonly d: string
  readonly t?: string
}
const keysOf = (keywords: ReadonlyArray<TrackedKeyword>): ReadonlyArray<Key> =>
  keywords.map(({ country, device, keyword, platform }) => ({ p: platform, c: country, d: device, t: termOf(keyword) }))
const marketsOf = (keys: ReadonlyArray<Key>) => [
  ...new Map(keys.map(({ c, d, p }) => [JSON.stringify([p, c, d]), { p, c, d }])).values()
]

/**
 * Many at once, in the caller's transaction: no id of it is remembered by the process, so that it may be undone. Rows are
 * locked in one order everywhere.
 */
export const makeTrackMany = Effect.map(SqlClient.SqlClient, (sql) => {
  const asked = (keys: ReadonlyArray<Key>) =>
    sql`ROWS FROM (jsonb_to_recordset(${JSON.stringify(keys)}::text::jsonb) AS (p text, c text, d text, t text))
      WITH ORDINALITY AS asked (p, c, d, t, place)`

  /** Locks those that there are, and gives the place and the id of each. */
  const lock = (keys: ReadonlyArray<Key>) =>
    Effect.map(
      // OFFSET 0 has each looked up by the index: how many are asked for, no plan knows.
      placeRows(sql`
        WITH known AS MATERIALIZED (
          SELECT place, k.id FROM ${asked(keys)}
          JOIN keywords_markets m ON m.platform = p AND m.country = c AND m.device = d
          CROSS JOIN LATERAL (SELECT id FROM keywords_tracked WHERE market_id = m.id AND term = t OFFSET 0) AS k),
        locked AS MATERIALIZED (
          SELECT place, k.id FROM known JOIN keywords_tracked k ON k.id = known.id ORDER BY k.id FOR UPDATE OF k)
        SELECT coalesce(json_agg(json_build_array(place, id)), '[]')::text AS places FROM locked`),
      ([row]) => row?.places ?? []
    )
  /** Of those that were asked for, those whose row is one of these. */
  const among = (
    keywords: ReadonlyArray<TrackedKeyword>,
    places: ReadonlyArray<readonly [number, number]>,
    changed: ReadonlyArray<{ readonly ids: ReadonlyArray<number> }>
  ) => {
    const left = new Set(changed[0]?.ids)
    // Each once, also of those that have the same form.
    return places.flatMap(([place, id]) => {
      const keyword = keywords[place - 1]
      return keyword !== undefined && left.delete(id) ? [{ ...keyword, keyword: termOf(keyword.keyword) }] : []
    })
  }
  const idsOf = (places: ReadonlyArray<readonly [number, number]>) =>
    sql`jsonb_array_elements_text(${JSON.stringify([...new Set(places.map(([, id]) => id))])}::text::jsonb)`

  const trackAll: TrackedKeywords["Service"]["trackAll"] = Effect.fn("TrackedKeywords.trackAll")(
    function* (accountId, keywords) {
      if (keywords.length === 0) return []
      const keys = keysOf(keywords)
      const nowMs = yield* Clock.currentTimeMillis
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          // Conflicts use up ids, so only what is missing is put in.
          yield* sql`
            INSERT INTO keywords_markets (platform, country, device)
            SELECT DISTINCT p, c, d FROM ${asked(marketsOf(keys))}
            WHERE NOT EXISTS (SELECT FROM keywords_markets WHERE platform = p AND country = c AND device = d)
            ORDER BY p, c, d ON CONFLICT DO NOTHING`
          const find = lock(keys)
          let places = yield* find
          if (places.length < keys.length) {
            yield* sql`
              INSERT INTO keywords_tracked (market_id, term)
              SELECT DISTINCT m.id, t FROM ${asked(keys)}
              JOIN keywords_markets m ON m.platform = p AND m.country = c AND m.device = d
              WHERE NOT EXISTS (SELECT FROM keywords_tracked k WHERE k.market_id = m.id AND k.term = t OFFSET 0)
              ORDER BY m.id, t ON CONFLICT DO NOTHING`
            places = yield* find
          }
          const added = yield* idRows(sql`
            WITH added AS (
              INSERT INTO keywords_watchers (account_id, keyword_id, since)
              SELECT ${accountId}::uuid, id::int, to_timestamp(${nowMs}::float8 / 1000) FROM ${idsOf(places)} AS id
              ON CONFLICT DO NOTHING RETURNING keyword_id),
            counted AS (
              UPDATE keywords_tracked SET watchers = watchers + 1,
                tracked_at = coalesce(tracked_at, to_timestamp(${nowMs}::float8 / 1000))
              FROM added WHERE id = keyword_id RETURNING id)
            SELECT coalesce(json_agg(id), '[]')::text AS ids FROM counted`)
          return among(keywords, places, added)
        })
      )
    }
  )

  const untrackAll: TrackedKeywords["Service"]["untrackAll"] = Effect.fn("TrackedKeywords.untrackAll")(
    function* (accountId, keywords) {
      if (keywords.length === 0) return []
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const places = yield* lock(keysOf(keywords))
          const removed = yield* idRows(sql`
            WITH removed AS (
              DELETE FROM keywords_watchers WHERE account_id = ${accountId}::uuid
                AND keyword_id IN (SELECT id::int FROM ${idsOf(places)} AS id) RETURNING keyword_id),
            counted AS (
              UPDATE keywords_tracked SET watchers = greatest(watchers - 1, 0)
              FROM removed WHERE id = keyword_id RETURNING id)
            SELECT coalesce(json_agg(id), '[]')::text AS ids FROM counted`)
          return among(keywords, places, removed)
        })
      )
    }
  )
  return { trackAll, untrackAll }
})
