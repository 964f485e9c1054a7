import { assert, describe, it } from "@effect/vitest"
import { CachesLive, UpstreamsLive } from "@storeglass/core"
import { Context, Effect, Layer, Schema } from "effect"
import { StoresConfig } from "../src/config.ts"
import { AppStores } from "../src/contract.ts"
import plugin from "../src/plugin.ts"
import { layer } from "../src/Stores.ts"
import { type Setup, useStore } from "./harness.ts"

const withStore = useStore()

const topFree = { chart: "top-free", country: "us", genreId: null } as const

/** The ids of the top chart: apps that exist. */
const someIds = Effect.fnUntraced(function* ({ store }: Setup, country = "us") {
  const { value } = yield* store.chart({ ...topFree, country })
  return value.map(({ appId }) => appId)
})

const lookups = ({ sandbox }: Setup) => sandbox.requests({ upstream: "itunes", path: "/lookup" })
const idsOf = (query: Readonly<Record<string, string>>) => (query.id ?? "").split(",")

describe("apps", () => {
  it.live(
    "gives an app with its source, once asked and then kept",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        const [id = ""] = yield* someIds(setup)
        const first = yield* setup.store.app(id, "us")
        assert.strictEqual(first.value.appId, id)
        assert.strictEqual(first.value.platform, "storea")
        assert.deepInclude(first, { stale: false, source: "store_live", upstream: "storea.catalog" })
        assert.deepStrictEqual(yield* setup.store.app(id, "us"), first)
        assert.strictEqual(lookups(setup).length, 1)
      })
    )
  )

  it.live(
    "asks once for a whole chart, and knows each of its apps from then on",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        const ids = yield* someIds(setup)
        assert.strictEqual(ids.length, 100)
        const { value } = yield* setup.store.apps([...ids, ...ids.slice(0, 5)], "us")
        assert.deepStrictEqual(
          value.map(({ appId }) => appId),
          ids
        )
        for (const id of ids.slice(0, 3)) yield* setup.store.app(id, "us")
        assert.strictEqual(lookups(setup).length, 1)
      })
    )
  )

  it.live(
    "collects callers at the same moment into one call a country",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        const ids = (yield* someIds(setup)).slice(0, 20)
        const ask = (country: string) =>
          Effect.forEach(ids, (id) => Effect.exit(setup.store.app(id, country)), { concurrency: "unbounded" })
        yield* Effect.all([ask("us"), ask("gb"), ask("us")], { concurrency: "unbounded" })
        assert.deepStrictEqual(
          lookups(setup)
            .map(({ query }) => [query.country, idsOf(query).length])
            .sort(),
          [
            ["gb", 20],
            ["us", 20]
          ]
        )
      })
    )
  )

  it.live(
    "asks at most a hundred ids a call",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        const charts = yield* Effect.forEach(["top-free", "top-grossing", "top-paid"] as const, (chart) =>
          setup.store.chart({ ...topFree, chart })
        )
        const ids = [...new Set(charts.flatMap(({ value }) => value.map(({ appId }) => appId)))]
        const { value } = yield* setup.store.apps(ids, "us")
        assert.strictEqual(value.length, ids.length)
        const sizes = lookups(setup).map(({ query }) => idsOf(query).length)
        assert.isAbove(ids.length, 100)
        assert.isTrue(
          sizes.every((size) => size <= 100),
          sizes.join()
        )
        assert.strictEqual(sizes.length, Math.ceil(ids.length / 100))
      })
    )
  )

  it.live(
    "says of an unknown id that it may as well not be sold there, and does not ask again",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        const [id = ""] = yield* someIds(setup)
        yield* setup.store.app(id, "us")
        const error = yield* Effect.flip(setup.store.app("999999999", "us"))
        assert.strictEqual(error._tag, "APP_NOT_FOUND")
        assert.include(error.message, "not sold there")
        const asked = lookups(setup).length
        yield* Effect.flip(setup.store.app("999999999", "us"))
        assert.strictEqual(lookups(setup).length, asked)
        assert.strictEqual((yield* setup.store.apps([id, "999999999", "nonsense"], "us")).value.length, 1)
      })
    )
  )

  it.live(
    "does not send what is no id",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        assert.strictEqual((yield* Effect.flip(setup.store.app("1,2", "us")))._tag, "APP_NOT_FOUND")
        assert.strictEqual((yield* Effect.flip(setup.store.page("1/../2", "us")))._tag, "APP_NOT_FOUND")
        assert.deepStrictEqual(setup.sandbox.requests(), [])
      })
    )
  )
})

