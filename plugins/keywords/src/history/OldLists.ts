import { type Day, type FeedEntry, type FeedQuery, monthOf, startMsOf } from "@storeglass/history"
import { rowsOf } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { ints, NullableInt, plannedRowsOf } from "../database.ts"
import type { KeywordDay, KeywordList } from "./KeywordLists.ts"

const there = rowsOf(Schema.Struct({ isThere: Schema.Boolean }))
const placeRows = plannedRowsOf(Schema.Struct({ owner: Schema.Int, at: Schema.Int, place: Schema.Int }))
const facts = {
  owner: Schema.Int,
  market: Schema.Int,
  source: Schema.Int,
  day: Schema.String,
  observedMs: Schema.Finite,
  recordedMs: Schema.Finite,
  depth: Schema.Int,
  listed: Schema.Int,
  resultCount: Schema.Int,
  reach: Schema.NullOr(Schema.Finite),
  volume: NullableInt,
  difficulty: NullableInt,
  scoredBy: Schema.Int
}
const FactRow = Schema.Struct(facts)
const factRows = plannedRowsOf(FactRow)
/** Looked at all at once: a month has millions of them. */
const Ints = Schema.declare(
  (value): value is ReadonlyArray<number> => Array.isArray(value) && value.every(Number.isInteger)
)
const listRows = plannedRowsOf(Schema.Struct({ ...facts, listings: Ints }))
const feedRows = plannedRowsOf(
  Schema.Struct({ recordedMs: Schema.Finite, owner: Schema.Int, day: Schema.String, market: Schema.Int })
)
const faultRows = rowsOf(Schema.Struct({ month: Schema.String, fault: Schema.String }))
const nameRows = rowsOf(Schema.Struct({ name: Schema.String }))

const oldTables = ["keywords_facts", "keywords_rankings", "keywords_ranks"] as const

type Read<A> = Effect.Effect<A, SqlError.SqlError>

/** The tables that held the history before it was packed. Nobody writes to them; what they hold may be packed already. */
export interface OldLists {
  /** False, for ever, once all of it is packed. */
  readonly isThere: Read<boolean>
  /** `at`: days after the first. */
  readonly places: (
    listing: number,
    from: Day,
    to: Day
  ) => Read<ReadonlyArray<{ readonly owner: number; readonly at: number; readonly place: number }>>
  readonly lists: (owners: ReadonlyArray<number>, from: Day, to: Day) => Read<ReadonlyArray<KeywordList>>
  readonly facts: (owners: ReadonlyArray<number>, from: Day, to: Day) => Read<ReadonlyArray<KeywordDay>>
  readonly feed: (query: FeedQuery) => Read<ReadonlyArray<FeedEntry>>
  readonly forget: (owners: ReadonlyArray<number>) => Read<void>
  /** Removes the months that ended before. */
  readonly drop: (before: Day) => Read<void>
  readonly dropMonth: (month: Day) => Read<void>
  readonly faults: Read<ReadonlyArray<string>>
}

const factsOf = ({ difficulty, reach, resultCount, scoredBy, volume, ...row }: typeof FactRow.Type): KeywordDay => ({
  ...row,
  facts: { resultCount, reach, volume, difficulty, scoredBy }
})

