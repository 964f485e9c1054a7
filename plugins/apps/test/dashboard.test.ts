/** What pages of an account read of apps. */

import { Data } from "@storeglass/plugin-api"
import { codeOf, type TestGateway, usePluginGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, beforeAll, describe, it } from "vitest"
import { type Browser, textAt } from "../../account/test/support.ts"
import { calibrationOf } from "../src/config.ts"
import type { WatchedApp } from "../src/contract.ts"
import { AppsAnswer, ChartMovesAnswer, EstimatesAnswer, ProfileAnswer, RatingsAnswer } from "../src/dashboard/api.ts"
import { rounded } from "../src/models/combine.ts"
import { perDayAt } from "../src/models/rankCurve.ts"
import { dayMs, keepCharts, keepCounters, signedIn } from "./kept.ts"
import { settings } from "./support.ts"
import { watchedApp, watching } from "./watching.ts"

const lists = new Map<string, ReadonlyArray<WatchedApp>>()
const tracked = new Map<string, ReadonlyArray<WatchedApp>>()
const gateway = usePluginGateway(
  watching({ workspace: (account) => lists.get(account) ?? [], tracked: (account) => tracked.get(account) ?? [] }),
  { plugins: { stores: true, charts: { collectOnStart: false }, apps: true, account: true } }
)
const asGateway = (): TestGateway => gateway()

const dayOf = (daysBack: number) => new Date(Date.now() - daysBack * dayMs).toISOString().slice(0, 10)
const names = {
  "11": { name: "Alpha Piano", seller: "Alpha Ltd", genreId: "6014" },
  "12": { name: "Beta Camera" },
  "13": { name: "Piano Gamma" },
  "14": { name: "Delta" }
}
let browser: Browser
let accountId: string

const someone = async () => {
  const signed = await signedIn(asGateway)
  const me = await signed.browser.ask("/dashboard/api/me")
  return { ...signed, accountId: textAt(me.json, "data", "accountId") }
}

beforeAll(async () => {
  ;({ accountId, browser } = await someone())
  await gateway().run(
    keepCharts(
      [
        { daysBack: 8, apps: ["12", "11", "14"] },
        { daysBack: 2, apps: ["12", "11"] },
        { daysBack: 1, apps: ["12", "13"] },
        { daysBack: 0, apps: ["11", "12", "13"] },
        { daysBack: 0, chart: "top-grossing", apps: ["12", "11"] }
      ],
      names
    )
  )
  await gateway().run(
    keepCounters({ platform: "storea", appId: "11", country: "us" }, [
      { daysBack: 2, average: 4.25, count: 900 },
      { daysBack: 0, average: 4.5, count: null }
    ])
  )
  await gateway().run(
    keepCounters({ platform: "storeb", appId: "com.example.kept", country: "ww" }, [
      { daysBack: 9, average: null, count: null, installs: 40_000 },
      { daysBack: 1, average: 4.5, count: 100, installs: 40_800 }
    ])
  )
})

const read = async <A>(schema: Schema.Codec<A, unknown>, path: string, by = browser): Promise<A> => {
  gateway().running.sandbox?.control.clearRequests()
  const answer = await by.ask(path)
  assert.strictEqual(answer.status, 200, answer.text)
  assert.deepEqual(gateway().running.sandbox?.control.requests() ?? [], [], "a store was asked")
  return Schema.decodeUnknownSync(Data(schema))(answer.json, { onExcessProperty: "error" }).data
}
const apps = (query = "", by = browser) => read(AppsAnswer, `/dashboard/api/apps${query}`, by)
const named = ({ apps }: AppsAnswer) => apps.map(({ appId, reason }) => [appId, reason])

