import { Data, Provenance, type UpstreamFailureReason } from "@storeglass/plugin-api"
import { adjustableClock } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { assert, beforeAll, describe, it } from "vitest"
import { ChartCollection } from "../src/collection/ChartCollection.ts"
import { type AskedReading, ChartHistory, type ChartSnapshot } from "../src/contract.ts"
import { chartEntry, makeWorld, storeApp, storeShots, upstreamError, type World } from "./memoryStore.ts"
import { countOf, dayMs, hourMs, key, type Node, snapshot, startMs, useNodes } from "./support.ts"

const startNode = useNodes()

const routes = [
  "/v1/categories",
  "/v1/categories/6014/top",
  "/v1/categories/6014/top/screenshots",
  "/v1/new-releases",
  "/v1/discover",
  "/v1/discover/new-number-1",
  "/v1/market/movers",
  "/v1/market/activity"
]
const withCountry = routes.slice(1)
const genreOf = (path: string, genre: string) =>
  path.includes("/market/") ? `${path}?genre=${genre}` : path.replace("6014", genre)

const filled = (over: Partial<World> = {}) => {
  const world = makeWorld(over)
  for (const chart of ["top-free", "top-paid", "top-grossing"]) {
    for (const genre of ["all", "6002", "6014", "7001"]) world.charts.set(`us:${chart}:${genre}`, ["1", "2", "3"])
  }
  for (const term of ["games", "photo"]) world.searches.set(term, ["1", "2"])
  return world
}
const add = (node: Node, ...lists: ReadonlyArray<ChartSnapshot>) =>
  node.run(Effect.flatMap(ChartHistory, (history) => history.importSnapshots(lists)))

describe("every route", () => {
  let node: Node
  beforeAll(async () => {
    node = await startNode({ worlds: [filled(), filled({ platform: "storeb", genres: [] })] })
  })

  it.each(routes)("%s answers one key, data, and tells the host where it comes from", async (path) => {
    node.described.splice(0)
    const { body, status } = await node.ask(path)
    assert.strictEqual(status, 200, JSON.stringify(body))
    assert.deepStrictEqual(Object.keys(body ?? {}), ["data"])
    const { data } = Schema.decodeUnknownSync(Data(Schema.Struct({ provenance: Provenance })))(body)
    assert.deepStrictEqual(node.described, [data.provenance])
  })

  it.each(withCountry)("%s names what is wrong with a country and a platform", async (path) => {
    assert.deepStrictEqual(await node.failure(`${path}?country=zz`), [400, "INVALID_COUNTRY"])
    assert.deepStrictEqual(await node.failure(`${path}?country=fr`), [400, "INVALID_COUNTRY"])
    assert.deepStrictEqual(await node.failure(`${path}?platform=other`), [400, "INVALID_INPUT"])
  })

  it.each(routes)("%s answers 400 for a store that this host does not have", async (path) => {
    const one = await startNode({ worlds: [] })
    assert.deepStrictEqual(await one.failure(path), [400, "PLATFORM_UNSUPPORTED"])
  })

  it.each(routes.filter((path) => path.includes("6014") || path.includes("market")))(
    "%s takes the genres of the store and all, and refuses others",
    async (path) => {
      for (const genre of ["all", "6014", "7001"]) {
        assert.strictEqual((await node.ask(genreOf(path, genre))).status, 200, genre)
      }
      for (const genre of ["36", "0", "GAME", "6014x", "-1", "%F0%9F%98%80"]) {
        assert.deepStrictEqual(await node.failure(genreOf(path, genre)), [400, "INVALID_GENRE"], genre)
      }
      for (const genre of ["%20", "x".repeat(61), "%00"]) {
        assert.deepStrictEqual(await node.failure(genreOf(path, genre)), [400, "INVALID_GENRE"], genre)
      }
    }
  )

  it("/v1/discover takes any greater limit as 50, as it says", async () => {
    for (const value of [1, 50, 51, 999_999, 1_000_000_000]) {
      assert.strictEqual((await node.ask(`/v1/discover?limit=${value}`)).status, 200, `${value}`)
    }
    for (const value of [0, -5, 1.5, "1e9", "", "ten"]) {
      assert.deepStrictEqual(await node.failure(`/v1/discover?limit=${value}`), [400, "INVALID_INPUT"], `${value}`)
    }
  })

  /** Parameter, the least and the most. */
  const bounds: ReadonlyArray<readonly [path: string, name: string, min: number, max: number]> = [
    ["/v1/categories/6014/top", "limit", 1, 200],
    ["/v1/categories/6014/top/screenshots", "limit", 1, 50],
    ["/v1/new-releases", "limit", 1, 100],
    ["/v1/new-releases", "maxDays", 1, 90],
    ["/v1/discover/new-number-1", "days", 1, 30],
    ["/v1/market/movers", "limit", 1, 25],
    ["/v1/market/activity", "limit", 1, 100]
  ]
  it.each(bounds)("%s takes %s from %i to %i and nothing else", async (path, name, min, max) => {
    for (const value of [min, max]) assert.strictEqual((await node.ask(`${path}?${name}=${value}`)).status, 200)
    for (const value of [
      min - 1,
      max + 1,
      -5,
      1.5,
      "1e9",
      "1000000000",
      "",
      "ten",
      "%31x",
      "0x10",
      "NaN",
      "Infinity"
    ]) {
      assert.deepStrictEqual(await node.failure(`${path}?${name}=${value}`), [400, "INVALID_INPUT"], `${value}`)
    }
  })

  it.each(routes.filter((path) => /top|number|market/.test(path)))(
    "%s takes the three charts and no other",
    async (path) => {
      for (const chart of ["top-free", "top-paid", "top-grossing"]) {
        assert.strictEqual((await node.ask(`${path}?chart=${chart}`)).status, 200, chart)
      }
      for (const chart of ["new", "topfree", "TOP-FREE", ""]) {
        assert.deepStrictEqual(await node.failure(`${path}?chart=${chart}`), [400, "INVALID_INPUT"], chart)
      }
    }
  )

  it.each([
    "/v1/categories/6014/top",
    "/v1/categories/6014/top/screenshots",
    "/v1/market/movers",
    "/v1/discover/new-number-1"
  ])("%s answers the documented error when the store gives nothing and nothing is kept", async (path) => {
    for (const [reason, expected] of [
      ["timeout", [504, "UPSTREAM_TIMEOUT"]],
      ["rate_limited", [503, "UPSTREAM_RATE_LIMITED"]],
      ["drift", [502, "UPSTREAM_ERROR"]]
    ] satisfies ReadonlyArray<readonly [UpstreamFailureReason, readonly [number, string]]>) {
      const down = await startNode({ worlds: [makeWorld({ fails: () => upstreamError(reason) })] })
      assert.deepStrictEqual([...(await down.failure(path))], [...expected])
    }
  })
})

