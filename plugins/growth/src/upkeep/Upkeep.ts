import { rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { GrowthConfig } from "../config.ts"
import { type GrowthChannel, GrowthChannels } from "../contract.ts"
import { makePauses } from "../scans/Pauses.ts"
import { makeAddUp } from "./addUp.ts"
import { namesAuthor } from "./forgotten.ts"
import { goneKey } from "./gone.ts"

const dayMs = 86_400_000
/** For so long after it was found a post is looked at again, daily. */
const lookedAtMs = 14 * dayMs
/** A post that couldn't be looked at has its next turn so soon. */
const againMs = 3_600_000
/** Of the ten minutes between two turns: the other half is for scans, which ask the same sources. */
const turnMs = 5 * 60_000
const deletedAtOnce = 5_000

const sourceRows = rowsOf(Schema.Struct({ channel: Schema.String, source: Schema.String }))
const takenRows = rowsOf(Schema.Struct({ nativeId: Schema.String }))
const authoredRows = rowsOf(
  Schema.Struct({
    accountId: Schema.String,
    id: Schema.String,
    key: Schema.String,
    url: Schema.NullOr(Schema.String),
    nativeId: Schema.NullOr(Schema.String)
  })
)
const sums = rowsOf(Schema.Struct({ n: Schema.Int }))
const projectRows = rowsOf(Schema.Struct({ accountId: Schema.String, projectId: Schema.String }))

const make = Effect.fnUntraced(function* ({ keepDays }: GrowthConfig) {
  const sql = yield* SqlClient.SqlClient
  const channels = yield* GrowthChannels
  const pauses = yield* makePauses
  const addUp = yield* makeAddUp

  /** What strangers wrote goes. A hash of the key stays, so that it isn't found anew: the key itself may name its author. */
  const erase = (which: Statement.Fragment, nowMs: number) =>
    sql`
      WITH erased AS (
        UPDATE growth_opportunities SET title = '', excerpt = '', author = null, url = null, same_link = null, suggested = null,
          gone_ms = ${nowMs}::bigint, decided_ms = CASE WHEN status = 'replied' THEN decided_ms ELSE ${nowMs}::bigint END,
          reason = CASE WHEN status = 'replied' THEN reason ELSE 'gone' END,
          status = CASE WHEN status = 'replied' THEN status ELSE 'dismissed' END, next_look_ms = null, native_id = null,
          key = ${goneKey(sql, "key")},
          scored = jsonb_set(jsonb_set(scored, '{matched}', '[]'), '{hints}', '[]')
        WHERE ${which} AND gone_ms IS NULL
        RETURNING account_id, id)
      UPDATE growth_finds f SET excerpt = '', scored = jsonb_set(jsonb_set(f.scored, '{matched}', '[]'), '{hints}', '[]')
      FROM erased WHERE f.account_id = erased.account_id AND f.opportunity_id = erased.id`

  /** The posts that have waited longest for a look; nobody else takes them for an hour. */
  const take = (channel: string, source: string, atOnce: number, nowMs: number) =>
    takenRows(sql`
      WITH due AS MATERIALIZED (SELECT native_id FROM growth_opportunities
          WHERE channel = ${channel} AND source = ${source} AND next_look_ms IS NOT NULL AND next_look_ms <= ${nowMs}::bigint
          ORDER BY next_look_ms LIMIT ${atOnce}),
        taken AS (UPDATE growth_opportunities o SET next_look_ms = ${nowMs + againMs}::bigint
          WHERE o.channel = ${channel} AND o.source = ${source} AND o.native_id IN (SELECT d.native_id FROM due d)
            AND o.next_look_ms <= ${nowMs}::bigint
          RETURNING o.native_id)
      SELECT DISTINCT native_id AS "nativeId" FROM taken ORDER BY 1`)

  const looked = (channel: string, source: string, nativeIds: ReadonlyArray<string>, nowMs: number) =>
    sql`
      UPDATE growth_opportunities SET next_look_ms = CASE WHEN gone_ms IS NULL AND found_ms >= ${nowMs - lookedAtMs}::bigint
        THEN ${nowMs + dayMs}::bigint END
      WHERE channel = ${channel} AND source = ${source} AND native_id = ANY(${[...nativeIds]}::text[])
        AND next_look_ms IS NOT NULL`

  /** One request's worth of a source's posts; false: none is due, or the source answers nothing now. */
  const lookAt = Effect.fnUntraced(function* (channel: GrowthChannel, source: string) {
    const { looking } = channel
    if (looking === undefined) return false
    const taken = yield* take(channel.id, source, looking.atOnce, yield* Clock.currentTimeMillis)
    if (taken.length === 0) return false
    const nativeIds = taken.map(({ nativeId }) => nativeId)
    const told = yield* pauses
      .ask(channel, source, looking.gone(source, nativeIds))
      .pipe(
        Effect.catchTag("SourceFailed", ({ message }) =>
          Effect.as(Effect.logInfo(`Posts of ${channel.id} couldn't be looked at again: ${message}`), undefined)
        )
      )
    if (told?.answer === undefined) return false
    const nowMs = yield* Clock.currentTimeMillis
    const { gone } = told.answer
    if (gone.length > 0) {
      const which = sql`channel = ${channel.id} AND source = ${source} AND native_id = ANY(${[...gone]}::text[])`
      yield* erase(which, nowMs)
    }
    yield* looked(channel.id, source, nativeIds, nowMs)
    return true
  })

  return {
    /**
     * Looks again at what was found, whatever was decided on it, each post once over all accounts: those that waited longest
     * first, the sources in turn. It stops after five minutes; what is left is the next turn's, ten minutes after this one began.
     */
    lookAgain: Effect.fn("Upkeep.lookAgain")(function* () {
      const startMs = yield* Clock.currentTimeMillis
      const looking = (yield* channels.all).filter(
        (channel) => channel.looking !== undefined && channel.unavailable === null
      )
      if (looking.length === 0) return
      const byId = new Map(looking.map((channel) => [channel.id, channel]))
      let left = yield* sourceRows(sql`SELECT channel, source FROM growth_sources
        WHERE ${sql.in("channel", [...byId.keys()])} ORDER BY channel, source`)
      while (left.length > 0) {
        const next: Array<(typeof left)[number]> = []
        for (const row of left) {
          if ((yield* Clock.currentTimeMillis) - startMs >= turnMs) return
          const channel = byId.get(row.channel)
          if (channel !== undefined && (yield* lookAt(channel, row.source))) next.push(row)
        }
        left = next
      }
    }),

    /** What a feed had goes when nobody has read the feed for a day: what was deleted there must not stay here. */
    forgetFeeds: Effect.fn("Upkeep.forgetFeeds")(function* () {
      const nowMs = yield* Clock.currentTimeMillis
      yield* sql`UPDATE growth_feeds SET posts = '[]', etag = null, modified = null
        WHERE read_ms < ${nowMs - dayMs}::bigint AND posts <> '[]'`
    }),

    prune: Effect.fn("Upkeep.prune")(function* () {
      const nowMs = yield* Clock.currentTimeMillis
      const beforeMs = nowMs - keepDays * dayMs
      for (const statement of [
        // Finds first and together: a cascade counts them one by one.
        sql`WITH old AS MATERIALIZED (SELECT account_id, id FROM growth_opportunities
            WHERE found_ms < ${beforeMs}::bigint LIMIT ${deletedAtOnce}),
          finds AS (DELETE FROM growth_finds f USING old WHERE f.account_id = old.account_id AND f.opportunity_id = old.id),
          gone AS (DELETE FROM growth_opportunities o USING old WHERE o.account_id = old.account_id AND o.id = old.id
            RETURNING 1) SELECT count(*)::int AS n FROM gone`,
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
      // Lists take an ended snooze for pending already: this keeps them from looking at many.
      yield* sql`UPDATE growth_opportunities SET status = 'pending'
        WHERE status = 'snoozed' AND status <> 'pending' AND snooze_ms <= ${nowMs}::bigint`
      const grown =
        yield* projectRows(sql`SELECT account_id AS "accountId", project_id AS "projectId" FROM growth_counts
        GROUP BY 1, 2 HAVING count(*) > count(DISTINCT (facet, day, value))`)
      yield* Effect.forEach(grown, ({ accountId, projectId }) => addUp(accountId, projectId), { discard: true })
    }),

    /**
     * Erases an author from what all accounts keep, and from kept feeds, for good; how many rows. A thread whose address names
     * its author goes with them.
     */
    forget: Effect.fn("Upkeep.forget")(function* (channel: string, author: string) {
      const nowMs = yield* Clock.currentTimeMillis
      // First, so that no scan brings back what is erased behind it.
      yield* sql`INSERT INTO growth_forgotten (channel, author_hash)
        VALUES (${channel}, encode(sha256(convert_to(${author}, 'UTF8')), 'hex')) ON CONFLICT DO NOTHING`
      const own = yield* authoredRows(sql`SELECT account_id AS "accountId", id, key, url, native_id AS "nativeId"
        FROM growth_opportunities WHERE channel = ${channel} AND author = ${author}`)
      const named = own.filter((row) => namesAuthor(author, row))
      if (named.length > 0) {
        const ids = named.map(({ id }) => id)
        const accounts = named.map(({ accountId }) => accountId)
        const which = sql`(account_id, id) IN (SELECT * FROM unnest(${accounts}::uuid[], ${ids}::uuid[]))`
        yield* erase(which, nowMs)
      }
      const [rows] = yield* sums(sql`
        WITH erased AS (UPDATE growth_opportunities SET author = null WHERE channel = ${channel} AND author = ${author}
          RETURNING 1) SELECT count(*)::int AS n FROM erased`)
      const erased = named.length + (rows?.n ?? 0)
      if (channel === "rss") {
        yield* sql`
          UPDATE growth_feeds SET posts = (SELECT coalesce(jsonb_agg(CASE WHEN post->>'author' = ${author}
            THEN jsonb_set(post, '{author}', 'null') ELSE post END ORDER BY at), '[]')
            FROM jsonb_array_elements(posts) WITH ORDINALITY AS p (post, at))
          WHERE posts @> ${JSON.stringify([{ author }])}::text::jsonb`
      }
      return erased
    })
  }
})

/** What keeps rows true: posts that are gone, and age. */
export class Upkeep extends Context.Service<Upkeep, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/growth/Upkeep"
) {
  static readonly layer = (config: GrowthConfig) => Layer.effect(Upkeep, make(config))
}
