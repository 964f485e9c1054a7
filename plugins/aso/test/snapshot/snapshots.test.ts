/** One reading of an app's market, shared for a quarter of an hour, within a budget, and never across accounts. */
import { storePage } from "@storeglass/stores/testing"
import { adjustableClock, at, codeOf, listAt } from "@storeglass/testkit"
import { Effect, Predicate, Schema } from "effect"
import { assert, beforeEach, describe, it } from "vitest"
import { PruneSnapshots } from "../../src/snapshot/jobs.ts"
import { SnapshotTable } from "../../src/snapshot/SnapshotTable.ts"
import { type Snapshot, type SnapshotQuery, Snapshots } from "../../src/snapshot/snapshot.ts"
import { forgetAll, makeWorld, useWorldGateway, type World } from "./world.ts"

const startMs = Date.parse("2026-11-23T12:00:00Z")
const clock = adjustableClock(startMs)

const filled = (): Partial<World> => ({
  apps: {
    "1": {
      name: "Moneta: Budget Planner",
      seller: "Moneta Labs",
      description: "A budget planner and expense tracker. Plan your monthly budget and track spending.",
      genreId: "6015",
      genreIds: ["6015"]
    },
    "2": { name: "Spendee Budget", seller: "Spendee", genreId: "6015", genreIds: ["6015"] },
    "3": { name: "Budget Tracker Pro", seller: "Tracks", genreId: "6015", genreIds: ["6015"] },
    "9": { name: "Zorblat", seller: "Zorblat Inc", genreId: "6014", genreIds: ["6014"] }
  },
  searches: {
    "budget planner": ["2", "1", "3"],
    "budget tracker": ["3", "2", "9"],
    "budget planner free": ["2", "3"],
    "zorblat budget": ["9"]
  },
  suggestions: ["budget planner", "budget planner free", "budget tracker", "zorblat budget"]
})
const world = makeWorld(filled())
const gateway = useWorldGateway(world, { clock })

const Figure = Schema.NullOr(Schema.Finite)
const Suggested = Schema.Struct({
  data: Schema.Struct({
    targetKeywords: Schema.Array(Schema.Struct({ difficulty: Figure, relevance: Figure })),
    notMeasured: Schema.Array(Schema.Struct({ what: Schema.String }))
  })
})
const nobody = "00000000-0000-4000-8000-000000000001"
const query = (over: Partial<SnapshotQuery> = {}): SnapshotQuery => ({
  accountId: nobody,
  id: "1",
  platform: "storea",
  country: "us",
  ...over
})
const read = (over: Partial<SnapshotQuery> = {}, budget?: { requestsMax: number; waitMs: number }): Promise<Snapshot> =>
  gateway().run(Snapshots.use((snapshots) => snapshots.of(query(over), budget)))

const forget = () => gateway().run(forgetAll)

beforeEach(async () => {
  await forget()
  Object.assign(world, makeWorld({ ...filled(), asked: world.asked }))
  world.asked.splice(0)
})

const term = ({ terms }: Snapshot, keyword: string) => terms.find((one) => one.keyword === keyword)

