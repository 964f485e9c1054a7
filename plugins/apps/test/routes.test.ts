import { afterEach, assert, describe, it } from "@effect/vitest"
import { Data, Provenance, type UpstreamFailureReason } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { vi } from "vitest"
import type { RatingSnapshot } from "../src/RatingSnapshotStore.ts"
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
const entries = (count: number, first = 100) => Array.from({ length: count }, (_, index) => String(first + index))

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
    const { get } = over({ search: ["3", "2"] })
    const data = await search("?q=%20lists%20")
    assert.strictEqual(data.type, "keyword")
    assert.strictEqual(data.query, "lists")
    assert.deepStrictEqual(
      data.results.map((app: { trackId: number; rank: number }) => [app.trackId, app.rank]),
      [
        [3, 1],
        [2, 2]
      ]
    )
  })

  it("looks an id up, and searches for a number that is no app", async () => {
    const asked: Array<string> = []
    const { get } = over({ asked })
    const lookup = await search("?q=2")
    assert.deepStrictEqual([lookup.type, lookup.total, lookup.results[0].rank], ["lookup", 1, null])
    const keyword = await search("?q=2048")
    assert.strictEqual(keyword.type, "keyword")
    assert.deepStrictEqual(asked, ["app 2 us", "app 2048 us", "search 2048 us"])
  })

  it("holds q and limit to their bounds", async () => {
    const { get } = over({})
    for (const query of ["", "?q=", "?q=a&limit=0", "?q=a&limit=201", "?q=a&limit=1e9", `?q=${"a".repeat(201)}`])
      assert.strictEqual((await get(`/v1/search${query}`)).status, 400, query)
    assert.strictEqual((await get(`/v1/search?q=${encodeURIComponent("日本語 🎮")}`)).status, 200)
    assert.strictEqual((await search("?q=a&limit=1")).results.length, 1)
  })
})