describe("every route of pages", () => {
  const paths = [
    "/dashboard/api/apps",
    "/dashboard/api/apps/profile?appId=11",
    "/dashboard/api/apps/ratings?appId=11",
    "/dashboard/api/apps/estimates?appId=11",
    "/dashboard/api/apps/chart-moves"
  ]
  it.each(paths)("%s is free, and for whoever is signed in alone", async (path) => {
    const { accountId, key } = await gateway().account()
    const byKey = await gateway().ask(path, { key })
    assert.deepEqual([byKey.status, codeOf(byKey.json)], [401, "SESSION_REQUIRED"])
    assert.strictEqual(await gateway().used(accountId), 0)
    assert.strictEqual((await browser.ask(path)).status, 200)
  })

  it.each(paths)("%s refuses what it doesn't know", async (path) => {
    const answer = await browser.ask(`${path}${path.includes("?") ? "&" : "?"}days=7`)
    assert.deepEqual([answer.status, codeOf(answer.json)], [400, "INVALID_INPUT"])
  })

  const bounds: ReadonlyArray<readonly [path: string, code: string]> = [
    ["?q=", "INVALID_INPUT"],
    [`?q=${"a".repeat(101)}`, "INVALID_INPUT"],
    ["?limit=0", "INVALID_INPUT"],
    ["?limit=51", "INVALID_INPUT"],
    ["?platform=storec", "INVALID_INPUT"],
    ["/chart-moves?limit=51", "INVALID_INPUT"],
    ...["profile", "ratings", "estimates"].flatMap(
      (name): ReadonlyArray<readonly [string, string]> => [
        [`/${name}`, "INVALID_INPUT"],
        [`/${name}?appId=0`, "INVALID_APP_ID"],
        [`/${name}?appId=com.example.app`, "INVALID_APP_ID"],
        [`/${name}?appId=11&platform=storeb`, "INVALID_APP_ID"],
        [`/${name}?appId=11&country=zz`, "INVALID_COUNTRY"]
      ]
    ),
    ...["ratings", "estimates"].flatMap(
      (name): ReadonlyArray<readonly [string, string]> => [
        [`/${name}?appId=11&from=2026-02-30`, "INVALID_INPUT"],
        [`/${name}?appId=11&from=2999-01-01`, "INVALID_INPUT"],
        [`/${name}?appId=11&from=2020-01-01`, "INVALID_INPUT"],
        [`/${name}?appId=11&from=${dayOf(1)}&to=${dayOf(2)}`, "INVALID_INPUT"]
      ]
    ),
    ["/estimates?appId=11&measure=ratings", "INVALID_INPUT"]
  ]
  it.each(bounds)("/dashboard/api/apps%s answers 400", async (path, code) => {
    const answer = await browser.ask(`/dashboard/api/apps${path}`)
    assert.deepEqual([answer.status, codeOf(answer.json)], [400, code], answer.text)
  })
})

describe("apps to open", () => {
  it("are the account's own first, then those of charts, each once", async () => {
    lists.set(accountId, [watchedApp("13", { name: "My piano", iconUrl: "https://img.example/mine" })])
    tracked.set(accountId, [watchedApp("13"), watchedApp("77", { name: "Seen", country: "de" })])
    const found = await apps("?limit=4")
    assert.deepEqual(named(found), [
      ["13", "workspace"],
      ["77", "tracked"],
      ["11", "chart"],
      ["12", "chart"]
    ])
    assert.deepEqual(found.apps[0], {
      platform: "storea",
      appId: "13",
      country: "us",
      name: "My piano",
      iconUrl: "https://img.example/mine",
      developer: "Seller",
      reason: "workspace"
    })
    assert.strictEqual(found.apps[1]?.iconUrl, null)
  })

  it("are found by words of the name, among the account's own and those of charts", async () => {
    assert.deepEqual(named(await apps("?q=piano")), [
      ["13", "workspace"],
      ["11", "chart"]
    ])
    assert.deepEqual(named(await apps("?q=see")), [["77", "tracked"]])
    assert.deepEqual(named(await apps("?q=12")), [["12", "chart"]])
    assert.deepEqual(named(await apps("?q=%25")), [])
    assert.deepEqual(named(await apps("?q=piano&platform=storeb")), [])
  })

  it("never show another account's watchlist", async () => {
    const other = await someone()
    lists.set(other.accountId, [watchedApp("88", { name: "Secret" })])
    assert.notInclude(JSON.stringify(await apps("?q=secret")), "Secret")
    assert.notInclude(JSON.stringify(await apps()), "Secret")
    assert.deepEqual(named(await apps("?q=secret", other.browser)), [["88", "workspace"]])
    assert.notInclude(JSON.stringify(await apps("", other.browser)), "My piano")
    const moves = (by: Browser) => read(ChartMovesAnswer, "/dashboard/api/apps/chart-moves", by)
    assert.strictEqual((await moves(other.browser)).watched, 1)
  })
})