describe("a snapshot", () => {
  it("spends at most its budget, and lists what didn't fit", async () => {
    const snapshot = await read({}, { requestsMax: 12, waitMs: 8_000 })
    assert.isAtMost(world.asked.length, 12)
    assert.strictEqual(snapshot.requests, world.asked.length)
    assert.isAbove(snapshot.notMeasured.length, 0)
    for (const { what } of snapshot.notMeasured) {
      const keyword = /'(.*)'/.exec(what)?.[1]
      const found = keyword === undefined ? undefined : term(snapshot, keyword)
      if (what.startsWith("search for"))
        assert.deepStrictEqual([found?.rankStatus, found?.difficulty.value], ["not_measured", null])
      if (what.startsWith("volume of")) assert.isNull(found?.volume.value)
    }
  })

  it("leaves a suggestion half of the requests for the keywords it's asked for", async () => {
    const { key } = await gateway().account()
    const { json, text } = await gateway().ask("/v1/aso/metadata/suggest", {
      method: "POST",
      key,
      body: { appId: 1, keywords: ["budget tracker", "budget planner free"] }
    })
    assert.isAtMost(world.asked.length, 12)
    const { data } = Schema.decodeUnknownSync(Suggested)(json)
    // A search for each is what they're enough for.
    assert.lengthOf(data.targetKeywords, 2)
    for (const { difficulty, relevance } of data.targetKeywords) {
      assert.isNumber(difficulty, text)
      assert.isAtLeast(relevance ?? 0, 40)
    }
    assert.include(
      data.notMeasured.map(({ what }) => what),
      "volume of 'budget tracker'"
    )
  })

  it("has ranks in three states, brands, genres and competitors found beside it", async () => {
    const snapshot = await read({}, { requestsMax: 60, waitMs: 8_000 })
    const planner = term(snapshot, "budget planner")
    assert.deepStrictEqual([planner?.rank, planner?.rankStatus, planner?.top], [2, "ranked", ["2", "1", "3"]])
    assert.include(planner?.from ?? [], "suggestion")
    assert.strictEqual(planner?.topTenSameGenre, 1)
    assert.deepStrictEqual(term(snapshot, "budget planner free")?.rankStatus, "not_in_top_n")
    assert.strictEqual(term(snapshot, "moneta")?.isOwnBrand, true)
    assert.isNull(term(snapshot, "moneta")?.brandOf)
    assert.strictEqual(snapshot.competitorsFrom, "found")
    assert.includeMembers(
      snapshot.competitors.map(({ appId }) => appId),
      ["2", "3"]
    )
    assert.deepStrictEqual(planner?.competitors, [
      { appId: "2", rank: 1 },
      { appId: "3", rank: 3 }
    ])
    assert.strictEqual(snapshot.reviews.value?.length, 4)
    assert.isFalse(snapshot.isOwn)
  })

  it("is one for 15 minutes, and asks the store for nothing more", async () => {
    const first = await read()
    const asked = world.asked.length
    clock.advanceMs(899_000)
    assert.deepStrictEqual(await read({ accountId: nobody.replace("1", "2") }), first)
    assert.strictEqual(world.asked.length, asked)
    clock.advanceMs(1_000)
    const next = await read()
    assert.notStrictEqual(next.id, first.id)
    assert.isAbove(world.asked.length, asked)
  })

  it("is one for those who ask at once", async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => read()))
    assert.strictEqual(new Set(all.map(({ id }) => id)).size, 1)
    assert.strictEqual(world.asked.filter((what) => what === "app 1 us").length, 1)
  })

  it("is the same in another language but for what is compared by words", async () => {
    const first = await read()
    const asked = world.asked.length
    const german = await read({ language: "de" })
    assert.strictEqual(german.id, first.id)
    assert.strictEqual(german.language.tag, "de")
    assert.strictEqual(world.asked.length, asked)
  })

  it("is deleted by the job when it no longer holds", async () => {
    const pruned = () => gateway().run(SnapshotTable.use((table) => table.prune))
    await read()
    assert.strictEqual(await pruned(), 0)
    clock.advanceMs(900_000)
    await gateway().runJob(PruneSnapshots, {})
    assert.strictEqual(await pruned(), 0)
    await read()
    clock.advanceMs(900_000)
    assert.strictEqual(await pruned(), 1)
  })
})

