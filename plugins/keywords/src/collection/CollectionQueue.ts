import { type Day, dayOf, hourMs, minuteMs, waitMsAfter } from "@storeglass/history"
import { type Param, rowsOf } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { KeywordsConfig } from "../config.ts"
import { NullableInt } from "../database.ts"
import { watchersLock } from "./trackMany.ts"

/** A keyword that this node has taken, until its claim runs out. */
export interface Claimed {
  readonly id: number
  readonly country: string
  readonly device: string
  readonly term: string
  readonly attempts: number
}

const claimedRows = rowsOf(
  Schema.Struct({
    id: Schema.Int,
    country: Schema.String,
    device: Schema.String,
    term: Schema.String,
    attempts: Schema.Int
  })
)
const counts = rowsOf(
  Schema.Struct({
    tracked: Schema.Int,
    watched: Schema.Int,
    done: Schema.Int,
    due: Schema.Int,
    givenUp: Schema.Int,
    oldestMs: Schema.NullOr(Schema.Finite)
  })
)
const pruned = rowsOf(Schema.Struct({ untracked: Schema.Int, removed: NullableInt }))

const lists = rowsOf(Schema.Struct({ id: Schema.String, ids: Schema.fromJsonString(Schema.Array(Schema.Int)) }))
const countedAtOnce = 1_000

export interface QueueCounts {
  readonly tracked: number
  readonly watched: number
  readonly done: number
  readonly due: number
  readonly givenUp: number
  /** Since when the keyword that waits longest has been due. */
  readonly oldestMs: number | null
}

const backoffMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs, 3 * hourMs, 6 * hourMs] as const

