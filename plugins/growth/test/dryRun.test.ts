/** Keywords that are tried before they're kept. */
import { Data, Locks } from "@storeglass/plugin-api"
import { adjustableClock, at, codeOf, listAt, usePluginGateway } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { afterEach, assert, beforeAll, describe, it } from "vitest"
import { DryRun } from "../src/dryRuns/schema.ts"
import { LookAgain } from "../src/jobRefs.ts"
import growth from "../src/plugin.ts"
import { Upkeep } from "../src/upkeep/Upkeep.ts"
import { base, madeProject, scan } from "./support.ts"

const clock = adjustableClock()
const gateway = usePluginGateway(growth, { plugins: { stores: true, growth: true }, clock })
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const path = `${base}/projects/dry-run`

let key = ""
let accountId = ""
const control = () => gateway().running.sandbox?.control ?? assert.fail("there is no sandbox")
const act = (name: string, input: object = {}) => control().act("growth", name, input)
const nowMs = () => clock.clock.currentTimeMillisUnsafe()
const used = () => gateway().used(accountId)

beforeAll(async () => {
  ;({ accountId, key } = await gateway().account({ plan: "large" }))
})
afterEach(async () => {
  control().clearFaults()
  await act("behave", { isClosed: false, backoff: 0 })
  assert.deepEqual(await act("violations"), [])
})

const send = (body: object, as = key) => gateway().ask(path, { method: "POST", key: as, body })
const tried = async (body: object, as = key) => {
  const answer = await send({ channel: "hackernews", ...body }, as)
  assert.strictEqual(answer.status, 200, answer.text)
  return Schema.decodeUnknownSync(Data(DryRun))(answer.json, { onExcessProperty: "error" }).data
}
let serial = 0
const write = (posts: ReadonlyArray<object>) => {
  serial += 1
  const first = 700_000 + serial * 1_000
  return act(
    "write",
    posts.map((post, n) => ({ id: first + n, text: "I need an app", atMs: nowMs() - (n + 1) * minuteMs, ...post }))
  )
}
const asked = (word: string) => ({ title: `Can anyone recommend ${word}?`, tag: word })

const Names = Schema.Array(Schema.Struct({ name: Schema.String }))
/** Tables that have a text in some row. */
const tablesWith = (text: string) =>
  gateway().run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tables = yield* Schema.decodeUnknownEffect(Names)(
        yield* sql`SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
          WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`
      )
      const found: Array<string> = []
      for (const { name } of tables) {
        const rows = yield* sql.unsafe(`SELECT 1 FROM ${name} t WHERE t::text LIKE '%' || $1 || '%' LIMIT 1`, [text])
        if (rows.length > 0) found.push(name)
      }
      return found
    }).pipe(Effect.orDie)
  )