describe("what asks the store for more than a snapshot", () => {
  const report = "/v1/aso/apps/1/competitor-report"
  const asked = async (path: string, body?: unknown) => {
    const account = await gateway().account()
    const answer = await gateway().ask(path, {
      key: account.key,
      ...(body === undefined ? {} : { method: "POST", body })
    })
    return { ...account, ...answer }
  }
  const done = async (path: string, body?: unknown) => {
    const answer = await asked(path, body)
    assert.strictEqual(answer.status, 200, answer.text)
    return answer
  }
  const more = { "4": { name: "Penny Plan", seller: "Penny" }, "5": { name: "Coin Log", seller: "Coin" } }
  const storebApps = () =>
    Object.fromEntries(
      ["moneta", "a", "b", "c", "d", "e"].map((name) => [
        `com.${name}`,
        {
          name: name === "moneta" ? "Moneta: Budget Planner" : `Budget ${name}`,
          seller: name,
          description: "A budget planner."
        }
      ])
    )

  it.each([
    ["found", report, 2],
    ["given", `${report}?competitorIds=2,3`, 2],
    ["five given", `${report}?competitorIds=2,3,4,5,9`, 0],
    ["found of storeb", "/v1/aso/apps/com.moneta/competitor-report?platform=storeb", 0],
    ["given of storeb", "/v1/aso/apps/com.moneta/competitor-report?platform=storeb&competitorIds=com.a,com.b", 2]
  ] as const)(
    "tells of competitors %s what a report is for, at the first call and within 12 requests",
    async (_, path, velocities) => {
      world.apps = { ...world.apps, ...more, ...storebApps() }
      world.page = () =>
        storePage({
          subtitle: "Budgets",
          similarAppIds: path.includes("storeb") ? ["com.c", "com.d", "com.e"] : ["2", "3"]
        })
      const { json, text } = await done(path)
      assert.isAtMost(world.asked.length, 12, world.asked.join("\n"))
      const others = listAt(json, "data", "metadata", "competitors")
      assert.isNotEmpty(others)
      for (const other of others) assert.strictEqual(at(other, "is", "second", "text"), "Budgets", text)
      for (const shots of listAt(json, "data", "screenshots", "competitors"))
        assert.isBoolean(at(shots, "is", "hasPreview"))
      const measured = listAt(json, "data", "ratings", "competitors").filter(
        (one) => at(one, "is", "velocity", "per30Days") !== null
      )
      assert.isAtLeast(measured.length, velocities, text)
    }
  )

  it("leaves a thin snapshot that an analysis makes anew, for all", async () => {
    await done("/v1/aso/metadata/suggest", { appId: 1, keywords: ["budget tracker"] })
    const thin = await gateway().run(Snapshots.use((snapshots) => snapshots.kept(query())))
    const audit = await done("/v1/aso/apps/1/audit")
    const whole = await read()
    assert.notStrictEqual(whole.id, thin?.id)
    assert.strictEqual(at(audit.json, "data", "snapshot", "id"), whole.id)
    const asked = world.asked.length
    // Of one depth it's one for all of them, and for a report too.
    const opportunities = await done("/v1/aso/apps/1/opportunities")
    const compared = await done(report)
    for (const { json } of [opportunities, compared]) assert.strictEqual(at(json, "data", "snapshot", "id"), whole.id)
    assert.notInclude(world.asked.slice(asked), "app 1 us")
    const measured = ({ terms }: Snapshot) => terms.filter(({ rankStatus }) => rankStatus !== "not_measured").length
    await forget()
    assert.strictEqual(measured(whole), measured(await read()))
  })

  it("counts the records of competitors that it names in its own budget", async () => {
    world.apps = { ...world.apps, ...storebApps() }
    const query = { platform: "storeb", id: "com.moneta" } as const
    await read(query)
    world.asked.splice(0)
    const keywords = Array.from({ length: 20 }, (_, n) => `budget planner ${n}`)
    await done("/v1/aso/metadata/suggest", {
      appId: "com.moneta",
      platform: "storeb",
      keywords,
      competitorIds: ["com.a", "com.b", "com.c"]
    })
    assert.isAtMost(world.asked.length, 12, world.asked.join("\n"))
  })

  it("asks again for competitors' records that the store failed to tell", async () => {
    world.fails = { apps: "timeout" }
    const { key } = await gateway().account()
    const path = `${report}?competitorIds=2,3`
    assert.strictEqual((await gateway().ask(path, { key })).status, 502)
    world.fails = {}
    const { json, status, text } = await gateway().ask(path, { key })
    assert.strictEqual(status, 200, text)
    assert.deepStrictEqual(at(json, "data", "competitorIds"), [2, 3])
  })

  it("waits for another's snapshot and makes its own within one time", async () => {
    world.fails.app = "never"
    const budget = { requestsMax: 12, waitMs: 300 }
    const both = await gateway().run(
      Snapshots.use((snapshots) =>
        Effect.all([Effect.flip(snapshots.of(query(), budget)), Effect.flip(snapshots.of(query(), budget))], {
          concurrency: "unbounded"
        })
      )
    )
    for (const { _tag } of both) assert.strictEqual(_tag, "UPSTREAM_TIMEOUT")
    assert.deepStrictEqual(
      world.asked.filter((what) => what.startsWith("app ")),
      ["app 1 us"]
    )
  })
})