describe("GET /v1/categories", () => {
  it("lists all genres with parents and charts, the overall one first", async () => {
    const node = await startNode()
    const answer = await node.categories()
    assert.deepStrictEqual(
      answer.categories.map(({ id, name, parentId }) => [id, name, parentId]),
      [
        ["all", "All", null],
        ["6002", "Utilities", null],
        ["6014", "Games", null],
        ["7001", "Action", "6014"]
      ]
    )
    assert.deepStrictEqual(answer.categories[0]?.charts, ["top-free", "top-paid", "top-grossing"])
    assert.strictEqual(answer.total, 4)
  })
})

describe("GET /v1/categories/:genreId/top", () => {
  it("gives the chart with ratings, and ranks of the collection before", async () => {
    const world = filled()
    world.apps.set("2", storeApp("2", { averageRating: null, ratingCount: null }))
    const node = await startNode({ worlds: [world] })
    const before = { ...snapshot(startMs - 6 * hourMs, ["3", "1"]), key: key({ genreId: "6014" }) }
    await add(node, before, { ...before, asOfMs: startMs - 60_000, entries: [{ rank: 1, appId: "2" }] })
    const answer = await node.top("?limit=2", "6014")
    assert.deepInclude(answer, { genreId: "6014", genreName: "Games", chart: "top-free", country: "us", total: 3 })
    assert.strictEqual(Date.parse(answer.previousAsOf ?? ""), startMs - 6 * hourMs)
    assert.deepStrictEqual(
      answer.apps.map((app) => [
        app.rank,
        app.trackId,
        app.previousRank,
        app.rankChange,
        app.averageUserRating,
        app.userRatingCount
      ]),
      [
        [1, 1, 2, 1, 4.5, 1_200],
        [2, 2, null, null, null, null]
      ]
    )
  })

  it("compares with no list of another source, and says that there is none", async () => {
    const node = await startNode({ worlds: [filled()] })
    await add(node, { ...snapshot(startMs - 6 * hourMs, ["3", "1"]), source: "storea.feed" })
    const answer = await node.top()
    assert.isNull(answer.previousAsOf)
    assert.isTrue(answer.apps.every(({ previousRank, rankChange }) => previousRank === null && rankChange === null))
    assert.isTrue(answer.provenance.limitations?.some((text) => text.includes("no earlier list")))
  })

  it("gives the chart without ratings when the records cannot be had, and says so", async () => {
    const world = filled({ fails: (method) => (method === "apps" ? upstreamError("timeout") : undefined) })
    const answer = await (await startNode({ worlds: [world] })).top()
    assert.strictEqual(answer.apps.length, 3)
    assert.isTrue(answer.apps.every(({ averageUserRating }) => averageUserRating === null))
    assert.isTrue(answer.provenance.limitations?.some((text) => text.includes("app details are missing")))
  })

  it("keeps a chart that nobody collects and has it collected, but keeps no further lists of one that is", async () => {
    const node = await startNode({ worlds: [filled()] })
    const tracked = async () => {
      const found = await node.run(Effect.flatMap(ChartHistory, (history) => history.latest(key({ genreId: "7001" }))))
      return found?.asOfMs
    }
    await node.top("", "7001")
    const first = await tracked()
    assert.isDefined(first)
    node.clock.advanceMs(2 * hourMs)
    await node.top("", "7001")
    assert.strictEqual(await tracked(), first)
  })
})