describe("what is kept of an app", () => {
  it("is told with its age, and what isn't kept is null", async () => {
    const { ratings, ...app } = await read(ProfileAnswer, "/dashboard/api/apps/profile?appId=11")
    assert.deepInclude(app, {
      status: "stored",
      name: "Alpha Piano",
      developer: "Alpha Ltd",
      category: "Games",
      categoryId: "6014"
    })
    assert.deepEqual(ratings, {
      average: 4.5,
      count: null,
      installs: null,
      status: "measured",
      scope: "country",
      date: dayOf(0)
    })
    assert.strictEqual(app.provenance.asOf?.slice(0, 10), dayOf(0))
  })

  it("of an app that nobody asked for is nothing, and never 0", async () => {
    const { provenance, ratings, status, ...app } = await read(ProfileAnswer, "/dashboard/api/apps/profile?appId=999")
    assert.deepEqual([status, provenance.status, ratings.status], ["not_stored", "not_measured", "not_measured"])
    assert.deepEqual(
      [app.name, app.iconUrl, app.developer, ratings.average, ratings.count],
      [null, null, null, null, null]
    )
  })

  it("tells a day on which nobody asked from a day without a count", async () => {
    const path = `/dashboard/api/apps/ratings?appId=11&from=${dayOf(2)}`
    const { days } = await read(RatingsAnswer, path)
    assert.deepEqual(
      days.map(({ average, count, date, status }) => [date, average, count, status]),
      [
        [dayOf(2), 4.25, 900, "measured"],
        [dayOf(1), null, null, "not_measured"],
        [dayOf(0), 4.5, null, "measured"]
      ]
    )
  })

  it("is worldwide where the store counts so, whichever country is looked at", async () => {
    const path = `/dashboard/api/apps/ratings?appId=com.example.kept&platform=storeb&country=de&from=${dayOf(1)}`
    const { days, scope } = await read(RatingsAnswer, path)
    assert.deepEqual([scope, days[0]?.count, days[0]?.installs], ["worldwide", 100, 40_800])
  })
})