describe("GET /v1/apps/:id", () => {
  it("carries the twelve documented fields with their types", async () => {
    const data = await over({}).app()
    const { data } = body
    for (const field of ["trackId", "averageUserRating", "userRatingCount", "price"])
      assert.isNumber(data[field], field)
    for (const field of ["trackName", "sellerName", "bundleId", "primaryGenreName", "artworkUrl512", "description"])
      assert.isString(data[field], field)
    assert.strictEqual(data.currentVersionReleaseDate, "2026-09-01T00:00:00Z")
    assert.deepStrictEqual(data.screenshotUrls, ["https://img.example/1.png", "https://img.example/2.png"])
    assert.deepStrictEqual([data.subtitle, data.device, data.ratingHistogram["5"]], ["Lists for all", "iphone", 10])
  })

  it("is served without the page's fields, and says why, when the page fails or is slow", async () => {
    for (const [world, why] of [
      [{ fails: { page: upstreamError("drift") } }, "shape we do not know"],
      [{ hangs: ["page"] }, "did not load in time"],
      [{ page: null }, "no page"]
    ] satisfies ReadonlyArray<readonly [World, string]>) {
      const data = await over(world).app()
      assert.strictEqual(status, 200)
      assert.isNull(data.subtitle)
      assert.include(data.unavailable.subtitle, why)
      assert.isNull(data.inAppPurchases)
    }
  })

  it("leaves out nothing silently: what is null has its reason", async () => {
    const bare = storeApp("1", {
      averageRating: null,
      ratingCount: null,
      price: null,
      formattedPrice: null,
      version: null
    })
    const data = await over({ apps: [bare], page: null }).app()
    const empty = Object.keys(data).filter((field) => data[field] === null)
    assert.deepStrictEqual(
      empty.filter((field) => !(field in data.unavailable)),
      []
    )
    assert.isNull(data.userRatingCount)
    assert.isFalse(data.availability.available)
    assert.isString(data.availability.reason)
  })

  it("lists the screenshots of the asked device", async () => {
    const { get } = over({})
    assert.deepStrictEqual((await app("?device=watch")).screenshotUrls, [
      "https://img.example/w.png"
    ])
    assert.deepStrictEqual((await app("?device=ipad")).screenshotUrls, [])
    assert.strictEqual((await app("?device=all")).screenshotUrls.length, 3)
    assert.strictEqual((await get("/v1/apps/1?device=toaster")).body.error.code, "INVALID_INPUT")
  })

  it("writes the rating count down once a day", async () => {
    const added: Array<RatingSnapshot> = []
    const { get } = over({}, { snapshots: { added } })
    await get("/v1/apps/1")
    await get("/v1/apps/1")
    await get("/v1/apps/2")
    await vi.waitFor(() => assert.strictEqual(added.length, 2))
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
    const { get } = over({ reviews })
    const first = await reviews()
    assert.deepStrictEqual(
      [first.reviews.length, first.totalPages, first.totalAvailable, first.maxAvailable],
      [50, null, null, 500]
    )
    const second = await reviews("?page=2")
    assert.deepStrictEqual([second.reviews.length, second.totalPages, second.totalAvailable], [10, 2, 60])
    assert.deepStrictEqual([second.averageRating, second.pageAverageRating], [4.5, 3])
  })

  it("answers an empty page past the end, and none at all for an app without reviews", async () => {
    const past = (await over({ reviews }).reviews("?page=9"))
    assert.deepStrictEqual([past.reviews, past.totalPages, past.pageAverageRating], [[], null, null])
    const none = (await over({}).reviews())
    assert.deepStrictEqual([none.reviews, none.totalPages, none.totalAvailable], [[], 0, 0])
  })

  it("serves reviews even when the app's record cannot be read, with a null rating", async () => {
    const data = await over({ reviews, fails: { app: upstreamError() } }).reviews()
    assert.deepStrictEqual([status, data.averageRating, data.reviews.length], [200, null, 50])
  })

  it("takes sort for sortBy, and refuses two that differ", async () => {
    const { get } = over({ reviews })
    assert.strictEqual((await reviews("?sort=mostHelpful")).sortBy, "mostHelpful")
    assert.strictEqual((await get("/v1/apps/1/reviews?sort=mostHelpful&sortBy=mostHelpful")).status, 200)
    const both = await get("/v1/apps/1/reviews?sort=mostHelpful&sortBy=mostRecent")
    assert.deepStrictEqual([both.status, both.body.error.code], [400, "INVALID_INPUT"])
    for (const query of ["page=0", "page=11", "page=x", "sortBy=newest"])
      assert.strictEqual((await get(`/v1/apps/1/reviews?${query}`)).status, 400, query)
  })
})

describe("GET /v1/apps/:id/similar", () => {
  it("takes the shelf of the page, in its order", async () => {
    const data = await over({}).similar()
    assert.deepStrictEqual(
      data.apps.map((app: { trackId: number; relation: string }) => [app.trackId, app.relation]),
      [
        [2, "similar_shelf"],
        [3, "similar_shelf"]
      ]
    )
  })

  it("finds them by words and genre without a shelf, names the relation, and never lists the app itself", async () => {
    const apps = ["1", "2", "3", "4"].map((id) => storeApp(id))
    const charts = { "us:top-free:6002": ["1", "4", "2"] }
    const data = await over({ apps, charts, page: storePage({ similarAppIds: null }) }).similar()
    const relations = new Map(data.apps.map((app: { trackId: number }) => [app.trackId, app]))
    assert.deepStrictEqual([...relations.keys()].sort(), [2, 3, 4])
    assert.include(relations.get(2), { relation: "shared_keywords", rank: null })
    assert.include(relations.get(4), { relation: "same_category", rank: 2 })
    assert.include(data.provenance.limitations[0], "its page has none")
  })

  it("fails with the store's error only when nothing answers", async () => {
    const world: World = {
      charts: { "us:top-free:6002": ["2"] },
      fails: { page: upstreamError(), search: upstreamError() }
    }
    assert.strictEqual((await over(world).get("/v1/apps/1/similar")).status, 200)
    const all = { ...world, fails: { ...world.fails, chart: upstreamError() } }
    assert.strictEqual((await over(all).get("/v1/apps/1/similar")).body.error.code, "UPSTREAM_TIMEOUT")
  })
})