describe("the newest lists of many charts", () => {
  it("are found in one question, within their times and sources, and leave no trace of charts that nobody keeps", async () => {
    const node = await startNode({ worlds: [filled()] })
    const games = key({ genreId: "6014" })
    await add(node, snapshot(startMs - 1 * hourMs, ["1", "2"]), snapshot(startMs - 30 * hourMs, ["2", "1"]), {
      ...snapshot(startMs - 2 * hourMs, ["3"]),
      key: games,
      source: "storea.feed"
    })
    const within = (fromHours: number, toHours: number, over: Partial<AskedReading> = {}) => ({
      key: key(),
      fromMs: startMs - fromHours * hourMs,
      toMs: startMs - toHours * hourMs,
      source: null,
      ...over
    })
    const charts = await countOf(node, "charts_keys")
    const found = await node.run(
      Effect.flatMap(ChartHistory, (history) =>
        history.newestOf([
          within(48, 0),
          within(48, 24, { source: "storea.charts" }),
          within(20, 10),
          within(48, 0, { key: games }),
          within(48, 0, { key: games, source: "storea.charts" }),
          within(48, 0, { key: key({ country: "jp" }) })
        ])
      )
    )
    assert.deepStrictEqual(
      found.map((reading) => reading?.appIds ?? null),
      [["1", "2"], ["2", "1"], null, ["3"], null, null]
    )
    assert.deepStrictEqual([found[1]?.asOfMs, found[3]?.source], [startMs - 30 * hourMs, "storea.feed"])
    assert.strictEqual(await countOf(node, "charts_keys"), charts)
  })
})

describe("what a chart's answer believes", () => {
  it("takes no empty answer for a chart that was not empty before, and charges nothing", async () => {
    const world = filled()
    const node = await startNode({ worlds: [world] })
    await add(node, { ...snapshot(startMs - 30 * hourMs, ["1", "2"]), key: key({ genreId: "6014" }) })
    world.charts.set("us:top-free:6014", [])
    assert.deepStrictEqual(await node.failure("/v1/categories/6014/top"), [502, "UPSTREAM_ERROR"])
    assert.deepStrictEqual(await node.failure("/v1/categories/6014/top/screenshots"), [502, "UPSTREAM_ERROR"])
    // One of which nothing is known may well be empty.
    world.charts.set("us:top-free:7001", [])
    assert.strictEqual((await node.top("", "7001")).total, 0)
  })

  it("gives an app one seller name, wherever it is listed", async () => {
    const world = filled()
    const entry = { ...chartEntry("9", 1), seller: "The Artist", releaseDate: new Date(startMs - dayMs).toISOString() }
    world.apps.set("9", storeApp("9", { seller: "Legal Seller Inc." }))
    for (const name of ["us:top-free:all", "us:top-free:6014", "us:new:all"]) world.charts.set(name, [entry])
    const node = await startNode({ worlds: [world] })
    const names = [
      (await node.top()).apps[0]?.sellerName,
      (await node.screenshots()).apps[0]?.sellerName,
      (await node.newReleases()).apps.find(({ appId }) => appId === "9")?.developer,
      (await node.newNumberOne()).unconfirmed.find(({ appId }) => appId === "9")?.developer
    ]
    assert.deepStrictEqual([...new Set(names)], ["Legal Seller Inc."])
  })
})

describe("GET /v1/categories/:genreId/top?date", () => {
  it("gives the newest list kept of that day, and says which day has none", async () => {
    const node = await startNode({ worlds: [filled()] })
    const noonMs = Date.UTC(2026, 9, 2, 12)
    await add(
      node,
      snapshot(noonMs + 6 * hourMs, ["2", "1"]),
      snapshot(noonMs, ["1", "2"]),
      snapshot(noonMs + 14 * hourMs, ["3"])
    )
    const answer = await node.top("?date=2026-10-02")
    assert.deepStrictEqual(
      answer.apps.map(({ previousRank, rank, trackId, trackName }) => [rank, trackId, trackName, previousRank]),
      [
        [1, 2, "App 2", 2],
        [2, 1, "App 1", 1]
      ]
    )
    assert.deepStrictEqual([answer.total, answer.asOf], [2, new Date(noonMs + 6 * hourMs).toISOString()])
    assert.strictEqual(answer.apps[0]?.averageUserRating, null)
    assert.deepStrictEqual(await node.failure("/v1/categories/all/top?date=2026-10-01"), [400, "INVALID_INPUT"])
    assert.deepStrictEqual(await node.failure("/v1/categories/all/top?date=yesterday"), [400, "INVALID_INPUT"])
  })
})

