/** Suggestions over HTTP, on stores that the test fills and lets fail. */
import { at, listAt } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { makeWorld, useWorldGateway, type World } from "../snapshot/world.ts"

const filled = (): Partial<World> => ({
  apps: {
    "1": {
      name: "Moneta: Budget Planner",
      seller: "Moneta Labs",
      description: "A budget planner. Plan your month.",
      genreId: "6015",
      genreIds: ["6015"]
    },
    "2": { name: "Spendee: Money Manager", seller: "Spendee", genreId: "6015", genreIds: ["6015"] },
    "3": { name: "Budget Tracker Pro", seller: "Tracks", genreId: "6015", genreIds: ["6015"] }
  },
  searches: { "budget planner": ["1", "2", "3"], "expense tracker": ["3", "2"], spendee: ["2", "3"] },
  suggestions: ["budget planner", "expense tracker", "expense tracker app"]
})
const world = makeWorld(filled())
const gateway = useWorldGateway(world, { aso: { storeRequests: 200 } })

const path = "/v1/aso/metadata/suggest"
const newCaller = async (options: Parameters<ReturnType<typeof gateway>["account"]>[0] = {}) => {
  const account = await gateway().account(options)
  const ask = (body: unknown, address = path) => gateway().ask(address, { key: account.key, method: "POST", body })
  const read = async (address: string) => (await gateway().ask(address, { key: account.key })).json
  return { ...account, ask, read, used: () => gateway().used(account.accountId) }
}
const keywords = ["budget planner", "expense tracker", "Spendee", "bill reminder"]
const body = { appId: 1, keywords }

