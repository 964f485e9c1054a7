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

  it("tells what it stands on: the live name, the snapshot that holds, and the workspace", async () => {
    const { ask, validate } = await caller()
    const audit = await ask("GET", "/v1/aso/apps/1/audit")
    const { json } = await validate(listing)
    const { asOf, id, inputs } = Object(at(json, "data", "snapshot"))
    assert.deepStrictEqual(
      [id, asOf],
      [at(audit.json, "data", "snapshot", "id"), at(audit.json, "data", "snapshot", "asOf")]
    )
    const sources = (of: unknown) => listAt(of).map((one) => at(one, "source"))
    assert.includeMembers(sources(inputs), ["store.app", "store.search"])
    assert.strictEqual(new Set(sources(inputs)).size, sources(inputs).length)
    assert.deepInclude(at(json, "data", "provenance"), {
      source: "model",
      status: "measured",
      model: at(json, "data", "model"),
      asOf: listAt(inputs)
        .map((one) => String(at(one, "asOf")))
        .toSorted()[0]
    })
    await ask("POST", "/v1/user/apps", { appId: 1, appName: "Moneta" })
    await ask("POST", "/v1/user/apps/1/competitors", { competitorAppId: 77, name: "Zorbank: Savings" })
    assert.include(sources(at((await validate(listing)).json, "data", "snapshot", "inputs")), "workspace.competitors")
    const unnamed = (await validate({ ...listing, appId: undefined })).json
    assert.deepStrictEqual(at(unnamed, "data", "snapshot"), { id: null, asOf: null, inputs: [] })
    assert.isNull(at(unnamed, "data", "provenance", "asOf"))
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
    // When the store was asked for the live name is no difference.
    const said = ({ text: answer }: { readonly text: string }) => answer.replaceAll(/"asOf":"[^"]*"/g, "")
    assert.strictEqual(said(await other.validate(text)), said(before))
    // What is given goes before what is kept.
    const given = await one.validate({ ...text, otherLocales: [{ locale: "es-MX", keywords: "ahorro" }] })
    assert.notInclude(rulesIn(given.json), "keywords.cross-locale")
  })

  it("is held against the year that it is, as versions are", async () => {
    const { ask, validate } = await caller()
    await ask("POST", "/v1/user/apps", { appId: 1, appName: "Moneta" })
    const versions = "/v1/user/apps/1/versions"
    await ask("POST", versions, { versionName: "9", title: "Planner of 2026 with Days" })
    const dated = async () => {
      const checked = rulesIn((await validate({ ...listing, title: "Planner of 2026 with Days" })).json)
      const [row] = listAt((await ask("GET", versions)).json, "data", "items")
      return [checked.includes("any.dated"), at(row, "lint", "score")]
    }
    const [before, score] = await dated()
    clock.setMs(Date.parse("2027-01-01T00:00:00Z"))
    const [after, later] = await dated()
    assert.deepStrictEqual([before, after], [false, true])
    assert.strictEqual(Number(later), Number(score) - 2)
  })
})