describe("GET /v1/categories/:genreId/top/screenshots", () => {
  it("lists them by device, and tells what is not known from what is none", async () => {
    const world = filled()
    world.apps.set("2", storeApp("2", { screenshots: { iphone: [], ipad: [] } }))
    world.apps.set("3", storeApp("3", { screenshots: { iphone: storeShots("a"), ipad: storeShots("b", "c", "d") } }))
    const answer = await (await startNode({ worlds: [world] })).screenshots()
    assert.deepStrictEqual(
      answer.apps.map(({ counts, unavailable }) => [counts.iphone, counts.ipad, Object.keys(unavailable)]),
      [
        [2, 0, []],
        [null, null, ["iphone", "ipad"]],
        [1, 3, []]
      ]
    )
    assert.deepStrictEqual(answer.apps[2]?.screenshots.iphone, [{ url: "a", width: null, height: null, position: 1 }])
    assert.strictEqual(answer.summary.avgCount, 3)
    const ipad = await (await startNode({ worlds: [world] })).screenshots("?device=ipad&limit=1")
    assert.deepStrictEqual(
      ipad.apps.map(({ screenshots }) => screenshots),
      [{ ipad: [] }]
    )
  })

  it("refuses a device of the other store", async () => {
    const node = await startNode({ worlds: [filled()] })
    for (const device of ["phone", "watch"]) {
      assert.deepStrictEqual(await node.failure(`/v1/categories/all/top/screenshots?device=${device}`), [
        400,
        "INVALID_INPUT"
      ])
    }
  })

  it("fails, uncharged, when the store gives no records", async () => {
    const world = filled({ fails: (method) => (method === "apps" ? upstreamError("timeout") : undefined) })
    const node = await startNode({ worlds: [world] })
    assert.deepStrictEqual(await node.failure("/v1/categories/all/top/screenshots"), [504, "UPSTREAM_TIMEOUT"])
  })

  it("asks a store for no page an app: it takes what charts and searches told", async () => {
    const world = filled({ perApp: true })
    world.apps.set("1", storeApp("1"))
    const node = await startNode({ worlds: [world] })
    const answer = await node.screenshots()
    assert.deepStrictEqual(
      answer.apps.map(({ counts }) => counts.iphone),
      [2, null, null]
    )
    await node.top()
    assert.isFalse(world.asked.some((what) => what.startsWith("app")))
  })
})

const released = (appId: string, daysAgo: number, over: Parameters<typeof storeApp>[1] = {}) =>
  storeApp(appId, { releaseDate: new Date(startMs - daysAgo * dayMs).toISOString(), ...over })

describe("GET /v1/new-releases", () => {
  const world = () => {
    const made = filled()
    for (const [appId, daysAgo] of [
      ["1", 3],
      ["2", 400],
      ["4", 20],
      ["5", -2],
      ["6", 29.9]
    ] as const) {
      made.apps.set(appId, released(appId, daysAgo))
    }
    made.searches.set("photo", ["4", "1", "5", "6"])
    const { iconUrl, name, seller } = storeApp("9")
    const untold = { bundleId: null, genreId: null, genreName: null, price: null, currency: null, url: null }
    const releaseDate = new Date(startMs - 20 * hourMs).toISOString()
    made.charts.set("us:new:all", [
      { ...untold, rank: 1, appId: "9", name, seller, iconUrl, releaseDate },
      { ...untold, rank: 2, appId: "8", name, seller, iconUrl, releaseDate: null }
    ])
    return made
  }

  it("gives what was released within the days, the newest first, with where it was found", async () => {
    const answer = await (await startNode({ worlds: [world()] })).newReleases()
    assert.deepStrictEqual(
      answer.apps.map(({ appId, foundBy, releasedAgo }) => [appId, foundBy, releasedAgo]),
      [
        ["9", "new_feed", "20 hours ago"],
        ["1", "search", "3 days ago"],
        ["4", "search", "20 days ago"],
        ["6", "search", "29 days ago"]
      ]
    )
    assert.strictEqual(answer.total, 4)
    assert.deepStrictEqual(answer.unavailable, {})
  })

  it("counts before the limit, and looks back as far as asked", async () => {
    const node = await startNode({ worlds: [world()] })
    const few = await node.newReleases("?limit=1&maxDays=25")
    assert.deepStrictEqual([few.total, few.apps.map(({ appId }) => appId)], [3, ["9"]])
    const none = await node.newReleases("?maxDays=1")
    assert.deepStrictEqual(
      none.apps.map(({ appId }) => appId),
      ["9"]
    )
  })

  it("says to look further back where there is none", async () => {
    const later = world()
    later.charts.delete("us:new:all")
    const node = await startNode({ worlds: [later] })
    const none = await node.newReleases("?maxDays=1")
    assert.deepStrictEqual(none.apps, [])
    assert.include(none.provenance.limitations ?? [], "none was found in the last day: raise maxDays")
    assert.notInclude(JSON.stringify(await node.newReleases("?maxDays=25")), "none was found")
  })

  it("names what could not be asked, and fails when nothing could", async () => {
    const broken = world()
    broken.fails = (_, what) =>
      what === "us photo" || what.includes("new") ? upstreamError("rate_limited") : undefined
    const answer = await (await startNode({ worlds: [broken] })).newReleases()
    assert.sameMembers(Object.keys(answer.unavailable), ["new_feed", "search: photo"])
    assert.deepStrictEqual(
      answer.apps.map(({ appId }) => appId),
      ["1"]
    )
    broken.fails = () => upstreamError("rate_limited")
    const node = await startNode({ worlds: [broken] })
    assert.deepStrictEqual(await node.failure("/v1/new-releases"), [503, "UPSTREAM_RATE_LIMITED"])
  })

  it("reads some pages for dates where searches have none, those with the fewest installs first", async () => {
    const pages = filled({ platform: "storeb", perApp: true })
    const counter = (min: number) => ({ min, max: null, label: `${min}+` })
    const card = (appId: string, min: number) =>
      storeApp(appId, { platform: "storeb", releaseDate: null, installs: counter(min) })
    for (const [appId, min] of [
      ["a.big", 5_000_000],
      ["a.new", 100],
      ["a.mid", 10_000]
    ] as const) {
      pages.apps.set(appId, card(appId, min))
    }
    pages.searches.set("games", ["a.big", "a.new", "a.mid"])
    pages.searches.set("photo", [])
    const read: Array<string> = []
    pages.fails = (method, what) => {
      if (method !== "app") return undefined
      const [appId = ""] = what.split(" ")
      read.push(appId)
      pages.apps.set(appId, released(appId, appId === "a.new" ? 2 : 900, { platform: "storeb" }))
      return undefined
    }
    const node = await startNode({ worlds: [pages], config: { releasePages: 2, searchTerms: ["games", "photo"] } })
    const answer = await node.newReleases("?platform=storeb")
    assert.sameMembers(read, ["a.new", "a.mid"])
    assert.deepStrictEqual(
      answer.apps.map(({ appId }) => appId),
      ["a.new"]
    )
    assert.isTrue(answer.provenance.limitations?.some((text) => text.includes("2 of 3 apps were read")))
  })
})