describe("a suggestion", () => {
  it("writes texts for both stores from the app's keywords, by the figures of the book, for 3 credits", async () => {
    const { ask, used } = await newCaller()
    const { json, status, text } = await ask(body)
    assert.strictEqual(status, 200, text)
    assert.strictEqual(at(json, "data", "brand"), "Moneta")
    for (const store of ["storea", "storeb"]) {
      assert.match(String(at(json, "data", store, "title", "text")), /Moneta/)
      assert.deepEqual(
        listAt(json, "data", "checks", store, "issues").filter((issue) => at(issue, "severity") !== "info"),
        []
      )
    }
    const targets = listAt(json, "data", "targetKeywords")
    assert.isNumber(
      at(
        targets.find((each) => at(each, "keyword") === "expense tracker"),
        "difficulty"
      )
    )
    assert.deepEqual(
      listAt(json, "data", "uncovered").flatMap((each) =>
        at(each, "keyword") === "Spendee" ? [at(each, "reason")] : []
      ),
      ["other_brand"]
    )
    assert.notInclude(text.slice(0, text.indexOf("targetKeywords")), "Spendee")
    assert.include(listAt(json, "data", "missingInDescription"), "expense tracker")
    assert.strictEqual(at(json, "data", "model"), "metadata-suggest@1")
    assert.strictEqual(at(json, "data", "draftVersion"), undefined)
    assert.strictEqual(await used(), 3)
  })

  it("is the same to the byte whatever the order of what it's from", async () => {
    const { ask } = await newCaller()
    const asked = { ...body, avoid: ["cheap", "fast"], competitorIds: [2, 3] }
    const first = await ask(asked)
    const other = await ask({
      ...asked,
      keywords: keywords.toReversed(),
      avoid: asked.avoid.toReversed(),
      competitorIds: [3, 2]
    })
    assert.strictEqual(first.status, 200, first.text)
    assert.strictEqual(other.text, first.text)
  })

  it("is the same to the byte within the snapshot, though more has been measured since", async () => {
    const { ask } = await newCaller()
    const asked = { ...body, keywords: ["piggy bank", "pocket money"] }
    Object.assign(world, { fails: { search: "timeout" } })
    const first = await ask(asked)
    Object.assign(world, { fails: {} })
    Object.assign(world.searches, { "piggy bank": ["1", "2", "3"], "pocket money": ["3", "1"] })
    // Another account has them measured meanwhile.
    const other = await (await newCaller()).ask({ ...asked, keywords: [...asked.keywords, "savings"] })
    const again = await ask({ ...asked, keywords: asked.keywords.toReversed() })
    assert.deepEqual([first.status, other.status], [200, 200], first.text + other.text)
    const unknown = (json: unknown) =>
      listAt(json, "data", "targetKeywords").some(
        (target) => at(target, "keyword") === "piggy bank" && at(target, "difficulty") === null
      )
    assert.deepEqual([unknown(first.json), unknown(other.json)], [true, false])
    assert.strictEqual(again.text, first.text)
  })

  it("has the same figures for a term that was searched for of late as for one that is searched for now", async () => {
    Object.assign(world.searches, { "money jar": ["3", "2"], "saving goal": ["1", "3", "2"] })
    const relevances = async (more: ReadonlyArray<string>) => {
      const { json } = await (await newCaller()).ask({ ...body, keywords: ["money jar", "saving goal", ...more] })
      const targets = listAt(json, "data", "targetKeywords")
      return ["money jar", "saving goal"].map((keyword) =>
        Number(
          at(
            targets.find((target) => at(target, "keyword") === keyword),
            "relevance"
          )
        )
      )
    }
    const first = await relevances([])
    // Each of their first ten is in the app's genre.
    assert.isTrue(first.every((relevance) => relevance >= 40))
    assert.deepEqual(await relevances(["coin box"]), first)
  })

  it("is the same for accounts with nothing of their own, though more could be measured for the second", async () => {
    const asked = { ...body, keywords: ["coin jar"] }
    Object.assign(world, { fails: { search: "timeout" } })
    const first = await (await newCaller()).ask(asked)
    Object.assign(world, { fails: {} })
    Object.assign(world.searches, { "coin jar": ["1", "2", "3"] })
    const other = await (await newCaller()).ask(asked)
    assert.strictEqual(first.status, 200, first.text)
    assert.strictEqual(other.text, first.text)
  })

  it.each([
    ["no app", { appId: undefined }, 400, "INVALID_INPUT"],
    ["no keywords", { keywords: [] }, 400, "INVALID_INPUT"],
    ["51 keywords", { keywords: Array.from({ length: 51 }, (_, n) => `word ${n}`) }, 400, "INVALID_INPUT"],
    ["an empty keyword", { keywords: [" "] }, 400, "INVALID_INPUT"],
    ["a keyword of 101 characters", { keywords: ["a".repeat(101)] }, 400, "INVALID_INPUT"],
    ["half a character in a keyword", { keywords: ["budget \ud800 planner"] }, 400, "INVALID_INPUT"],
    ["half a character in the brand", { brand: "Moneta \udc00" }, 400, "INVALID_INPUT"],
    ["half a character in a word to avoid", { avoid: ["\ud800"] }, 400, "INVALID_INPUT"],
    ["51 words to avoid", { avoid: Array.from({ length: 51 }, (_, n) => `word ${n}`) }, 400, "INVALID_INPUT"],
    ["a doubled competitor", { competitorIds: [2, "2"] }, 400, "INVALID_INPUT"],
    ["the app among its competitors", { competitorIds: [1] }, 400, "INVALID_INPUT"],
    ["six competitors", { competitorIds: [2, 3, 4, 5, 6, 7] }, 400, "INVALID_INPUT"],
    ["no language tag", { language: "english!" }, 400, "INVALID_INPUT"],
    ["an unknown key", { colour: "red" }, 400, "INVALID_INPUT"],
    ["an app id of the other store", { appId: "com.example.app" }, 400, "INVALID_APP_ID"],
    ["no country", { country: "zz" }, 400, "INVALID_COUNTRY"],
    ["an app that isn't listed", { appId: 77 }, 404, "APP_NOT_FOUND"]
  ])("is refused for %s, and charges nothing", async (_, more, status, code) => {
    const { ask, used } = await newCaller()
    const answer = await ask({ ...body, ...more })
    assert.deepEqual([answer.status, at(answer.json, "error", "code")], [status, code], answer.text)
    if (code === "INVALID_APP_ID") assert.include(answer.text, "appId: ")
    assert.strictEqual(await used(), 0)
  })

  it("names the store's failure where it has no app to go by, and goes on without figures where it has", async () => {
    const { ask, used } = await newCaller()
    Object.assign(world, { fails: { app: "timeout" } })
    const failed = await ask({ ...body, country: "de" })
    assert.strictEqual(failed.status, 504, failed.text)
    assert.strictEqual(await used(), 0)
    Object.assign(world, { fails: { search: "timeout" } })
    const { json, status, text } = await ask({
      ...body,
      keywords: ["loan calculator", "net worth"],
      country: "de"
    })
    Object.assign(world, { fails: {} })
    assert.strictEqual(status, 200, text)
    for (const target of listAt(json, "data", "targetKeywords")) {
      assert.isNull(at(target, "difficulty"))
      assert.include(listAt(target, "assumed"), "difficulty")
    }
    assert.isNotEmpty(listAt(json, "data", "notMeasured"))
    assert.strictEqual(await used(), 3)
  })
})