describe("a dry run", () => {
  it("finds what a scan of the same settings keeps, by the same scores, and keeps none of it", async () => {
    const [often, seldom] = ["drycastone", "drycasttwo"]
    await write([
      ...Array.from({ length: 12 }, () => asked(often)),
      { title: `Can anyone recommend ${often} or ${seldom}?` },
      { title: `Can anyone recommend ${often}?`, text: "I have a coupon for an app" },
      { title: `Kann jemand ${often} empfehlen?`, text: "Ich suche eine App für den Alltag" },
      { ...asked(often), atMs: nowMs() - 8 * dayMs }
    ])
    const settings = { keywords: [often, seldom], exclude: ["coupon"], languages: ["en"] }
    const told = await tried(settings)
    assert.deepEqual(
      {
        isComplete: told.isComplete,
        scanned: told.scanned,
        found: told.found,
        excluded: told.excluded,
        otherLanguages: told.otherLanguages,
        byKeyword: told.byKeyword.map(({ found, keyword, matched }) => [keyword, matched, found])
      },
      {
        isComplete: true,
        scanned: 15,
        found: 13,
        excluded: 1,
        otherLanguages: 1,
        byKeyword: [
          [often, 13, 13],
          [seldom, 1, 1]
        ]
      }
    )
    const { json } = await gateway().ask(`${base}/projects`, { key })
    assert.deepEqual([at(json, "data", "total"), await tablesWith(often)], [0, []])

    const projectId = await madeProject(gateway(), key, {
      name: "Kept",
      channel: "hackernews",
      lookbackDays: 7,
      ...settings
    })
    const scanned = await scan(gateway(), key, projectId)
    assert.deepEqual(
      [at(scanned, "scanned"), at(scanned, "found")],
      [15 + 1, told.found],
      "one is found by two queries"
    )
    const kept = await gateway().ask(`${base}/opportunities?projectId=${projectId}&limit=100`, { key })
    const fields = ["title", "excerpt", "url", "relevanceScore", "relevanceParts", "intent", "urgency", "language"]
    const shape = (one: unknown) => JSON.stringify(fields.map((field) => at(one, field)))
    const all = new Set(listAt(kept.json, "data", "items").map(shape))
    for (const example of told.examples) assert.isTrue(all.has(shape(example)), example.title)
  })

  it("shows the best ten of each keyword, each thread once, and the best ten that a name brought", async () => {
    const [often, seldom, rival] = ["tenfold", "tenonce", "Tenrival"]
    await write([
      ...Array.from({ length: 14 }, () => asked(often)),
      { title: `${seldom} and nothing more`, text: `Is there an app for ${seldom}?` },
      ...Array.from({ length: 11 }, () => ({ title: `Can anyone recommend an alternative to ${rival}?` }))
    ])
    const { examples, found } = await tried({ keywords: [often, seldom], competitors: [rival] })
    const count = (test: (matched: ReadonlyArray<string>) => boolean) =>
      examples.filter(({ matched }) => test(matched)).length
    assert.strictEqual(found, 26)
    assert.deepEqual(
      [
        count((matched) => matched.includes(often)),
        count((matched) => matched.includes(seldom)),
        count((matched) => matched.length === 0)
      ],
      [10, 1, 10]
    )
    assert.strictEqual(new Set(examples.map(({ url }) => url)).size, examples.length)
    const scores = examples.map(({ relevanceScore }) => relevanceScore)
    assert.deepEqual(
      scores,
      scores.toSorted((a, b) => b - a)
    )
  })

  it("asks for the first page of each query before the second of any, and for 20 in all, and says what it left", async () => {
    const words = Array.from({ length: 18 }, (_, n) => `breadth${n}x`)
    await write([...Array.from({ length: 450 }, () => asked("breadth0x")), ...words.slice(1).map(asked)])
    const { sequence = 0 } = control().requests({ upstream: "hackernews" }).at(-1) ?? {}
    const told = await tried({ keywords: words })
    assert.lengthOf(control().requests({ upstream: "hackernews", afterSequence: sequence }), 20)
    assert.deepEqual([told.requests, told.isComplete], [20, false])
    assert.isTrue(told.byKeyword.every(({ found }) => found > 0))
    const [first, ...others] = told.queries
    assert.deepEqual([first?.status, first?.pages], ["partial", 3])
    assert.include(first?.reason ?? "", "20 pages")
    assert.isTrue(others.every(({ pages, reason, status }) => status === "read" && pages === 1 && reason === null))

    const more = await tried({ keywords: words, competitors: ["Onerival", "Tworival", "Threerival"] })
    assert.deepEqual(
      more.queries.slice(-3).map(({ pages, status }) => [status, pages]),
      [
        ["read", 1],
        ["read", 1],
        ["not_asked", 0]
      ]
    )
  })

  it("costs 2 credits, needs no room for a project, and is free where no source could be read", async () => {
    const poor = await gateway().account({ plan: "free" })
    await madeProject(gateway(), poor.key, { name: "Only", channel: "hackernews", keywords: ["roomless"] })
    const second = { name: "Second", channel: "hackernews", keywords: ["roomless"] }
    const full = await gateway().ask(`${base}/projects`, { method: "POST", key: poor.key, body: second })
    assert.strictEqual(codeOf(full.json), "TIER_LIMIT_EXCEEDED")
    const spent = await gateway().used(poor.accountId)
    await tried({ keywords: ["roomless"] }, poor.key)
    assert.strictEqual(await gateway().used(poor.accountId), spent + 2)

    await act("behave", { isClosed: true })
    const before = await used()
    const told = await tried({ channel: "mastodon", keywords: ["roomless"] })
    assert.strictEqual(await used(), before)
    assert.deepEqual([told.isComplete, told.queries.map(({ status }) => status)], [false, ["failed"]])
    assert.include(told.queries[0]?.reason ?? "", "closed")
  })

  it("leaves a source alone for as long as it asks to be, and says so", async () => {
    await act("behave", { backoff: 60 })
    const told = await tried({ channel: "stackexchange", keywords: ["restone", "resttwo"] })
    assert.deepEqual(
      told.queries.map(({ pages, status }) => [status, pages]),
      [
        ["read", 1],
        ["not_asked", 0]
      ]
    )
    assert.include(told.queries[1]?.reason ?? "", "left alone")
    clock.advanceMs(61_000)
  })

  it("shows neither who is forgotten nor what is known to be gone", async () => {
    const [named, gone] = ["forgottenone", "goneone"]
    await write([{ ...asked(named), author: "whoisforgotten" }])
    await act("write", { id: 799_001, ...asked(gone), text: "I need an app", atMs: nowMs() - minuteMs })
    const projectId = await madeProject(gateway(), key, { name: "Gone", channel: "hackernews", keywords: [gone] })
    await scan(gateway(), key, projectId)
    await gateway().run(Upkeep.use((upkeep) => Effect.orDie(upkeep.forget("hackernews", "whoisforgotten"))))
    assert.strictEqual((await tried({ keywords: [gone] })).found, 1)
    await act("delete", { id: 799_001 })
    clock.advanceMs(25 * 60 * minuteMs)
    await gateway().runJob(LookAgain, {})
    const told = await tried({ keywords: [named, gone] })
    assert.deepEqual(
      told.examples.map(({ author, matched }) => [author, matched]),
      [[null, [named]]]
    )
    assert.deepEqual([told.scanned, told.found], [1, 1])
  })

  it("runs one at a time for an account: another is a free 503 that says when to retry", async () => {
    const before = await used()
    const answer = await gateway().run(
      Locks.use((locks) =>
        locks.withKey(
          `growth.dry-run:${accountId}`,
          Effect.promise(() => send({ channel: "hackernews", keywords: ["waiting"] })),
          { waitMs: 1_000 }
        )
      )
    )
    assert.deepEqual([answer.status, codeOf(answer.json)], [503, "SERVICE_UNAVAILABLE"])
    assert.strictEqual(answer.headers.get("retry-after"), "20")
    assert.strictEqual(await used(), before)
  })

  const wrong: ReadonlyArray<readonly [string, object]> = [
    ["a channel that isn't one", { channel: "usenet" }],
    ["a filter of another channel", { filters: { feeds: ["https://example.com/feed"] } }],
    ["no keyword", { keywords: [] }],
    ["21 keywords", { keywords: Array.from({ length: 21 }, (_, n) => `word${n}`) }],
    ["a stop word", { keywords: ["the"] }],
    ["a keyword twice", { keywords: ["one app", "One  App"] }],
    ["51 exclusions", { exclude: Array.from({ length: 51 }, (_, n) => `word${n}`) }],
    ["a language that isn't a code", { languages: ["english"] }],
    ["a name", { name: "Kept" }],
    ["a schedule", { scanEveryHours: 6 }],
    ["a store without an app", { platform: "storea" }]
  ]
  it.each(wrong)("of %s is a free 400, and asks for nothing", async (_, changes) => {
    const { sequence = 0 } = control().requests().at(-1) ?? {}
    const before = await used()
    const answer = await send({ channel: "hackernews", keywords: ["anything"], ...changes })
    assert.deepEqual([answer.status, codeOf(answer.json)], [400, "INVALID_INPUT"], answer.text)
    assert.deepEqual([control().requests({ afterSequence: sequence }), await used()], [[], before])
  })
})
