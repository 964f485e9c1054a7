/** What is due, and how many keywords are collected: kept beside the keywords, and always what a recount would give. */
import { randomUUID } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { dayMs, dayOf } from "@storeglass/history"
import { rowsOf } from "@storeglass/plugin-api"
import { random } from "@storeglass/testkit"
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { CollectionQueue } from "../src/collection/CollectionQueue.ts"
import { Collector } from "../src/collection/Collector.ts"
import { TrackedKeywords } from "../src/contract.ts"
import { KeywordKeys } from "../src/history/KeywordKeys.ts"
import { harness, makeWorld, noonMs } from "./support.ts"

const terms = Array.from({ length: 12 }, (_, index) => `term ${index}`)
const world = () =>
  makeWorld({ searches: Object.fromEntries(terms.map((term, index) => [term, [`${index + 1}`, "99"]])) })
const keyword = (term: string) => ({ platform: "storea" as const, country: "us", device: "iphone", keyword: term })

const columns = rowsOf(Schema.Struct({ index: Schema.String, columns: Schema.String }))
const counted = rowsOf(Schema.Struct({ tracked: Schema.Int, watched: Schema.Int, done: Schema.Int }))
const listed = rowsOf(Schema.Struct({ id: Schema.Int, watchers: Schema.Int, asked: Schema.Int }))

/** As the keywords themselves say. */
const recounted = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const day = dayOf(yield* Clock.currentTimeMillis)
  const [counts] = yield* counted(sql`
    SELECT count(*)::int AS tracked, (count(*) FILTER (WHERE watchers > 0))::int AS watched,
      (count(*) FILTER (WHERE latest_day >= ${day}::date))::int AS done
    FROM keywords_tracked WHERE tracked_at IS NOT NULL`)
  const due = yield* listed(sql`SELECT id, watchers, asked FROM keywords_tracked
    WHERE tracked_at IS NOT NULL AND (latest_day IS NULL OR latest_day < ${day}::date) ORDER BY id`)
  return { counts, due }
})
/** As it's kept. */
const kept = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const queue = yield* CollectionQueue
  const { done, tracked, watched } = yield* queue.counts("storea", yield* Clock.currentTimeMillis)
  const due = yield* listed(sql`SELECT keyword_id AS id, watchers, asked FROM keywords_due ORDER BY keyword_id`)
  return { counts: { tracked, watched, done }, due }
})

const now = Clock.currentTimeMillis