describe("a suggestion that is saved", () => {
  it("is a report and a draft version of the app, in its language", async () => {
    const { ask, read } = await newCaller({ plan: "indie" })
    await ask({ appId: 1, country: "us" }, "/v1/user/apps")
    const { json, status, text } = await ask({ ...body, save: true })
    assert.strictEqual(status, 200, text)
    const [version] = listAt(await read("/v1/user/apps/1/versions"), "data", "items")
    assert.strictEqual(at(version, "id"), at(json, "data", "draftVersion", "id"))
    assert.strictEqual(at(version, "status"), "draft")
    assert.strictEqual(at(version, "language"), "en-US")
    for (const [name, field] of [
      ["title", "title"],
      ["subtitle", "subtitle"],
      ["keywords", "keywords"]
    ] as const) {
      assert.strictEqual(at(version, name), at(json, "data", "storea", field, "text"))
    }
    const id = String(at(json, "data", "savedReport", "id"))
    const report = await read(`/v1/user/reports?id=${id}`)
    assert.strictEqual(at(report, "data", "items", 0, "kind"), "aso.suggest")
    assert.strictEqual(at(report, "data", "items", 0, "payload", "draftVersion", "id"), at(version, "id"))
  })

  it("is neither where the workspace has no room for one of both, and says so", async () => {
    const { ask, read } = await newCaller({ plan: "free" })
    await ask({ appId: 1, country: "us" }, "/v1/user/apps")
    const kept = () => Promise.all([read("/v1/user/apps/1/versions?limit=100"), read("/v1/user/reports?limit=100")])
    const countOf = async () =>
      (await kept()).map((list) => at(list, "data", "total") ?? listAt(list, "data", "items").length)
    for (let n = 0; n < 20; n++) {
      const added = await ask({ versionName: `v${n}`, title: "Moneta" }, "/v1/user/apps/1/versions")
      assert.strictEqual(added.status, 200, added.text)
    }
    const before = await countOf()
    const { json, status, text } = await ask({ ...body, save: true })
    assert.strictEqual(status, 200, text)
    assert.isNull(at(json, "data", "draftVersion"))
    assert.isNull(at(json, "data", "savedReport"))
    assert.match(String(at(json, "data", "reason")), /version/)
    assert.isNotNull(at(json, "data", "storea", "title", "text"))
    assert.deepEqual(await countOf(), before)
  })

  it("is a report alone where the app isn't kept, and says so; no other account sees it", async () => {
    const { ask, read } = await newCaller({ plan: "indie" })
    const { json } = await ask({ ...body, save: true })
    assert.isNull(at(json, "data", "draftVersion"))
    assert.match(String(at(json, "data", "draftReason")), /isn't in your workspace/)
    const id = String(at(json, "data", "savedReport", "id"))
    assert.strictEqual(at(await read(`/v1/user/reports?id=${id}`), "data", "items", 0, "kind"), "aso.suggest")
    const stranger = await newCaller()
    assert.strictEqual(at(await stranger.read(`/v1/user/reports?id=${id}`), "error", "code"), "NOT_FOUND")
  })
})
