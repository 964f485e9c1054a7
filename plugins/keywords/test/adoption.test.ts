/** What was in the tables of before: read at every moment, packed as it was, whatever dies meanwhile. */
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { migrate } from "@storeglass/core"
import { addDays, type Day, dayNumberOf, daysFrom, makePackedHistory, startMsOf } from "@storeglass/history"
import { LedgerLoad, rowsOf } from "@storeglass/plugin-api"
import { freshDatabase, random } from "@storeglass/testkit"
import { Effect, Exit, Fiber, Layer, type Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { makeAdoption } from "../src/history/adoption.ts"
import { KeywordLists, series, withOld } from "../src/history/KeywordLists.ts"
import { makeOldLists } from "../src/history/OldLists.ts"
import plugin from "../src/plugin.ts"

const today = "2026-11-21"
const first = "2026-09-04"
const keywords = Array.from({ length: 14 }, (_, index) => 1 + index)
const listings = Array.from({ length: 25 }, (_, index) => 100 + index * 3)

interface Old {
  readonly owner: number
  readonly day: Day
  readonly market: number
  readonly source: number
  readonly depth: number
  readonly recordedMs: number
  readonly reach: number | null
  readonly listings: ReadonlyArray<number>
}

/** Some keywords on most days, by two sources; recorded later than their day is over now and then. */
const someHistory = (seed: number): ReadonlyArray<Old> => {
  const below = random(seed)
  return daysFrom(first, addDays(today, -1)).flatMap((day) =>
    keywords.flatMap((owner): ReadonlyArray<Old> => {
      if (below(6) === 0) return []
      const left = [...listings]
      const length = below(9)
      return [
        {
          owner,
          day,
          market: 1 + (owner % 2),
          source: 1 + Number(below(9) === 0),
          depth: 50 + (dayNumberOf(day) > dayNumberOf("2026-10-20") ? 50 : 0),
          recordedMs: startMsOf(day) + below(25 * 3_600_000) + owner,
          reach: below(5) === 0 ? null : below(100_000),
          listings: Array.from({ length }, () => left.splice(below(left.length), 1)[0] ?? 0)
        }
      ]
    })
  )
}

/** The database of a version before, with this history. */
const before = (history: ReadonlyArray<Old>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const all = Object.entries(plugin.migrations ?? {})
    yield* migrate("keywords", Object.fromEntries(all.filter(([name]) => name < "0009_packed")))
    yield* sql`INSERT INTO keywords_markets (platform, country, device) VALUES ('storea', 'us', 'iphone'), ('storeb', 'de', 'phone')`
    yield* sql`INSERT INTO keywords_sources (name) VALUES ('storea.catalog'), ('storea.devices')`
    yield* sql`INSERT INTO keywords_tracked (market_id, term)
      SELECT 1 + id % 2, 'term ' || id FROM generate_series(1, ${keywords.length}::int) AS id`
    for (const month of new Set(history.map(({ day }) => day.slice(0, 7))))
      yield* sql`SELECT keywords_make_month(${`${month}-01`}::date)`
    const rows = history.map(({ day, depth, listings: l, market, owner, reach, recordedMs, source }) => ({
      k: owner,
      m: market,
      s: source,
      d: day,
      r: recordedMs,
      p: depth,
      e: reach,
      l
    }))
    const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS f (
      k int, m smallint, s smallint, d date, r float8, p smallint, e bigint, l int[])`
    yield* sql`
      INSERT INTO keywords_facts (keyword_id, market_id, source_id, day, recorded_at, observed_ms, depth, result_count, reach, scored_by)
      SELECT k, m, s, d, to_timestamp(r / 1000), r - 5, p, 200, e, 2 FROM ${given}`
    yield* sql`INSERT INTO keywords_rankings (keyword_id, day, listings) SELECT k, d, l FROM ${given}`
    yield* sql`INSERT INTO keywords_ranks (listing_id, day, keyword_id, rank, source_id)
      SELECT listing, d, k, place, s FROM ${given} CROSS JOIN unnest(l) WITH ORDINALITY AS own (listing, place)`
    const lastMs = Math.max(...history.map(({ recordedMs }) => recordedMs))
    yield* sql`UPDATE keywords_feed SET last_at = to_timestamp(${lastMs}::float8 / 1000)`
  })
const updated = Effect.suspend(() => migrate("keywords", plugin.migrations ?? {}))

const range = { from: addDays(first, -3), to: today }

/** All that the history says. */
const told = Effect.fnUntraced(function* (
  lists: Pick<KeywordLists["Service"], "facts" | "feed" | "lists" | "matrix" | "measured">
) {
  const found = yield* lists.lists(keywords, range.from, range.to)
  const { facts } = yield* lists.facts(keywords, range.from, range.to)
  const matrices = yield* Effect.forEach(listings, (listing) => lists.matrix(listing, range.from, range.to))
  const measured = yield* lists.measured(keywords, range.from, range.to)
  const feed: Array<string> = []
  for (let after = { recordedMs: -1, owner: 0 }; ; ) {
    const { entries } = yield* lists.feed({ after, untilMs: startMsOf("2030-01-01"), limit: 150 })
    feed.push(...entries.map(({ day, market, owner, recordedMs }) => `${recordedMs} ${owner} ${day} ${market}`))
    const last = entries.at(-1)
    if (last === undefined || entries.length < 150) break
    after = last
  }
  return {
    lists: found.lists.map(({ day, depth, facts: own, listings: all, owner, recordedMs, source }) =>
      JSON.stringify([owner, day, source, depth, recordedMs, own.reach, own.scoredBy, all])
    ),
    facts: facts.map(({ day, listed, observedMs, owner }) => `${owner} ${day} ${listed} ${observedMs}`),
    places: matrices.flatMap(({ places }, index) =>
      [...places]
        .sort(([a], [b]) => a - b)
        .flatMap(([owner, row]) =>
          [...row].flatMap((place, at) =>
            place === 0 ? [] : [`${listings[index]} ${owner} ${addDays(range.from, at)} ${place}`]
          )
        )
    ),
    measured: [...measured].map(
      ([owner, days]) => `${owner} ${days.map((at) => (at === null ? "-" : `${at.source}/${at.depth}`)).join(" ")}`
    ),
    feed
  }
})
const expected = (history: ReadonlyArray<Old>): Effect.Success<ReturnType<typeof told>> => {
  const sorted = [...history].sort((a, b) => a.owner - b.owner || (a.day < b.day ? -1 : 1))
  return {
    lists: sorted.map(({ day, depth, listings: all, owner, reach, recordedMs, source }) =>
      JSON.stringify([owner, day, source, depth, recordedMs, reach, 2, all])
    ),
    facts: sorted.map(
      ({ day, listings: { length }, owner, recordedMs }) => `${owner} ${day} ${length} ${recordedMs - 5}`
    ),
    places: listings.flatMap((listing) =>
      sorted.flatMap(({ day, listings: all, owner }) => {
        const place = all.indexOf(listing) + 1
        return place === 0 ? [] : [`${listing} ${owner} ${day} ${place}`]
      })
    ),
    measured: keywords.map((owner) => {
      const own = new Map(history.filter((one) => one.owner === owner).map((one) => [one.day, one]))
      const days = daysFrom(range.from, range.to).map((day) => own.get(day))
      return `${owner} ${days.map((at) => (at === undefined ? "-" : `${at.source}/${at.depth}`)).join(" ")}`
    }),
    feed: [...history]
      .sort((a, b) => a.recordedMs - b.recordedMs || a.owner - b.owner)
      .map(({ day, market, owner, recordedMs }) => `${recordedMs} ${owner} ${day} ${market}`)
  }
}

const connected = (url: Redacted.Redacted) => PgClient.layer({ url, maxConnections: 4 })
/** Of its own. */
const database = () => Layer.unwrap(Effect.map(freshDatabase(), connected))
const noCharges = Layer.succeed(LedgerLoad, LedgerLoad.of({ chargesP99Ms: Effect.succeed(null) }))
const lists = KeywordLists.layer({ history: { paceP99Ms: 30 }, historyDays: 4_000 }).pipe(Layer.provide(noCharges))
/** As another process: it has seen nothing yet, rests never, and takes a few lists at a time. */
const anew = Effect.gen(function* () {
  const packed = yield* makePackedHistory(series(4_000), { pace: null, ranksMax: 200 })
  const old = yield* makeOldLists
  return { all: withOld(packed, old), old, packed, adoption: yield* makeAdoption(packed, old, { listsMax: 60 }) }
})
const counted = rowsOf(Schema.Struct({ n: Schema.Int }))
const urls = rowsOf(Schema.Struct({ old: Schema.Int, marks: Schema.Int }))
const left = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    urls(
      sql`SELECT (SELECT count(*)::int FROM keywords_facts) AS old, (SELECT count(*)::int FROM keywords_old) AS marks`
    ),
    ([row]) => row
  )
)

describe("what was in the tables of before", () => {
  it.live("is read there at once, is taken by nobody a second time, and is the same once it's packed", () =>
    Effect.gen(function* () {
      const history = someHistory(1)
      yield* before(history)
      yield* updated
      const { adoption, all, packed } = yield* anew
      assert.deepStrictEqual(yield* told(all), expected(history))
      const again = history.slice(0, 30).map(({ day, depth, listings: own, market, owner, source }) => ({
        owner,
        day,
        market,
        source,
        depth,
        observedMs: 0,
        facts: { resultCount: 1, reach: null, volume: null, difficulty: null, scoredBy: 2 },
        listings: own.toReversed()
      }))
      const outcomes = yield* all.append(again, { live: false })
      assert.isTrue(outcomes.every(({ outcome }) => outcome === "known"))
      assert.strictEqual(yield* adoption.all, history.length)
      assert.deepStrictEqual(yield* left, { old: 0, marks: 0 })
      assert.deepStrictEqual(yield* told(packed), expected(history))
      assert.deepStrictEqual(yield* told(all), expected(history))
      assert.deepStrictEqual((yield* packed.check({ ownersMax: null })).faults, [])
      assert.strictEqual(yield* adoption.all, 0)
    }).pipe(Effect.provide(database()))
  )

  it.live(
    "is read in full at every moment while those who pack it are killed, and packed as it was in the end",
    () =>
      Effect.gen(function* () {
        const url = yield* freshDatabase()
        const history = someHistory(2)
        const below = random(7)
        const on = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.provide(effect, connected(url), { local: true })
        yield* on(
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            yield* before(history)
            yield* updated
            // Ends a connection of those at work at a write of a number.
            yield* sql`CREATE SEQUENCE writes`
            yield* sql`CREATE TABLE deaths (at int NOT NULL)`
            yield* sql`INSERT INTO deaths VALUES (0)`
            yield* sql.unsafe(`CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$
              BEGIN
                IF nextval('writes') = (SELECT at FROM deaths) THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
                RETURN NULL;
              END $$`)
            for (const table of [
              "keywords_old",
              "keywords_history_lists",
              "keywords_history_runs",
              "keywords_history_months"
            ])
              yield* sql.unsafe(`CREATE TRIGGER die AFTER INSERT OR UPDATE OR DELETE ON ${table}
                FOR EACH STATEMENT EXECUTE FUNCTION die()`)
          })
        )
        let isDone = false
        let reads = 0
        const reader = yield* on(
          Effect.gen(function* () {
            const { all } = yield* anew
            while (!isDone) {
              assert.deepStrictEqual(yield* told(all), expected(history))
              reads += 1
            }
          })
        ).pipe(Effect.forkChild)
        let kills = 0
        for (let isLast = false; !isDone; ) {
          yield* on(
            Effect.flatMap(SqlClient.SqlClient, (sql) =>
              isLast
                ? sql`UPDATE deaths SET at = 0`
                : sql`UPDATE deaths SET at = (SELECT last_value FROM writes) + 1 + ${below(12)}::int`
            )
          )
          const exit = yield* Effect.exit(on(Effect.flatMap(anew, ({ adoption }) => adoption.all)))
          if (Exit.isFailure(exit)) kills += 1
          else isDone = true
          isLast = kills >= 50
        }
        yield* Fiber.join(reader)
        assert.isAbove(kills, 30)
        assert.isAbove(reads, 5)
        yield* on(
          Effect.gen(function* () {
            const { packed } = yield* anew
            assert.deepStrictEqual(yield* left, { old: 0, marks: 0 })
            assert.deepStrictEqual(yield* told(packed), expected(history))
            assert.deepStrictEqual((yield* packed.check({ ownersMax: null })).faults, [])
          })
        )
      }),
    120_000
  )

  it.live("is no longer written by a node of the version before, which is told why", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* before(someHistory(3))
      yield* updated
      const failure = yield* Effect.flip(
        sql`INSERT INTO keywords_facts (recorded_at, observed_ms, keyword_id, day, result_count, market_id, source_id, depth)
          VALUES (now(), 0, 1, ${today}::date, 1, 1, 1, 100) ON CONFLICT DO NOTHING`
      )
      assert.include(String(failure.reason.cause), "a node of a version before is still running")
    }).pipe(Effect.provide(database()))
  )

  it.live("is kept, and told of, where it isn't what was packed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const history = someHistory(4)
      yield* before(history)
      // As after damage: by listing there is a rank that no list has.
      yield* sql`UPDATE keywords_ranks SET rank = rank + 1 WHERE ctid IN (
        SELECT ctid FROM keywords_ranks WHERE day BETWEEN '2026-10-01' AND '2026-10-31' LIMIT 1)
        AND day BETWEEN '2026-10-01' AND '2026-10-31'`
      yield* updated
      const kept = yield* KeywordLists
      assert.strictEqual((yield* kept.keepUp).adoptedLists, history.length)
      const faults = yield* kept.faults
      assert.strictEqual(faults.length, 1)
      assert.match(faults[0] ?? "", /^2026-10: its lists have \d+ places, and its listings \d+ or others$/)
      const [old] = yield* counted(sql`SELECT count(*)::int AS n FROM keywords_facts`)
      assert.strictEqual(old?.n, history.filter(({ day }) => day.startsWith("2026-10")).length)
      assert.deepStrictEqual((yield* told(kept)).lists, expected(history).lists)
    }).pipe(Effect.provide(Layer.provideMerge(lists, database())))
  )

  it.live("is forgotten and dropped there too, and doesn't come back by being packed", () =>
    Effect.gen(function* () {
      const history = someHistory(5)
      yield* before(history)
      yield* updated
      const { adoption, all, packed } = yield* anew
      yield* adoption.step
      yield* all.forget([1, 2])
      yield* all.drop("2026-10-09")
      const rest = history.filter(({ day, owner }) => owner > 2 && day >= "2026-10-01")
      assert.deepStrictEqual(yield* told(all), expected(rest))
      yield* adoption.all
      assert.deepStrictEqual(yield* told(all), expected(rest))
      assert.deepStrictEqual(yield* told(packed), expected(rest))
      assert.deepStrictEqual(yield* left, { old: 0, marks: 0 })
    }).pipe(Effect.provide(database()))
  )
})
