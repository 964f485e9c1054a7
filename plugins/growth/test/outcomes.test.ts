/** What is told beside an answer: figures of the days around it as others measured them, and never a zero for what nobody did. */
import { adjustableClock, at, codeOf, controlOf, listAt, sampleApp, useTestGateway } from "@storeglass/testkit"
import { assert, beforeEach, describe, it } from "vitest"
import { visitor } from "../../account/test/visitor.ts"
import { chartIn, dailyIn, ranksIn, windowsOf } from "../src/outcome/windows.ts"
import { type Measures, measuringPlugins } from "./measures.ts"
import { base, madeProject, scan } from "./support.ts"
import { makeWorld, worldPlugins } from "./world.ts"

const day = (n: number) => `2026-11-${String(n).padStart(2, "0")}`
const rank = (n: number, of: number | null, source = "a", depth = 50) => ({ day: day(n), rank: of, depth, source })

describe("the windows of an answer", () => {
  it.each([
    // All days are over.
    [day(10), 3, day(20), [day(7), day(9)], [day(11), day(13)], true],
    [day(10), 3, day(14), [day(7), day(9)], [day(11), day(13)], true],
    // Today isn't over.
    [day(10), 3, day(13), [day(7), day(9)], [day(11), day(12)], false],
    [day(10), 3, day(12), [day(7), day(9)], [day(11), day(11)], false],
    // None is.
    [day(10), 3, day(11), [day(7), day(9)], null, false],
    [day(10), 3, day(10), [day(7), day(9)], null, false],
    [day(1), 1, day(20), ["2026-10-31", "2026-10-31"], [day(2), day(2)], true]
  ] as const)("on %s with %i days as of %s are %j and %j", (replied, days, today, before, after, isOver) => {
    assert.deepEqual(windowsOf(replied, days, today), {
      before: { from: before[0], to: before[1] },
      after: after === null ? null : { from: after[0], to: after[1] },
      isOver
    })
  })

  const windows = windowsOf(day(10), 2, day(20))
  const daily = (before: number | null, after: number | null, daysBefore: number, daysAfter: number) => ({
    ...{ status: before === null ? "not_measured" : "measured", before, after, daysBefore, daysAfter }
  })
  it.each([
    [
      [
        [8, 10],
        [9, 20],
        [10, 900],
        [11, 40],
        [12, 50]
      ],
      daily(15, 45, 2, 2)
    ],
    // A day that wasn't told is none of nothing; a zero that was is one.
    [
      [
        [8, null],
        [9, 20],
        [11, 0],
        [12, null]
      ],
      daily(20, 0, 1, 1)
    ],
    [
      [
        [8, 10],
        [9, 20]
      ],
      daily(null, null, 2, 0)
    ],
    [[[11, 10]], daily(null, null, 0, 1)],
    [[], daily(null, null, 0, 0)]
  ] as const)("have of %j the figure %j", (values, expected) => {
    assert.deepEqual(
      dailyIn(
        windows,
        values.map(([n, value]) => ({ day: day(n), value }))
      ),
      expected
    )
  })

  it("have ranks over keywords that were searched for in both, of one source, not found as one place behind", () => {
    const measured = ranksIn(windows, [
      [rank(8, 10), rank(9, 20), rank(11, 5)],
      [rank(9, null), rank(12, 40), rank(12, 1, "b")],
      [rank(9, 3), rank(10, 1)],
      []
    ])
    // (15 + 51) / 2 and (5 + 40) / 2.
    assert.deepEqual(measured, { status: "measured", keywords: 2, before: 33, after: 22.5, better: 2, worse: 0 })
    assert.strictEqual(ranksIn(windows, []).status, "not_measured")
    assert.isNull(ranksIn(windows, [[rank(9, 3)]]).before)
  })

  it("have a chart's ranks where it ever held the app", () => {
    const chartDay = (n: number, of: number | null) => ({ day: day(n), asOfMs: 0, rank: of, depth: 100, ofGenre: null })
    assert.deepEqual(chartIn(windows, [chartDay(9, null), chartDay(11, 40)]), daily(101, 40, 1, 1))
    assert.deepEqual(chartIn(windows, [chartDay(9, null), chartDay(11, null)]), daily(null, null, 0, 0))
  })
})

const clock = adjustableClock()
const empty = (): Measures => ({ views: {}, downloads: {}, ranks: {}, charts: [], asked: new Set() })
const measures = empty()
const gateway = useTestGateway({
  plugins: { growth: true, account: true },
  further: [
    ...worldPlugins(makeWorld({ apps: { "1": { name: "Zorvexa" }, "2": { name: "Strivo" } } })),
    ...measuringPlugins(measures)
  ],
  clock
})
const bare = useTestGateway({ plugins: { stores: true, growth: true }, clock })
const dayMs = 86_400_000
const ago = (days: number) => new Date(clock.clock.currentTimeMillisUnsafe() - days * dayMs).toISOString()
const dayAgo = (days: number) => ago(days).slice(0, 10)