describe("the table of snapshots", () => {
  it("has each of more than it remembers, though all are read at once", async () => {
    const { terms: _, ...snapshot } = await read()
    const body = await gateway().run(
      SnapshotTable.use((table) =>
        table.shared({ platform: "storea", appId: "1", country: "us", device: snapshot.device })
      )
    )
    if (body === undefined) throw new Error("no snapshot is kept")
    const keys = Array.from({ length: 40 }, (_, n) => ({
      platform: "storea",
      appId: `${n + 1_000}`,
      country: "us",
      device: "x"
    }))
    const found = await gateway().run(
      SnapshotTable.use((table) =>
        Effect.andThen(
          Effect.forEach(keys, (key) => table.keepShared(key, body.body)),
          Effect.forEach(keys, (key) => table.shared(key), { concurrency: "unbounded" })
        )
      )
    )
    assert.isFalse(found.includes(undefined))
  })
})

const address = "/v1/aso/apps/1/opportunities"
const dataOf = (json: unknown): Record<string, unknown> =>
  Predicate.hasProperty(json, "data") && Predicate.isObject(json.data) ? { ...json.data } : {}

describe("a store that fails", () => {
  const codes = { timeout: 504, rate_limited: 503, circuit_open: 503, drift: 502, failed: 502, suspect: 502 } as const
  it.each(Object.entries(codes))("the app's record: %s is documented and costs nothing", async (reason, status) => {
    world.fails.app = reason as keyof typeof codes
    const { accountId, key } = await gateway().account()
    const answer = await gateway().ask(address, { key })
    assert.strictEqual(answer.status, status, answer.text)
    assert.include(["UPSTREAM_TIMEOUT", "UPSTREAM_RATE_LIMITED", "UPSTREAM_ERROR"], codeOf(answer.json))
    assert.strictEqual(await gateway().used(accountId), 0)
  })

  it("an app that isn't there is 404 and costs nothing", async () => {
    const { accountId, key } = await gateway().account()
    const answer = await gateway().ask("/v1/aso/apps/404/opportunities", { key })
    assert.deepStrictEqual([answer.status, codeOf(answer.json)], [404, "APP_NOT_FOUND"])
    assert.strictEqual(await gateway().used(accountId), 0)
  })

  const parts = [
    ["page", "page"],
    ["reviews", "reviews"],
    ["suggestions", "suggestions for"],
    ["search", "search for"],
    ["apps", "record of"]
  ] as const
  const reasons = ["timeout", "rate_limited", "drift"] as const
  it.each(parts.flatMap(([method, what]) => reasons.map((reason) => [method, reason, what] as const)))(
    "%s: %s leaves a snapshot that says so",
    async (method, reason, what) => {
      world.fails[method] = reason
      const snapshot = await read({}, { requestsMax: 60, waitMs: 8_000 })
      const missing = snapshot.notMeasured.filter((one) => one.what.startsWith(what))
      assert.isAbove(missing.length, 0, JSON.stringify(snapshot.notMeasured))
      for (const one of missing) assert.notStrictEqual(one.reason, "")
      if (method === "page") assert.isNull(snapshot.page.value)
      if (method === "reviews") assert.isNull(snapshot.reviews.value)
      if (method === "suggestions")
        for (const { volume } of snapshot.terms)
          assert.deepStrictEqual([volume.value, volume.status], [null, "not_measured"])
      if (method === "search") {
        assert.deepStrictEqual([snapshot.visibility.value, snapshot.standings.avgRank], [null, null])
        for (const { difficulty, rankStatus } of snapshot.terms)
          assert.deepStrictEqual([difficulty.value, rankStatus], [null, "not_measured"])
      }
      if (method === "apps") for (const { app } of snapshot.competitors) assert.isNull(app.value)
    }
  )

  it("that doesn't answer in time leaves what did, within the time", async () => {
    for (const method of ["page", "reviews", "suggestions", "search", "apps"]) world.fails[method] = "never"
    const snapshot = await read({}, { requestsMax: 24, waitMs: 300 })
    assert.isNull(snapshot.page.value)
    assert.include(
      snapshot.notMeasured.map(({ reason }) => reason),
      "the time for asking the store was over"
    )
  })

  it("whose record doesn't come in time is a timeout", async () => {
    world.fails.app = "never"
    const failed = await gateway().run(
      Effect.flip(Snapshots.use((snapshots) => snapshots.of(query(), { requestsMax: 12, waitMs: 200 })))
    )
    assert.strictEqual(failed._tag, "UPSTREAM_TIMEOUT")
  })

  it("with an older answer says that it's stale", async () => {
    world.stale = true
    const snapshot = await read()
    assert.isTrue(snapshot.inputs.filter(({ source }) => source.startsWith("store.")).every(({ stale }) => stale))
  })
})

