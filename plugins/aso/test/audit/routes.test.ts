/** Audit, brief and competitor report over HTTP, on stores that the test fills and lets fail. */
import { contextOf, PluginContexts } from "@storeglass/gateway"
import type { Alert } from "@storeglass/plugin-api"
import { adjustableClock, at, codeOf, listAt } from "@storeglass/testkit"
import workspacePlugin from "@storeglass/workspace"
import { SavedReports } from "@storeglass/workspace/contract"
import { Context, Effect } from "effect"
import { assert, beforeEach, describe, it } from "vitest"
import { AdRepositoryFailed } from "../../../ad-library/src/errors.ts"
import { AsoFindings } from "../../src/contract.ts"
import { fallOf } from "../../src/kept/KeptAlerts.ts"
import { answerOf as opportunitiesOf } from "../../src/opportunities/Opportunities.ts"
import { Snapshots } from "../../src/snapshot/snapshot.ts"
import { forgetAll, makeWorld, sinkPlugin, useWorldGateway, type World } from "../snapshot/world.ts"

const clock = adjustableClock(Date.parse("2026-11-23T12:00:00Z"))
const genre = { genreId: "6015", genreIds: ["6015"] }
const filled = (): Partial<World> => ({
  apps: {
    "1": {
      name: "Moneta: Budget Planner",
      seller: "Moneta Labs",
      description: "A budget planner and expense tracker. Plan your monthly budget and track spending.",
      averageRating: 4.1,
      ratingCount: 900,
      currentVersionReleaseDate: "2026-06-01T00:00:00Z",
      ...genre
    },
    "2": { name: "Spendee Budget", seller: "Spendee", averageRating: 4.7, ratingCount: 5_000, ...genre },
    "3": { name: "Budget Tracker Pro", seller: "Tracks", averageRating: 3.2, ratingCount: 300, ...genre },
    "4": { name: "Penny Plan", seller: "Penny", ...genre },
    "9": { name: "Zorblat", seller: "Zorblat Inc", genreId: "6014", genreIds: ["6014"] }
  },
  searches: {
    "budget planner": ["2", "1", "3", "4"],
    "budget tracker": ["3", "2", "9", "4"],
    "budget planner free": ["2", "3"],
    "zorblat budget": ["9"]
  },
  suggestions: ["budget planner", "budget planner free", "budget tracker", "zorblat budget"]
})
const world = makeWorld(filled())
const alerts: Array<Alert & { readonly accountId: string }> = []
const gateway = useWorldGateway(world, {
  further: [sinkPlugin(alerts)],
  aso: { storeRequests: 60, conversionBenchmarks: { storea: { "6015": 0.3 }, storeb: { FINANCE: 0.5 } } },
  clock
})

beforeEach(async () => {
  await gateway().run(forgetAll)
  Object.assign(world, makeWorld({ ...filled(), asked: world.asked }))
  world.asked.splice(0)
})

