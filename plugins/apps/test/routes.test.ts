import { afterEach, assert, describe, it } from "@effect/vitest"
import { Data, Provenance, type UpstreamFailureReason } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import { vi } from "vitest"
import type { RatingSnapshot } from "../src/records/RatingSnapshotStore.ts"
import { routes, storeApp, storePage, storeReview, upstreamError, type World } from "./support.ts"

const open: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const dispose of open.splice(0)) await dispose()
})
const over = (world: World, options?: Parameters<typeof routes>[1]) => {
  const running = routes(world, options)
  open.push(running.dispose)
  return running
}

const everyRoute = [
  "/v1/apps/1",
  "/v1/apps/1/intelligence",
  "/v1/apps/1/country-rankings",
  "/v1/apps/1/reviews",
  "/v1/apps/1/similar",
  "/v1/apps/1/screenshots",
  "/v1/apps/1/screenshots/competitors"
]

describe("every route about an app", () => {
  it.each(everyRoute)("%s answers one key, data, and tells the host where it comes from", async (path) => {
    const { ask, described } = over({ charts: { "us:top-free:6002": ["1", "2"] }, reviews: [storeReview(1)] })
    const { body, status } = await ask(path)
    assert.strictEqual(status, 200, JSON.stringify(body))
    assert.deepStrictEqual(Object.keys(body ?? {}), ["data"])
    const { data } = Schema.decodeUnknownSync(Data(Schema.Struct({ provenance: Provenance })))(body)
    assert.deepStrictEqual(described, [data.provenance])
  })

  it.each(everyRoute)("%s names what is wrong with an id, a country, a platform", async (path) => {
    const { failure } = over({})
    for (const id of ["0", "-1", "1.5", "abc", "01", "9".repeat(30)])
      assert.deepStrictEqual(await failure(path.replace("apps/1", `apps/${id}`)), [400, "INVALID_APP_ID"], id)
    assert.strictEqual((await failure(path.replace("apps/1", "apps/%20")))[0], 400)
    assert.deepStrictEqual(await failure(`${path}?country=zz`), [400, "INVALID_COUNTRY"])
    assert.deepStrictEqual(await failure(`${path}?country=jp`), [400, "INVALID_COUNTRY"])
    assert.deepStrictEqual(await failure(`${path}?platform=storeb`), [400, "PLATFORM_UNSUPPORTED"])
    assert.deepStrictEqual(await failure(`${path}?platform=other`), [400, "INVALID_INPUT"])
  })

  it.each(everyRoute)("%s answers 404 for an app that the store does not have", async (path) => {
    assert.deepStrictEqual(await over({}).failure(path.replace("apps/1", "apps/999")), [404, "APP_NOT_FOUND"])
  })

  it.each(everyRoute)("%s answers the documented error when the store's records cannot be read", async (path) => {
    for (const [reason, expected] of [
      ["timeout", [504, "UPSTREAM_TIMEOUT"]],
      ["rate_limited", [503, "UPSTREAM_RATE_LIMITED"]],
      ["drift", [502, "UPSTREAM_ERROR"]]
    ] satisfies ReadonlyArray<readonly [UpstreamFailureReason, readonly [number, string]]>) {
      const { failure } = over({ fails: { app: upstreamError(reason), reviews: upstreamError(reason) } })
      assert.deepStrictEqual([...(await failure(path))], [...expected])
    }
  })
})