describe("GET /v1/discover", () => {
  const world = (count: number) => {
    const made = filled()
    const ids = Array.from({ length: count }, (_, index) => String(index + 100))
    for (const appId of ids) made.apps.set(appId, released(appId, 1 + Number(appId) / 100))
    made.apps.set("31", released("31", 30.5))
    made.searches.set("games", [...ids, "31"])
    return made
  }

  it("gives releases of 30 days in the documented shape, and the first of each category", async () => {
    const node = await startNode({ worlds: [world(3)] })
    await add(
      node,
      ...[0, 2, 5].map((ago, index) => ({
        ...snapshot(startMs - ago * dayMs, [index === 2 ? "7" : "1"]),
        key: key({ genreId: "6002" })
      }))
    )
    const { newNumber1, newReleases } = await node.discover()
    assert.deepStrictEqual(newReleases[0], {
      appId: "100",
      title: "App 100",
      developer: "Seller 100",
      icon: "https://img.example/100.png",
      category: "Utilities",
      releasedAt: new Date(startMs - 2 * dayMs).toISOString(),
      releasedAgo: "2 days ago",
      url: "https://store.example/100"
    })
    assert.strictEqual(newReleases.length, 3)
    assert.deepStrictEqual(newNumber1, [
      {
        category: "Utilities",
        appId: "1",
        title: "App 1",
        icon: "https://img.example/1.png",
        reachedAt: new Date(startMs - 2 * dayMs).toISOString()
      },
      { category: "Games", appId: "1", title: "App 1", icon: "https://img.example/1.png", reachedAt: null }
    ])
  })

  it("gives 25 by default, as many as asked up to 50, and 50 for more", async () => {
    const node = await startNode({ worlds: [world(80)] })
    const count = async (query: string) => (await node.discover(query)).newReleases.length
    assert.deepStrictEqual(
      [
        await count(""),
        await count("?limit=1"),
        await count("?limit=50"),
        await count("?limit=51"),
        await count("?limit=500")
      ],
      [25, 1, 50, 50, 50]
    )
  })

  it("answers FETCH_FAILED when the store cannot be read, whichever half it is", async () => {
    for (const fails of ["search", "chart"]) {
      const broken = world(3)
      broken.fails = (method) => (method === fails ? upstreamError("timeout") : undefined)
      const node = await startNode({ worlds: [broken] })
      assert.deepStrictEqual(await node.failure("/v1/discover"), [500, "FETCH_FAILED"], fails)
    }
  })

  it("answers with what came in time, says that it is partial, and has the rest the next time", async () => {
    const slow = world(3)
    const node = await startNode({ worlds: [slow], config: { discoverWaitMs: 200, searchTerms: ["games", "photo"] } })
    slow.fails = (method, what) => (method === "search" && what === "us photo" ? "never" : undefined)
    const answer = await node.discover()
    assert.isTrue(answer.partial)
    assert.deepStrictEqual(Object.keys(answer.unavailable), ["search: photo"])
    assert.strictEqual(answer.newReleases.length, 3)
    slow.fails = () => undefined
    assert.isFalse((await node.discover()).partial)
  })

  it("answers a second question, and one to another node, from what is kept, with its age", async () => {
    const slow = world(3)
    const node = await startNode({ worlds: [slow] })
    const first = await node.discover()
    assert.strictEqual(first.provenance.source, "store_live")
    slow.fails = (method) => (method === "search" ? "never" : undefined)
    node.clock.advanceMs(hourMs / 2)
    const other = await startNode({ worlds: [slow], databaseUrl: node.databaseUrl, clock: node.clock })
    for (const one of [node, other]) {
      const again = await one.discover()
      assert.deepStrictEqual(again.newReleases, first.newReleases)
      assert.deepStrictEqual([again.partial, again.unavailable], [false, {}])
      assert.deepStrictEqual(
        [again.provenance.source, again.provenance.asOf, again.provenance.stale],
        ["stored", first.provenance.asOf, undefined]
      )
    }
  })

  it("asks anew for what is an hour old, and gives it as stale and partial once the time is up", async () => {
    const slow = world(3)
    const node = await startNode({ worlds: [slow], config: { discoverWaitMs: 200, searchTerms: ["games", "photo"] } })
    const searches = () => slow.asked.filter((what) => what.startsWith("search")).length
    const first = await node.discover()
    node.clock.advanceMs(hourMs)
    slow.fails = (method) => (method === "search" ? "never" : undefined)
    const late = await node.discover()
    assert.strictEqual(searches(), 4)
    assert.deepStrictEqual(
      late.newReleases.map(({ appId }) => appId),
      first.newReleases.map(({ appId }) => appId)
    )
    assert.deepStrictEqual([late.partial, late.provenance.stale], [true, true])
    assert.deepStrictEqual(Object.keys(late.unavailable), ["search: games", "search: photo"])
    assert.strictEqual(late.provenance.asOf, first.provenance.asOf)
    slow.fails = (method) => (method === "search" ? upstreamError("timeout") : undefined)
    const failing = await node.discover()
    assert.deepStrictEqual([failing.partial, failing.provenance.stale], [false, true])
    slow.fails = () => undefined
    const fresh = await node.discover()
    assert.deepStrictEqual([fresh.partial, fresh.provenance.stale, fresh.unavailable], [false, undefined, {}])
    node.clock.advanceMs(3 * dayMs)
    slow.fails = (method) => (method === "search" ? upstreamError("timeout") : undefined)
    assert.deepStrictEqual(await node.failure("/v1/discover"), [500, "FETCH_FAILED"])
  })

  it("gives the releases of collected charts before any search was answered", async () => {
    const silent = filled()
    silent.fails = (method) => (method === "search" ? "never" : undefined)
    const releaseDate = new Date(startMs - 2 * dayMs).toISOString()
    silent.charts.set("us:top-free:6002", [
      chartEntry("1", 1),
      { ...chartEntry("9", 2), name: "New \u0000", releaseDate }
    ])
    const node = await startNode({ worlds: [silent], config: { discoverWaitMs: 200 } })
    const slotMs = startMs - 1.5 * hourMs
    await node.run(
      Effect.flatMap(ChartCollection, (collection) => collection.read(key({ genreId: "6002" }), slotMs, 1))
    )
    const answer = await node.discover()
    assert.deepStrictEqual(
      answer.newReleases.map(({ appId, developer, releasedAt }) => [appId, developer, releasedAt]),
      [["9", "Seller 9", releaseDate]]
    )
    assert.isTrue(answer.partial)
    assert.strictEqual(answer.provenance.source, "stored")
  })

  it("tells the first of a category by a list of the day before while the store does not answer", async () => {
    const slow = filled()
    const node = await startNode({ worlds: [slow] })
    await add(node, { ...snapshot(startMs - 20 * hourMs, ["7"]), key: key({ genreId: "6014" }) })
    slow.fails = (method) => (method === "chart" ? "never" : undefined)
    const answer = await node.newNumberOne()
    assert.deepStrictEqual([answer.checked, answer.partial], [1, true])
    assert.strictEqual(answer.provenance.asOf, new Date(startMs - 20 * hourMs).toISOString())
  })

  it("tells of the first apps what their lists tell while the store is slow to tell more, which the next call has", async () => {
    const slow = world(3)
    for (const appId of ["1", "2"]) slow.apps.set(appId, { ...storeApp(appId), name: `Record ${appId}` })
    const node = await startNode({ worlds: [slow], config: { leadersWaitMs: 200 } })
    await add(
      node,
      { ...snapshot(startMs, ["1"]), key: key({ genreId: "6002" }) },
      { ...snapshot(startMs, ["2"]), key: key({ genreId: "6014" }) }
    )
    slow.fails = (method) => (method === "apps" ? "never" : undefined)
    for (const [titles, partial] of [
      [["App 1", "App 2"], true],
      [["Record 1", "Record 2"], false]
    ] as const) {
      const [discovered, first] = [await node.discover(), await node.newNumberOne("?days=1")]
      assert.deepStrictEqual(
        discovered.newNumber1.map(({ title }) => title),
        [...titles]
      )
      assert.deepStrictEqual([discovered.partial, first.partial, first.checked], [partial, partial, 2])
      assert.deepStrictEqual(Object.keys(first.unavailable), partial ? ["details"] : [])
      slow.fails = () => undefined
    }
  })

  it("asks for the records of known first apps while charts are still being read", async () => {
    const slow = world(3)
    slow.apps.set("1", { ...storeApp("1"), name: "Record 1" })
    const node = await startNode({ worlds: [slow], config: { leadersWaitMs: 200 } })
    await add(node, { ...snapshot(startMs, ["1"]), key: key({ genreId: "6002" }) })
    slow.fails = (_, what) => (what.includes("6014") ? "never" : undefined)
    const answer = await node.discover()
    assert.isTrue(answer.partial)
    assert.deepStrictEqual(
      answer.newNumber1.map(({ title }) => title),
      ["Record 1"]
    )
    const at = (what: string) => slow.asked.findIndex((asked) => asked.includes(what))
    assert.isBelow(at("apps"), at("6014"))
  })

  it("names categories and searches that could not be read beside those that could", async () => {
    const broken = world(3)
    broken.fails = (_, what) => (what === "us photo" || what.includes("6014") ? upstreamError("timeout") : undefined)
    const answer = await (await startNode({ worlds: [broken] })).discover()
    assert.sameMembers(Object.keys(answer.unavailable), ["search: photo", "number 1: Games"])
    assert.deepStrictEqual(
      answer.newNumber1.map(({ category }) => category),
      ["Utilities"]
    )
  })
})

