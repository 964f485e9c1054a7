import { type Day, startMsOf } from "@storeglass/history"
import { isoOf, rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { ints } from "../database.ts"
import { scoresVersion } from "../estimates.ts"
import type { Autocompletion } from "../models/autocomplete.ts"
import { Partitions } from "./Partitions.ts"

/** One search as it is stored: a keyword on a day. */
export interface Snapshot {
  readonly keywordId: number
  readonly marketId: number
  readonly sourceId: number
  readonly day: Day
  /** When the store said so. */
  readonly observedMs: number
  /** How far down was looked. */
  readonly depth: number
  readonly resultCount: number
  /** Ratings of the first app. */
  readonly reach: number | null
  readonly volume: number | null
  readonly difficulty: number | null
  /** First is best; at most `depth`, each once. */
  readonly apps: ReadonlyArray<{ readonly appId: string; readonly name: string; readonly seller: string }>
  /** How the store completes the term, when it was asked this time. */
  readonly autocompletion?: Autocompletion
  /** Made by a request and not by the collection. */
  readonly requested?: boolean
}

const winnersOf = rowsOf(Schema.Struct({ keywordId: Schema.Int, day: Schema.String }))
const feedOf = rowsOf(Schema.Struct({ lastMs: Schema.Finite }))

/** Writes snapshots, a keyword and day once. */
export class HistoryStore extends Context.Service<
  HistoryStore,
  {
    /**
     * Writes those whose keyword and day are not stored yet, in one transaction; gives how many those were. `live`
     * snapshots enter the feed of changes in the order of their commits; others keep the time of their day.
     */
    readonly record: (
      snapshots: ReadonlyArray<Snapshot>,
      options: { readonly live: boolean }
    ) => Effect.Effect<number, SqlError.SqlError>
    /** Sums up anew what trending and visibility read of these keywords: with live snapshots, and at the end of an import. */
    readonly sumUp: (keywordIds: ReadonlyArray<number>) => Effect.Effect<void, SqlError.SqlError>
  }
>()("@storeglass/keywords/HistoryStore") {
  static readonly layer = Layer.effect(
    HistoryStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const partitions = yield* Partitions

      const addListings = (snapshots: ReadonlyArray<Snapshot>, live: boolean) => {
        const seen = new Map<string, { m: number; a: string; n: string; s: string }>()
        for (const { apps, marketId } of snapshots) {
          for (const { appId, name, seller } of apps)
            seen.set(`${marketId}:${appId}`, { m: marketId, a: appId, n: name, s: seller })
        }
        const json = JSON.stringify([...seen.values()])
        // Conflicts use up ids, so only what is missing is put in.
        return sql`
          WITH seen AS (SELECT * FROM jsonb_to_recordset(${json}::text::jsonb) AS s (m smallint, a text, n text, s text)),
          added AS (
            INSERT INTO keywords_listings (market_id, app_id, name, seller)
            SELECT m, a, n, s FROM seen
            WHERE NOT EXISTS (SELECT FROM keywords_listings l WHERE l.market_id = m AND l.app_id = a)
            ORDER BY m, a ON CONFLICT DO NOTHING)
          UPDATE keywords_listings l SET name = n, seller = s FROM seen
          WHERE ${live}::boolean AND l.market_id = m AND l.app_id = a AND (l.name, l.seller) IS DISTINCT FROM (n, s)`
      }

      /** The moments at which these become part of the feed. */
      const moments = Effect.fnUntraced(function* (snapshots: ReadonlyArray<Snapshot>, live: boolean) {
        if (!live) {
          const past = snapshots.map(({ day, keywordId }) => startMsOf(day) + (keywordId % 86_400_000))
          yield* sql`UPDATE keywords_feed SET last_at = to_timestamp(${Math.max(...past)}::float8 / 1000)
            WHERE last_at < to_timestamp(${Math.max(...past)}::float8 / 1000)`
          return past
        }
        const nowMs = yield* Clock.currentTimeMillis
        // The lock on the row is held to the end of the transaction: who reads a moment has read all before it.
        const [feed] = yield* feedOf(sql`
          UPDATE keywords_feed SET last_at = greatest(
            last_at + ${snapshots.length}::int * interval '1 millisecond', to_timestamp(${nowMs}::float8 / 1000))
          RETURNING (extract(epoch FROM last_at) * 1000)::float8 AS "lastMs"`)
        const lastMs = Math.round(feed?.lastMs ?? nowMs)
        return snapshots.map((_, index) => lastMs - snapshots.length + 1 + index)
      })

      const addFacts = Effect.fnUntraced(function* (snapshots: ReadonlyArray<Snapshot>, live: boolean) {
        const at = yield* moments(snapshots, live)
        const facts = snapshots.map((snapshot, index) => ({
          k: snapshot.keywordId,
          m: snapshot.marketId,
          s: snapshot.sourceId,
          d: snapshot.day,
          r: isoOf(at[index] ?? snapshot.observedMs),
          o: snapshot.observedMs,
          p: snapshot.depth,
          n: snapshot.resultCount,
          e: snapshot.reach,
          v: snapshot.volume,
          h: snapshot.difficulty
        }))
        return yield* winnersOf(sql`
          INSERT INTO keywords_facts (keyword_id, market_id, source_id, day, recorded_at, observed_ms, depth,
            result_count, reach, volume, difficulty, scored_by)
          SELECT k, m, s, d, r, o, p, n, e, v, h, ${scoresVersion} FROM jsonb_to_recordset(${JSON.stringify(facts)}::text::jsonb) AS f (
            k int, m smallint, s smallint, d date, r timestamptz, o float8, p smallint, n int, e bigint, v smallint,
            h smallint)
          ON CONFLICT DO NOTHING RETURNING keyword_id AS "keywordId", day::text AS day`)
      })

      const addRanks = (snapshots: ReadonlyArray<Snapshot>) => {
        const lists = snapshots.map(({ apps, day, keywordId, marketId, sourceId }) => ({
          k: keywordId,
          m: marketId,
          s: sourceId,
          d: day,
          a: apps.map(({ appId }) => appId)
        }))
        return sql`
          WITH lists AS (
            SELECT * FROM jsonb_to_recordset(${JSON.stringify(lists)}::text::jsonb) AS l (
              k int, m smallint, s smallint, d date, a jsonb)),
          ranked AS (
            SELECT k, s, d, l.id AS listing, place.rank::smallint AS rank
            FROM lists CROSS JOIN LATERAL jsonb_array_elements_text(a) WITH ORDINALITY AS place (app, rank)
            JOIN keywords_listings l ON l.market_id = m AND l.app_id = place.app),
          rankings AS (
            INSERT INTO keywords_rankings (keyword_id, day, listings)
            SELECT k, d, coalesce((SELECT array_agg(listing ORDER BY rank) FROM ranked r WHERE r.k = lists.k AND r.d = lists.d), '{}')
            FROM lists)
          INSERT INTO keywords_ranks (listing_id, day, keyword_id, rank, source_id)
          SELECT listing, d, k, rank, s FROM ranked ORDER BY listing, d, k`
      }

      const noteLatest = (snapshots: ReadonlyArray<Snapshot>) => {
        const latest = snapshots.map((snapshot) => ({
          k: snapshot.keywordId,
          d: snapshot.day,
          o: snapshot.observedMs,
          s: snapshot.sourceId,
          p: snapshot.depth,
          n: snapshot.resultCount,
          e: snapshot.reach,
          v: snapshot.volume,
          h: snapshot.difficulty,
          c: snapshot.autocompletion !== undefined,
          cl: snapshot.autocompletion?.prefixLength ?? null,
          cp: snapshot.autocompletion?.position ?? null,
          cs: snapshot.autocompletion?.search ?? null,
          q: snapshot.requested === true
        }))
        return sql`
          WITH news AS (
            SELECT DISTINCT ON (k) *, min(d) OVER (PARTITION BY k) AS first FROM jsonb_to_recordset(${JSON.stringify(latest)}::text::jsonb) AS n (
              k int, d date, o float8, s smallint, p smallint, n int, e bigint, v smallint, h smallint,
              c boolean, cl smallint, cp smallint, cs text, q boolean)
            ORDER BY k, d DESC),
          locked AS (
            SELECT id FROM keywords_tracked WHERE id IN (SELECT k FROM news) ORDER BY id FOR UPDATE)
          UPDATE keywords_tracked t SET
            first_day = least(first_day, first),
            latest_day = CASE WHEN newer THEN d ELSE latest_day END,
            latest_ms = CASE WHEN newer THEN o ELSE latest_ms END,
            source_id = CASE WHEN newer THEN s ELSE source_id END,
            depth = CASE WHEN newer THEN p ELSE depth END,
            result_count = CASE WHEN newer THEN n ELSE result_count END,
            reach = CASE WHEN newer THEN e ELSE reach END,
            volume = CASE WHEN newer THEN v ELSE volume END,
            difficulty = CASE WHEN newer THEN h ELSE difficulty END,
            prefix_length = CASE WHEN newer AND c THEN cl ELSE prefix_length END,
            prefix_position = CASE WHEN newer AND c THEN cp ELSE prefix_position END,
            prefix_search = CASE WHEN newer AND c THEN cs ELSE prefix_search END,
            prefix_day = CASE WHEN newer AND c THEN d ELSE prefix_day END,
            requested_day = CASE WHEN newer THEN CASE WHEN q THEN d END ELSE requested_day END
          FROM (
            SELECT news.*, latest_day IS NULL OR latest_day < d AS newer
            FROM news JOIN keywords_tracked own ON own.id = k) AS news, locked
          WHERE t.id = k AND locked.id = t.id AND (newer OR first_day IS NULL OR first_day > first)`
      }

      const sums = (keywordIds: ReadonlyArray<number>) =>
        Effect.asVoid(sql`SELECT keywords_sum_up(${ints(keywordIds)}::int[])`)

      const sumUp = Effect.fn("HistoryStore.sumUp")((keywordIds: ReadonlyArray<number>) =>
        keywordIds.length === 0
          ? Effect.void
          : sql.withTransaction(
              // Keywords before their sums, in the order in which a record locks both.
              Effect.andThen(
                sql`SELECT FROM keywords_tracked WHERE id = ANY(${ints(keywordIds)}::int[]) ORDER BY id FOR UPDATE`,
                sums(keywordIds)
              )
            )
      )

      const record = Effect.fn("HistoryStore.record")(function* (
        snapshots: ReadonlyArray<Snapshot>,
        { live }: { readonly live: boolean }
      ) {
        if (snapshots.length === 0) return 0
        yield* partitions.ensure(snapshots.map(({ day }) => startMsOf(day)))
        return yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* addListings(snapshots, live)
            const winners = yield* addFacts(snapshots, live)
            const won = new Set(winners.map(({ day, keywordId }) => `${keywordId}:${day}`))
            const written = snapshots.filter(({ day, keywordId }) => won.delete(`${keywordId}:${day}`))
            if (written.length === 0) return 0
            yield* addRanks(written)
            yield* noteLatest(written)
            if (live) yield* sums(written.map(({ keywordId }) => keywordId))
            return written.length
          })
        )
      })

      return HistoryStore.of({ record, sumUp })
    })
  )
}