let key = ""
let accountId = ""
let serial = 800_000
beforeEach(async () => {
  Object.assign(measures, empty())
  ;({ accountId, key } = await gateway().account({ plan: "large" }))
})
const ask = (path: string, as = key, of = gateway()) => of.ask(`${base}${path}`, { key: as })

/** A project whose threads were answered so many days ago. */
const answered = async (
  days: ReadonlyArray<number>,
  {
    as = key,
    of = gateway(),
    ...more
  }: { readonly as?: string; readonly of?: ReturnType<typeof gateway>; readonly appId?: string } = {}
) => {
  serial += 100
  const word = `ansible${serial}`
  const atMs = clock.clock.currentTimeMillisUnsafe() - Math.max(...days) * dayMs - 600_000
  await controlOf(of).act(
    "growth",
    "write",
    days.map((_, n) => ({ id: serial + n, title: `Can anyone recommend ${word} number ${n}?`, text: "", atMs }))
  )
  const id = await madeProject(of, as, { name: word, channel: "hackernews", keywords: [word], ...more })
  await scan(of, as, id)
  const items = listAt((await ask(`/opportunities?projectId=${id}&sort=newest`, as, of)).json, "data", "items")
  assert.strictEqual(items.length, days.length)
  const ids: Array<string> = []
  for (const [n, back] of days.entries()) {
    const opportunity = String(at(items[n], "id"))
    ids.push(opportunity)
    const marked = await of.ask(`${base}/opportunities/${opportunity}/mark-replied`, {
      ...{ method: "POST", key: as },
      body: { replyUrl: `https://news.ycombinator.com/item?id=${serial + n}`, repliedAt: ago(back) }
    })
    assert.strictEqual(marked.status, 200, marked.text)
  }
  return { id, ids }
}
const outcomesOf = async (id: string, query = "") => {
  const { json, status, text } = await ask(`/projects/${id}/outcomes${query}`)
  assert.strictEqual(status, 200, text)
  return at(json, "data")
}
/** Around an answer 5 days ago, two days before and two after. */
const measured = () => {
  measures.views = { [dayAgo(7)]: 10, [dayAgo(6)]: 20, [dayAgo(5)]: 900, [dayAgo(4)]: 40, [dayAgo(3)]: 50 }
  measures.downloads = { [dayAgo(6)]: 4, [dayAgo(4)]: 6 }
  const searched = (back: number, of: number | null) => ({ day: dayAgo(back), rank: of, depth: 50, source: "a" })
  measures.ranks = { habit: [searched(6, 20), searched(4, 10)], streak: [searched(6, 5), searched(4, 7)] }
  const chart = { platform: "storea", country: "us", chart: "top-free", genreId: null } as const
  const charted = (back: number, of: number | null) => ({
    ...{ day: dayAgo(back), asOfMs: 0, rank: of, depth: 100, ofGenre: null }
  })
  measures.charts = [
    { key: chart, source: "a", days: [charted(6, 80), charted(4, 60)] },
    { key: { ...chart, chart: "top-grossing" }, source: "a", days: [charted(6, null), charted(4, null)] }
  ]
}

