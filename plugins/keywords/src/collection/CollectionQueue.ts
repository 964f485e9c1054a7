import { type Day, dayOf, hourMs, minuteMs, waitMsAfter } from "@storeglass/history"
import { type Param, rowsOf } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { KeywordsConfig } from "../config.ts"
import { NullableInt } from "../database.ts"
import { makeDueKeywords } from "./dueKeywords.ts"
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
    givenUp: Schema.Int,
    oldestMs: Schema.NullOr(Schema.Finite)
  })
)
const none = { tracked: 0, watched: 0, done: 0, givenUp: 0, oldestMs: null }
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
        const dueKeywords = yield* makeDueKeywords
        const triesToday = (nowMs: number) => sql`CASE WHEN attempts_day = ${day(nowMs)}::date THEN attempts ELSE 0 END`

        return CollectionQueue.of({
          claim: Effect.fn("CollectionQueue.claim")(function* (platform, nowMs, limit) {
            yield* dueKeywords.fill(platform, nowMs)
            // Of what was collected while the day's keywords were put in, the row is still there.
            return yield* claimedRows(sql`
              WITH taken AS (
                SELECT keyword_id, day FROM keywords_due
                WHERE platform = ${platform} AND day <= ${day(nowMs)}::date
                  AND (claimed_until IS NULL OR claimed_until <= ${at(nowMs)})
                  AND (retry_at IS NULL OR retry_at <= ${at(nowMs)})
                  AND (${triesToday(nowMs)}) < ${collect.attempts}
                ORDER BY watchers DESC, asked DESC, keyword_id LIMIT ${limit} FOR UPDATE SKIP LOCKED),
              known AS MATERIALIZED (
                SELECT k.id, m.country, m.device, k.term FROM taken
                CROSS JOIN LATERAL (
                  SELECT id, market_id, term FROM keywords_tracked WHERE id = taken.keyword_id
                    AND tracked_at IS NOT NULL AND (latest_day IS NULL OR latest_day < taken.day) OFFSET 0) AS k
                JOIN keywords_markets m ON m.id = k.market_id),
              gone AS (
                DELETE FROM keywords_due d USING taken
                WHERE d.keyword_id = taken.keyword_id AND NOT EXISTS (SELECT FROM known WHERE known.id = d.keyword_id)),
              claimed AS (
                UPDATE keywords_due d SET claimed_until = ${at(nowMs + collect.claimMs)}
                FROM known WHERE d.keyword_id = known.id RETURNING d.*)
              SELECT known.id, country, device, term, (${triesToday(nowMs)})::int AS attempts
              FROM claimed JOIN known ON known.id = claimed.keyword_id
              ORDER BY claimed.watchers DESC, claimed.asked DESC, known.id`)
          }),
          putBack: Effect.fn("CollectionQueue.putBack")((ids, atMs) =>
            ids.length === 0
              ? Effect.void
              : Effect.asVoid(sql`
                  UPDATE keywords_due SET claimed_until = NULL, retry_at = ${at(atMs)}
                  WHERE keyword_id = ANY(${`{${ids.join(",")}}`}::int[])`)
          ),
          failed: Effect.fn("CollectionQueue.failed")(({ attempts, id }, nowMs, reason) =>
            Effect.asVoid(sql`
              UPDATE keywords_due SET claimed_until = NULL, attempts = ${attempts + 1},
                attempts_day = ${day(nowMs)}::date,
                retry_at = ${at(nowMs + waitMsAfter(backoffMs, attempts + 1))},
                last_failure = ${reason}
              WHERE keyword_id = ${id}`)
          ),
          counts: Effect.fn("CollectionQueue.counts")(function* (platform, nowMs) {
            yield* dueKeywords.fill(platform, nowMs)
            const [row] = yield* counts(sql`
              SELECT coalesce(sum(tracked), 0)::int AS tracked, coalesce(sum(watched), 0)::int AS watched,
                coalesce(sum(done) FILTER (WHERE day >= ${day(nowMs)}::date), 0)::int AS done,
                (SELECT count(*)::int FROM keywords_due WHERE platform = ${platform}
                  AND attempts > 0 AND attempts_day = ${day(nowMs)}::date AND attempts >= ${collect.attempts}) AS "givenUp",
                (SELECT (extract(epoch FROM min(since)) * 1000)::float8 FROM keywords_due
                  WHERE platform = ${platform}) AS "oldestMs"
              FROM keywords_counts WHERE platform = ${platform}`)
            const { done, givenUp, oldestMs, tracked, watched } = row ?? none
            const left = Math.max(0, tracked - done)
            const due = Math.max(0, left - givenUp)
            return { tracked, watched, done, due, givenUp, oldestMs: left === 0 ? null : oldestMs }
          }),
          recount: Effect.gen(function* () {
            yield* dueKeywords.addUp
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
                UPDATE keywords_tracked k SET tracked_at = NULL, asked = 0
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