describe("search", () => {
  it.live(
    "gives apps alone, in the order of the store, and keeps each of them",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        const { source, upstream, value } = yield* setup.store.search({ term: "  Game ", country: "us", limit: 10 })
        assert.strictEqual(value.length, 10)
        assert.deepStrictEqual([source, upstream], ["store_live", "storea.catalog"])
        for (const app of value) assert.strictEqual((yield* setup.store.app(app.appId, "us")).value.name, app.name)
        assert.deepStrictEqual(lookups(setup), [])
      })
    )
  )

  it.live(
    "shares an answer between spellings and limits",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        for (const [term, limit] of [
          ["game", 10],
          ["GAME", 50],
          [" game", 1]
        ] as const)
          yield* setup.store.search({ term, country: "us", limit })
        const asked = setup.sandbox.requests({ path: "/search" })
        assert.deepStrictEqual(
          asked.map(({ query }) => [query.term, query.limit, query.entity]),
          [["game", "50", "software"]]
        )
        yield* setup.store.search({ term: "game", country: "us", limit: 120 })
        assert.strictEqual(setup.sandbox.requests({ path: "/search" })[1]?.query.limit, "200")
      })
    )
  )

  it.live(
    "believes that nothing is found while other terms find something, and keeps that",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        for (let times = 0; times < 2; times++) {
          const { value } = yield* setup.store.search({ term: "zzqxjv", country: "us", limit: 10 })
          assert.deepStrictEqual(value, [])
        }
        assert.deepStrictEqual(
          setup.sandbox.requests({ path: "/search" }).map(({ query }) => query.term),
          ["zzqxjv", "game"]
        )
      })
    )
  )

  it.live(
    "takes the order of devices when told to, and says so",
    withStore(
      { search: { deviceOrder: true } },
      Effect.fnUntraced(function* ({ sandbox, store }) {
        const { upstream, value } = yield* store.search({ term: "game", country: "de", limit: 10 })
        assert.strictEqual(value.length, 10)
        assert.strictEqual(upstream, "storea.suggestions")
        const [asked] = sandbox.requests({ path: "MZStore.woa/wa/search" })
        assert.strictEqual(asked?.headers["x-apple-store-front"], "143443,24 t:native")
        sandbox.fail({ kind: "500", upstream: "search" })
        assert.strictEqual((yield* store.search({ term: "photo", country: "de", limit: 5 })).upstream, "storea.catalog")
      })
    )
  )
})