const newCaller = async (options: Parameters<ReturnType<typeof gateway>["account"]>[0] = {}) => {
  const account = await gateway().account(options)
  const ask = (path: string, body?: unknown) =>
    gateway().ask(path, { key: account.key, ...(body === undefined ? {} : { method: "POST", body }) })
  const done = async (path: string, body?: unknown) => {
    const answer = await ask(path, body)
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} ${answer.text}`)
    return answer
  }
  const used = () => gateway().used(account.accountId)
  return { ...account, ask, done, used }
}

const audit = "/v1/aso/apps/1/audit"
const brief = "/v1/aso/apps/1/brief"
const report = "/v1/aso/apps/1/competitor-report"
const opportunities = "/v1/aso/apps/1/opportunities"

describe("conversion", () => {
  const conversionIn = (json: unknown) => {
    const factors = listAt(json, "data", "factors")
    return factors.find((one) => at(one, "id") === "conversion")
  }

  it("is of the account whose console tells it, and changes nothing of another's answers", async () => {
    const [owner, stranger] = [await newCaller(), await newCaller()]
    const before = await stranger.done(audit)
    world.conversions[owner.accountId] = {
      from: "2026-10-26",
      to: "2026-11-22",
      days: 28,
      pageViews: 1_000,
      downloads: 150
    }
    const { json } = await owner.done(audit)
    assert.deepInclude(conversionIn(json), { status: "measured", score: 5 })
    assert.deepInclude(listAt(json, "data", "snapshot", "inputs"), {
      source: "console.conversion",
      asOf: "2026-11-22T00:00:00.000Z",
      stale: false
    })
    assert.strictEqual((await stranger.done(audit)).text, before.text)
    assert.deepInclude(conversionIn(before.json), { status: "not_scored", score: null })
    const elsewhere = await owner.done(`${audit}?country=de`)
    assert.deepInclude(conversionIn(elsewhere.json), { status: "not_scored", score: null })
    const told = await owner.done(brief)
    assert.strictEqual(at(told.json, "data", "snapshot", "id"), at(json, "data", "snapshot", "id"))
    assert.strictEqual(at(told.json, "data", "summary", "asoScore"), at(json, "data", "score"))
  })
})

describe("conversion on the second store", () => {
  it("is of the account whose reports tell it, and says how to have it otherwise", async () => {
    world.apps["com.example.app"] = { name: "Moneta", seller: "Moneta Labs", genreId: "FINANCE", genreIds: ["FINANCE"] }
    const [owner, stranger] = [await newCaller(), await newCaller()]
    world.conversions[owner.accountId] = {
      from: "2026-10-26",
      to: "2026-11-20",
      days: 26,
      pageViews: 400,
      downloads: 100
    }
    const ofStoreb = "/v1/aso/apps/com.example.app/audit?platform=storeb"
    const factorOf = async (caller: typeof owner) =>
      listAt((await caller.done(ofStoreb)).json, "data", "factors").find((one) => at(one, "id") === "conversion")
    const own = await factorOf(owner)
    assert.deepInclude(own, { status: "measured", score: 5 })
    assert.match(JSON.stringify(own), /25% of 400 visitors of its page on 26 days got it; 50% gets all points/)
    const other = await factorOf(stranger)
    assert.deepInclude(other, { status: "not_scored", score: null })
    assert.match(JSON.stringify(other), /POST \/v1\/connect\/storeb-play\/credentials/)
  })
})

describe("both names of a route", () => {
  it("answer byte for byte alike, and cost the same", async () => {
    const { ask, done, used } = await newCaller()
    const pairs = [
      [audit, "/v1/aso/audit/1"],
      [`${opportunities}?limit=2`, "/v1/aso/opportunities/1?limit=2"],
      [`${audit}?language=de&country=de`, "/v1/aso/audit/1?language=de&country=de"],
      [`${report}?competitorIds=2`, "/v1/aso/competitor/1/2"]
    ] as const
    for (const [one, other] of pairs) {
      const before = await used()
      const [first, second] = [await done(one), await done(other)]
      assert.strictEqual(second.text, first.text)
      assert.strictEqual((await used()) - before, one.startsWith(opportunities) ? 8 : 10)
    }
    for (const [one, other] of [
      ["/v1/aso/apps/77/audit", "/v1/aso/audit/77"],
      [`${report}?competitorIds=1`, "/v1/aso/competitor/1/1"],
      [`${report}?competitorIds=77`, "/v1/aso/competitor/1/77"]
    ] as const) {
      const [first, second] = [await ask(one), await ask(other)]
      assert.strictEqual(second.status, first.status)
      assert.isAtLeast(first.status, 400)
      // Each has an id of its own; a competitor is named by the parameter that it came in.
      const said = ({ text }: typeof first) =>
        text.replace(/"requestId":"[^"]*"/, "").replaceAll(/competitorIds?/g, "competitor")
      assert.strictEqual(said(second), said(first))
    }
  })
})

describe("a brief", () => {
  it("has the audit's figures and its clusters' and opportunities' terms, from the same snapshot", async () => {
    const { accountId, done, used } = await newCaller()
    const [short, long] = [(await done(brief)).json, (await done(audit)).json]
    assert.strictEqual(await used(), 3 + 5)
    assert.strictEqual(at(short, "data", "snapshot", "id"), at(long, "data", "snapshot", "id"))
    for (const [here, there] of [
      [["summary", "asoScore"], ["score"]],
      [["summary", "grade"], ["grade"]],
      [
        ["summary", "keywordsRanked"],
        ["keywords", "ranked"]
      ],
      [
        ["summary", "top10"],
        ["keywords", "top10"]
      ],
      [
        ["summary", "avgRank"],
        ["keywords", "avgRank"]
      ]
    ] as const) {
      assert.isDefined(at(long, "data", ...there))
      assert.deepStrictEqual(at(short, "data", ...here), at(long, "data", ...there), here.join("."))
    }
    const fixes = ["quickWins", "highImpact", "strategic"].flatMap((list) => listAt(long, "data", list))
    const points = (of: ReadonlyArray<unknown>) => of.map((one) => Number(at(one, "expectedPoints")))
    const actions = listAt(short, "data", "prioritizedActions")
    assert.isAtMost(actions.length, 7)
    assert.strictEqual(points(actions)[0], Math.max(...points(fixes)))
    for (const action of actions) {
      assert.deepInclude(fixes, action)
    }
    assert.match(String(at(short, "data", "summary", "headline")), /^Worth most now/)
    const top = listAt(short, "data", "opportunitiesTop")
    const snapshot = await gateway().run(
      Snapshots.use(({ of }) => of({ accountId, id: "1", platform: "storea", country: "us" }))
    )
    assert.strictEqual(snapshot.id, at(short, "data", "snapshot", "id"))
    assert.isNotEmpty(top)
    assert.deepStrictEqual(top, opportunitiesOf(snapshot, { limit: 10 }).opportunities)
  })
})

describe("the account's own data", () => {
  it("is in its own answers, and changes nothing in another's", async () => {
    const [own, other] = [await newCaller(), await newCaller()]
    const before = (await other.done(audit)).text
    await own.done("/v1/user/apps", { appId: 1, isLive: false, appName: "Moneta" })
    await own.done("/v1/user/apps/1/competitors", { competitorAppId: 4, name: "Penny" })
    await own.done("/v1/user/apps/1/versions", {
      versionName: "1",
      language: "en-US",
      title: "Moneta",
      keywords: "tracker,spending",
      isReleased: true
    })
    const mine = (await own.done(audit)).json
    const field = listAt(mine, "data", "factors").find((factor) => at(factor, "id") === "keywordField")
    assert.strictEqual(at(field, "status"), "measured")
    assert.strictEqual(at(mine, "data", "metadata", "keywords", "text"), "tracker,spending")
    assert.strictEqual((await other.done(audit)).text, before)
    assert.strictEqual(at((await own.done(report)).json, "data", "competitorsFrom"), "tracked")
    assert.deepStrictEqual(at((await own.done(report)).json, "data", "competitorIds"), [4])
    assert.strictEqual(at((await other.done(report)).json, "data", "competitorsFrom"), "found")
  })
})

describe("save", () => {
  const analyses = [
    [audit, "aso.audit", 5],
    [brief, "aso.brief", 3],
    [report, "aso.competitors", 5],
    [`${opportunities}?limit=3`, "aso.opportunities", 4]
  ] as const

  it.each(analyses)("keeps %s as %s in the workspace", async (path, kind, price) => {
    const { done, used } = await newCaller()
    const kept = (await done(`${path}${path.includes("?") ? "&" : "?"}save=true`)).json
    assert.strictEqual(await used(), price)
    const id = String(at(kept, "data", "savedReport", "id"))
    const found = at((await done(`/v1/user/reports?id=${id}`)).json, "data", "items", 0)
    assert.deepInclude(found, { kind, appId: 1, platform: "storea", country: "us" })
    const { savedReport: _, ...answer } = (await done(path)).json === undefined ? {} : Object(at(kept, "data"))
    assert.deepStrictEqual(at(found, "payload"), answer)
    const limit = path.includes("limit") ? { limit: 3 } : {}
    assert.deepStrictEqual(at(found, "params"), { id: "1", country: "us", platform: "storea", ...limit })
    assert.notProperty(at((await done(path)).json, "data"), "savedReport")
  })

  it("needs the scope write, and is refused before any work", async () => {
    const { ask, used } = await newCaller({ scopes: ["read"] })
    for (const [path] of analyses) {
      const refused = await ask(`${path}${path.includes("?") ? "&" : "?"}save=true`)
      assert.deepStrictEqual([refused.status, codeOf(refused.json)], [403, "FORBIDDEN"])
    }
    assert.deepStrictEqual([await used(), world.asked.length], [0, 0])
  })

  it("says why nothing was kept where the workspace is full", async () => {
    const { accountId, done, used } = await newCaller({ plan: "free" })
    await gateway().run(
      SavedReports.use(({ save }) =>
        Effect.forEach(Array.from({ length: 50 }), () =>
          save({ accountId, plan: "free", kind: "aso.audit", title: "Old", params: {}, payload: {} })
        )
      ).pipe(Effect.provideContext(contextOf(Context.get(gateway().running.services, PluginContexts), workspacePlugin)))
    )
    const answer = (await done(`${audit}?save=true`)).json
    assert.isNull(at(answer, "data", "savedReport"))
    assert.match(String(at(answer, "data", "reason")), /50/)
    assert.isNumber(at(answer, "data", "score"))
    assert.strictEqual(await used(), 5)
  })
})

describe("an alert", () => {
  beforeEach(() => {
    alerts.splice(0)
  })
  const of = ({ accountId }: { readonly accountId: string }) =>
    alerts.filter((alert) => alert.accountId === accountId).map(({ kind }) => kind)

  it("is sent where a saved audit fell far below the one before, once, and to its account alone", async () => {
    const [own, other] = [await newCaller(), await newCaller()]
    const before = Number(at((await own.done(`${audit}?save=true`)).json, "data", "score"))
    world.apps["1"] = { ...world.apps["1"], averageRating: 3, currentVersionReleaseDate: "2020-01-01T00:00:00Z" }
    await gateway().run(forgetAll)
    assert.isAtMost(Number(at((await own.done(audit)).json, "data", "score")), before - 5)
    assert.deepStrictEqual(of(own), [], "what isn't saved isn't compared")
    const after = at((await own.done(`${audit}?save=true`)).json, "data", "score")
    await own.done(`${audit}?save=true`)
    await other.done(`${audit}?save=true`)
    assert.deepStrictEqual([of(own), of(other)], [["aso.score-fell"], []])
    const [alert] = alerts
    assert.strictEqual(alert?.title, `1 (us): audit ${after} after ${before}`)
    assert.deepStrictEqual(alert?.fields, { appId: "1", country: "us", from: before, to: Number(after) })
  })

  it("isn't sent for an audit in another language", async () => {
    const own = await newCaller()
    await own.done(`${audit}?save=true`)
    world.apps["1"] = { ...world.apps["1"], averageRating: 3, currentVersionReleaseDate: "2020-01-01T00:00:00Z" }
    await gateway().run(forgetAll)
    await own.done(`${audit}?save=true&language=de`)
    assert.deepStrictEqual(of(own), [])
  })

  it("is sent where a saved report shows other texts of a competitor than the one before", async () => {
    const own = await newCaller()
    const path = `${report}?competitorIds=2,3&save=true`
    await own.done(path)
    world.apps["3"] = { ...world.apps["3"], version: "9.9" }
    await gateway().run(forgetAll)
    await own.done(path)
    assert.deepStrictEqual(of(own), [])
    world.apps["2"] = { ...world.apps["2"], name: "Spendee: Budget & Bills" }
    await gateway().run(forgetAll)
    await own.done(path)
    assert.deepStrictEqual(of(own), ["aso.competitor-changed"])
    assert.match(String(alerts[0]?.text), /“Spendee Budget” and is “Spendee: Budget & Bills”/)
  })

  it.each([
    [70, 65, true],
    [70, 66, false],
    [70, 71, false],
    [null, 20, false],
    [70, null, false]
  ])("for a score of %o and then %o: %o", (from, score, isSent) => {
    const audited = { day: "2026-11-23", score, before: { day: "2026-11-01", score: from }, newFixes: [] }
    const app = { platform: "storea", appId: "1", country: "us" } as const
    assert.strictEqual(fallOf(app, audited, 5) !== undefined, isSent)
    assert.isUndefined(fallOf(app, { ...audited, before: null }, 5))
  })
})

describe("a store that fails", () => {
  it.each([
    ["app", 504, "UPSTREAM_TIMEOUT"],
    ["app", 503, "UPSTREAM_RATE_LIMITED"],
    ["app", 502, "UPSTREAM_ERROR"]
  ] as const)("in %s is %i %s, and costs nothing", async (method, status, code) => {
    const reason = { 504: "timeout", 503: "rate_limited", 502: "drift" } as const
    world.fails = { [method]: reason[status] }
    const { ask, used } = await newCaller()
    for (const path of [audit, brief, report]) {
      const answer = await ask(path)
      assert.deepStrictEqual([answer.status, codeOf(answer.json)], [status, code])
    }
    assert.strictEqual(await used(), 0)
  })

  it.each(["page", "reviews", "search", "suggestions", "apps"])(
    "in %s leaves that part out, with the reason",
    async (method) => {
      world.fails = { [method]: "timeout" }
      const { ask, used } = await newCaller()
      for (const [path, price] of [
        [audit, 5],
        [brief, 3]
      ] as const) {
        const before = await used()
        const answer = await ask(path)
        assert.strictEqual(answer.status, 200, answer.text)
        const told = JSON.stringify([at(answer.json, "data", "notMeasured"), at(answer.json, "data", "meta")])
        assert.match(told, /didn't answer in time|time for asking/)
        const score = at(
          answer.json,
          "data",
          path === audit ? "score" : "summary",
          ...(path === audit ? [] : ["asoScore"])
        )
        assert.strictEqual((await used()) - before, score === null ? 0 : price)
      }
      const compared = await ask(`${report}?competitorIds=2,3`)
      const expected = method === "apps" ? [502, "UPSTREAM_ERROR"] : [200, undefined]
      assert.deepStrictEqual([compared.status, codeOf(compared.json)], expected)
    }
  )

  it("costs nothing where too little is left for a score", async () => {
    world.fails = { page: "timeout", reviews: "timeout", search: "timeout", suggestions: "timeout", apps: "timeout" }
    world.apps["1"] = {
      name: "Moneta",
      averageRating: null,
      ratingCount: null,
      currentVersionReleaseDate: null,
      languages: [],
      screenshots: {}
    }
    const { done, used } = await newCaller()
    assert.isNull(at((await done(audit)).json, "data", "score"))
    assert.isNull(at((await done(brief)).json, "data", "summary", "asoScore"))
    assert.strictEqual(await used(), 0)
  })
})

describe("a competitor report", () => {
  it("says what is ahead and behind by its rules, and what to do", async () => {
    const { done } = await newCaller()
    const data = at((await done(`${report}?competitorIds=2,3,77`)).json, "data")
    assert.deepStrictEqual(at(data, "competitorIds"), [2, 3])
    assert.deepStrictEqual(at(data, "unavailable"), [
      { appId: 77, reason: "the store doesn't list it in this country" }
    ])
    const of = (list: string) => listAt(data, list).map((one) => [at(one, "measure"), at(one, "competitorId")])
    assert.deepInclude(of("weaknesses"), ["average", 2])
    assert.deepInclude(of("weaknesses"), ["ratings", 2])
    assert.deepInclude(of("weaknesses"), ["age", 2])
    assert.deepInclude(of("strengths"), ["average", 3])
    assert.deepInclude(of("strengths"), ["ratings", 3])
    assert.include(
      listAt(data, "recommendations").map((one) => at(one, "code")),
      "age"
    )
    assert.strictEqual(at(data, "metadata", "you", "title", "text"), "Moneta: Budget Planner")
    assert.strictEqual(at(data, "metadata", "competitors", 0, "is", "second", "maxChars"), 30)
    assert.strictEqual(at(data, "ratings", "you", "velocity", "sampleSize"), 4)
  })

  it("says whether each advertises, where, since when and by which day, and nothing of what wasn't read", async () => {
    const told = {
      isAdvertising: true,
      totalAds: 4,
      since: "2026-09-02",
      sinceOverOneYear: false,
      last: "2026-11-22",
      storefronts: ["DE", "FR"],
      asOf: "2026-11-23T05:00:00.000Z"
    }
    const none = { ...told, isAdvertising: false, totalAds: 0, since: null, last: null, storefronts: [] }
    world.ads = { 1: { ...none, asOf: "2026-11-23T03:00:00.000Z" }, 2: told, 3: new AdRepositoryFailed("away") }
    const { done, used } = await newCaller()
    const data = at((await done(`${report}?competitorIds=2,3,4`)).json, "data")
    assert.deepStrictEqual(at(data, "ads", "competitors", 0, "is"), { status: "measured", ...told, reason: null })
    assert.deepInclude(at(data, "ads", "you"), { status: "measured", isAdvertising: false, totalAds: 0, since: null })
    for (const [n, reason] of [
      [1, /usable answer/],
      [2, /weren't read in the time/]
    ] as const) {
      const is = at(data, "ads", "competitors", n, "is")
      assert.deepInclude(is, { status: "not_measured", isAdvertising: null, totalAds: null, asOf: null })
      assert.match(String(at(is, "reason")), reason)
    }
    const inputs = listAt(data, "snapshot", "inputs").filter((one) => at(one, "source") === "ad-library.presence")
    assert.deepStrictEqual(
      inputs.map((one) => at(one, "asOf")),
      ["2026-11-23T03:00:00.000Z"]
    )
    assert.strictEqual(await used(), 5)
  })

  it("is 404 where none of them is in the storefront, and costs nothing", async () => {
    const { ask, used } = await newCaller()
    const answer = await ask(`${report}?competitorIds=77,78`)
    assert.deepStrictEqual([answer.status, codeOf(answer.json)], [404, "APP_NOT_FOUND"])
    assert.strictEqual(await used(), 0)
  })

  it.each([
    ["the app itself", "?competitorIds=2,1"],
    ["an app twice", "?competitorIds=2,2"],
    ["six apps", "?competitorIds=2,3,4,5,6,7"]
  ])("refuses %s", async (_, query) => {
    const { ask, used } = await newCaller()
    const answer = await ask(`${report}${query}`)
    assert.deepStrictEqual([answer.status, codeOf(answer.json)], [400, "INVALID_INPUT"])
    assert.strictEqual(await used(), 0)
  })

  it("asks for names where there is nobody to compare with", async () => {
    world.searches = {}
    world.page = () => null
    const { ask } = await newCaller()
    const answer = await ask(report)
    assert.deepStrictEqual([answer.status, codeOf(answer.json)], [400, "INVALID_INPUT"])
    assert.match(answer.text, /competitorIds/)
  })
})

describe("AsoFindings", () => {
  it("has the figures of the audit, for other plugins", async () => {
    const { accountId, done } = await newCaller()
    const data = at((await done(audit)).json, "data")
    const found = await gateway().run(
      AsoFindings.use(({ of }) => of({ accountId, platform: "storea", id: "1", country: "us" }))
    )
    assert.strictEqual(found.snapshotId, at(data, "snapshot", "id"))
    assert.strictEqual(found.score, at(data, "score"))
    assert.deepStrictEqual(found.factors, at(data, "factors"))
    assert.deepStrictEqual(found.keywords, at(data, "keywords"))
    for (const fix of listAt(data, "quickWins")) assert.deepInclude(found.fixes, fix)
  })
})

describe("a competitor report of a gateway without an ad library", () => {
  const without = useWorldGateway(world, { adLibrary: false, aso: { storeRequests: 60 }, clock })

  it("says that ads aren't measured, and why", async () => {
    const { key } = await without().account()
    const { json, status } = await without().ask(`${report}?competitorIds=2`, { key })
    assert.strictEqual(status, 200)
    for (const side of [at(json, "data", "ads", "you"), at(json, "data", "ads", "competitors", 0, "is")]) {
      assert.deepInclude(side, { status: "not_measured", isAdvertising: null, storefronts: null })
      assert.match(String(at(side, "reason")), /no ad library is enabled/)
    }
  })
})