describe("what is one account's", () => {
  const owner = async (competitors: ReadonlyArray<string>) => {
    const account = await gateway().account()
    const post = async (path: string, body: unknown) => {
      const answer = await gateway().ask(path, { method: "POST", key: account.key, body })
      assert.strictEqual(answer.status, 200, answer.text)
    }
    await post("/v1/user/apps", { appId: 1 })
    for (const competitorAppId of competitors) await post("/v1/user/apps/1/competitors", { competitorAppId })
    await post("/v1/user/apps/1/versions", {
      versionName: "1",
      title: "Moneta",
      keywords: "secretword,zorblat budget",
      isReleased: true
    })
    return account
  }

  it.each([
    ["audit", "/v1/aso/apps/1/audit"],
    ["brief", "/v1/aso/apps/1/brief"],
    ["intent clusters", "/v1/aso/apps/1/intent-clusters"],
    ["competitor report", "/v1/aso/apps/1/competitor-report"],
    ["suggestion", "/v1/aso/metadata/suggest", { appId: 1, keywords: ["budget tracker", "zorblat budget"] }]
  ] as const)("changes nothing in the %s of another, who asks after it", async (_, path, body?: object) => {
    world.page = () => storePage({ subtitle: "Budgets", similarAppIds: ["2", "3"] })
    const stranger = await gateway().account()
    const plain = await owner([])
    const rich = await owner(["9", "7", "2"])
    const ask = async ({ key }: { readonly key: string }) => {
      const answer = await gateway().ask(path, { key, ...(body === undefined ? {} : { method: "POST", body }) })
      assert.strictEqual(answer.status, 200, answer.text)
      return answer.text.replaceAll(/"(?:id|asOf)":"[^"]*"/g, "")
    }
    const after = async (first: { readonly key: string }) => {
      await forget()
      return { own: await ask(first), next: await ask(stranger) }
    }
    const [one, other] = [await after(plain), await after(rich)]
    assert.strictEqual(other.next, one.next)
    assert.notInclude(other.next, "secretword")
    assert.notStrictEqual(other.own, one.own)
  })

  it("changes nothing in another's answers, whoever asks first", async () => {
    const stranger = await gateway().account()
    const ask = async (account: { readonly key: string }) => {
      const answer = await gateway().ask(`${address}?limit=100`, { key: account.key })
      assert.strictEqual(answer.status, 200, answer.text)
      return answer.text
    }
    const own = await owner(["9", "7"])
    world.asked.splice(0)
    const same = (text: string) => text.replaceAll(/"(?:id|asOf)":"[^"]*"/g, "")
    const alone = await ask(stranger)
    const asked = world.asked.splice(0).toSorted()
    await forget()
    const mine = await ask(own)
    const after = await ask(stranger)
    assert.strictEqual(same(after), same(alone))
    assert.notInclude(after, "secretword")
    assert.strictEqual(dataOf(JSON.parse(mine)).competitorsFrom, "tracked")
    assert.strictEqual(dataOf(JSON.parse(after)).competitorsFrom, "found")
    // All that the owner had asked beside is the records of what it tracks.
    assert.deepStrictEqual(world.asked.filter((what) => what !== "apps 7,9 us").toSorted(), asked)
  })

  it("is its snapshot of its own, over the same shared one, and changes with what it keeps", async () => {
    const one = await owner(["9"])
    const other = await owner(["2"])
    const [mine, theirs, nobodys] = await Promise.all([
      read({ accountId: one.accountId }),
      read({ accountId: other.accountId }),
      read()
    ])
    assert.strictEqual(new Set([mine.id, theirs.id, nobodys.id]).size, 3)
    assert.strictEqual(mine.asOf, nobodys.asOf)
    assert.deepStrictEqual([mine.isOwn, nobodys.isOwn], [true, false])
    assert.deepStrictEqual(
      mine.competitors.map(({ app, appId }) => [appId, app.value?.name]),
      [["9", "Zorblat"]]
    )
    assert.strictEqual(mine.version?.keywords, "secretword,zorblat budget")
    assert.isNull(nobodys.version)
    const shared = new Map(nobodys.terms.map((found) => [found.keyword, found]))
    for (const { difficulty, keyword, rank, volume } of mine.terms) {
      const same = shared.get(keyword)
      if (same !== undefined)
        assert.deepStrictEqual([volume, difficulty, rank], [same.volume, same.difficulty, same.rank])
    }
    await gateway().ask("/v1/user/apps/1/competitors?competitorAppId=9", { method: "DELETE", key: one.key })
    const later = await read({ accountId: one.accountId })
    assert.strictEqual(later.competitorsFrom, "found")
    assert.isTrue(later.isOwn)
  })

  it("competitors that are named go before those it tracks", async () => {
    const { accountId } = await owner(["9"])
    const named = await read({ accountId, competitorIds: ["3", "2"] })
    assert.strictEqual(named.competitorsFrom, "given")
    assert.deepStrictEqual(
      named.competitors.map(({ appId }) => appId),
      ["2", "3"]
    )
    assert.deepStrictEqual(await read({ accountId, competitorIds: ["2", "3"] }), named)
  })

  it.each([
    [{ competitorIds: ["1"] }, "INVALID_INPUT"],
    [{ competitorIds: ["2", "2"] }, "INVALID_INPUT"],
    [{ competitorIds: ["2", "3", "4", "5", "6", "7"] }, "INVALID_INPUT"],
    [{ competitorIds: ["x"] }, "INVALID_APP_ID"],
    [{ id: "x" }, "INVALID_APP_ID"],
    [{ country: "zz" }, "INVALID_COUNTRY"],
    [{ device: "phone" }, "INVALID_INPUT"],
    [{ language: "no such tag!" }, "INVALID_INPUT"]
  ])("%o is refused as %s", async (over, code) => {
    const failed = await gateway().run(Effect.flip(Snapshots.use((snapshots) => snapshots.of(query(over)))))
    assert.strictEqual(failed._tag, code)
    assert.deepStrictEqual(world.asked, [])
  })
})

