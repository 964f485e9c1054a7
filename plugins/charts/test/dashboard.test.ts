/** What pages of an account read of charts. */
import { codeOf, useTestGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { assert, beforeAll, describe, it } from "vitest"
import { signedUp } from "../../account/test/support.ts"
import { ChartedApps, ChartHistory, type ChartSnapshot } from "../src/contract.ts"
import { makeWorld } from "./memoryStore.ts"
import { dayMs, hourMs, key, type Node, snapshot, startMs, useNodes } from "./support.ts"

const startNode = useNodes()
const world = makeWorld()
let node: Node
const add = (...lists: ReadonlyArray<ChartSnapshot>) =>
  node.run(Effect.flatMap(ChartHistory, (history) => history.importSnapshots(lists)))
const read = (query: string) => node.positions(query)
const games = key({ genreId: "6014" })

beforeAll(async () => {
  node = await startNode({ worlds: [world] })
  await add(
    snapshot(startMs - 3 * dayMs, ["1", "2", "7"]),
    // Twice a day: the later list counts.
    snapshot(startMs - dayMs - 6 * hourMs, ["7", "1", "2"]),
    snapshot(startMs - dayMs, ["1", "7", "2"]),
    snapshot(startMs - hourMs, ["1", "2", "3"]),
    snapshot(startMs - 2 * dayMs, ["3", "1"], { key: games }),
    snapshot(startMs - hourMs, ["7", "3"], { key: games }),
    snapshot(startMs - hourMs, ["7"], { key: key({ country: "de" }) })
  )
})

describe("positions of an app over time", () => {
  it("asks no store", async () => {
    world.asked.splice(0)
    await read("?appId=7&from=2026-10-01")
    assert.deepEqual(world.asked, [])
  })

  it("tells a day without a reading from a day without a rank, and takes the last list of a day", async () => {
    const { lines } = await read("?appId=7&from=2026-10-01&to=2026-10-05")
    const overall = lines.find(({ genreId }) => genreId === "all")
    assert.strictEqual(overall?.name, "Top free, all categories")
    assert.deepEqual(
      overall?.days.map(({ date, depth, rank, status }) => [date, rank, status, depth]),
      [
        ["2026-10-01", null, "not_measured", null],
        ["2026-10-02", 3, "ranked", 3],
        ["2026-10-03", null, "not_measured", null],
        ["2026-10-04", 2, "ranked", 3],
        ["2026-10-05", null, "not_in_top_n", 3]
      ]
    )
  })

  it("tells where it stands, the best first, and what changed in these days", async () => {
    const { now } = await read("?appId=7&from=2026-10-01")
    assert.deepEqual(
      now.map(({ best, change, genreId, previousRank, rank, status }) => [
        genreId,
        rank,
        status,
        previousRank,
        change,
        best
      ]),
      [
        ["6014", 1, "ranked", null, null, 1],
        ["all", null, "not_in_top_n", 3, null, 2]
      ]
    )
    const second = await read("?appId=2&from=2026-10-01")
    assert.deepEqual(
      second.now.map(({ change, previousRank, rank }) => [previousRank, rank, change]),
      [[2, 2, 0]]
    )
  })

  it("is of one country, and of no chart for an app that none held", async () => {
    const german = await read("?appId=7&from=2026-10-01&country=de")
    assert.deepEqual(
      german.now.map(({ rank }) => rank),
      [1]
    )
    const none = await read("?appId=99&from=2026-10-01")
    assert.deepEqual([none.now, none.lines, none.provenance.status], [[], [], "not_measured"])
  })

  it("leaves out lists of another source than the newest", async () => {
    const other = key({ country: "jp" })
    await add(
      snapshot(startMs - 2 * dayMs, ["7"], { key: other, source: "elsewhere" }),
      snapshot(startMs - hourMs, ["1", "7"], { key: other })
    )
    const { lines } = await read("?appId=7&from=2026-10-03&country=jp")
    assert.deepEqual(
      lines[0]?.days.map(({ status }) => status),
      ["not_measured", "not_measured", "ranked"]
    )
  })

  const bounds: ReadonlyArray<readonly [query: string, code: string]> = [
    ["", "INVALID_INPUT"],
    ["appId=0", "INVALID_APP_ID"],
    ["appId=com.example", "INVALID_APP_ID"],
    ["appId=7&platform=storec", "INVALID_INPUT"],
    ["appId=7&platform=storeb", "PLATFORM_UNSUPPORTED"],
    ["appId=7&country=zz", "INVALID_COUNTRY"],
    ["appId=7&from=2026-02-30", "INVALID_INPUT"],
    ["appId=7&from=2026-10-05&to=2026-10-04", "INVALID_INPUT"],
    ["appId=7&from=2026-10-06", "INVALID_INPUT"],
    ["appId=7&from=2025-10-04&to=2026-10-05", "INVALID_INPUT"]
  ]
  it.each(bounds)("answers 400 to '%s'", async (query, code) => {
    assert.deepEqual(await node.failure(`/dashboard/api/charts/positions?${query}`), [400, code])
  })

  it("takes a whole year, and ends with today", async () => {
    const { from, to } = await read("?appId=7&from=2025-10-05&to=2999-01-01")
    assert.deepEqual([from, to], ["2025-10-05", "2026-10-05"])
  })
})

const charted = <A, E>(use: (apps: ChartedApps["Service"]) => Effect.Effect<A, E>) =>
  node.run(Effect.flatMap(ChartedApps, use))
const ids = (apps: ReadonlyArray<{ readonly appId: string }>) => apps.map(({ appId }) => appId)

describe("apps that charts know", () => {
  it("are found by how the words of their names begin, and by their id", async () => {
    const named = { rank: 1, appId: "41", name: "Piano Tuner: O'Brien & Söhne" }
    await add(snapshot(startMs - 5 * dayMs, [], { key: key({ country: "gb" }), entries: [named] }))
    for (const q of ["piano", "TUN", "söh", "brien piano", "41", "o'b & s"]) {
      assert.deepEqual(ids(await charted(({ find }) => find({ q, limit: 5 }))), ["41"], q)
    }
    for (const q of ["iano", "piano guitar", "'", "%", "piano:* | app", "& !"]) {
      assert.deepEqual(ids(await charted(({ find }) => find({ q, limit: 5 }))), [], q)
    }
    assert.deepEqual(await charted(({ find }) => find({ q: "piano", platform: "storeb", limit: 5 })), [])
  })

  it("without words are those of the newest overall chart, in its order", async () => {
    assert.deepEqual(ids(await charted(({ find }) => find({ limit: 2 }))), ["1", "2"])
  })

  it("moved within the ranks that both lists have", async () => {
    await add(
      snapshot(startMs - 8 * dayMs, ["5", "6", "8"], { key: key({ country: "gb", chart: "top-paid" }) }),
      snapshot(startMs - hourMs, ["6", "5"], { key: key({ country: "gb", chart: "top-paid" }) })
    )
    const of = (appId: string) =>
      charted(({ moves }) => moves([{ platform: "storea", appId, country: "gb" }], 7)).then((moves) =>
        moves.map(({ previousRank, rank }) => [previousRank, rank])
      )
    assert.deepEqual(await of("6"), [[2, 1]])
    // Below the ranks that the shorter list has, nothing is told.
    assert.deepEqual(await of("8"), [])
  })
})

describe("who may read them", () => {
  const gateway = useTestGateway({ plugins: { stores: true, charts: { collectOnStart: false }, account: true } })

  it("is whoever is signed in, for nothing, and no key", async () => {
    const { browser } = await signedUp(gateway)
    const path = "/dashboard/api/charts/positions?appId=7"
    const answer = await browser.ask(path)
    assert.strictEqual(answer.status, 200, answer.text)
    const { key: apiKey } = await gateway().account()
    assert.strictEqual((await gateway().ask(path, { key: apiKey })).status, 401)
    const strange = await browser.ask(`${path}&days=7`)
    assert.deepEqual([strange.status, codeOf(strange.json)], [400, "INVALID_INPUT"])
    assert.deepEqual(gateway().running.sandbox?.control.requests() ?? [], [])
  })
})