/** Which keywords are still to be collected today. What a day's snapshot exists of is done, whoever made it. */
export class CollectionQueue extends Context.Service<
  CollectionQueue,
  {
    /** Takes up to `limit` due keywords, most watched first; no other node takes them while the claim holds. */
    readonly claim: (
      platform: Param.Platform,
      nowMs: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Claimed>, SqlError.SqlError>
    /** Gives them back as they were, to be taken from `atMs` on. */
    readonly putBack: (ids: ReadonlyArray<number>, atMs: number) => Effect.Effect<void, SqlError.SqlError>
    /** Notes a failure; it is tried again later today, a few times. */
    readonly failed: (claimed: Claimed, nowMs: number, reason: string) => Effect.Effect<void, SqlError.SqlError>
    readonly counts: (platform: Param.Platform, nowMs: number) => Effect.Effect<QueueCounts, SqlError.SqlError>
    /** Counts the watchers of what was tracked or untracked in large lists; gives how many keywords that were. */
    readonly recount: Effect.Effect<number, SqlError.SqlError>
    /** Lets go what nobody tracks and nobody has asked for since; forgets what was never collected. */
    readonly prune: (
      nowMs: number
    ) => Effect.Effect<{ readonly untracked: number; readonly removed: number }, SqlError.SqlError>
  }
>()("@storeglass/keywords/CollectionQueue") {
  static readonly layer = ({ autoTrackDays, collect }: Pick<KeywordsConfig, "autoTrackDays" | "collect">) =>
    Layer.effect(
      CollectionQueue,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const at = (ms: number) => sql`to_timestamp(${ms}::float8 / 1000)`
        const day = (nowMs: number): Day => dayOf(nowMs)
        const isDue = (nowMs: number) => sql`(latest_day IS NULL OR latest_day < ${day(nowMs)}::date)`
        const triesToday = (nowMs: number) => sql`CASE WHEN attempts_day = ${day(nowMs)}::date THEN attempts ELSE 0 END`

        return CollectionQueue.of({
          claim: Effect.fn("CollectionQueue.claim")((platform, nowMs, limit) =>
            claimedRows(sql`
              WITH taken AS (
                SELECT k.id FROM keywords_tracked k
                WHERE k.market_id IN (SELECT id FROM keywords_markets WHERE platform = ${platform})
                  AND k.tracked_at IS NOT NULL AND ${isDue(nowMs)}
                  AND (k.claimed_until IS NULL OR k.claimed_until <= ${at(nowMs)})
                  AND (k.retry_at IS NULL OR k.retry_at <= ${at(nowMs)})
                  AND (${triesToday(nowMs)}) < ${collect.attempts}
                ORDER BY k.watchers DESC, k.asked DESC, k.id LIMIT ${limit} FOR UPDATE SKIP LOCKED),
              claimed AS (
                UPDATE keywords_tracked k SET claimed_until = ${at(nowMs + collect.claimMs)}
                FROM taken WHERE k.id = taken.id RETURNING k.*)
              SELECT k.id, m.country, m.device, k.term, (${triesToday(nowMs)})::int AS attempts
              FROM claimed k JOIN keywords_markets m ON m.id = k.market_id
              ORDER BY k.watchers DESC, k.asked DESC, k.id`)
          ),
          putBack: Effect.fn("CollectionQueue.putBack")((ids, atMs) =>
            ids.length === 0
              ? Effect.void
              : Effect.asVoid(sql`
                  UPDATE keywords_tracked SET claimed_until = NULL, retry_at = ${at(atMs)}
                  WHERE id = ANY(${`{${ids.join(",")}}`}::int[])`)
          ),
          failed: Effect.fn("CollectionQueue.failed")(({ attempts, id }, nowMs, reason) =>
            Effect.asVoid(sql`
              UPDATE keywords_tracked SET claimed_until = NULL, attempts = ${attempts + 1},
                attempts_day = ${day(nowMs)}::date,
                retry_at = ${at(nowMs + waitMsAfter(backoffMs, attempts + 1))},
                last_failure = ${reason}
              WHERE id = ${id}`)
          ),
          counts: Effect.fn("CollectionQueue.counts")((platform, nowMs) =>
            Effect.map(
              counts(sql`
                SELECT count(*)::int AS tracked, (count(*) FILTER (WHERE watchers > 0))::int AS watched,
                  (count(*) FILTER (WHERE NOT ${isDue(nowMs)}))::int AS done,
                  (count(*) FILTER (WHERE ${isDue(nowMs)} AND (${triesToday(nowMs)}) < ${collect.attempts}))::int AS due,
                  (count(*) FILTER (WHERE ${isDue(nowMs)} AND (${triesToday(nowMs)}) >= ${collect.attempts}))::int
                    AS "givenUp",
                  (extract(epoch FROM min(greatest(tracked_at, (latest_day + 1)::timestamp AT TIME ZONE 'UTC'))
                    FILTER (WHERE ${isDue(nowMs)})) * 1000)::float8 AS "oldestMs"
                FROM keywords_tracked
                WHERE tracked_at IS NOT NULL
                  AND market_id IN (SELECT id FROM keywords_markets WHERE platform = ${platform})`),
              ([row]) => row ?? { tracked: 0, watched: 0, done: 0, due: 0, givenUp: 0, oldestMs: null }
            )
          ),
          recount: Effect.gen(function* () {
            let counted = 0
            for (;;) {
              const [list] = yield* lists(
                sql`SELECT id::text AS id, array_to_json(keyword_ids)::text AS ids FROM keywords_recounts ORDER BY id LIMIT 1`
              )
              if (list === undefined) return counted
              const ids = list.ids.toSorted((a, b) => a - b)
              for (let from = 0; from < ids.length; from += countedAtOnce) {
                const some = `{${ids.slice(from, from + countedAtOnce).join(",")}}`
                yield* sql.withTransaction(
                  Effect.gen(function* () {
                    // Locked first: who adds one to a count meanwhile waits, and whose watchers are there has added it.
                    yield* sql`SELECT FROM keywords_tracked WHERE id = ANY(${some}::int[]) ORDER BY id FOR UPDATE`
                    yield* sql`
                      UPDATE keywords_tracked k SET watchers = n
                      FROM (SELECT id, (SELECT count(*)::int FROM keywords_watchers WHERE keyword_id = id) AS n
                        FROM unnest(${some}::int[]) AS id OFFSET 0) AS now
                      WHERE k.id = now.id AND k.watchers <> n`
                  })
                )
              }
              yield* sql`DELETE FROM keywords_recounts WHERE id = ${list.id}::text::bigint`
              counted += ids.length
            }
          }),
          prune: Effect.fn("CollectionQueue.prune")(function* (nowMs) {
            const before = nowMs - autoTrackDays * 86_400_000
            const nobody = sql`watchers = 0 AND NOT EXISTS (SELECT FROM keywords_watchers w WHERE w.keyword_id = k.id)`
            const [row] = yield* sql.withTransaction(
              Effect.andThen(
                sql`SELECT pg_advisory_xact_lock(${watchersLock}::bigint)`,
                pruned(sql`
              WITH idle AS (
                UPDATE keywords_tracked k SET tracked_at = NULL, asked = 0, claimed_until = NULL
                WHERE tracked_at IS NOT NULL AND ${nobody}
                  AND coalesce(asked_at, tracked_at) < ${at(before)} AND tracked_at < ${at(before)}
                RETURNING id),
              gone AS (
                DELETE FROM keywords_tracked k WHERE tracked_at IS NULL AND latest_day IS NULL AND ${nobody}
                  AND (asked_at IS NULL OR asked_at < ${at(before)}) RETURNING id)
              SELECT (SELECT count(*) FROM idle)::int AS untracked, (SELECT count(*) FROM gone)::int AS removed`)
              )
            )
            return { untracked: row?.untracked ?? 0, removed: row?.removed ?? 0 }
          })
        })
      })
    )
}