describe("outcomes", () => {
  it("have visits, downloads and ranks before and after, as others tell them, and say that it's no claim of cause", async () => {
    const { id, ids } = await answered([5], { appId: "1" })
    measured()
    const outcomes = await outcomesOf(id, "?days=2")
    const [one] = listAt(outcomes, "items")
    assert.deepEqual(at(one, "storeVisits"), { status: "measured", before: 15, after: 45, daysBefore: 2, daysAfter: 2 })
    assert.deepEqual(at(one, "downloads"), { status: "measured", before: 4, after: 6, daysBefore: 1, daysAfter: 1 })
    assert.deepEqual(at(one, "keywordRanks"), {
      ...{ status: "measured", keywords: 2, before: 12.5, after: 8.5, better: 1, worse: 1 }
    })
    assert.deepEqual(at(one, "chartRank"), {
      ...{ status: "measured", chart: "Top free, all categories", before: 80, after: 60, daysBefore: 1, daysAfter: 1 }
    })
    assert.deepEqual([at(one, "opportunityId"), at(one, "isOver"), at(one, "otherReplies")], [ids[0], true, 0])
    assert.deepEqual(at(one, "before"), { from: dayAgo(7), to: dayAgo(6), days: 2 })
    assert.deepEqual(at(one, "after"), { from: dayAgo(4), to: dayAgo(3), days: 2 })
    assert.include(String(at(outcomes, "note")), "no claim of cause")
    assert.deepEqual([...measures.asked], [accountId])
  })

  const figures = ["storeVisits", "downloads", "keywordRanks", "chartRank"]
  const states = (one: unknown) =>
    figures.map((name) => [at(one, name, "status"), at(one, name, "before"), at(one, name, "after")])
  const all = (status: string) => figures.map(() => [status, null, null])

  it("are null with a status where nobody measures, where no day is over, and for no app", async () => {
    const unmeasured = await answered([5], { appId: "1" })
    assert.deepEqual(states(listAt(await outcomesOf(unmeasured.id), "items")[0]), all("not_measured"))
    measured()
    const early = await answered([0], { appId: "1" })
    const [one] = listAt(await outcomesOf(early.id), "items")
    assert.deepEqual([states(one), at(one, "after")], [all("too_early"), null])
    const none = await answered([5])
    assert.deepEqual(states(listAt(await outcomesOf(none.id), "items")[0]), all("no_app"))
    // The measured ones are another app's.
    const other = await answered([5], { appId: "2" })
    assert.deepEqual(states(listAt(await outcomesOf(other.id, "?days=2"), "items")[0]), all("not_measured"))
  })

  it("are null where no plugin tells", async () => {
    const account = await bare().account({ plan: "large" })
    const { id } = await answered([5], { as: account.key, of: bare(), appId: (await sampleApp(bare())) ?? "" })
    const { json, status } = await ask(`/projects/${id}/outcomes`, account.key, bare())
    assert.strictEqual(status, 200)
    assert.deepEqual(states(listAt(json, "data", "items")[0]), all("not_measured"))
  })

  it("say how many other answers for the app are in the same days", async () => {
    const first = await answered([5, 20], { appId: "1" })
    await answered([6], { appId: "1" })
    await answered([5], { appId: "2" })
    const items = listAt(await outcomesOf(first.id, "?days=2"), "items")
    assert.deepEqual(
      items.map((one) => at(one, "otherReplies")),
      [1, 0]
    )
  })

  it("come in pages, the last answer first, each once", async () => {
    const { id, ids } = await answered([9, 3, 3, 20], { appId: "1" })
    const seen: Array<unknown> = []
    let cursor = ""
    for (let page = 0; page < 4; page++) {
      const outcomes = await outcomesOf(id, `?limit=1${cursor}`)
      assert.strictEqual(at(outcomes, "total"), 4)
      seen.push(...listAt(outcomes, "items").map((one) => at(one, "opportunityId")))
      const next = at(outcomes, "nextCursor")
      cursor = `&cursor=${next}`
      assert.strictEqual(next === null, page === 3)
    }
    assert.deepEqual([...seen].toSorted(), [...ids].toSorted())
    assert.deepEqual([seen[2], seen[3]], [ids[0], ids[3]])
  })

  it("cost 1, and nothing without an answer", async () => {
    const { id } = await answered([5], { appId: "1" })
    const before = await gateway().used(accountId)
    await outcomesOf(id)
    assert.strictEqual((await gateway().used(accountId)) - before, 1)
    const none = await madeProject(gateway(), key, { name: "none", channel: "lemmy", keywords: ["zzyzx road"] })
    assert.deepEqual(listAt(await outcomesOf(none), "items"), [])
    assert.strictEqual((await gateway().used(accountId)) - before, 1)
  })

  it.each(["days=0", "days=29", "limit=0", "limit=51", "cursor=x", "other=1"])(
    "with %s are refused, for free",
    async (query) => {
      const id = await madeProject(gateway(), key, { name: "any", channel: "lemmy", keywords: ["zzyzx road"] })
      const answer = await ask(`/projects/${id}/outcomes?${query}`)
      assert.deepEqual([answer.status, codeOf(answer.json)], [400, "INVALID_INPUT"])
      assert.strictEqual(await gateway().used(accountId), 0)
    }
  )

  it("of another account's project are none", async () => {
    const { id } = await answered([5], { appId: "1" })
    const other = await gateway().account({ plan: "large" })
    assert.strictEqual((await ask(`/projects/${id}/outcomes`, other.key)).status, 404)
  })

  it("are on the app's page for its newest answers, for free", async () => {
    const { ask: page, join } = await visitor(gateway)
    await join(accountId, "viewer")
    await answered([10, 11], { appId: "1" })
    measures.downloads = { [dayAgo(12)]: 4, [dayAgo(9)]: 6 }
    const before = await gateway().used(accountId)
    const { json, status, text } = await page("/dashboard/api/growth/outcomes?appId=1&platform=storea")
    assert.strictEqual(status, 200, text)
    const rows = listAt(json, "data", "replies")
    assert.deepEqual(
      rows.map((row) => [at(row, "day"), at(row, "downloads"), at(row, "visits"), at(row, "other")]),
      [
        [dayAgo(10), "4 → 6", null, 1],
        [dayAgo(11), "4 → 6", null, 1]
      ]
    )
    assert.strictEqual(await gateway().used(accountId), before)
  })
})