describe("GET /v1/search", () => {
  it("ranks what the store finds, in its order", async () => {
    const found = await over({ search: ["3", "2"] }).search("?q=%20lists%20")
    assert.deepStrictEqual([found.type, found.query, found.total], ["keyword", "lists", 2])
    assert.deepStrictEqual(
      found.results.map((app) => [app.trackId, app.rank]),
      [
        [3, 1],
        [2, 2]
      ]
    )
  })

  it("looks an id up, and searches for a number that is no app", async () => {
    const asked: Array<string> = []
    const { search } = over({ asked })
    const lookup = await search("?q=2")
    assert.deepStrictEqual([lookup.type, lookup.total, lookup.results[0]?.rank], ["lookup", 1, null])
    assert.strictEqual((await search("?q=2048")).type, "keyword")
    assert.deepStrictEqual(asked, ["app 2 us", "app 2048 us", "search us 2048"])
  })

  it("holds q and limit to their bounds", async () => {
    const { failure, search } = over({})
    for (const query of ["", "?q=", "?q=a&limit=0", "?q=a&limit=201", "?q=a&limit=1e9", `?q=${"a".repeat(201)}`])
      assert.deepStrictEqual(await failure(`/v1/search${query}`), [400, "INVALID_INPUT"], query)
    assert.strictEqual((await search(`?q=${encodeURIComponent("日本語 🎮")}`)).query, "日本語 🎮")
    const one = await search("?q=a&limit=1")
    assert.deepStrictEqual([one.results.length, one.total], [1, 2], "the total is counted before the limit")
  })

  it("answers an empty list when the store finds nothing, and an error when it does not answer", async () => {
    assert.deepStrictEqual((await over({ search: [] }).search("?q=a")).results, [])
    const { failure } = over({ fails: { search: upstreamError() } })
    assert.deepStrictEqual(await failure("/v1/search?q=a"), [504, "UPSTREAM_TIMEOUT"])
  })
})

describe("GET /v1/apps/:id", () => {
  it("carries the twelve documented fields with their types", async () => {
    const app = await over({}).app()
    for (const field of ["trackId", "averageUserRating", "userRatingCount", "price"] as const)
      assert.isNumber(app[field], field)
    for (const field of [
      "trackName",
      "sellerName",
      "bundleId",
      "primaryGenreName",
      "artworkUrl512",
      "description"
    ] as const)
      assert.isString(app[field], field)
    assert.strictEqual(app.currentVersionReleaseDate, "2026-09-01T00:00:00Z")
    assert.deepStrictEqual(app.screenshotUrls, ["https://img.example/1.png", "https://img.example/2.png"])
    assert.deepStrictEqual([app.subtitle, app.device, app.ratingHistogram?.["5"]], ["Lists for all", "iphone", 10])
  })

  it("is served without the page's fields, and says why, when the page fails or is slow", async () => {
    const cases: ReadonlyArray<readonly [World, string]> = [
      [{ fails: { page: upstreamError("drift") } }, "unknown shape"],
      [{ hangs: ["page"] }, "didn't load in time"],
      [{ page: null }, "no page"]
    ]
    for (const [world, why] of cases) {
      const app = await over(world).app()
      assert.isNull(app.subtitle)
      assert.isNull(app.inAppPurchases)
      assert.include(app.unavailable.subtitle, why)
    }
  })

  it("leaves out nothing silently: what is null has its reason", async () => {
    const nothing = { averageRating: null, ratingCount: null, price: null, formattedPrice: null, version: null }
    const app = await over({ apps: [storeApp("1", nothing)], page: null }).app()
    const empty = Object.entries(app).flatMap(([field, value]) => (value === null ? [field] : []))
    assert.deepStrictEqual(
      empty.filter((field) => !(field in app.unavailable)),
      []
    )
    assert.isNull(app.userRatingCount)
    assert.isFalse(app.availability.available)
    assert.isString(app.availability.reason)
  })

  it("says of an app that nobody has rated that it has no ratings yet, wherever the rest is", async () => {
    const unrated = storeApp("1", { averageRating: null, ratingCount: 0 })
    for (const page of [storePage({ ratingHistogram: null }), null]) {
      const app = await over({ apps: [unrated], page }).app()
      assert.deepStrictEqual([app.userRatingCount, app.averageUserRating, app.ratingHistogram], [0, null, null])
      assert.deepInclude(app.unavailable, {
        averageUserRating: "no ratings yet",
        ratingHistogram: "no ratings yet"
      })
    }
    const unread = await over({ apps: [storeApp("1", { averageRating: null, ratingCount: null })] }).app()
    assert.notInclude(unread.unavailable.averageUserRating, "no ratings yet")
  })

  it("lists the screenshots of the asked device", async () => {
    const { app, failure } = over({})
    assert.deepStrictEqual((await app("?device=watch")).screenshotUrls, ["https://img.example/w.png"])
    assert.deepStrictEqual((await app("?device=ipad")).screenshotUrls, [])
    assert.strictEqual((await app("?device=all")).screenshotUrls.length, 3)
    assert.deepStrictEqual(await failure("/v1/apps/1?device=toaster"), [400, "INVALID_INPUT"])
  })

  it("writes the rating count down once a day", async () => {
    const added: Array<RatingSnapshot> = []
    const { app } = over({}, { snapshots: { added } })
    for (const id of ["1", "1", "2"]) await app("", id)
    await vi.waitFor(() => assert.strictEqual(added.length, 2), { timeout: 20_000 })
    assert.deepStrictEqual(
      added.map(({ appId, day, ratingCount }) => [appId, ratingCount, day]),
      [
        ["1", 12_000, "2026-10-05"],
        ["2", 12_000, "2026-10-05"]
      ]
    )
  })
})

