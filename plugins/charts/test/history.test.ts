/** What is kept, on a real PostgreSQL. */
import { adjustableClock } from "@storeglass/testkit"
import { Effect, Result } from "effect"
import { SqlClient } from "effect/sql"
import { assert, beforeAll, describe, it } from "vitest"
import { ChartHistory, type ChartSnapshot, importSnapshots } from "../src/contract.ts"
import { Partitions } from "../src/history/Partitions.ts"
import { checkSnapshot } from "../src/history/snapshot.ts"
import { countOf, dayMs, hourMs, key, type Node, snapshot, startMs, useNodes } from "./support.ts"

const startNode = useNodes()

let node: Node
beforeAll(async () => {
  node = await startNode()
})
const history = <A, E>(use: (history: ChartHistory["Service"]) => Effect.Effect<A, E>) =>
  node.run(Effect.flatMap(ChartHistory, use))
const inCountry = (country: string) => key({ country })

describe("what may be kept", () => {
  const bounds = { nowMs: startMs, keptFromMs: startMs - 400 * dayMs }
  const good = snapshot(startMs, ["1", "2"])
  const bad: ReadonlyArray<readonly [string, Partial<ChartSnapshot>]> = [
    ["is empty", { entries: [] }],
    [
      "two apps at rank 1",
      {
        entries: [
          { rank: 1, appId: "1" },
          { rank: 1, appId: "2" }
        ]
      }
    ],
    [
      "an app has two ranks",
      {
        entries: [
          { rank: 1, appId: "1" },
          { rank: 2, appId: "1" }
        ]
      }
    ],
    ["a rank isn't a whole number", { entries: [{ rank: 0, appId: "1" }] }],
    ["a rank isn't a whole number", { entries: [{ rank: 1.5, appId: "1" }] }],
    ["beyond 1000", { entries: [{ rank: 1_001, appId: "1" }] }],
    ["no valid id", { entries: [{ rank: 1, appId: "com.example" }] }],
    ["no valid id", { entries: [{ rank: 1, appId: "" }] }],
    ["no valid id", { key: key({ platform: "storeb" }), entries: [{ rank: 1, appId: "a b" }] }],
    ["from the future", { asOfMs: startMs + hourMs }],
    ["from the future", { asOfMs: Number.NaN }],
    ["older than the kept history", { asOfMs: startMs - 401 * dayMs }],
    ["the country isn't a lowercase two-letter code", { key: key({ country: "USA" }) }],
    ["the genre isn't an id", { key: key({ genreId: "a b" }) }],
    ["no name", { source: "" }]
  ]
  it.each(bad)("refuses a list that %s", (why, over) => {
    const checked = checkSnapshot({ ...good, ...over }, bounds)
    assert.include(Result.isFailure(checked) ? checked.failure.message : "kept", why)
  })

  it("keeps the ranks that a list has holes between", () => {
    const entries = [
      { rank: 4, appId: "4" },
      { rank: 1, appId: "1" }
    ]
    const checked = checkSnapshot({ ...good, entries }, bounds)
    assert.deepStrictEqual(Result.isSuccess(checked) && checked.success.appIds, ["1", null, null, "4"])
  })
})

