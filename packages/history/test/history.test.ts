import { PgClient } from "@effect/sql-pg"
import { freshDatabase } from "@storeglass/testkit"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import { dayMs, type HistoryPartitions, makeInterning, makePartitions, monthOf, nextMonth } from "../src/index.ts"

const database = () => Layer.unwrap(Effect.map(freshDatabase(), (url) => PgClient.layer({ url, maxConnections: 6 })))

/** Runs a test on an empty database. */
const on =
  <A, E>(test: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  () =>
    Effect.runPromise(Effect.provide(test, database()))

const nowMs = Date.UTC(2026, 11, 31, 12)

const twoTables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const table of ["ranks", "facts"]) {
    yield* sql.unsafe(`CREATE TABLE ${table} (day date NOT NULL) PARTITION BY RANGE (day)`)
    yield* sql.unsafe(`CREATE TABLE ${table}_other PARTITION OF ${table} DEFAULT`)
  }
  yield* sql.unsafe(`CREATE TABLE calls (month date)`)
  yield* sql.unsafe(`
    CREATE FUNCTION make_month(p_month date) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE parent text;
    BEGIN
      PERFORM pg_advisory_xact_lock(1);
      INSERT INTO calls VALUES (p_month);
      FOREACH parent IN ARRAY ARRAY['ranks', 'facts'] LOOP
        EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
          parent || to_char(p_month, '_YYYYMM'), parent, p_month, p_month + interval '1 month');
      END LOOP;
    END $$`)
  return yield* makePartitions({ tables: ["ranks", "facts"], makeMonth: "make_month" })
})
const count = (text: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(sql.unsafe<{ n: number }>(`SELECT count(*)::int AS n FROM ${text}`), ([row]) => row?.n)
  )
const maintain = (partitions: HistoryPartitions, keptFromMs: number) => partitions.maintain({ nowMs, keptFromMs })

describe("months", () => {
  it("follow each other over the end of a year", () => {
    assert.strictEqual(nextMonth("2026-12-01"), "2027-01-01")
    assert.strictEqual(nextMonth("2027-01-01"), "2027-02-01")
    assert.strictEqual(monthOf(nowMs), "2026-12-01")
  })

  it(
    "are made for the moments that are to be written, each asked for once",
    on(
      Effect.gen(function* () {
        const partitions = yield* twoTables
        const moments = [0, 1, 40, 41].map((ago) => nowMs - ago * dayMs)
        yield* partitions.ensure(moments)
        yield* partitions.ensure(moments)
        assert.strictEqual(yield* count("calls"), 2)
        assert.strictEqual(yield* count("pg_class WHERE relname IN ('ranks_202612', 'facts_202611')"), 2)
      })
    )
  )

  it(
    "are made ahead and dropped as a whole when their last day is too old, but for tables that are no months",
    on(
      Effect.gen(function* () {
        const partitions = yield* twoTables
        yield* partitions.ensure([Date.UTC(2026, 8, 1), Date.UTC(2026, 9, 1)])
        assert.deepStrictEqual(yield* maintain(partitions, Date.UTC(2026, 8, 30)), [])
        assert.strictEqual(yield* count("pg_class WHERE relname IN ('facts_202701', 'ranks_202702')"), 2)
        const dropped = ["facts_202609", "ranks_202609"]
        assert.deepStrictEqual(yield* maintain(partitions, Date.UTC(2026, 9, 1)), dropped)
        assert.deepStrictEqual(yield* maintain(partitions, Date.UTC(2026, 9, 31)), [])
        yield* partitions.ensure([Date.UTC(2026, 8, 1)])
        assert.strictEqual(yield* count("pg_class WHERE relname = 'ranks_202609'"), 1, "a dropped month is made again")
        assert.strictEqual(yield* count("pg_class WHERE relname = 'ranks_other'"), 1)
      })
    )
  )

  it(
    "are dropped in all tables or in none",
    on(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const partitions = yield* twoTables
        yield* partitions.ensure([Date.UTC(2026, 8, 1)])
        yield* sql`CREATE VIEW reader AS SELECT day FROM ranks_202609`
        assert.strictEqual((yield* Effect.exit(maintain(partitions, nowMs)))._tag, "Failure")
        assert.strictEqual(yield* count("pg_class WHERE relname IN ('facts_202609', 'ranks_202609')"), 2)
      })
    )
  )
})

describe("interning", () => {
  const table = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql.unsafe(`CREATE TABLE markets (id smallint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      country text NOT NULL, device text NOT NULL, UNIQUE (country, device))`)
  })
  const make = (keptMax?: number) =>
    makeInterning({
      table: "markets",
      columns: ["country", "device"],
      ...(keptMax === undefined ? {} : { keptMax })
    })

  it(
    "gives each name one number, in the order asked, whoever asks at the same time",
    on(
      Effect.gen(function* () {
        yield* table
        const wanted = Array.from({ length: 20 }, (_, index) => [`c${index % 10}`, 'it\'s "a", phone'])
        const nodes = yield* Effect.all([make(), make(), make(), make()])
        const given = yield* Effect.forEach(
          nodes,
          (node, index) => node.ensure(index % 2 === 0 ? wanted : wanted.toReversed()),
          { concurrency: 4 }
        )
        const [first = []] = given
        assert.strictEqual(new Set(first).size, 10)
        assert.deepStrictEqual(first.slice(0, 10), first.slice(10))
        for (const [index, ids] of given.entries())
          assert.deepStrictEqual(index % 2 === 0 ? ids : ids.toReversed(), first)
        assert.strictEqual(yield* count("markets"), 10)
      })
    )
  )

  it(
    "finds without making, tells the name of a number, and uses up no number for what is there",
    on(
      Effect.gen(function* () {
        yield* table
        const node = yield* make()
        assert.deepStrictEqual(yield* node.find([["us", "phone"]]), [null])
        assert.strictEqual(yield* count("markets"), 0)
        const [us = 0] = yield* node.ensure([["us", "phone"]])
        for (let time = 0; time < 5; time += 1) yield* (yield* make()).ensure([["us", "phone"]])
        assert.deepStrictEqual(yield* node.ensure([["de", "phone"]]), [us + 1])
        assert.deepStrictEqual(
          yield* node.find([
            ["de", "phone"],
            ["us", "pad"],
            ["us", "phone"]
          ]),
          [us + 1, null, us]
        )
        const other = yield* make()
        assert.deepStrictEqual(yield* other.nameOf(us), ["us", "phone"])
        assert.isNull(yield* other.nameOf(9_999))
      })
    )
  )

  it(
    "asks the database once for a name, and stays right when it keeps few",
    on(
      Effect.gen(function* () {
        yield* table
        const sql = yield* SqlClient.SqlClient
        const names = ["a", "b", "c", "d"].map((country) => [country, "phone"])
        const few = yield* make(2)
        const ids = yield* few.ensure(names)
        assert.deepStrictEqual(yield* few.ensure(names), ids)
        const all = yield* make()
        assert.deepStrictEqual(yield* all.find(names), ids)
        yield* sql`DROP TABLE markets`
        assert.deepStrictEqual(yield* all.find(names), ids)
      })
    )
  )
})
