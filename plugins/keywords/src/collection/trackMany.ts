import { rowsOf } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { TrackedKeyword, TrackedKeywords } from "../contract.ts"
import { termOf } from "../models/term.ts"

const keyRows = rowsOf(
  Schema.Struct({
    platform: Schema.Literals(["storea", "storeb"]),
    country: Schema.String,
    device: Schema.String,
    keyword: Schema.String
  })
)

const json = (keywords: ReadonlyArray<TrackedKeyword>) =>
  JSON.stringify(
    keywords.map(({ country, device, keyword, platform }) => ({
      p: platform,
      c: country,
      d: device,
      t: termOf(keyword)
    }))
  )

/**
 * Many at once, in the caller's transaction: no id of it is remembered by the process, so that it may be undone. Rows are
 * locked in one order everywhere.
 */
export const makeTrackMany = Effect.map(SqlClient.SqlClient, (sql) => {
  const asked = (keywords: ReadonlyArray<TrackedKeyword>) =>
    sql`jsonb_to_recordset(${json(keywords)}::text::jsonb) AS asked (p text, c text, d text, t text)`
  // OFFSET 0 has each looked up by the index: how many are asked for, no plan knows.
  const known = (keywords: ReadonlyArray<TrackedKeyword>) => sql`
    SELECT k.id FROM ${asked(keywords)}
    JOIN keywords_markets m ON m.platform = p AND m.country = c AND m.device = d
    CROSS JOIN LATERAL (SELECT id FROM keywords_tracked WHERE market_id = m.id AND term = t OFFSET 0) AS k`
  const lock = (keywords: ReadonlyArray<TrackedKeyword>) =>
    sql`SELECT id FROM keywords_tracked WHERE id IN (${known(keywords)}) ORDER BY id FOR UPDATE`

  const trackAll: TrackedKeywords["Service"]["trackAll"] = Effect.fn("TrackedKeywords.trackAll")(
    function* (accountId, keywords) {
      if (keywords.length === 0) return []
      const nowMs = yield* Clock.currentTimeMillis
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          // Conflicts use up ids, so only what is missing is put in.
          yield* sql`
            INSERT INTO keywords_markets (platform, country, device)
            SELECT DISTINCT p, c, d FROM ${asked(keywords)}
            WHERE NOT EXISTS (SELECT FROM keywords_markets WHERE platform = p AND country = c AND device = d)
            ORDER BY p, c, d ON CONFLICT DO NOTHING`
          yield* sql`
            INSERT INTO keywords_tracked (market_id, term)
            SELECT DISTINCT m.id, t FROM ${asked(keywords)}
            JOIN keywords_markets m ON m.platform = p AND m.country = c AND m.device = d
            WHERE NOT EXISTS (SELECT FROM keywords_tracked k WHERE k.market_id = m.id AND k.term = t OFFSET 0)
            ORDER BY m.id, t ON CONFLICT DO NOTHING`
          yield* lock(keywords)
          return yield* keyRows(sql`
            WITH added AS (
              INSERT INTO keywords_watchers (account_id, keyword_id, since)
              SELECT ${accountId}::uuid, id, to_timestamp(${nowMs}::float8 / 1000) FROM (${known(keywords)}) AS known
              ON CONFLICT DO NOTHING RETURNING keyword_id)
            UPDATE keywords_tracked k SET watchers = watchers + 1,
              tracked_at = coalesce(tracked_at, to_timestamp(${nowMs}::float8 / 1000))
            FROM added, keywords_markets m WHERE k.id = added.keyword_id AND m.id = k.market_id
            RETURNING m.platform, m.country, m.device, k.term AS keyword`)
        })
      )
    }
  )

  const untrackAll: TrackedKeywords["Service"]["untrackAll"] = Effect.fn("TrackedKeywords.untrackAll")(
    function* (accountId, keywords) {
      if (keywords.length === 0) return []
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* lock(keywords)
          return yield* keyRows(sql`
            WITH removed AS (
              DELETE FROM keywords_watchers
              WHERE account_id = ${accountId}::uuid AND keyword_id IN (${known(keywords)}) RETURNING keyword_id)
            UPDATE keywords_tracked k SET watchers = greatest(watchers - 1, 0)
            FROM removed, keywords_markets m WHERE k.id = removed.keyword_id AND m.id = k.market_id
            RETURNING m.platform, m.country, m.device, k.term AS keyword`)
        })
      )
    }
  )
  return { trackAll, untrackAll }
})