describe("adding and reading lists", () => {
  it("gives back a list as it was, with its time and source", async () => {
    const list = { ...snapshot(startMs - 123, ["3", "1", "2"]), key: inCountry("de") }
    assert.isTrue(await history((it) => it.add(list)))
    assert.deepStrictEqual(await history((it) => it.latest(inCountry("de"))), {
      asOfMs: startMs - 123,
      source: "storea.charts",
      appIds: ["3", "1", "2"]
    })
    assert.isNull(await history((it) => it.latest(key({ country: "de", chart: "top-paid" }))))
  })

  it("adds a list of one time once, and the first stays", async () => {
    const at = (ids: ReadonlyArray<string>) => ({ ...snapshot(startMs - dayMs, ids), key: inCountry("fr") })
    assert.isTrue(await history((it) => it.add(at(["1"]))))
    assert.isFalse(await history((it) => it.add(at(["2"]))))
    assert.deepStrictEqual((await history((it) => it.latest(inCountry("fr"))))?.appIds, ["1"])
  })

  it("adds one list in an interval, whoever comes first", async () => {
    const slotMs = startMs - (startMs % (6 * hourMs))
    const at = (asOfMs: number) => ({ ...snapshot(asOfMs, ["1"]), key: inCountry("it") })
    const once = { unlessReadSinceMs: slotMs }
    const added = await Promise.all([1, 2, 3, 4].map((ms) => history((it) => it.add(at(slotMs + ms), once))))
    assert.strictEqual(added.filter(Boolean).length, 1)
    assert.isTrue(await history((it) => it.add(at(slotMs - 1))), "the interval before is another")
  })

  it("compares lists of one source only, and says which newer one it left out", async () => {
    const at = (hoursAgo: number, source: string) => ({
      ...snapshot(startMs - hoursAgo * hourMs, [String(hoursAgo + 1)]),
      key: inCountry("es"),
      source
    })
    const pair = () => history((it) => it.pair(inCountry("es")))
    assert.isNull(await pair())
    await history((it) => it.add(at(0, "storea.feed")))
    assert.deepInclude(await pair(), { previous: null, uncompared: null })
    await history((it) => it.add(at(6, "storea.charts")))
    await history((it) => it.add(at(12, "storea.charts")))
    const compared = await pair()
    assert.deepStrictEqual([compared?.current.appIds, compared?.previous?.appIds], [["7"], ["13"]])
    assert.strictEqual(compared?.uncompared?.source, "storea.feed")
    await history((it) => it.add(at(24, "storea.feed")))
    const own = await pair()
    assert.deepStrictEqual([own?.current.appIds, own?.previous?.appIds, own?.uncompared], [["1"], ["25"], null])
  })

  it("compares with the list of the interval before rather than with one of a moment ago", async () => {
    const at = (minutesAgo: number) => ({
      ...snapshot(startMs - minutesAgo * 60_000, [String(minutesAgo + 1)]),
      key: inCountry("pt")
    })
    await history((it) => it.importSnapshots([at(0), at(2)]))
    assert.deepStrictEqual((await history((it) => it.pair(inCountry("pt"))))?.previous?.appIds, ["3"])
    await history((it) => it.importSnapshots([at(360), at(720)]))
    assert.deepStrictEqual((await history((it) => it.pair(inCountry("pt"))))?.previous?.appIds, ["361"])
  })

  it("tells ranks of an app at each time, and absence apart from not having looked", async () => {
    const at = (daysAgo: number, ids: ReadonlyArray<string>) => ({
      ...snapshot(startMs - daysAgo * dayMs, ids),
      key: inCountry("nl")
    })
    await history((it) => it.importSnapshots([at(0, ["9", "8"]), at(3, ["8"]), at(1, ["8", "7", "9"])]))
    const query = { key: inCountry("nl"), appId: "9", fromMs: startMs - 9 * dayMs, toMs: startMs }
    const points = await history((it) => it.ranks(query))
    assert.deepStrictEqual(
      points.map(({ asOfMs, depth, rank }) => [(startMs - asOfMs) / dayMs, rank, depth]),
      [
        [3, null, 1],
        [1, 3, 3],
        [0, 1, 2]
      ]
    )
    const unknown = await history((it) => it.ranks({ ...query, appId: "404" }))
    assert.deepStrictEqual(
      unknown.map(({ rank }) => rank),
      [null, null, null]
    )
  })

  it("finds all charts that an app is in now", async () => {
    const games = key({ country: "se", genreId: "6014" })
    await history((it) =>
      it.importSnapshots([
        { ...snapshot(startMs, ["500", "501"]), key: games },
        { ...snapshot(startMs - dayMs, ["501"]), key: inCountry("se") },
        { ...snapshot(startMs, ["500"]), key: inCountry("se") },
        { ...snapshot(startMs - 9 * dayMs, ["501"]), key: inCountry("no") }
      ])
    )
    const found = await history((it) =>
      it.positions({ platform: "storea", appId: "501", sinceMs: startMs - 2 * dayMs })
    )
    assert.deepStrictEqual(found, [{ key: games, asOfMs: startMs, rank: 2, depth: 2 }])
  })
})