export const makeOldLists: Effect.Effect<OldLists, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  let isGone = false

  const isThere = Effect.suspend(() =>
    isGone
      ? Effect.succeed(false)
      : Effect.map(there(sql`SELECT EXISTS (SELECT FROM keywords_old) AS "isThere"`), ([row]) => {
          isGone = row?.isThere !== true
          return !isGone
        })
  )

  const places: OldLists["places"] = (listing, from, to) =>
    placeRows(sql`
      SELECT keyword_id AS owner, day - ${from}::date AS at, rank AS place FROM keywords_ranks
      WHERE listing_id = ${listing} AND day BETWEEN ${from}::date AND ${to}::date`)

  const columns = sql.literal(`f.keyword_id AS owner, f.market_id AS market, f.source_id AS source, f.day::text AS day,
    f.observed_ms AS "observedMs", round(extract(epoch FROM f.recorded_at) * 1000)::float8 AS "recordedMs", f.depth,
    cardinality(r.listings) AS listed, f.result_count AS "resultCount", f.reach::float8 AS reach, f.volume, f.difficulty,
    f.scored_by AS "scoredBy"`)
  const between = (owners: ReadonlyArray<number>, from: Day, to: Day) => sql`
    FROM keywords_facts f JOIN keywords_rankings r ON r.keyword_id = f.keyword_id AND r.day = f.day
    WHERE f.keyword_id = ANY(${ints(owners)}::int[]) AND f.day BETWEEN ${from}::date AND ${to}::date
      AND r.day BETWEEN ${from}::date AND ${to}::date`

  const dropMonth: OldLists["dropMonth"] = (month) =>
    sql.withTransaction(
      Effect.gen(function* () {
        // Dropping waits for all who read; who reads after it must not wait long behind it.
        yield* sql`SET LOCAL lock_timeout = '5s'`
        for (const table of oldTables)
          yield* sql`DROP TABLE IF EXISTS ${sql(`${table}_${month.replaceAll("-", "").slice(0, 6)}`)}`
        yield* sql`DELETE FROM keywords_old WHERE month = ${month}::date`
      })
    )

  return {
    isThere,
    places,
    lists: (owners, from, to) =>
      Effect.map(listRows(sql`SELECT ${columns}, r.listings ${between(owners, from, to)}`), (rows) =>
        rows.map(({ listings, ...row }) => ({ ...factsOf(row), listings }))
      ),
    facts: (owners, from, to) =>
      Effect.map(factRows(sql`SELECT ${columns} ${between(owners, from, to)}`), (rows) => rows.map(factsOf)),
    feed: ({ after, limit, markets, untilMs }) =>
      feedRows(sql`
        SELECT round(extract(epoch FROM recorded_at) * 1000)::float8 AS "recordedMs", keyword_id AS owner, day::text AS day,
          market_id AS market
        FROM keywords_facts
        WHERE (recorded_at, keyword_id) > (to_timestamp(${after.recordedMs}::float8 / 1000), ${after.owner}::int)
          AND recorded_at <= to_timestamp(${untilMs}::float8 / 1000)
          AND (${markets === undefined}::boolean OR market_id = ANY(${ints(markets ?? [])}::smallint[]))
        ORDER BY recorded_at, keyword_id LIMIT ${limit}::int`),
    forget: (owners) =>
      Effect.flatMap(isThere, (isStill) =>
        isStill
          ? sql.withTransaction(
              Effect.forEach(
                oldTables,
                (table) => sql`DELETE FROM ${sql(table)} WHERE keyword_id = ANY(${ints(owners)}::int[])`,
                { discard: true }
              )
            )
          : Effect.void
      ),
    drop: (before) =>
      Effect.gen(function* () {
        if (!(yield* isThere)) return
        const first = monthOf(startMsOf(before)).replaceAll("-", "").slice(0, 6)
        const months = yield* nameRows(sql`
          SELECT DISTINCT right(c.relname, 6) AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
          WHERE i.inhparent = 'keywords_facts'::regclass AND c.relname ~ '_[0-9]{6}$' AND right(c.relname, 6) < ${first}
          ORDER BY 1`)
        for (const { name } of months) yield* dropMonth(`${name.slice(0, 4)}-${name.slice(4)}-01`)
      }),
    dropMonth,
    faults: Effect.map(
      faultRows(
        sql`SELECT month::text AS month, min(fault) AS fault FROM keywords_old WHERE fault IS NOT NULL GROUP BY 1 ORDER BY 1`
      ),
      (rows) => rows.map(({ fault, month }) => `${month.slice(0, 7)}: ${fault}`)
    )
  } satisfies OldLists
})