describe("GET /v1/apps/:id/screenshots", () => {
  it("joins the record with the page and keeps unknown apart from none", async () => {
    const data = await over({}).screenshots()
    assert.deepStrictEqual(data.counts, { iphone: 2, ipad: 0, appletv: 0, watch: 1 })
    assert.deepStrictEqual(data.screenshots.watch[0], {
      url: "https://img.example/w.png",
      width: 396,
      height: 484,
      position: 1
    })
    const blind = (await over({ page: null }).screenshots())
    assert.deepStrictEqual(blind.counts, { iphone: 2, ipad: 0, appletv: 0, watch: null })
    assert.isNull(blind.previews)
    assert.containsAllKeys(blind.unavailable, ["watch", "previews"])
    assert.notProperty(blind.screenshots, "watch")
  })

  it("does not take empty lists of the record for an app without screenshots", async () => {
    const app = storeApp("1", { screenshots: { iphone: [], ipad: [], appletv: [] } })
    const data = await over({ apps: [app], page: null }).screenshots("?device=iphone")
    assert.deepStrictEqual([data.counts, data.screenshots], [{ iphone: null }, {}])
  })

  it("compares with competitors, at most as many as asked for", async () => {
    const { get } = over({})
    const data = await competitors("?limit=1")
    assert.deepStrictEqual([data.competitors.length, data.summary.avgCount, data.summary.yourCount], [1, 2, 2])
    for (const limit of [0, 21])
      assert.strictEqual((await get(`/v1/apps/1/screenshots/competitors?limit=${limit}`)).status, 400)
  })
})

describe("GET /v1/apps/:id/country-rankings", () => {
  it("keeps ranked, not ranked and unavailable apart", async () => {
    const charts = {
      "us:top-free:6002": ["9", "1"],
      "de:top-free:6002": ["1", ...entries(99)],
      "fr:top-free:6002": ["9"]
    }
    const data = await over({ charts }).rankings()
    assert.deepStrictEqual(
      data.rankings.map((row: { country: string; rank: number; totalListed: number }) => [
        row.country,
        row.rank,
        row.totalListed
      ]),
      [
        ["de", 1, 100],
        ["us", 2, 2]
      ]
    )
    assert.deepStrictEqual([data.checked, data.ranked, data.notRanked, data.unavailable], [3, 2, ["fr"], []])
    assert.deepStrictEqual([data.genre, data.rankings[0].previousRank], [{ id: "6002", name: "Utilities" }, null])
  })

  it("asks the chart, genre and countries it is told to", async () => {
    const asked: Array<string> = []
    const { get } = over({ asked })
    await get("/v1/apps/1/country-rankings?chart=top-grossing&genre=all&countries=de,US")
    assert.deepStrictEqual(asked, ["app 1 us", "chart de:top-grossing:all", "chart us:top-grossing:all"])
    assert.strictEqual((await get("/v1/apps/1/country-rankings?genre=1")).body.error.code, "INVALID_INPUT")
    assert.strictEqual((await get("/v1/apps/1/country-rankings?countries=de,jp")).body.error.code, "INVALID_COUNTRY")
    assert.strictEqual((await get("/v1/apps/1/country-rankings?chart=new")).body.error.code, "INVALID_INPUT")
  })

  it("answers an error, which is not charged, when no chart could be read", async () => {
    const { body: pending } = await over({ hangs: ["chart"] }).get("/v1/apps/1/country-rankings")
    assert.strictEqual(pending.error.code, "UPSTREAM_RATE_LIMITED")
    const { body: failed } = await over({ fails: { chart: upstreamError("drift") } }).get("/v1/apps/1/country-rankings")
    assert.strictEqual(failed.error.code, "UPSTREAM_ERROR")
  })
})