describe("GET /v1/apps/:id/reviews", () => {
  const reviews = Array.from({ length: 60 }, (_, index) => storeReview(index, { rating: (index % 5) + 1 }))

  it("tells how many there are once a page that is not full says so", async () => {
    const running = over({ reviews })
    const first = await running.reviews()
    assert.deepStrictEqual(
      [first.reviews.length, first.totalPages, first.totalAvailable, first.maxAvailable],
      [50, null, null, 500]
    )
    const second = await running.reviews("?page=2")
    assert.deepStrictEqual([second.reviews.length, second.totalPages, second.totalAvailable], [10, 2, 60])
    assert.deepStrictEqual([second.averageRating, second.pageAverageRating], [4.5, 3])
  })

  it("answers an empty page past the end, and none at all for an app without reviews", async () => {
    const past = await over({ reviews }).reviews("?page=9")
    assert.deepStrictEqual([past.reviews, past.totalPages, past.pageAverageRating], [[], null, null])
    const none = await over({}).reviews()
    assert.deepStrictEqual([none.reviews, none.totalPages, none.totalAvailable], [[], 0, 0])
  })

  it("serves reviews even when the app's record cannot be read, with a null rating", async () => {
    const page = await over({ reviews, fails: { app: upstreamError() } }).reviews()
    assert.deepStrictEqual([page.averageRating, page.reviews.length], [null, 50])
  })

  it("takes sort for sortBy, and refuses two that differ", async () => {
    const running = over({ reviews })
    assert.strictEqual((await running.reviews("?sort=mostHelpful")).sortBy, "mostHelpful")
    assert.strictEqual((await running.reviews("?sort=mostHelpful&sortBy=mostHelpful")).sortBy, "mostHelpful")
    for (const query of ["sort=mostHelpful&sortBy=mostRecent", "page=0", "page=11", "page=x", "sortBy=newest"])
      assert.deepStrictEqual(await running.failure(`/v1/apps/1/reviews?${query}`), [400, "INVALID_INPUT"], query)
  })
})

