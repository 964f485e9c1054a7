import { rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { GrowthConfig } from "../config.ts"
import { GrowthChannels } from "../contract.ts"

const dayMs = 86_400_000
/** For so long after it was found a post is looked at again, daily. */
const lookedAtMs = 14 * dayMs
const atOnce = 500
const deletedAtOnce = 5_000

const waiting = rowsOf(
  Schema.Struct({ channel: Schema.String, source: Schema.String, nativeIds: Schema.Array(Schema.String) })
)
const sums = rowsOf(Schema.Struct({ n: Schema.Int }))

const make = Effect.fnUntraced(function* ({ keepDays }: GrowthConfig) {
  const sql = yield* SqlClient.SqlClient
  const channels = yield* GrowthChannels

  /** What strangers wrote goes; the key stays, so that it isn't found anew. */
  const erase = (channel: string, source: string, nativeIds: ReadonlyArray<string>, nowMs: number) =>
    sql`
      WITH erased AS (
        UPDATE growth_opportunities SET title = '', excerpt = '', author = null, url = null, same_link = null,
          gone_ms = ${nowMs}::bigint, decided_ms = CASE WHEN status = 'replied' THEN decided_ms ELSE ${nowMs}::bigint END,
          reason = CASE WHEN status = 'replied' THEN reason ELSE 'gone' END,
          status = CASE WHEN status = 'replied' THEN status ELSE 'dismissed' END,
          scored = jsonb_set(jsonb_set(scored, '{matched}', '[]'), '{hints}', '[]')
        WHERE channel = ${channel} AND source = ${source} AND native_id = ANY(${[...nativeIds]}::text[]) AND gone_ms IS NULL
        RETURNING account_id, id)
      UPDATE growth_finds f SET excerpt = '', scored = jsonb_set(jsonb_set(f.scored, '{matched}', '[]'), '{hints}', '[]')
      FROM erased WHERE f.account_id = erased.account_id AND f.opportunity_id = erased.id`

  return {
    /**
     * Looks again at what its owner may still answer, each post once over all accounts. The source with the fewest comes first,
     * so that a large one that takes an hour keeps no other from its turn.
     */
    lookAgain: Effect.fn("Upkeep.lookAgain")(function* () {
      const nowMs = yield* Clock.currentTimeMillis
      const groups = yield* waiting(sql`
        SELECT channel, source, array_agg(DISTINCT native_id) AS "nativeIds" FROM growth_opportunities
        WHERE found_ms >= ${nowMs - lookedAtMs}::bigint AND status IN ('pending', 'approved', 'snoozed')
          AND gone_ms IS NULL AND native_id IS NOT NULL
        GROUP BY channel, source ORDER BY count(DISTINCT native_id), channel, source`)
      for (const { channel: id, nativeIds, source } of groups) {
        const channel = yield* channels.get(id)
        if (channel?.gone === undefined || channel.unavailable !== null) continue
        for (let at = 0; at < nativeIds.length; at += atOnce) {
          const gone = yield* channel
            .gone(source, nativeIds.slice(at, at + atOnce))
            .pipe(
              Effect.catchTag("SourceFailed", ({ message }) =>
                Effect.as(Effect.logInfo(`Posts of ${id} couldn't be looked at again: ${message}`), [])
              )
            )
          if (gone.length > 0) yield* erase(id, source, gone, nowMs)
        }
      }
    }),

    prune: Effect.fn("Upkeep.prune")(function* () {
      const nowMs = yield* Clock.currentTimeMillis
      const beforeMs = nowMs - keepDays * dayMs
      for (const statement of [
        sql`WITH gone AS (DELETE FROM growth_opportunities WHERE ctid IN (SELECT ctid FROM growth_opportunities
          WHERE found_ms < ${beforeMs}::bigint LIMIT ${deletedAtOnce}) RETURNING 1) SELECT count(*)::int AS n FROM gone`,
        sql`WITH gone AS (DELETE FROM growth_runs WHERE ctid IN (SELECT ctid FROM growth_runs
          WHERE finished_ms < ${beforeMs}::bigint LIMIT ${deletedAtOnce}) RETURNING 1) SELECT count(*)::int AS n FROM gone`,
        sql`WITH gone AS (DELETE FROM growth_days WHERE ctid IN (SELECT ctid FROM growth_days
          WHERE day < (to_timestamp(${beforeMs / 1_000}) AT TIME ZONE 'UTC')::date LIMIT ${deletedAtOnce}) RETURNING 1)
          SELECT count(*)::int AS n FROM gone`,
        sql`WITH gone AS (DELETE FROM growth_told WHERE ctid IN (SELECT ctid FROM growth_told
          WHERE day < (to_timestamp(${nowMs / 1_000}) AT TIME ZONE 'UTC')::date - 1 LIMIT ${deletedAtOnce}) RETURNING 1)
          SELECT count(*)::int AS n FROM gone`,
        // What a feed had is kept for as long as it's worth a conditional request.
        sql`WITH gone AS (DELETE FROM growth_feeds WHERE ctid IN (SELECT ctid FROM growth_feeds
          WHERE read_ms < ${nowMs - 2 * dayMs}::bigint AND NOT is_gone LIMIT ${deletedAtOnce}) RETURNING 1)
          SELECT count(*)::int AS n FROM gone`
      ]) {
        for (;;) {
          const [told] = yield* sums(statement)
          if ((told?.n ?? 0) < deletedAtOnce) break
        }
      }
    }),

    /** Erases an author from what all accounts keep, and from kept feeds; how many rows. */
    forget: Effect.fn("Upkeep.forget")(function* (channel: string, author: string) {
      const [rows] = yield* sums(sql`
        WITH erased AS (UPDATE growth_opportunities SET author = null WHERE channel = ${channel} AND author = ${author}
          RETURNING 1) SELECT count(*)::int AS n FROM erased`)
      if (channel === "rss") {
        yield* sql`
          UPDATE growth_feeds SET posts = (SELECT coalesce(jsonb_agg(CASE WHEN post->>'author' = ${author}
            THEN jsonb_set(post, '{author}', 'null') ELSE post END ORDER BY at), '[]')
            FROM jsonb_array_elements(posts) WITH ORDINALITY AS p (post, at))
          WHERE posts @> ${JSON.stringify([{ author }])}::text::jsonb`
      }
      return rows?.n ?? 0
    })
  }
})

/** What keeps rows true: posts that are gone, and age. */
export class Upkeep extends Context.Service<Upkeep, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/growth/Upkeep"
) {
  static readonly layer = (config: GrowthConfig) => Layer.effect(Upkeep, make(config))
}
