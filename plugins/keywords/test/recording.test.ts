/** How snapshots are written: what comes together in one transaction, and what it adds up to. */
import { assert, describe, it } from "@effect/vitest"
import { addDays } from "@storeglass/history"
import { rowsOf } from "@storeglass/plugin-api"
import { random } from "@storeglass/testkit"
import { Effect, Exit, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { HistoryStore, type Snapshot } from "../src/history/HistoryStore.ts"
import { KeywordKeys } from "../src/history/KeywordKeys.ts"
import { harness, makeWorld, noonMs, storedDays, today, us } from "./support.ts"

const market = { ...us, device: "iphone" }
const terms = Array.from({ length: 8 }, (_, index) => `term ${index}`)
const sums = rowsOf(Schema.Struct({ text: Schema.String }))
const summed = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sums(sql`SELECT concat_ws(' ', k.id, k.measured, r.source_id, r.day, r.current, r.previous, r.next_current, r.next_previous) AS text
    FROM keywords_tracked k LEFT JOIN keywords_reach r ON r.keyword_id = k.id ORDER BY k.id`)
)
const listed = rowsOf(Schema.Struct({ name: Schema.String }))

const known = Effect.gen(function* () {
  const keys = yield* KeywordKeys
  const states = yield* keys.ensure(market, terms)
  const sources = [yield* keys.ensureSource("storea.catalog"), yield* keys.ensureSource("storea.devices")]
  return {
    ids: terms.flatMap((term) => states.get(term)?.id ?? []),
    marketId: states.get(terms[0] ?? "")?.marketId ?? 0,
    sources
  }
})
const snapshotOf = (keywordId: number, marketId: number, over: Partial<Snapshot> = {}): Snapshot => ({
  keywordId,
  marketId,
  sourceId: 1,
  day: today,
  observedMs: noonMs,
  depth: 100,
  resultCount: 3,
  reach: 10,
  volume: 50,
  difficulty: 40,
  apps: ["1", "2", "3"].map((appId) => ({ appId, name: `App ${appId}`, seller: "Seller" })),
  ...over
})

describe("what is recorded", () => {
  it.live("at the same time is counted by each who recorded it, and what can't be written fails alone", () =>
    Effect.gen(function* () {
      const store = yield* HistoryStore
      const { ids, marketId } = yield* known
      const unfit = { appId: "9", name: "a name with \u0000 in it", seller: "" }
      const exits = yield* Effect.forEach(
        [...ids, ...ids, 0],
        (id, index) =>
          Effect.exit(
            store.record(
              [snapshotOf(id === 0 ? 1 : id, marketId, id === 0 ? { day: addDays(today, -1), apps: [unfit] } : {})],
              { live: index % 3 > 0 }
            )
          ),
        { concurrency: "unbounded" }
      )
      const last = exits.at(-1)
      assert.isTrue(last !== undefined && Exit.isFailure(last))
      const counts = exits.slice(0, -1).map((exit) => (Exit.isSuccess(exit) ? exit.value : -1))
      assert.strictEqual(counts.filter((count) => count === 1).length, ids.length, "one of two each")
      assert.strictEqual(counts.filter((count) => count === 0).length, ids.length)
      assert.deepStrictEqual(
        (yield* storedDays).map(({ day, term }) => [day, term]),
        terms.map((term) => [today, term])
      )
    }).pipe(Effect.provide(harness(makeWorld()).layer))
  )

  it.live("day by day adds up to what adding all up anew gives, whatever days and sources", () => {
    const { layer, nextDay } = harness(makeWorld())
    return Effect.gen(function* () {
      const store = yield* HistoryStore
      const { ids, marketId, sources } = yield* known
      const below = random(5)
      for (let index = 0; index < 75; index++) {
        const day = addDays(today, index)
        const given = ids
          .filter((id) => below(id + 1) === 0 || index % 10 === 0)
          .flatMap((id) => {
            const one = snapshotOf(id, marketId, {
              day,
              sourceId: sources[Number(below(12) === 0)] ?? 1,
              reach: below(5) === 0 ? null : below(1_000)
            })
            return below(15) === 0 ? [one, { ...one, day: addDays(day, -1) }] : [one]
          })
        yield* store.record(given, { live: true })
        if (index % 5 === 4) {
          const kept = yield* summed
          yield* store.sumUp(ids)
          assert.deepStrictEqual(kept, yield* summed)
        }
        nextDay()
      }
    }).pipe(Effect.provide(layer))
  })

  it.live("names its apps as they were called last, and the past doesn't rename them", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* HistoryStore
      const { ids, marketId } = yield* known
      const [first = 0, second = 0, third = 0] = ids
      const called = (name: string) => ({ apps: [{ appId: "1", name, seller: "Seller" }] })
      const name = Effect.map(listed(sql`SELECT name FROM keywords_listings WHERE app_id = '1'`), (rows) =>
        rows.map((row) => row.name)
      )
      yield* store.record([snapshotOf(first, marketId, called("One"))], { live: true })
      yield* store.record([snapshotOf(first, marketId, { ...called("Before"), day: addDays(today, -3) })], {
        live: false
      })
      assert.deepStrictEqual(yield* name, ["One"])
      yield* store.record([snapshotOf(second, marketId, called("Two"))], { live: true })
      assert.deepStrictEqual(yield* name, ["Two"])
      yield* store.record([snapshotOf(third, marketId, called("Two"))], { live: true })
      assert.deepStrictEqual(yield* name, ["Two"])
    }).pipe(Effect.provide(harness(makeWorld()).layer))
  )
})