describe("GET /v1/apps/:id/similar", () => {
  it("takes the shelf of the page, in its order", async () => {
    const { apps } = await over({ page: storePage({ similarAppIds: ["3", "1", "2"] }) }).similar()
    assert.deepStrictEqual(
      apps.map((app) => [app.trackId, app.relation]),
      [
        [3, "similar_shelf"],
        [2, "similar_shelf"]
      ]
    )
  })

  it("finds them by words and genre without a shelf, names the relation, and never lists the app itself", async () => {
    const apps = ["1", "2", "3", "4"].map((id) => storeApp(id))
    const charts = { "us:top-free:6002": ["1", "4", "2"] }
    const found = await over({ apps, charts, page: storePage({ similarAppIds: null }) }).similar()
    const byId = new Map(found.apps.map((app) => [app.trackId, app]))
    assert.deepStrictEqual([...byId.keys()].sort(), [2, 3, 4])
    assert.deepInclude(byId.get(2), { relation: "shared_keywords", rank: null })
    assert.deepInclude(byId.get(4), { relation: "same_category", rank: 2 })
    assert.include(found.provenance.limitations?.[0], "its page has none")
  })

  it("takes an empty shelf for none", async () => {
    const { apps } = await over({ page: storePage({ similarAppIds: ["1"] }) }).similar()
    assert.deepStrictEqual([...new Set(apps.map(({ relation }) => relation))], ["shared_keywords"])
  })

  it("does not take a failed source for an app without likes", async () => {
    const { failure, intelligence } = over({ page: null, search: [], fails: { chart: upstreamError("drift") } })
    assert.deepStrictEqual(await failure("/v1/apps/1/similar"), [502, "UPSTREAM_ERROR"])
    const report = await intelligence()
    assert.isNull(report.similarApps)
    assert.isString(report.unavailable.similarApps)
  })

  it("says where to look on where there is none", async () => {
    const none = await over({ page: null, search: [] }).similar()
    assert.deepStrictEqual(none.apps, [])
    assert.include(none.provenance.limitations?.join(), "nothing like it was found: ask in another country")
    const apps = [storeApp("1")]
    const gone = await over({ apps, page: storePage({ similarAppIds: ["77", "78"] }) }).similar()
    assert.deepStrictEqual(gone.apps, [])
    assert.include(gone.provenance.limitations?.join(), "the store lists none of the apps on its shelf: ask in another")
  })

  it("fails with the store's error only when nothing answers", async () => {
    const charts = { "us:top-free:6002": ["2"] }
    const fails = { page: upstreamError(), search: upstreamError() }
    assert.strictEqual((await over({ charts, fails }).similar()).apps.length, 1)
    const { failure } = over({ charts, fails: { ...fails, chart: upstreamError() } })
    assert.deepStrictEqual(await failure("/v1/apps/1/similar"), [504, "UPSTREAM_TIMEOUT"])
  })
})

describe("GET /v1/apps/:id/screenshots", () => {
  it("joins the record with the page and keeps unknown apart from none", async () => {
    const seen = await over({}).screenshots()
    assert.deepStrictEqual(seen.counts, { iphone: 2, ipad: 0, appletv: 0, watch: 1 })
    const watch = { url: "https://img.example/w.png", width: 396, height: 484, position: 1 }
    assert.deepStrictEqual(seen.screenshots.watch?.[0], watch)
    const blind = await over({ page: null }).screenshots()
    assert.deepStrictEqual(blind.counts, { iphone: 2, ipad: 0, appletv: 0, watch: null })
    assert.isNull(blind.previews)
    assert.containsAllKeys(blind.unavailable, ["watch", "previews"])
    assert.notProperty(blind.screenshots, "watch")
  })

  it("does not take empty lists of the record for an app without screenshots", async () => {
    const app = storeApp("1", { screenshots: { iphone: [], ipad: [], appletv: [] } })
    const blind = await over({ apps: [app], page: null }).screenshots("?device=iphone")
    assert.deepStrictEqual([blind.counts, blind.screenshots], [{ iphone: null }, {}])
  })

  it("gives previews of the asked device only", async () => {
    const { screenshots } = over({})
    assert.strictEqual((await screenshots("?device=iphone")).previews?.length, 1)
    assert.strictEqual((await screenshots("?device=ipad")).previews?.length, 0)
  })
})