describe("who is first, and since when", () => {
  const at = (daysAgo: number, leader: string, country: string, source = "storea.charts") => ({
    ...snapshot(startMs - daysAgo * dayMs, [leader, "900"]),
    key: inCountry(country),
    source
  })
  const leaders = (...countries: ReadonlyArray<string>) =>
    history((it) => it.leaders(countries.map(inCountry), startMs - 2 * dayMs))

  it("counts from the first list of the present run, in whatever order the lists came", async () => {
    await history((it) =>
      it.importSnapshots([at(2, "1", "at"), at(0, "1", "at"), at(5, "1", "at"), at(3, "2", "at"), at(1, "1", "at")])
    )
    const [leader] = await leaders("at")
    assert.strictEqual(leader?.app.appId, "1")
    assert.strictEqual(leader?.reachedAtMs, startMs - 2 * dayMs)
    assert.strictEqual(leader?.previous?.appId, "2")
    assert.strictEqual(leader?.readSinceMs, startMs - 5 * dayMs)
  })

  it("does not guess for an app that is first in all lists", async () => {
    await history((it) => it.importSnapshots([at(0, "1", "be"), at(4, "1", "be")]))
    const [leader] = await leaders("be")
    assert.deepInclude(leader, { reachedAtMs: null, previous: null, readSinceMs: startMs - 4 * dayMs })
  })

  it("takes no lists of another source, and none that is too old", async () => {
    await history((it) => it.importSnapshots([at(0, "1", "ch"), at(1, "2", "ch", "storea.feed"), at(9, "3", "dk")]))
    const [leader, old, never] = await leaders("ch", "dk", "fi")
    assert.deepInclude(leader, { reachedAtMs: null, previous: null })
    assert.isNull(old)
    assert.isNull(never)
  })
})

describe("what is known of apps", () => {
  const named = (country: string, name: string | null, minute: number) => ({
    ...snapshot(startMs - dayMs - minute * 60_000, []),
    key: inCountry(country),
    entries: [{ rank: 1, appId: "700", name, seller: name, iconUrl: null, genreId: "6002", genreName: "Utilities" }]
  })
  const nameOf = async () => (await history((it) => it.apps("storea", ["700"]))).get("700")?.name

  it("fills in a name that was missing, keeps to one country's, prefers the default one's", async () => {
    await history((it) => it.add(named("jp", null, 1)))
    assert.isNull(await nameOf())
    await history((it) => it.add(named("jp", "日本", 2)))
    assert.strictEqual(await nameOf(), "日本")
    await history((it) => it.add(named("kr", "한국", 3)))
    assert.strictEqual(await nameOf(), "日本")
    await history((it) => it.add(named("us", "English", 4)))
    assert.strictEqual(await nameOf(), "English")
    await history((it) => it.add(named("jp", "日本 2", 5)))
    assert.strictEqual(await nameOf(), "English")
    await history((it) => it.add(named("us", null, 6)))
    assert.strictEqual(await nameOf(), "English")
  })

  it("takes as text whatever a store may call an app", async () => {
    const name = `o'x"; DROP TABLE charts_apps; -- \u0000 \ud800 😀`
    const entries = [{ rank: 1, appId: "701", name }]
    await history((it) => it.add({ ...snapshot(startMs - 7, []), key: inCountry("gr"), entries }))
    const app = (await history((it) => it.apps("storea", ["701"]))).get("701")
    assert.strictEqual(app?.name, `o'x"; DROP TABLE charts_apps; --  \ufffd 😀`)
  })
})