describe("estimates over time", () => {
  const estimates = (query: string) => read(EstimatesAnswer, `/dashboard/api/apps/estimates?${query}`)
  const { curves } = calibrationOf(settings())

  it("follow the place in the chart of each day, with a range, by the curve of the report", async () => {
    const { days, model, status } = await estimates(`appId=11&from=${dayOf(2)}`)
    assert.deepEqual([model, status], ["downloads@2", "estimated"])
    const [second, left, first] = days
    assert.strictEqual(second?.value, rounded(perDayAt(curves["top-free"], 2) * 30))
    assert.strictEqual(first?.value, rounded(perDayAt(curves["top-free"], 1) * 30))
    assert.deepEqual(second?.models, ["rank-downloads@2"])
    for (const { high, low, value } of [second, first].flatMap((day) => day ?? [])) {
      assert.isBelow(low ?? Number.NaN, value ?? Number.NaN)
      assert.isAbove(high ?? Number.NaN, value ?? Number.NaN)
    }
    // The list was read, and the app had left it.
    assert.deepEqual([left?.value, left?.low, left?.high, left?.status], [null, null, null, "unavailable"])
  })

  it("tell a day on which nothing was read from one whose list gives no figure", async () => {
    const { days, provenance } = await estimates(`appId=11&from=${dayOf(4)}&to=${dayOf(1)}`)
    assert.deepEqual(
      days.map(({ status }) => status),
      ["not_measured", "not_measured", "estimated", "unavailable"]
    )
    assert.strictEqual(provenance.asOf?.slice(0, 10), dayOf(2))
    const none = await estimates("appId=999")
    assert.deepEqual([none.status, none.provenance.status], ["not_measured", "not_measured"])
    assert.isTrue(none.days.every(({ value }) => value === null))
    assert.isString(none.reason)
  })

  it("infer the place below the overall chart from that in the genre's, as the report does", async () => {
    const others = ["21", "22", "23"]
    const game = (name: string) => ({ name, genreId: "6014" })
    await gateway().run(
      keepCharts(
        [
          { daysBack: 0, country: "de", apps: others },
          { daysBack: 0, country: "de", genre: "6014", apps: [...others, "24"] }
        ],
        { "21": game("A"), "22": game("B"), "23": game("C"), "24": game("D") }
      )
    )
    const { days, provenance } = await estimates(`appId=24&country=de&from=${dayOf(0)}`)
    const { markets } = calibrationOf(settings())
    // Fourth of its genre, and all three of the overall chart are of it.
    assert.strictEqual(
      days[0]?.value,
      rounded(perDayAt(curves["top-free"], 4) * 30 * (markets.de?.downloads ?? Number.NaN))
    )
    assert.include(provenance.limitations?.join(), "inferred from the genre's chart")
  })

  it("follow the install counter where the store has one", async () => {
    const { days, scope } = await estimates(`appId=com.example.kept&platform=storeb&from=${dayOf(1)}`)
    assert.strictEqual(scope, "worldwide")
    assert.deepEqual(
      days.map(({ models, status, value }) => [value, models, status]),
      [
        [3000, ["install-growth@2"], "estimated"],
        [null, [], "not_measured"]
      ]
    )
  })

  it("of revenue are in USD, from the top-grossing chart", async () => {
    const { days, unit } = await estimates(`appId=11&from=${dayOf(0)}&measure=revenue`)
    assert.deepEqual([unit, days[0]?.models], ["USD a month", ["grossing-revenue@2"]])
    assert.strictEqual(days[0]?.value, rounded(perDayAt(curves["top-grossing"], 2) * 30))
  })
})

describe("an account's apps in the charts", () => {
  it("are told where they entered, left, rose and fell", async () => {
    const one = await someone()
    lists.set(
      one.accountId,
      ["11", "12", "13", "14", "999"].map((appId) => watchedApp(appId))
    )
    const { moves, watched } = await read(ChartMovesAnswer, "/dashboard/api/apps/chart-moves", one.browser)
    assert.strictEqual(watched, 5)
    assert.deepEqual(
      moves.map(({ appId, change, move, previousRank, rank, title }) => [
        appId,
        move,
        previousRank,
        rank,
        change,
        title
      ]),
      [
        ["13", "entered", null, 3, null, "Top free, all categories"],
        ["14", "left", 3, null, null, "Top free, all categories"],
        ["11", "rose", 2, 1, 1, "Top free, all categories"],
        ["12", "fell", 1, 2, -1, "Top free, all categories"]
      ]
    )
  })

  it("are none for who watches none, with what to do", async () => {
    const one = await someone()
    const { moves, provenance, watched } = await read(ChartMovesAnswer, "/dashboard/api/apps/chart-moves", one.browser)
    assert.deepEqual([watched, moves, provenance.status], [0, [], "not_measured"])
    assert.isNotEmpty(provenance.limitations ?? [])
  })
})