describe("GET /v1/apps/:id/screenshots/competitors", () => {
  it("compares with competitors, at most as many as asked for", async () => {
    const { competitors, failure } = over({})
    const one = await competitors("?limit=1")
    assert.deepStrictEqual([one.competitors.length, one.summary], [1, { avgCount: 2, yourCount: 2 }])
    assert.strictEqual((await competitors()).competitors.length, 2)
    for (const limit of [0, 21, 1e9])
      assert.strictEqual((await failure(`/v1/apps/1/screenshots/competitors?limit=${limit}`))[0], 400)
  })
})

describe("GET /v1/apps/:id/country-rankings", () => {
  it("keeps ranked, not ranked and unavailable apart", async () => {
    const charts = {
      "us:top-free:6002": ["9", "1"],
      "de:top-free:6002": ["1", ...Array.from({ length: 99 }, (_, index) => String(100 + index))],
      "fr:top-free:6002": ["9"]
    }
    const found = await over({ charts }).rankings()
    assert.deepStrictEqual(
      found.rankings.map((row) => [row.country, row.countryName, row.rank, row.totalListed]),
      [
        ["de", "Germany", 1, 100],
        ["us", "United States", 2, 2]
      ]
    )
    assert.deepStrictEqual([found.checked, found.ranked, found.notRanked, found.unavailable], [3, 2, ["fr"], []])
    assert.deepStrictEqual(found.genre, { id: "6002", name: "Utilities" })
    assert.deepInclude(found.rankings[0], { previousRank: null, previousStatus: "not_measured", change: null })
    assert.match(found.provenance.limitations?.join() ?? "", /charts plugin.*disabled/)
  })

  it("tells where the app stood a day before, and never takes an unread list for one without it", async () => {
    const charts = {
      "us:top-free:6002": ["9", "1"],
      "de:top-free:6002": ["1"],
      "fr:top-free:6002": ["7", "8", "1"]
    }
    const [first] = (await over({ charts }).rankings()).rankings
    const asOfMs = Date.parse((await over({ charts }).rankings()).asOf)
    assert.isDefined(first)
    const hours = (ago: number, appIds: ReadonlyArray<string>, source = "storea.store_feed") => ({
      asOfMs: asOfMs - ago * 3_600_000,
      source,
      appIds
    })
    const kept = {
      // The younger list is too young to compare with.
      "us:top-free:6002": [hours(2, ["1"]), hours(25, ["4", "5", "6", "1"])],
      "de:top-free:6002": [hours(26, ["9"])],
      "fr:top-free:6002": [hours(30, ["1"], "storea.other"), hours(9 * 24, ["1"])]
    }
    const { provenance, rankings } = await over({ charts }, { kept }).rankings()
    const told = Object.fromEntries(
      rankings.map(({ change, country, previousRank, previousStatus }) => [
        country,
        [previousStatus, previousRank, change]
      ])
    )
    assert.deepStrictEqual(told, {
      us: ["ranked", 4, 2],
      de: ["not_in_top_n", null, null],
      fr: ["not_measured", null, null]
    })
    assert.strictEqual(
      rankings.find(({ country }) => country === "us")?.previousAsOf,
      new Date(asOfMs - 25 * 3_600_000).toISOString()
    )
    assert.notMatch(provenance.limitations?.join() ?? "", /charts plugin/)
  })

  it("answers from the collected history, with its age, where the store has not answered in time", async () => {
    const nowMs = await Effect.runPromise(Clock.currentTimeMillis)
    const list = (hoursAgo: number, appIds: ReadonlyArray<string>) => ({
      asOfMs: nowMs - hoursAgo * 3_600_000,
      source: "storea.charts",
      appIds
    })
    const kept = { "us:top-free:6002": [list(5, ["9", "1"])], "de:top-free:6002": [list(60, ["1"])] }
    const { described, rankings } = over({ hangs: ["chart"] }, { kept })
    const found = await rankings()
    assert.deepStrictEqual(
      found.rankings.map(({ asOf, country, rank }) => [country, rank, asOf]),
      [["us", 2, new Date(nowMs - 5 * 3_600_000).toISOString()]]
    )
    assert.isTrue(found.partial)
    assert.sameMembers(
      found.unavailable.map(({ country }) => country),
      ["de", "fr"]
    )
    assert.strictEqual(described.at(-1)?.asOf, found.asOf)
    const ranks = await rankings("?countries=us,de&days=2")
    assert.deepStrictEqual(ranks.history, [
      { country: "us", points: [{ asOf: new Date(nowMs - 5 * 3_600_000).toISOString(), rank: 2, depth: 2 }] },
      { country: "de", points: [] }
    ])
    assert.isNull(found.history)
    const whole = await over({ charts: { "us:top-free:6002": ["1"] } }).rankings()
    assert.isFalse(whole.partial)
  })

  it("asks the chart, genre and countries it is told to", async () => {
    const asked: Array<string> = []
    const { failure, rankings } = over({ asked })
    await rankings("?chart=top-grossing&genre=all&countries=de,US")
    assert.deepStrictEqual(asked, ["app 1 us", "chart de:top-grossing:all", "chart us:top-grossing:all"])
    const path = "/v1/apps/1/country-rankings"
    assert.deepStrictEqual(await failure(`${path}?genre=1`), [400, "INVALID_GENRE"])
    assert.deepStrictEqual(await failure(`${path}?countries=de,jp`), [400, "INVALID_COUNTRY"])
    assert.deepStrictEqual(await failure(`${path}?countries=de,zz`), [400, "INVALID_COUNTRY"])
    assert.deepStrictEqual(await failure(`${path}?chart=new`), [400, "INVALID_INPUT"])
    assert.deepStrictEqual(await failure(`${path}?days=7`), [400, "INVALID_INPUT"])
    assert.deepStrictEqual(await failure(`${path}?days=91&countries=us`), [400, "INVALID_INPUT"])
  })

  it("answers an error, which is not charged, when no chart could be read", async () => {
    const path = "/v1/apps/1/country-rankings"
    assert.deepStrictEqual(await over({ hangs: ["chart"] }).failure(path), [503, "UPSTREAM_RATE_LIMITED"])
    const { failure } = over({ fails: { chart: upstreamError("drift") } })
    assert.deepStrictEqual(await failure(path), [502, "UPSTREAM_ERROR"])
  })
})