describe("GET /v1/apps/:id/intelligence", () => {
  it("estimates from a chart rank, with range, confidence, inputs and model", async () => {
    const charts = { "us:top-free:all": ["9", "8", "7", "6", "5", "4", "3", "2", "10", "1"] }
    const data = await over({ charts }).intelligence()
    const { estimatedDownloads, estimatedRevenue } = data.marketIntelligence
    assert.strictEqual(estimatedDownloads.period, "monthly")
    assert.strictEqual(estimatedDownloads.confidence, "medium")
    assert.strictEqual(estimatedDownloads.model, "downloads@1")
    assert.isTrue(estimatedDownloads.range.low < estimatedDownloads.value)
    assert.isTrue(estimatedDownloads.value < estimatedDownloads.range.high)
    assert.deepInclude(estimatedDownloads.inputs, { model: "rank-downloads@1", name: "rank", value: 10 })
    assert.deepInclude(estimatedRevenue, {
      value: null,
      range: null,
      status: "unavailable",
      confidence: "none",
      currency: "USD"
    })
    assert.isString(data.unavailable["marketIntelligence.estimatedRevenue"])
  })

  it("says none only when the store says none", async () => {
    const purchases = async (world: World) => {
      const data = await over(world).intelligence()
      return [data.inAppPurchases, typeof data.unavailable.inAppPurchases]
    }
    assert.deepStrictEqual(await purchases({}), [[{ name: "Pro", price: "$4.99" }], "undefined"])
    const none = storePage({ hasInAppPurchases: false, inAppPurchases: null })
    assert.deepStrictEqual(await purchases({ page: none }), [[], "undefined"])
    const unlisted = storePage({ hasInAppPurchases: true, inAppPurchases: null })
    assert.deepStrictEqual(await purchases({ page: unlisted }), [null, "string"])
    assert.deepStrictEqual(await purchases({ fails: { page: upstreamError() } }), [null, "string"])
  })

  it("serves the other parts when reviews, charts and the page fail", async () => {
    const failure = upstreamError()
    const { body, status } = await over({ fails: { reviews: failure, chart: failure, page: failure } }).get(
      "/v1/apps/1/intelligence"
    )
    assert.strictEqual(status, 200)
    const { data } = body
    assert.deepInclude(data.sentimentAnalysis, {
      averageRating: 4.5,
      totalReviews: 12_000,
      positivePercentage: null,
      topPositiveThemes: null,
      topNegativeThemes: null,
      sampleSize: 0
    })
    assert.strictEqual(data.sentimentAnalysis.provenance.status, "unavailable")
    assert.strictEqual(data.marketIntelligence.estimatedDownloads.confidence, "low")
    assert.isNull(data.inAppPurchases)
    assert.isNotEmpty(data.similarApps)
  })

  it("fails, uncharged, when nothing but the record answers", async () => {
    const failure = upstreamError("rate_limited")
    const app = storeApp("1", { ratingCount: null })
    const fails = { reviews: failure, chart: failure, page: failure, search: failure }
    const data = await over({ apps: [app], fails }).intelligence()
    assert.strictEqual(body.error.code, "UPSTREAM_RATE_LIMITED")
  })

  it("never turns what is not known into 0", async () => {
    const app = storeApp("1", { ratingCount: null, averageRating: null, releaseDate: null })
    const data = await over({ apps: [app, storeApp("2")], page: null }).intelligence()
    assert.deepInclude(data.marketIntelligence.estimatedDownloads, { value: null, range: null, status: "unavailable" })
    assert.deepInclude(data.sentimentAnalysis, { totalReviews: null, averageRating: null, positivePercentage: null })
  })

  it("uses counts of its own that are old enough", async () => {
    const earlier = { observedAtMs: Date.now() - 10 * 86_400_000, ratingCount: 11_880, installs: null }
    const data = await over({}, { snapshots: { added: [], earlier } }).intelligence()
    const { estimatedDownloads } = data.marketIntelligence
    assert.strictEqual(estimatedDownloads.confidence, "medium")
    // 120 ratings in 10 days: 12 a day ÷ 0.012 × 30.
    assert.deepInclude(
      estimatedDownloads.methods.map(({ model, value }: { model: string; value: number }) => ({ model, value })),
      { model: "rating-growth@1", value: 30_000 }
    )
  })
})