describe("charts", () => {
  it.live(
    "asks for a hundred, by genre and device, and keeps the answer",
    withStore(
      {},
      Effect.fnUntraced(function* ({ sandbox, store }) {
        const all = yield* store.chart(topFree)
        assert.deepInclude(all, { source: "store_feed", upstream: "storea.charts", stale: false })
        assert.deepStrictEqual(yield* store.chart({ ...topFree, genreId: "36", device: "watch" }), all)
        yield* store.chart({ chart: "top-grossing", country: "jp", genreId: "6014", device: "ipad" })
        yield* store.chart({ chart: "new", country: "us", genreId: null })
        assert.deepStrictEqual(
          sandbox.requests({ upstream: "itunes" }).map(({ path }) => path),
          [
            "/us/rss/topfreeapplications/limit=100/json",
            "/jp/rss/topgrossingipadapplications/limit=100/genre=6014/json",
            "/us/rss/newapplications/limit=100/json"
          ]
        )
      })
    )
  )

  it.live(
    "takes the newer feed for the two charts that it has when the older fails, and says so",
    withStore(
      {},
      Effect.fnUntraced(function* ({ sandbox, store }) {
        sandbox.fail({ kind: "500", upstream: "itunes" })
        const { upstream, value } = yield* store.chart(topFree)
        assert.strictEqual(upstream, "storea.feed")
        assert.strictEqual(value.length, 100)
        assert.isNull(value[0]?.price)
        for (const query of [
          { ...topFree, genreId: "6014" },
          { ...topFree, chart: "top-grossing" as const },
          { ...topFree, device: "ipad" }
        ]) {
          const error = yield* Effect.flip(store.chart(query))
          assert.deepInclude(error, { upstream: "storea.charts", reason: "failed" })
        }
      })
    )
  )

  it.live(
    "tells of the first feed when both fail",
    withStore(
      {},
      Effect.fnUntraced(function* ({ sandbox, store }) {
        sandbox.fail({ kind: "500", upstream: "itunes" })
        sandbox.fail({ kind: "403", upstream: "rssV2" })
        assert.deepInclude(yield* Effect.flip(store.chart(topFree)), { upstream: "storea.charts", reason: "failed" })
      })
    )
  )

  it.live(
    "asks the feeds that the config names, in their order",
    withStore(
      { charts: { topFree: ["feed"], topPaid: ["feed", "charts"] } },
      Effect.fnUntraced(function* ({ sandbox, store }) {
        assert.strictEqual((yield* store.chart(topFree)).upstream, "storea.feed")
        sandbox.fail({ kind: "malformed", upstream: "rssV2" })
        assert.strictEqual((yield* store.chart({ ...topFree, chart: "top-paid" })).upstream, "storea.charts")
        assert.strictEqual((yield* Effect.flip(store.chart({ ...topFree, country: "fr" }))).reason, "drift")
      })
    )
  )

  it.live(
    "does not ask for a genre that there is not",
    withStore(
      {},
      Effect.fnUntraced(function* ({ sandbox, store }) {
        yield* Effect.flip(store.chart({ ...topFree, genreId: "6014/json" }))
        assert.deepStrictEqual(sandbox.requests(), [])
      })
    )
  )
})

describe("reviews", () => {
  const ask = Effect.fnUntraced(function* (setup: Setup) {
    const apps = (yield* setup.store.apps(yield* someIds(setup), "us")).value
    const most = [...apps].sort((a, b) => (b.ratingCount ?? 0) - (a.ratingCount ?? 0))[0]
    const query = { appId: most?.appId ?? "", country: "us" }
    return {
      query,
      page: (sort: "mostRecent" | "mostHelpful" | "mostFavorable" | "mostCritical", page: number) =>
        Effect.map(setup.store.reviews({ ...query, sort, page }), ({ value }) => value)
    }
  })
  const asked = ({ sandbox }: Setup) => sandbox.requests({ path: "customerreviews" }).map(({ path }) => path)

  it.live(
    "gives ten pages of fifty, and nothing after them, without asking",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        const { page, query } = yield* ask(setup)
        assert.strictEqual((yield* page("mostRecent", 1)).length, 50)
        assert.strictEqual((yield* page("mostHelpful", 10)).length, 50)
        assert.deepStrictEqual(yield* page("mostRecent", 11), [])
        assert.deepStrictEqual(asked(setup), [
          `/us/rss/customerreviews/page=1/id=${query.appId}/sortby=mostrecent/json`,
          `/us/rss/customerreviews/page=10/id=${query.appId}/sortby=mosthelpful/json`
        ])
      })
    )
  )

  it.live(
    "orders by stars over all pages, without repeating or losing one",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        const { page } = yield* ask(setup)
        const pages = Array.from({ length: 10 }, (_, index) => index + 1)
        const recent = (yield* Effect.forEach(pages, (n) => page("mostRecent", n))).flat()
        const best = (yield* Effect.forEach(pages, (n) => page("mostFavorable", n))).flat()
        const worst = (yield* Effect.forEach(pages, (n) => page("mostCritical", n))).flat()
        const ratings = best.map(({ rating }) => rating)
        assert.deepStrictEqual(
          ratings,
          [...ratings].sort((a, b) => b - a)
        )
        assert.deepStrictEqual(
          worst.map(({ rating }) => rating),
          [...ratings].sort((a, b) => a - b)
        )
        const ids = (reviews: typeof best) => reviews.map(({ id }) => id).sort()
        assert.deepStrictEqual(ids(best), ids(recent))
        assert.deepStrictEqual(ids(worst), ids(recent))
        assert.strictEqual(asked(setup).length, 10, "each page is asked once")
      })
    )
  )

  it.live(
    "orders by stars what it can have when a later page fails",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        const { page } = yield* ask(setup)
        setup.sandbox.fail({ kind: "500", path: "page=[5-9]/" })
        assert.strictEqual((yield* page("mostCritical", 4)).length, 50)
        assert.deepStrictEqual(yield* page("mostCritical", 5), [])
        setup.sandbox.clearFaults()
        assert.strictEqual((yield* page("mostCritical", 5)).length, 50)
        setup.sandbox.fail({ kind: "500", path: "page=1/" })
        const error = yield* Effect.flip(
          setup.store.reviews({ appId: "1", country: "us", sort: "mostCritical", page: 1 })
        )
        assert.strictEqual(error.reason, "failed")
      })
    )
  )
})