describe("GET /v1/apps/:id/intelligence", () => {
  it("estimates from a chart rank, with range, confidence, inputs and model", async () => {
    const charts = { "us:top-free:all": ["9", "8", "7", "6", "5", "4", "3", "2", "10", "1"] }
    const apps = [storeApp("1", { ratingCount: 1_200_000 }), ...["2", "10"].map((id) => storeApp(id))]
    const report = await over({ charts, apps }).intelligence()
    const { estimatedDownloads, estimatedRevenue } = report.marketIntelligence
    assert.deepInclude(estimatedDownloads, { period: "monthly", confidence: "low", model: "downloads@2" })
    const { range, value } = estimatedDownloads
    assert.isTrue(range !== null && value !== null && range.low < value && value < range.high)
    assert.deepInclude(estimatedDownloads.inputs, { model: "rank-downloads@2", name: "rank", value: 10 })
    assert.deepInclude(estimatedRevenue, {
      value: null,
      range: null,
      status: "unavailable",
      confidence: "none",
      currency: "USD"
    })
    assert.isString(report.unavailable["marketIntelligence.estimatedRevenue"])
  })

  it("says that there are no purchases only when the store says so", async () => {
    const purchases = async (world: World) => {
      const report = await over(world).intelligence()
      return [report.inAppPurchases, "inAppPurchases" in report.unavailable]
    }
    assert.deepStrictEqual(await purchases({}), [[{ name: "Pro", price: "$4.99" }], false])
    const none = storePage({ hasInAppPurchases: false, inAppPurchases: null })
    assert.deepStrictEqual(await purchases({ page: none }), [[], false])
    const unlisted = storePage({ hasInAppPurchases: true, inAppPurchases: null })
    assert.deepStrictEqual(await purchases({ page: unlisted }), [null, true])
    assert.deepStrictEqual(await purchases({ fails: { page: upstreamError() } }), [null, true])
  })

  it("serves the other parts when reviews, charts and the page fail", async () => {
    const failing = upstreamError()
    const report = await over({ fails: { reviews: failing, chart: failing, page: failing } }).intelligence()
    assert.deepInclude(report.sentimentAnalysis, {
      averageRating: 4.5,
      totalReviews: 12_000,
      positivePercentage: null,
      topPositiveThemes: null,
      topNegativeThemes: null,
      sampleSize: 0
    })
    assert.strictEqual(report.sentimentAnalysis.provenance.status, "unavailable")
    assert.strictEqual(report.marketIntelligence.estimatedDownloads.confidence, "low")
    assert.isNull(report.inAppPurchases)
    assert.strictEqual(report.similarApps?.length, 2)
  })

  it("fails, uncharged, when nothing but the record answers", async () => {
    const failing = upstreamError("rate_limited")
    const fails = { reviews: failing, chart: failing, page: failing, search: failing }
    const { failure } = over({ apps: [storeApp("1", { ratingCount: null })], fails })
    assert.deepStrictEqual(await failure("/v1/apps/1/intelligence"), [503, "UPSTREAM_RATE_LIMITED"])
  })

  it("never turns what is not known into 0", async () => {
    const app = storeApp("1", { ratingCount: null, averageRating: null, releaseDate: null })
    const report = await over({ apps: [app, storeApp("2")], page: null }).intelligence()
    const { estimatedDownloads } = report.marketIntelligence
    assert.deepInclude(estimatedDownloads, { value: null, range: null, status: "unavailable" })
    const { averageRating, positivePercentage, totalReviews } = report.sentimentAnalysis
    assert.deepStrictEqual([totalReviews, averageRating, positivePercentage], [null, null, null])
  })

  it("uses counts of its own that are old enough", async () => {
    const observedAtMs = (await Effect.runPromise(Clock.currentTimeMillis)) - 10 * 86_400_000
    const earlier = { observedAtMs, ratingCount: 11_880, installs: null }
    const report = await over({}, { snapshots: { added: [], earlier } }).intelligence()
    const { estimatedDownloads } = report.marketIntelligence
    const share = estimatedDownloads.inputs.find(({ name }) => name === "ratingsPerInstall")?.value
    const growth = estimatedDownloads.methods.find(({ model }) => model === "rating-growth@2")
    // 120 ratings in 10 days at that share, × 30.
    assert.isTrue(typeof share === "number" && growth !== undefined)
    if (typeof share === "number" && growth !== undefined)
      assert.isBelow(Math.abs(growth.value / ((12 / share) * 30) - 1), 0.01)
  })

  it("answers in the asked currency whichever model speaks, and refuses one without a rate", async () => {
    const charts = { "us:top-grossing:all": ["1"], "us:top-free:all": ["1"] }
    const { failure, intelligence } = over({ charts })
    const [yen, dollars] = [await intelligence("?currency=jpy"), await intelligence("")].map(
      ({ marketIntelligence }) => marketIntelligence.estimatedRevenue
    )
    assert.strictEqual(yen?.currency, "JPY")
    assert.strictEqual(dollars?.currency, "USD")
    assert.isBelow(Math.abs((yen?.value ?? 0) / (dollars?.value ?? 1) / 144.5 - 1), 0.01)
    assert.deepStrictEqual(await failure("/v1/apps/1/intelligence?currency=XXX"), [400, "INVALID_INPUT"])
  })
})