describe("what is due", () => {
  it.live("is what a recount gives, after any tracking, asking, collecting, letting go and new days", () => {
    const { layer, time } = harness(world(), { autoTrackAsks: 3 })
    return Effect.gen(function* () {
      const [collector, keys, queue, tracked] = yield* Effect.all([
        Collector,
        KeywordKeys,
        CollectionQueue,
        TrackedKeywords
      ])
      const accounts = [randomUUID(), randomUUID(), randomUUID()]
      const below = random(22)
      const some = () => terms.filter(() => below(10) < 4).map(keyword)
      const one = <A>(from: ReadonlyArray<A>) => from.slice(below(from.length)).slice(0, 1)
      const steps: ReadonlyArray<Effect.Effect<unknown, unknown>> = [
        Effect.suspend(() => Effect.forEach(one(accounts), (account) => tracked.trackAll(account, some()))),
        Effect.suspend(() => Effect.forEach(one(accounts), (account) => tracked.untrackAll(account, some()))),
        Effect.suspend(() => Effect.forEach(one(terms), (term) => tracked.track(accounts[0] ?? "", keyword(term)))),
        Effect.suspend(() => Effect.forEach(one(terms), (term) => tracked.untrack(accounts[0] ?? "", keyword(term)))),
        Effect.gen(function* () {
          const states = yield* keys.ensure(keyword(""), one(terms))
          yield* keys.asked(
            [...states.values()].map(({ id }) => id),
            { times: 2 }
          )
        }),
        collector.slice("storea"),
        Effect.andThen(
          Effect.flatMap(now, (nowMs) => queue.claim("storea", nowMs, 2)),
          Effect.sync(() => time.advanceMs(3_600_000))
        ),
        queue.recount,
        Effect.flatMap(now, queue.prune),
        Effect.sync(() => time.advanceMs(dayMs * (below(10) === 0 ? 40 : 1)))
      ]
      for (let step = 0; step < 150; step++) {
        yield* Effect.all(one(steps))
        assert.deepStrictEqual(yield* kept, yield* recounted, `after step ${step}`)
      }
    }).pipe(Effect.provide(layer))
  })

  it.live("is what a recount gives after a change of 40,000 keywords, where one alone was changed before", () => {
    const { layer } = harness(world())
    return Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* (yield* TrackedKeywords).track(randomUUID(), keyword("alpha"))
      yield* sql`INSERT INTO keywords_tracked (market_id, term, tracked_at, latest_day)
        SELECT 1, 't' || n, to_timestamp(${noonMs / 1000}::float8), ${dayOf(noonMs)}::date - 1 FROM generate_series(1, 40000) AS n`
      // The plans of before are of one row; by pairs, a change would be looked at 1.6 thousand million times.
      for (let n = 0; n < 8; n++) yield* sql`UPDATE keywords_tracked SET watchers = watchers + 1 WHERE term = 't1'`
      yield* sql.withTransaction(
        Effect.andThen(
          sql`SET LOCAL statement_timeout = '60s'`,
          sql`UPDATE keywords_tracked SET watchers = watchers + 1, asked = 3`
        )
      )
      assert.deepStrictEqual(yield* kept, yield* recounted)
      yield* sql`UPDATE keywords_tracked SET latest_day = ${dayOf(noonMs)}::date WHERE id % 2 = 0`
      yield* sql`UPDATE keywords_tracked SET tracked_at = NULL WHERE id % 3 = 0`
      assert.deepStrictEqual(yield* kept, yield* recounted)
    }).pipe(Effect.provide(layer))
  })

  it.live(
    "loses no keyword that was made known and is about to be measured, and those that never were after a while",
    () => {
      const { config, layer, time } = harness(world())
      return Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [keys, queue] = yield* Effect.all([KeywordKeys, CollectionQueue])
        yield* keys.ensure(keyword(""), ["seeded"])
        const left = Effect.map(sql`SELECT FROM keywords_tracked WHERE term = 'seeded'`, ({ length }) => length)
        assert.deepInclude(yield* Effect.flatMap(now, queue.prune), { removed: 0 })
        assert.strictEqual(yield* left, 1)
        time.advanceMs((config.autoTrackDays + 1) * dayMs)
        assert.deepInclude(yield* Effect.flatMap(now, queue.prune), { removed: 1 })
        assert.strictEqual(yield* left, 0)
      }).pipe(Effect.provide(layer))
    }
  )

  it.live("is each once, however many nodes put in at once what a day makes due", () => {
    const { config, layer, nextDay } = harness(world())
    return Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const queue = yield* CollectionQueue
      yield* (yield* TrackedKeywords).track(randomUUID(), keyword("alpha"))
      yield* sql`INSERT INTO keywords_tracked (market_id, term, tracked_at, latest_day)
        SELECT 1, 't' || n, to_timestamp(${noonMs / 1000}::float8), ${dayOf(noonMs)}::date FROM generate_series(1, 60000) AS n`
      assert.deepInclude(yield* queue.counts("storea", noonMs), { tracked: 60_001, done: 60_000, due: 1 })
      nextDay()
      // Each as a node of its own, that knows of no day that is complete.
      const nodes = yield* Effect.all(
        [1, 2, 3].map(() => Effect.provide(CollectionQueue, CollectionQueue.layer(config), { local: true }))
      )
      const taken = yield* Effect.all(
        nodes.map((node) => node.claim("storea", noonMs + dayMs, 100)),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(new Set(taken.flat().map(({ id }) => id)).size, 300)
      assert.deepInclude(yield* queue.counts("storea", noonMs + dayMs), { tracked: 60_001, done: 0, due: 60_001 })
      assert.deepStrictEqual(yield* kept, yield* recounted)
    }).pipe(Effect.provide(layer))
  })

  it.live("isn't asked of the store again where it was collected while the day's keywords were put in", () => {
    const store = world()
    const { layer } = harness(store)
    return Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const collector = yield* Collector
      const tracked = yield* TrackedKeywords
      yield* tracked.track(randomUUID(), keyword("term 1"))
      yield* collector.slice("storea")
      yield* sql`INSERT INTO keywords_due (keyword_id, platform, watchers, asked, day, since)
        SELECT id, 'storea', watchers, asked, latest_day, tracked_at FROM keywords_tracked`
      yield* tracked.track(randomUUID(), keyword("term 2"))
      // What is found done takes a place of this minute.
      assert.deepInclude(yield* collector.slice("storea"), { claimed: 0 })
      assert.deepInclude(yield* collector.slice("storea"), { claimed: 1, collected: 1 })
      assert.deepStrictEqual(
        store.asked.filter((line) => line.startsWith("search")),
        ["search us term 1", "search us term 2"]
      )
      assert.deepStrictEqual(yield* kept, yield* recounted)
    }).pipe(Effect.provide(layer))
  })

  it.live("on the next day isn't taken by a node whose clock is behind, nor lost by it", () => {
    const { layer, nextDay } = harness(world())
    return Effect.gen(function* () {
      const [collector, queue, tracked] = yield* Effect.all([Collector, CollectionQueue, TrackedKeywords])
      yield* tracked.trackAll(randomUUID(), ["term 1", "term 2"].map(keyword))
      yield* collector.slice("storea")
      nextDay()
      assert.deepInclude(yield* queue.counts("storea", noonMs + dayMs), { due: 2 })
      assert.lengthOf(yield* queue.claim("storea", noonMs, 10), 0)
      assert.lengthOf(yield* queue.claim("storea", noonMs + dayMs, 10), 2)
    }).pipe(Effect.provide(layer))
  })

  it.live("leaves nothing that changes daily in an index of the keywords", () => {
    const { layer } = harness(world())
    return Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(
        yield* columns(sql`
          SELECT c.relname AS index, string_agg(a.attname, ' ' ORDER BY a.attnum) AS columns
          FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_attribute a ON a.attrelid = i.indexrelid
          WHERE i.indrelid = 'keywords_tracked'::regclass GROUP BY c.relname ORDER BY c.relname`),
        [
          { index: "keywords_tracked_market_id_term_key", columns: "market_id term" },
          { index: "keywords_tracked_pkey", columns: "id" }
        ]
      )
    }).pipe(Effect.provide(layer))
  })
})
