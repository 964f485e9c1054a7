/** Searches over what was found, saved by name. */
import { Data } from "@storeglass/plugin-api"
import { at, codeOf, useTestGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, beforeAll, describe, it } from "vitest"
import { type Visitor, visitorOf } from "../../account/test/visitor.ts"
import { Search, Searched, Searches } from "../src/searches/api.ts"
import { matcherOf, parsed, type Searchable } from "../src/searches/expression.ts"
import { madeProject, base as publicBase, scan } from "./support.ts"

const thread: Searchable = {
  title: "Which habit tracker works on an iPhone?",
  excerpt: "I keep streaks of reading, for free",
  url: "https://old.forum.example.com/t/1",
  source: "hackernews",
  author: "@Ada",
  language: "en"
}
const isMatch = (query: string, changes: Partial<Searchable> = {}) => {
  const told = parsed(query)
  return "problem" in told
    ? assert.fail(`${query}: ${told.problem}`)
    : matcherOf(told.expression)({ ...thread, ...changes })
}

describe("an expression", () => {
  const cases: ReadonlyArray<readonly [string, boolean]> = [
    ["habit", true],
    ["HABITS streak", true],
    ["habit coupon", false],
    ["habit AND iphone", true],
    ['"habit tracker"', true],
    ['"tracker habit"', false],
    ["hab", false],
    ["coupon OR iphone", true],
    ["coupon OR android", false],
    ["habit coupon OR iphone free", true],
    ["habit (coupon OR iphone)", true],
    ["habit (coupon OR android)", false],
    ["-coupon", true],
    ["habit -iphone", false],
    ["habit NOT iphone", false],
    ["habit -(coupon OR android)", true],
    ["habit -(coupon OR iphone)", false],
    ["- -iphone habit", true],
    ["site:example.com", true],
    ["site:forum.example.com", true],
    ["site:xample.com", false],
    ["site:hackernews", true],
    ["author:ada", true],
    ["AUTHOR:@ADA", true],
    ["author:ad", false],
    ["-author:ada", false],
    ["lang:en habit", true],
    ["lang:de habit", false],
    ['"site:example.com"', false],
    ["free-for-all", false]
  ]
  it.each(cases)("%s is %s", (query, expected) => {
    assert.strictEqual(isMatch(query), expected)
  })

  it("finds what has no address, author or language only where nothing of these is asked for", () => {
    const bare = { url: null, author: null, language: null }
    assert.isTrue(isMatch("habit -author:ada -lang:de -site:example.com", bare))
    for (const query of ["author:ada", "lang:en", "site:example.com"]) assert.isFalse(isMatch(query, bare))
  })

  it("finds words of scripts without spaces", () => {
    const told = { title: "習慣トラッカーのおすすめは？", language: "ja" }
    assert.isTrue(isMatch("習慣", told))
    assert.isFalse(isMatch("慣習", told))
  })

  const wrong: ReadonlyArray<readonly [string, string]> = [
    ["", "at 1: a word"],
    ["OR habit", "at 1: OR has nothing"],
    ["habit OR", "at 9: a word"],
    ["habit OR OR app", "at 10: OR has nothing"],
    ["(habit", "at 1: the bracket isn't closed"],
    ["habit)", "at 6: ) closes no bracket"],
    ["habit ()", "at 8: ) has nothing"],
    ['habit "tracker', "at 7: the quotes"],
    ["habit title:app", "at 7: 'title:' isn't a filter"],
    ['author:""', "at 1: author: needs"],
    ["lang:english", "at 1: lang: needs"],
    ["habit ?!", "at 7: '?!' has neither"],
    ["(((((((((habit)))))))))", "at 9: brackets are nested"],
    [Array.from({ length: 41 }, () => "a").join(" "), "at 81: has more than 40"]
  ]
  it.each(wrong)("'%s' is refused with the place", (query, start) => {
    const told = parsed(query)
    assert.isTrue("problem" in told && told.problem.startsWith(start), JSON.stringify(told))
  })
})

const gateway = useTestGateway({ plugins: { stores: true, growth: true, account: true } })
const base = "/dashboard/api/growth/searches"
const appId = "970201"

