import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { ChartFeed, decode, oneOrMany } from "./shapes.ts"
import { get, type Running, recordingsAreThere, recordingsFolder, start } from "./support.ts"

const Lists = Schema.Struct({
  lists: Schema.Array(
    Schema.Struct({
      chart: Schema.String,
      genre: Schema.String,
      asOf: Schema.String,
      source: Schema.String,
      appIds: Schema.Array(Schema.String)
    })
  ),
  apps: Schema.Record(Schema.String, Schema.Struct({ name: Schema.NullOr(Schema.String) }))
})

const ask = (sandbox: Running, query: Readonly<Record<string, string>>) =>
  get(
    `${sandbox.baseUrls.history}/charts?${new URLSearchParams({ platform: "storea", country: "us", day: "2026-11-20", charts: "top-free", genres: "all", ...query })}`
  )
const listsOf = (sandbox: Running, query: Readonly<Record<string, string>> = {}) =>
  Effect.map(ask(sandbox, query), ({ body }) => decode(Lists, body))

describe("charts of past days", () => {
  it.effect("are today's feeds, and other ones the day before", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      const query = { country: "de", genres: "all,6014,7012", charts: "top-free,top-grossing" }
      const today = yield* listsOf(sandbox, query)
      assert.strictEqual(today.lists.length, 6)
      for (const { appIds, asOf, chart, genre, source } of today.lists) {
        assert.deepStrictEqual([asOf, source], ["2026-11-20T00:00:00Z", "storea.charts"])
        const slug = chart === "top-free" ? "topfreeapplications" : "topgrossingapplications"
        const path = `${slug}/limit=100${genre === "all" ? "" : `/genre=${genre}`}/json`
        const { feed } = decode(ChartFeed, (yield* get(`${sandbox.baseUrls.itunes}/de/rss/${path}`)).body)
        const ids = oneOrMany(feed.entry).map((entry) => entry.id.attributes["im:id"])
        assert.deepStrictEqual(appIds, ids, `${chart} ${genre}`)
        assert.isTrue(appIds.every((id) => today.apps[id]?.name !== undefined))
      }
      const before = yield* listsOf(sandbox, { ...query, day: "2026-11-19" })
      assert.notDeepEqual(before.lists[0]?.appIds, today.lists[0]?.appIds)
    })
  )

  it.effect("are there for the second store, deeper and under package names", () =>
    Effect.gen(function* () {
      const { lists } = yield* listsOf(yield* start(), { platform: "storeb", genres: "all,GAME,TOOLS,6014" })
      assert.deepStrictEqual(
        lists.map(({ genre }) => genre),
        ["all", "GAME", "TOOLS"]
      )
      assert.isAbove(lists[0]?.appIds.length ?? 0, 100)
      assert.isTrue(lists.every(({ appIds }) => appIds.every((id) => /^[a-z]\w*(\.\w+)+$/i.test(id))))
    })
  )

  it.effect("are not made up for a bad question, nor written into the ledger", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      const bad = [{ platform: "other" }, { country: "zz" }, { day: "yesterday" }, { day: "2026-13-40" }, { more: "1" }]
      for (const query of bad) assert.strictEqual((yield* ask(sandbox, query)).status, 400, JSON.stringify(query))
      assert.deepStrictEqual(yield* listsOf(sandbox, { charts: "new", genres: "all" }), { lists: [], apps: {} })
      assert.deepStrictEqual(sandbox.control.requests(), [])
    })
  )

  it.effect.skipIf(!recordingsAreThere)("are, of recordings, those of the asked day alone", () =>
    Effect.gen(function* () {
      const sandbox = yield* start({ recordings: recordingsFolder })
      const at = (day: string, query: Readonly<Record<string, string>> = {}) =>
        Effect.map(listsOf(sandbox, { day, ...query }), ({ lists }) => lists.map(({ appIds }) => appIds.length))
      assert.deepStrictEqual(yield* at("2026-07-10", { country: "kr", genres: "6014" }), [100])
      assert.deepStrictEqual(yield* at("2026-03-02", { country: "jp", genres: "6008" }), [100])
      assert.deepStrictEqual(yield* at("2026-10-01", { country: "jp", genres: "6008" }), [])
      assert.deepStrictEqual(yield* at("2026-07-10", { platform: "storeb", country: "kr", genres: "GAME" }), [200])
      assert.deepStrictEqual(yield* at("2026-09-10", { platform: "storeb", country: "kr", genres: "GAME" }), [])
    })
  )
})