describe("a page of opportunities", () => {
  it("has 25 where no limit is given, and from 1 to 100", async () => {
    const list = (of: string) => Array.from({ length: 12 }, (_, n) => `${of} ${String.fromCharCode(97 + n)}`)
    world.suggestions = ["budget planner", "expense tracker", "budget"].flatMap(list)
    const said = [
      "monthly budget",
      "saving goals",
      "bill reminder",
      "spending diary",
      "money journal",
      "cash flow",
      "debt payoff",
      "income log"
    ]
    world.page = () => storePage({ subtitle: said.join(", "), similarAppIds: [] })
    const { accountId, key } = await gateway().account()
    const page = async (query: string) => {
      const answer = await gateway().ask(`${address}${query}`, { key })
      return { ...answer, rows: answer.status === 200 ? listAt(answer.json, "data", "opportunities") : [] }
    }
    const first = await page("")
    const total = Number(at(first.json, "data", "total"))
    assert.isAbove(total, 25)
    assert.deepStrictEqual([first.rows.length, (await page("?limit=1")).rows.length], [25, 1])
    assert.lengthOf((await page("?limit=100")).rows, total)
    const used = await gateway().used(accountId)
    for (const limit of ["0", "101", "-1", "1.5", "x"]) {
      const refused = await page(`?limit=${limit}`)
      assert.deepStrictEqual([refused.status, codeOf(refused.json)], [400, "INVALID_INPUT"], limit)
      assert.match(refused.text, /limit/)
    }
    assert.strictEqual(await gateway().used(accountId), used)
  })
})

