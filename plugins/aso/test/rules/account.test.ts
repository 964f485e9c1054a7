/** What validate knows of an app that is named: the account's workspace, the snapshot that holds, and measured volumes. */
import { adjustableClock, at, listAt } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { makeWorld, useWorldGateway } from "../snapshot/world.ts"

const clock = adjustableClock(Date.parse("2026-11-23T12:00:00Z"))
const world = makeWorld({
  apps: {
    "1": {
      name: "Moneta: Budget Planner",
      seller: "Moneta Labs",
      description: "A budget planner and expense tracker. Plan your monthly budget and track spending.",
      genreId: "6015",
      genreIds: ["6015"]
    },
    "2": { name: "Spendora: Money", seller: "Spendora", genreId: "6015", genreIds: ["6015"] },
    "3": { name: "Cashwell", seller: "Cashwell", genreId: "6015", genreIds: ["6015"] }
  },
  searches: { "budget planner": ["2", "1", "3"], "budget tracker": ["3", "2"] },
  suggestions: ["budget planner", "budget tracker"]
})
const gateway = useWorldGateway(world, { aso: { storeRequests: 200 }, clock })

const caller = async () => {
  const { key } = await gateway().account()
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await gateway().ask(path, { method, key, ...(body === undefined ? {} : { body }) })
    assert.strictEqual(answer.status, 200, answer.text)
    return answer
  }
  return { ask, validate: (body: object) => ask("POST", "/v1/aso/metadata/validate", { appId: 1, ...body }) }
}
const rulesIn = (json: unknown) => listAt(json, "data", "issues").map((issue) => at(issue, "ruleId"))
const reasonOf = (json: unknown, ruleId: string) =>
  at(
    listAt(json, "data", "skipped").find((each) => at(each, "ruleId") === ruleId),
    "reason"
  )

const listing = {
  locale: "en-US",
  brand: "Moneta",
  title: "Moneta for each and every one of your days: budget planner, budget tracker",
  subtitle: "Faster than Spendora",
  keywords: "budget,gastos"
}

describe("a listing of a named app", () => {
  it("is told what isn't known of it, and asks the store for its name alone", async () => {
    const { validate } = await caller()
    world.asked.splice(0)
    const { json } = await validate(listing)
    assert.match(String(reasonOf(json, "title.term-first")), /audit/)
    assert.match(String(reasonOf(json, "keywords.no-demand")), /No volume/)
    assert.match(String(reasonOf(json, "keywords.cross-locale")), /otherLocales/)
    assert.match(String(reasonOf(json, "any.other-app")), /No competitor/)
    assert.deepStrictEqual(
      world.asked.filter((asked) => !asked.startsWith("app ")),
      []
    )
    const unnamed = await validate({ ...listing, appId: undefined })
    assert.match(String(reasonOf(unnamed.json, "title.term-first")), /Give appId/)
  })

  it("is judged by its targets and competitors once it was audited, and by measured volumes", async () => {
    const { ask, validate } = await caller()
    await ask("GET", "/v1/aso/apps/1/audit")
    world.asked.splice(0)
    const { json } = await validate({ ...listing, keywords: "budget planner,gastos" })
    for (const ruleId of ["title.term-first", "any.other-app"]) assert.include(rulesIn(json), ruleId)
    for (const ruleId of ["title.term-first", "any.other-app", "keywords.no-demand"])
      assert.isUndefined(reasonOf(json, ruleId), ruleId)
    assert.deepStrictEqual(
      world.asked.filter((asked) => !asked.startsWith("app ")),
      []
    )
  })

  it("is judged by what its account's workspace keeps, which another account's isn't", async () => {
    const [one, other] = [await caller(), await caller()]
    await one.ask("POST", "/v1/user/apps", { appId: 1, appName: "Moneta" })
    await one.ask("POST", "/v1/user/apps/1/competitors", { competitorAppId: 77, name: "Zorbank: Savings" })
    const version = { versionName: "1", language: "es-MX", title: "Moneta y presupuesto", keywords: "gastos,ahorro" }
    await one.ask("POST", "/v1/user/apps/1/versions", { ...version, isReleased: true, force: true })
    const text = { ...listing, subtitle: "Faster than Zorbank" }
    const before = await other.validate(text)
    const { json } = await one.validate(text)
    assert.include(rulesIn(json), "any.other-app")
    assert.include(rulesIn(json), "keywords.cross-locale")
    assert.notInclude(rulesIn(before.json), "any.other-app")
    assert.notInclude(rulesIn(before.json), "keywords.cross-locale")
    assert.strictEqual((await other.validate(text)).text, before.text)
    // What is given goes before what is kept.
    const given = await one.validate({ ...text, otherLocales: [{ locale: "es-MX", keywords: "ahorro" }] })
    assert.notInclude(rulesIn(given.json), "keywords.cross-locale")
  })
})