describe("GET /v1/discover/new-number-1", () => {
  const games = key({ genreId: "6014" })
  const utilities = key({ genreId: "6002" })
  const list = (daysAgo: number, leader: string, which: typeof games) => ({
    ...snapshot(startMs - daysAgo * dayMs, [leader, "50"]),
    key: which
  })

  it("gives who came first within the days with whom they replaced, and leaves out who is there for longer", async () => {
    const node = await startNode({ worlds: [filled()] })
    await add(
      node,
      list(0, "1", games),
      list(2, "1", games),
      list(9, "7", games),
      list(0, "2", utilities),
      list(9, "2", utilities),
      list(20, "8", utilities)
    )
    const week = await node.newNumberOne()
    assert.deepStrictEqual(
      week.apps.map((app) => [app.category.id, app.appId, app.reachedAt, app.previousLeader]),
      [["6014", "1", new Date(startMs - 2 * dayMs).toISOString(), { appId: "7", title: "App 7" }]]
    )
    assert.strictEqual(week.checked, 2)
    assert.strictEqual(week.apps[0]?.url, "https://store.example/1")
    assert.deepStrictEqual(week.unconfirmed, [])
    const month = await node.newNumberOne("?days=30")
    assert.deepStrictEqual(
      month.apps.map(({ appId }) => appId),
      ["1", "2"]
    )
    const day = await node.newNumberOne("?days=1")
    assert.deepStrictEqual([day.apps, day.provenance.status], [[], "measured"])
  })

  it("says of whom it is not known, because the category was not read for that long", async () => {
    const node = await startNode({ worlds: [filled()] })
    await add(node, list(0, "1", games), list(3, "1", games))
    const answer = await node.newNumberOne()
    assert.deepStrictEqual(answer.apps, [], "those not known to be new are apart")
    const app = answer.unconfirmed.find(({ category }) => category.id === "6014")
    assert.deepInclude(app, {
      reachedAt: null,
      previousLeader: null,
      readSince: new Date(startMs - 3 * dayMs).toISOString()
    })
    assert.strictEqual(answer.provenance.status, "not_measured")
    const short = await node.newNumberOne("?days=2")
    assert.isUndefined(
      [...short.apps, ...short.unconfirmed].find(({ category }) => category.id === "6014"),
      "three days are read, so two are known"
    )
  })

  it("reads categories that nobody collects at once, and does not wait for ever", async () => {
    const node = await startNode({ worlds: [filled()] })
    assert.strictEqual((await node.newNumberOne()).checked, 2)
    const empty = makeWorld()
    empty.charts.set("us:top-free:6014", ["1"])
    const answer = await (await startNode({ worlds: [empty] })).newNumberOne()
    assert.deepStrictEqual(answer.unavailable, { Utilities: "the store lists no app" })
  })
})