describe("storeb", () => {
  const id = "com.moneta"
  const of = (name: string, query = "") => `/v1/aso/apps/${id}/${name}?platform=storeb${query}`
  const places = { data: ["title", "shortDescription"] }

  it.each([
    ["audit", 5, 12, of("audit"), undefined, ["score", "grade", "factors", "quickWins", "metadata"]],
    [
      "brief",
      3,
      12,
      of("brief"),
      undefined,
      ["summary", "storefrontReadiness", "intentClusters", "opportunitiesTop", "meta"]
    ],
    ["opportunities", 4, 24, of("opportunities"), undefined, ["total", "opportunities", "excluded", "brandTerms"]],
    [
      "intent clusters",
      3,
      12,
      of("intent-clusters", "&competitorIds=com.a,com.b"),
      undefined,
      ["device", "total", "clusters", "gaps"]
    ],
    [
      "competitor report",
      5,
      12,
      of("competitor-report", "&competitorIds=com.a,com.b"),
      undefined,
      ["metadata", "keywords", "ratings", "screenshots"]
    ],
    [
      "suggestion",
      3,
      12,
      "/v1/aso/metadata/suggest",
      { appId: id, platform: "storeb", keywords: ["budget planner", "expense tracker"] },
      ["storea", "storeb", "targetKeywords", "alternatives", "coverage", "uncovered", "checks", "gap"]
    ]
  ] as const)("has %s, for %i credits and at most %i requests", async (_, price, requestsMax, path, body, fields) => {
    world.apps = Object.fromEntries(
      ["moneta", "a", "b", "c"].map((name) => [
        `com.${name}`,
        {
          name: name === "moneta" ? "Moneta: Budget Planner" : `Budget ${name}`,
          seller: name,
          description: "A budget planner and expense tracker for each day. Plan your month and see what is left of it.",
          genreId: "FINANCE",
          genreIds: ["FINANCE"]
        }
      ])
    )
    world.searches = { "budget planner": ["com.a", id, "com.b"], "expense tracker": ["com.b", "com.c"] }
    world.suggestions = ["budget planner", "budget planner free", "expense tracker"]
    const { accountId, key } = await gateway().account()
    const { json, status, text } = await gateway().ask(path, {
      key,
      ...(body === undefined ? {} : { method: "POST", body })
    })
    assert.strictEqual(status, 200, text)
    assert.isAtMost(world.asked.length, requestsMax, world.asked.join("\n"))
    assert.strictEqual(await gateway().used(accountId), price)
    const data = dataOf(json)
    assert.strictEqual(data.appId, id)
    for (const field of [...fields, "language", "snapshot", "model", "provenance"]) assert.isDefined(data[field], field)
    // Storeb has a short description, and no keyword field.
    if (data.metadata !== undefined && data.factors !== undefined) {
      assert.deepStrictEqual(Object.keys(Object(data.metadata)).toSorted(), ["shortDescription", "title"])
      const names = listAt(json, "data", "factors").map((factor) => at(factor, "id"))
      assert.include(names, "shortDescription")
      for (const none of ["subtitle", "keywordField"]) assert.notInclude(names, none)
    }
    if (path.includes("competitor-report")) assert.deepStrictEqual(data.competitorIds, ["com.a", "com.b"])
    if (path.includes("opportunities"))
      for (const row of listAt(json, "data", "opportunities"))
        assert.notInclude(["add_to_subtitle", "add_to_keyword_field"], at(row, "recommendedAction"))
    if (path.includes("suggest"))
      for (const field of places.data) assert.isString(at(data.storeb, field, "text"), field)
  })

  it("reads an app whose records are one by one within the same budget", async () => {
    world.apps["com.moneta"] = {
      name: "Moneta: Budget Planner",
      seller: "Moneta Labs",
      description: "A budget planner."
    }
    world.searches = { "budget planner": ["com.a", "com.moneta"] }
    const snapshot = await read({ platform: "storeb", id: "com.moneta" }, { requestsMax: 24, waitMs: 8_000 })
    assert.isAtMost(world.asked.length, 24)
    assert.strictEqual(term(snapshot, "budget planner")?.rank, 2)
    assert.strictEqual(snapshot.device, "phone")
  })
})