describe("suggestions", () => {
  it.live(
    "asks in the name of the storefront, and keeps the answer",
    withStore(
      {},
      Effect.fnUntraced(function* ({ sandbox, store }) {
        const first = yield* store.suggestions({ prefix: "ga", country: "us" })
        assert.isNotEmpty(first.value)
        assert.deepStrictEqual(yield* store.suggestions({ prefix: " GA ", country: "us" }), first)
        const asked = sandbox.requests({ upstream: "search" })
        assert.strictEqual(asked.length, 1)
        assert.strictEqual(asked[0]?.headers["x-apple-store-front"], "143441,29")
      })
    )
  )

  it.live(
    "believes that there are none while another term has some",
    withStore(
      {},
      Effect.fnUntraced(function* ({ sandbox, store }) {
        assert.deepStrictEqual((yield* store.suggestions({ prefix: "zzqxjv", country: "us" })).value, [])
        assert.deepStrictEqual(
          sandbox.requests({ upstream: "search" }).map(({ query }) => query.term),
          ["zzqxjv", "game"]
        )
      })
    )
  )
})

describe("pages", () => {
  it.live(
    "gives what the page tells",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        const ids = yield* someIds(setup, "de")
        const pages = yield* Effect.forEach(ids.slice(0, 8), (id) => setup.store.page(id, "de"), { concurrency: 4 })
        for (const { source, upstream, value } of pages) {
          assert.deepStrictEqual([source, upstream], ["store_page", "storea.page"])
          assert.isNotNull(value.subtitle)
          assert.isNotNull(value.hasInAppPurchases)
          assert.isNotNull(value.ratingHistogram)
          assert.isNotEmpty(value.similarAppIds)
          assert.match(value.screenshots.iphone?.[0]?.url ?? "", /\d+x\d+bb\.jpg$/)
          assert.strictEqual(value.hasInAppPurchases, (value.inAppPurchases ?? []).length > 0)
        }
        assert.isTrue(pages.some(({ value }) => value.hasInAppPurchases === true))
      })
    )
  )

  it.live(
    "agrees with the lookup about how many rated the app",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        const [id = ""] = yield* someIds(setup)
        const app = yield* setup.store.app(id, "us")
        const { value } = yield* setup.store.page(id, "us")
        assert.strictEqual(
          value.ratingHistogram?.reduce((sum, count) => sum + count, 0),
          app.value.ratingCount
        )
        const [one = 0, , , , five = 0] = value.ratingHistogram ?? []
        assert.strictEqual((app.value.averageRating ?? 0) > 3, five > one)
      })
    )
  )

  it.live(
    "says that an app is not listed when there is no page, and does not ask again",
    withStore(
      {},
      Effect.fnUntraced(function* ({ sandbox, store }) {
        for (let times = 0; times < 2; times++)
          assert.strictEqual((yield* Effect.flip(store.page("999999999", "us")))._tag, "APP_NOT_FOUND")
        assert.strictEqual(sandbox.requests().length, 1)
      })
    )
  )
})

describe("the plugin", () => {
  it.effect("offers both stores", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual([plugin.id, plugin.offers], ["stores", [AppStores]])
      const config = yield* Schema.decodeUnknownEffect(StoresConfig)({})
      const context = yield* Layer.build(layer(config).pipe(Layer.provide([UpstreamsLive, CachesLive()])))
      const stores = Context.get(context, AppStores)
      const store = yield* stores.get("storea")
      assert.deepStrictEqual([store.platform, store.chartDepth, store.storefronts.length], ["storea", 100, 175])
      assert.strictEqual((yield* stores.get("storeb")).platform, "storeb")
    })
  )
})