describe("GET /v1/market/movers and /v1/market/activity", () => {
  it("compare the two newest lists, and tell of each app what is known of it", async () => {
    const world = filled()
    world.apps.set("5", storeApp("5", { genreId: "7001", genreName: "Azione", averageRating: null, ratingCount: null }))
    const node = await startNode({ worlds: [world] })
    await add(
      node,
      snapshot(startMs - 60_000, ["5", "1", "2", "4"]),
      snapshot(startMs - 6 * hourMs, ["1", "2", "3", "4", "5"])
    )
    const movers = await node.movers()
    assert.deepStrictEqual(movers.topGainers, [
      {
        appId: 5,
        appName: "App 5",
        developer: "Seller 5",
        iconUrl: "https://img.example/5.png",
        genreId: "7001",
        genreName: "Action",
        currentRank: 1,
        previousRank: 5,
        rankChange: 4,
        rating: null,
        reviewCount: null
      }
    ])
    assert.deepStrictEqual(
      movers.topLosers.map(({ appId, rankChange }) => [appId, rankChange]),
      [
        [1, -1],
        [2, -1]
      ]
    )
    assert.deepStrictEqual(
      movers.droppedOut.map(({ appId, currentRank, previousRank, rankChange }) => [
        appId,
        currentRank,
        previousRank,
        rankChange
      ]),
      [[3, null, 3, -2]]
    )
    assert.deepStrictEqual(movers.summary, { gainers: 1, losers: 2, newEntries: 0, droppedOut: 1 })
    assert.isTrue(movers.provenance.limitations?.some((text) => text.includes("differ in length")))
    assert.strictEqual(movers.depth, 4)
    const activity = await node.activity("?limit=2")
    assert.deepStrictEqual([activity.total, activity.depth], [2, 4])
    assert.deepInclude(activity.activities[1], {
      type: "dropped_out",
      appId: 3,
      magnitude: 2,
      rankChange: -2,
      detectedAt: new Date(startMs - 60_000).toISOString()
    })
    assert.strictEqual((await node.movers("?limit=1")).topLosers.length, 1)
  })

  it("compare lists of 200 ranks as deep as they are, like the category's own list", async () => {
    const ids = Array.from({ length: 200 }, (_, index) => `${1_000 + index}`)
    const now = [...ids.slice(0, 119), "7", ...ids.slice(119, 199)]
    const world = filled()
    world.charts.set("us:top-free:all", now)
    const node = await startNode({ worlds: [world] })
    await add(node, snapshot(startMs - 60_000, now), snapshot(startMs - 6 * hourMs, ids))
    const movers = await node.movers()
    assert.deepStrictEqual(movers.summary, { gainers: 0, losers: 80, newEntries: 1, droppedOut: 1 })
    assert.deepStrictEqual([movers.depth, movers.newEntries[0]?.currentRank], [200, 120])
    const top = await node.top("?limit=200")
    const moved = top.apps.filter(({ rankChange }) => rankChange !== null && rankChange !== 0)
    assert.strictEqual(moved.length, 80)
  })

  it.each(["movers", "activity"] as const)(
    "%s read a chart that nobody asked for, and do not invent what moved",
    async (which) => {
      const world = filled()
      const node = await startNode({ worlds: [world] })
      const answer = await node[which]("?genre=7001&country=us")
      assert.isNotNull(answer.period.current)
      assert.isNull(answer.period.previous)
      assert.strictEqual(answer.provenance.status, "not_measured")
      assert.isTrue(answer.provenance.limitations?.some((text) => text.includes("one list")))
      if ("summary" in answer) {
        assert.deepStrictEqual(answer.summary, { gainers: null, losers: null, newEntries: null, droppedOut: null })
        assert.deepStrictEqual(
          [answer.topGainers, answer.topLosers, answer.newEntries, answer.droppedOut],
          [[], [], [], []]
        )
      } else assert.deepStrictEqual([answer.total, answer.activities], [null, []])
      await node[which]("?genre=7001&country=us")
      assert.strictEqual(world.asked.filter((what) => what.startsWith("chart")).length, 1, "it is read once")
    }
  )

  it("show what moved after the chart is collected again", async () => {
    const world = filled()
    const node = await startNode({ worlds: [world] })
    await node.movers("?genre=6002")
    world.charts.set("us:top-free:6002", ["3", "1", "2"])
    node.clock.advanceMs(10 * hourMs)
    const answer = await node.movers("?genre=6002")
    assert.deepStrictEqual(
      answer.topGainers.map(({ appId, rankChange }) => [appId, rankChange]),
      [[3, 2]]
    )
    assert.strictEqual(answer.provenance.status, "measured")
  })

  it("give older lists marked as stale when the store does not answer, and put the chart in the queue", async () => {
    const world = filled({ fails: () => upstreamError("timeout") })
    const node = await startNode({ worlds: [world] })
    await add(node, snapshot(startMs - 20 * hourMs, ["2", "1"]), snapshot(startMs - 26 * hourMs, ["1", "2"]))
    const answer = await node.movers()
    assert.strictEqual(answer.summary.gainers, 1)
    assert.isTrue(answer.provenance.stale)
    assert.deepStrictEqual(
      node.queue.map(({ name }) => name),
      ["charts.read"]
    )
  })

  it("say that a chart is empty instead of comparing it", async () => {
    const node = await startNode({ worlds: [makeWorld()] })
    const answer = await node.movers()
    assert.deepStrictEqual(answer.period, { current: null, previous: null })
    assert.isTrue(answer.provenance.limitations?.some((text) => text.includes("empty")))
  })

  it("answer 503 when the history cannot be read", async () => {
    const clock = adjustableClock(startMs)
    const node = await startNode({ worlds: [filled()], clock })
    await node.movers()
    await node.run(
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql`ALTER TABLE charts_snapshots RENAME TO charts_gone`)
    )
    assert.deepStrictEqual(await node.failure("/v1/market/movers"), [503, "SERVICE_UNAVAILABLE"])
    assert.deepStrictEqual(await node.failure("/v1/discover"), [503, "SERVICE_UNAVAILABLE"])
  })
})