describe("importing", () => {
  const days = (country: string) =>
    Array.from({ length: 900 }, (_, index) => ({
      ...snapshot(startMs - index * 8 * hourMs, [String(index + 1), "5000"]),
      key: inCountry(country)
    }))

  it("takes any number of lists from an iterable, and adds nothing when it is repeated", async () => {
    const bad = { ...snapshot(startMs, []), key: inCountry("pl") }
    const first = await node.run(importSnapshots([...days("pl"), bad]))
    assert.deepStrictEqual([first.added, first.known, first.refused], [900, 0, 1])
    assert.include(first.reasons[0], "the list is empty")
    const again = await node.run(importSnapshots(days("pl")))
    assert.deepStrictEqual([again.added, again.known, again.refused], [0, 900, 0])
  })

  it("survives two importers of the same lists at once", async () => {
    const other = await startNode({ databaseUrl: node.databaseUrl })
    const reports = await Promise.all([node, other].map((one) => one.run(importSnapshots(days("cz")))))
    assert.strictEqual(
      reports.reduce((sum, { added }) => sum + added, 0),
      900
    )
  })
})

describe("keeping it for so long", () => {
  it("makes the partition of a month once, however many want it at once", async () => {
    const nodes = await Promise.all([1, 2, 3].map(() => startNode({ databaseUrl: node.databaseUrl })))
    const months = [0, 1, 2, 3, 4].map((index) => startMs - (200 + index * 31) * dayMs)
    await Promise.all(
      months.flatMap((moment) =>
        nodes.map((one) => one.run(Effect.flatMap(Partitions, (partitions) => partitions.ensure([moment]))))
      )
    )
    const lists = months.map((moment) => ({ ...snapshot(moment, ["1"]), key: inCountry("ie") }))
    assert.strictEqual((await node.run(importSnapshots(lists))).added, 5)
  })

  it("drops whole months when their last day is too old, makes those to come, and reads on", async () => {
    const clock = adjustableClock(startMs)
    const kept = await startNode({ clock, config: { retentionDays: 100 } })
    const months = () =>
      kept.run(
        Effect.flatMap(SqlClient.SqlClient, (sql) =>
          Effect.map(
            sql<{ name: string }>`SELECT inhrelid::regclass::text AS name FROM pg_inherits
              WHERE inhparent = 'charts_snapshots'::regclass ORDER BY 1`,
            (rows) => rows.map(({ name }) => name.slice(-6))
          )
        )
      )
    const maintain = (nowMs: number) =>
      kept.run(Effect.flatMap(Partitions, (it) => it.maintain({ nowMs, keptFromMs: nowMs - 100 * dayMs })))
    const report = await kept.run(
      importSnapshots([0, 1, 40, 60, 99, 101].map((ago) => snapshot(startMs - ago * dayMs, [String(ago + 1)])))
    )
    assert.deepStrictEqual([report.added, report.refused], [5, 1])
    assert.deepStrictEqual(await months(), ["202606", "202608", "202610"])
    assert.deepStrictEqual(await maintain(startMs), [])
    assert.deepStrictEqual(await months(), ["202606", "202608", "202610", "202611", "202612"])
    const laterMs = startMs + 50 * dayMs
    assert.deepStrictEqual(await maintain(laterMs), ["charts_snapshots_202606"])
    assert.deepStrictEqual(await maintain(laterMs), [])
    assert.strictEqual(await countOf(kept, "charts_snapshots"), 4)
    clock.setMs(laterMs)
    const late = await kept.run(importSnapshots([snapshot(startMs - 99 * dayMs, ["1"])]))
    assert.strictEqual(late.refused, 1)
    assert.isTrue(await kept.run(Effect.flatMap(ChartHistory, (it) => it.add(snapshot(laterMs, ["1"])))))
  })
})