describe("a saved view", () => {
  let key = ""
  let accountId = ""
  let visitor: Visitor
  let stranger: Visitor

  beforeAll(async () => {
    ;({ accountId, key } = await gateway().account({ plan: "large" }))
    await gateway().running.sandbox?.control.act("growth", "write", [
      { id: 41, title: "Can anyone recommend sabblecast for iPhone?", text: "I need an app", author: "ada" },
      { id: 42, title: "Can anyone recommend sabblecast for Android?", text: "I need an app", author: "bob" },
      { id: 43, title: "Can anyone recommend sobblecast for iPhone?", text: "I need an app", author: "ada" }
    ])
    const project = { name: "One", channel: "hackernews", keywords: ["sabblecast"], appId }
    const elsewhere = { ...project, name: "Other app", keywords: ["sobblecast"], appId: "970202" }
    for (const one of [project, elsewhere]) await scan(gateway(), key, await madeProject(gateway(), key, one))
    visitor = await visitorOf(gateway, accountId, "member")
    stranger = await visitorOf(gateway, (await gateway().account({ plan: "large" })).accountId, "member")
  })

  const decoded = <A>(schema: Schema.Codec<A, unknown>, json: unknown) =>
    Schema.decodeUnknownSync(Data(schema))(json, { onExcessProperty: "error" }).data
  const save = (name: string, query: string, by = visitor) => by.ask(base, { method: "PUT", body: { name, query } })
  const saved = async (name: string, query: string) => {
    const answer = await save(name, query)
    assert.strictEqual(answer.status, 200, answer.text)
    return decoded(Search, answer.json)
  }
  const list = async (by = visitor) => decoded(Searches, (await by.ask(base)).json).searches
  const found = async (name: string, query = "") => {
    const answer = await visitor.ask(`${base}/found?appId=${appId}&name=${encodeURIComponent(name)}${query}`)
    assert.strictEqual(answer.status, 200, answer.text)
    return decoded(Searched, answer.json)
  }
  const refused = async (answer: Promise<{ readonly status: number; readonly json: unknown }>) => {
    const { json, status } = await answer
    return [status, codeOf(json)]
  }

  it("has the threads of the app that it matches, free, with no place asked", async () => {
    await saved("Phones", "sabblecast (iphone OR ipad)")
    gateway().running.sandbox?.control.clearRequests()
    const before = await gateway().used(accountId)
    const told = await found("Phones")
    assert.deepEqual(
      [told.looked, told.isComplete, told.total, told.threads.map(({ title }) => title)],
      [2, true, 1, ["Can anyone recommend sabblecast for iPhone?"]]
    )
    assert.deepEqual(gateway().running.sandbox?.control.requests() ?? [], [])
    assert.strictEqual(await gateway().used(accountId), before)
    assert.deepEqual((await found("Phones", "&limit=1&status=dismissed")).threads, [])
  })

  it("follows what is decided on its threads", async () => {
    await saved("By Bob", "author:bob lang:en")
    const [thread] = (await found("By Bob")).threads
    const decide = (decision: string) =>
      gateway().ask(`${publicBase}/opportunities/${thread?.id}/review`, { method: "PATCH", key, body: { decision } })
    await decide("approve")
    assert.strictEqual((await found("By Bob")).total, 0)
    assert.deepEqual(
      (await found("By Bob", "&status=approved")).threads.map(({ id, note }) => [id, note]),
      [[thread?.id, "approved"]]
    )
    await decide("reopen")
  })

  it("is changed under its name, and removed by it", async () => {
    const first = await saved("Changing", "iphone")
    const second = await saved(" Changing ", "android")
    assert.deepEqual([second.name, second.query, second.createdAt], ["Changing", "android", first.createdAt])
    assert.lengthOf(
      (await list()).filter(({ name }) => name === "Changing"),
      1
    )
    const remove = () => visitor.ask(`${base}?name=Changing`, { method: "DELETE" })
    assert.strictEqual((await remove()).status, 200)
    assert.deepEqual(await refused(remove()), [404, "NOT_FOUND"])
    assert.deepEqual(await refused(visitor.ask(`${base}/found?appId=${appId}&name=Changing`)), [404, "NOT_FOUND"])
  })

  it("is seen, changed and removed by its account alone, and by no key", async () => {
    await saved("Mine", "iphone")
    assert.deepEqual(await list(stranger), [])
    assert.deepEqual(await refused(stranger.ask(`${base}/found?appId=${appId}&name=Mine`)), [404, "NOT_FOUND"])
    assert.deepEqual(await refused(stranger.ask(`${base}?name=Mine`, { method: "DELETE" })), [404, "NOT_FOUND"])
    assert.strictEqual((await save("Mine", "android", stranger)).status, 200)
    assert.strictEqual((await list()).find(({ name }) => name === "Mine")?.query, "iphone")
    assert.deepEqual(await refused(gateway().ask(base, { key })), [401, "SESSION_REQUIRED"])
  })

  it("that can't be read is refused with the place, and isn't kept", async () => {
    const answer = await save("Wrong", "habit (app")
    assert.deepEqual([answer.status, codeOf(answer.json)], [400, "INVALID_INPUT"])
    assert.include(String(at(answer.json, "error", "message")), "query: at 7: the bracket isn't closed")
    assert.deepEqual(await refused(save("Wrong", "x".repeat(501))), [400, "INVALID_INPUT"])
    assert.deepEqual(await refused(save("x".repeat(61), "habit")), [400, "INVALID_INPUT"])
    assert.deepEqual(await refused(save(" ", "habit")), [400, "INVALID_INPUT"])
    assert.notInclude(
      (await list()).map(({ name }) => name),
      "Wrong"
    )
  })

  it("is one of 50 at most, and one that is there can still be changed", async () => {
    const other = await visitorOf(gateway, (await gateway().account({ plan: "large" })).accountId, "member")
    for (let n = 0; n < 50; n++) assert.strictEqual((await save(`View ${n}`, "habit", other)).status, 200)
    assert.deepEqual(await refused(save("View 50", "habit", other)), [403, "TIER_LIMIT_EXCEEDED"])
    assert.strictEqual((await save("View 7", "streak", other)).status, 200)
    assert.lengthOf(await list(other), 50)
  })
})
