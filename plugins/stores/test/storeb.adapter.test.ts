import { assert, describe, it } from "@effect/vitest"
import { startSandbox } from "@storeglass/sandbox"
import { Effect } from "effect"
import double from "../sandbox/index.ts"
import { quiet } from "./harness.ts"
import { nowMs, type Setup, storeOn, withServer, withStore } from "./storebSupport.ts"

const topFree = { chart: "top-free", country: "us", genreId: null } as const
const someIds = ({ store }: Setup, country = "us") =>
  Effect.map(store.chart({ ...topFree, country }), ({ value }) => value.map(({ appId }) => appId))
const detailsAsked = ({ sandbox }: Setup) => sandbox.requests({ path: "/store/apps/details" })
const callsOf = ({ sandbox }: Setup, rpcId: string) =>
  sandbox.requests({ path: "batchexecute" }).filter(({ query }) => query.rpcids === rpcId)

describe("apps", () => {
  it.live(
    "gives the record of an app, in the country's money and language, and keeps it",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        const [id = ""] = yield* someIds(setup, "de")
        const first = yield* setup.store.app(id, "de")
        assert.deepInclude(first, { source: "store_page", upstream: "storeb.page", stale: false })
        assert.deepInclude(first.value, { platform: "storeb", country: "de", appId: id, bundleId: id, currency: "EUR" })
        assert.isAbove(first.value.ratingCount ?? 0, 0)
        assert.isAtLeast(first.value.installs?.max ?? 0, first.value.installs?.min ?? 1)
        assert.isNotEmpty(first.value.screenshots.phone)
        assert.isNull(first.value.fileSizeBytes)
        assert.deepStrictEqual(yield* setup.store.app(id, "de"), first)
        const [asked, ...more] = detailsAsked(setup)
        assert.deepStrictEqual([asked?.query.hl, asked?.query.gl, more.length], ["de", "de", 0])
      })
    )
  )

  it.live(
    "asks in the language of the config",
    withStore(
      { language: "en" },
      Effect.fnUntraced(function* (setup) {
        const [id = ""] = yield* someIds(setup, "jp")
        yield* setup.store.app(id, "jp")
        assert.deepInclude(detailsAsked(setup)[0]?.query, { hl: "en", gl: "jp" })
      })
    )
  )

  it.live(
    "asks in the language of a call, and keeps what it says apart from the storefront's own",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        const [id = ""] = yield* someIds(setup, "de")
        yield* setup.store.app(id, "de")
        yield* setup.store.app(id, "de", { language: "fr" })
        yield* setup.store.app(id, "de", { language: "fr" })
        yield* setup.store.app(id, "de", { language: "de" })
        yield* setup.store.app(id, "de")
        assert.deepStrictEqual(
          detailsAsked(setup).map(({ query }) => [query.hl, query.gl]),
          [
            ["de", "de"],
            ["fr", "de"]
          ]
        )
      })
    )
  )

  it.live(
    "has the same ratings of an app in all countries",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        const [id = ""] = yield* someIds(setup)
        const counts = yield* Effect.forEach(["us", "de", "mn"], (country) => setup.store.app(id, country))
        assert.strictEqual(new Set(counts.map(({ value }) => value.ratingCount)).size, 1)
      })
    )
  )

  it.live(
    "says that no country has an unknown app, and does not ask again, nor for what is no id",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        for (const country of ["us", "fr", "us"]) {
          const error = yield* Effect.flip(setup.store.app("com.nobody.nothing", country))
          assert.strictEqual(error._tag, "APP_NOT_FOUND")
        }
        assert.strictEqual(detailsAsked(setup).length, 1)
        for (const id of ["284882215", "a.b/../../c", "a.b?c=d"])
          assert.strictEqual((yield* Effect.flip(setup.store.app(id, "us")))._tag, "APP_NOT_FOUND")
        assert.strictEqual(detailsAsked(setup).length, 1)
      })
    )
  )

  it.live(
    "asks for several at a bounded pace, each once, and leaves out those that are not there",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        const ids = (yield* someIds(setup)).slice(0, 12)
        const { stale, value } = yield* setup.store.apps([...ids, "com.nobody.nothing", ids[0] ?? ""], "us")
        assert.isFalse(stale)
        assert.deepStrictEqual(
          value.map(({ appId }) => appId),
          ids
        )
        assert.strictEqual(detailsAsked(setup).length, 13)
      })
    )
  )
})

describe("pages", () => {
  it.live(
    "add what the app's page tells, and the whole list of similar apps",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        const ids = (yield* someIds(setup)).slice(0, 8)
        const pages = yield* Effect.forEach(ids, (id) => setup.store.page(id, "us"))
        for (const [index, { source, value }] of pages.entries()) {
          assert.strictEqual(source, "store_page")
          assert.isNotNull(value.subtitle)
          assert.isNotNull(value.containsAds)
          assert.match(value.privacyPolicyUrl ?? "", /^https:/)
          assert.isFalse(value.similarAppIds?.includes(ids[index] ?? ""))
          assert.deepStrictEqual(value.screenshots.phone?.[0]?.width, 1080)
          assert.strictEqual(value.hasInAppPurchases, (value.inAppPurchases ?? []).length === 1)
        }
        assert.isTrue(pages.some(({ value }) => (value.similarAppIds?.length ?? 0) > 6))
        assert.isTrue(pages.some(({ value }) => /\d.* per item$/.test(value.inAppPurchases?.[0]?.price ?? "")))
        // A record that is kept is not asked for again.
        assert.strictEqual(detailsAsked(setup).length, 8)
      })
    )
  )

  it.live(
    "have the few similar apps under the page when the list fails, and do not ask for it again and again",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        setup.sandbox.fail({ kind: "500", upstream: "play", path: "^/store/apps/collection" })
        const [id = ""] = yield* someIds(setup)
        for (let times = 0; times < 3; times++)
          assert.strictEqual((yield* setup.store.page(id, "us")).value.similarAppIds?.length, 6)
        assert.strictEqual(setup.sandbox.requests({ path: "/collection/" }).length, 1)
      })
    )
  )

  it.live(
    "agree with the record about ratings",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        const [id = ""] = yield* someIds(setup)
        const { value } = yield* setup.store.app(id, "us")
        const page = yield* setup.store.page(id, "us")
        const sum = page.value.ratingHistogram?.reduce((total, count) => total + count, 0) ?? 0
        assert.isAtMost(Math.abs(sum - (value.ratingCount ?? 0)), (value.ratingCount ?? 0) / 100)
      })
    )
  )
})

describe("search", () => {
  it.live(
    "gives at most thirty apps in the store's order, and shares an answer between spellings and limits",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        const all = yield* setup.store.search({ term: "  Photo ", country: "us", limit: 200 })
        assert.isAtMost(all.value.length, setup.store.searchDepth ?? 0)
        assert.isAbove(all.value.length, 5)
        const few = yield* setup.store.search({ term: "photo", country: "us", limit: 3 })
        assert.deepStrictEqual(few.value, all.value.slice(0, 3))
        const asked = setup.sandbox.requests({ path: "/store/search" })
        assert.deepStrictEqual(
          asked.map(({ query }) => [query.q, query.c, query.gl]),
          [["photo", "apps", "us"]]
        )
      })
    )
  )

  it.live(
    "puts the app whose name was searched for first, with what its page would tell",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        const [id = ""] = yield* someIds(setup)
        const app = yield* setup.store.app(id, "us")
        const { value } = yield* setup.store.search({ term: app.value.name, country: "gb", limit: 10 })
        assert.strictEqual(value[0]?.appId, id)
        // Only the record of the us is kept: this one came with the search.
        assert.strictEqual(value[0]?.country, "gb")
        assert.strictEqual(value[0]?.ratingCount, app.value.ratingCount)
        assert.strictEqual(setup.sandbox.requests({ path: "/store/search" }).length, 1)
      })
    )
  )

  it.live(
    "knows more of apps whose pages are kept",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        const before = yield* setup.store.search({ term: "photo", country: "us", limit: 5 })
        const [, second] = before.value
        assert.isNull(second?.ratingCount)
        yield* setup.store.app(second?.appId ?? "", "us")
        const after = yield* setup.store.search({ term: "photo", country: "us", limit: 5 })
        assert.isNotNull(after.value[1]?.ratingCount)
      })
    )
  )

  it.live(
    "finds as much where nothing is kept at all",
    withStore(
      { cache: { appMs: 0, searchMs: 0, staleMs: 0 } },
      Effect.fnUntraced(function* ({ store }) {
        const { value } = yield* store.search({ term: "photo", country: "us", limit: 5 })
        assert.strictEqual(value.length, 5)
      })
    )
  )

  it.live(
    "believes that nothing is found while another term finds something, and keeps that",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        for (let times = 0; times < 2; times++)
          assert.deepStrictEqual((yield* setup.store.search({ term: "zzqxjv", country: "us", limit: 10 })).value, [])
        assert.deepStrictEqual(
          setup.sandbox.requests({ path: "/store/search" }).map(({ query }) => query.q),
          ["zzqxjv", "game"]
        )
      })
    )
  )
})

describe("charts", () => {
  it.live(
    "have up to 200 ranks, by genre, and no games among all apps",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        const { store } = setup
        const all = yield* store.chart(topFree)
        assert.deepInclude(all, { source: "store_feed", upstream: "storeb.charts", stale: false })
        assert.deepStrictEqual(
          all.value.map(({ rank }) => rank),
          all.value.map((_, index) => index + 1)
        )
        assert.isTrue(all.value.every(({ genreId, price }) => genreId?.startsWith("GAME_") !== true && price === 0))
        const games = yield* store.chart({ ...topFree, genreId: "GAME" })
        assert.isTrue(games.value.every(({ genreId }) => genreId?.startsWith("GAME_") === true))
        const puzzles = yield* store.chart({ ...topFree, genreId: "GAME_PUZZLE" })
        const inGames = games.value.filter(({ genreId }) => genreId === "GAME_PUZZLE").map(({ appId }) => appId)
        assert.deepStrictEqual(puzzles.value.map(({ appId }) => appId).slice(0, inGames.length), inGames)
        assert.strictEqual(callsOf(setup, "vyAe2").length, 3)
      })
    )
  )

  it.live(
    "that are empty are believed while another is not",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        for (let times = 0; times < 2; times++)
          assert.deepStrictEqual((yield* setup.store.chart({ ...topFree, genreId: "EVENTS" })).value, [])
        assert.strictEqual(callsOf(setup, "vyAe2").length, 2)
      })
    )
  )

  it.live(
    "of free apps over all genres are never believed to be empty, though others are not",
    withServer(
      (_, body) => {
        const empty = /topselling_free[^\]]*APPLICATION/.test(decodeURIComponent(body))
        return {
          body: `)]}'\n\n${JSON.stringify([["wrb.fr", "vyAe2", empty ? null : "[[]]", null, null, null, "generic"]])}`
        }
      },
      {},
      Effect.fnUntraced(function* ({ store }) {
        assert.deepInclude(yield* Effect.flip(store.chart(topFree)), { upstream: "storeb.charts", reason: "suspect" })
      })
    )
  )

  it.live(
    "that the store does not have are not asked for",
    withStore(
      {},
      Effect.fnUntraced(function* ({ sandbox, store }) {
        assert.isFalse(store.charts?.includes("new"))
        for (const query of [
          { ...topFree, chart: "new" as const },
          { ...topFree, genreId: "6014" },
          { ...topFree, genreId: 'GAME"]' }
        ])
          assert.strictEqual((yield* Effect.flip(store.chart(query))).reason, "failed")
        assert.deepStrictEqual(sandbox.requests(), [])
      })
    )
  )

  it.live(
    "are asked for anew when what is kept is too old for the caller, and their failure is one",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        const first = yield* setup.store.chart(topFree)
        yield* setup.store.chart({ ...topFree, maxAgeMs: 60_000 })
        assert.strictEqual(callsOf(setup, "vyAe2").length, 1)
        const fresh = yield* setup.store.chart({ ...topFree, maxAgeMs: -1 })
        assert.isAtLeast(fresh.asOfMs, first.asOfMs)
        assert.strictEqual(callsOf(setup, "vyAe2").length, 2)
        setup.sandbox.fail({ kind: "500", upstream: "play" })
        assert.strictEqual((yield* Effect.flip(setup.store.chart({ ...topFree, maxAgeMs: -1 }))).reason, "failed")
        assert.isFalse((yield* setup.store.chart(topFree)).stale)
      })
    )
  )

  it.live("move from day to day, and stand the same on the same day", () =>
    Effect.gen(function* () {
      const onDay = Effect.fnUntraced(function* (day: number) {
        const { baseUrls } = yield* startSandbox({
          doubles: [double],
          size: 1200,
          nowMs: () => nowMs + day * 86_400_000
        })
        const store = yield* storeOn(baseUrls.play)
        const { value } = yield* store.chart(topFree)
        return value.map(({ appId }) => appId).slice(0, 100)
      })
      const [today, again, tomorrow] = [yield* onDay(0), yield* onDay(0), yield* onDay(1)]
      assert.deepStrictEqual(again, today)
      assert.notDeepEqual(tomorrow, today)
      assert.isAbove(tomorrow.filter((id) => today.includes(id)).length, 80)
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )
})

describe("reviews", () => {
  const query = Effect.fnUntraced(function* (setup: Setup) {
    const [appId = ""] = yield* someIds(setup)
    return (sort: "mostRecent" | "mostHelpful" | "mostFavorable" | "mostCritical", page: number) =>
      Effect.map(setup.store.reviews({ appId, country: "us", sort, page }), ({ value }) => value)
  })

  it.live(
    "come as pages of fifty out of answers of 150, and nothing after the last, without asking",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        const page = yield* query(setup)
        assert.strictEqual((yield* page("mostRecent", 5)).length, 50)
        assert.strictEqual(callsOf(setup, "UsvDTd").length, 2)
        for (const number of [1, 2, 3, 4, 6]) assert.strictEqual((yield* page("mostRecent", number)).length, 50)
        assert.strictEqual(callsOf(setup, "UsvDTd").length, 2)
        assert.deepStrictEqual(yield* page("mostRecent", 11), [])
        assert.strictEqual(callsOf(setup, "UsvDTd").length, 2)
      })
    )
  )

  it.live(
    "come in each of the four orders, without repeating one",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        const page = yield* query(setup)
        const read = (sort: Parameters<typeof page>[0]) =>
          Effect.map(
            Effect.forEach([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], (number) => page(sort, number)),
            (pages) => pages.flat()
          )
        const recent = yield* read("mostRecent")
        const falling = (values: ReadonlyArray<number>) => [...values].sort((a, b) => b - a)
        const dates = recent.map(({ date }) => Date.parse(date ?? ""))
        assert.deepStrictEqual(dates, falling(dates))
        assert.strictEqual(new Set(recent.map(({ id }) => id)).size, recent.length)
        const helpful = (yield* read("mostHelpful")).map(({ helpfulCount }) => helpfulCount ?? 0)
        assert.deepStrictEqual(helpful, falling(helpful))
        const best = (yield* read("mostFavorable")).map(({ rating }) => rating)
        assert.deepStrictEqual(best, falling(best))
        const worst = yield* read("mostCritical")
        assert.deepStrictEqual(
          worst.map(({ rating }) => rating),
          [...best].reverse()
        )
        assert.isTrue(recent.some(({ developerReply }) => developerReply !== null))
        assert.isTrue(recent.every(({ title }) => title === null))
      })
    )
  )

  it.live(
    "hold neither the ids nor the pictures of their writers",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        const page = yield* query(setup)
        assert.notMatch(JSON.stringify(yield* page("mostRecent", 1)), /avatars\.example|10000000000\d{6}/)
      })
    )
  )

  it.live(
    "of an app that nobody knows are none, and that is not kept",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        const ask = setup.store.reviews({ appId: "com.nobody.nothing", country: "us", sort: "mostRecent", page: 1 })
        assert.deepStrictEqual((yield* ask).value, [])
        yield* ask
        assert.strictEqual(callsOf(setup, "UsvDTd").length, 2)
      })
    )
  )
})

describe("suggestions", () => {
  it.live(
    "are at most five, kept by country and prefix",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        const first = yield* setup.store.suggestions({ prefix: "ga", country: "us" })
        assert.isNotEmpty(first.value)
        assert.isAtMost(first.value.length, 5)
        assert.deepStrictEqual(yield* setup.store.suggestions({ prefix: " GA ", country: "us" }), first)
        assert.strictEqual(callsOf(setup, "IJ4APc").length, 1)
        assert.deepStrictEqual((yield* setup.store.suggestions({ prefix: "zzqxjv", country: "us" })).value, [])
      })
    )
  )

  it.live(
    "hold no more than their words when they look like code",
    withStore(
      {},
      Effect.fnUntraced(function* ({ store }) {
        for (const prefix of ['ga"],[1', "\\u0022", "'); alert(1)"])
          assert.deepStrictEqual((yield* store.suggestions({ prefix, country: "us" })).value, [])
      })
    )
  )
})

describe("developers, data safety and permissions", () => {
  it.live(
    "are told for apps and their developers",
    withStore(
      {},
      Effect.fnUntraced(function* (setup) {
        const { store } = setup
        const ids = (yield* someIds(setup)).slice(0, 6)
        for (const id of ids) {
          const { value: app } = yield* store.app(id, "us")
          const apps = yield* store.developerApps(app.developerId ?? "", "us")
          assert.isTrue(apps.value.every(({ developerId }) => developerId === app.developerId))
          assert.isAbove(apps.value.length, 0)
          const safety = yield* store.privacy(id, "us")
          assert.isNotNull(safety.value.collected)
          assert.isNotEmpty(safety.value.practices)
          assert.isNotEmpty((yield* store.permissions(id, "us")).value)
        }
        const asked = setup.sandbox.requests({ path: "/store/apps/dev" }).map(({ path }) => path)
        assert.isNotEmpty(asked)
      })
    )
  )

  it.live(
    "of what does not exist are not found, or no apps",
    withStore(
      {},
      Effect.fnUntraced(function* ({ store }) {
        assert.deepStrictEqual((yield* store.developerApps("No Such Developer", "us")).value, [])
        assert.deepStrictEqual((yield* store.developerApps("4000000000000000001", "us")).value, [])
        assert.strictEqual((yield* Effect.flip(store.privacy("com.nobody.nothing", "us")))._tag, "APP_NOT_FOUND")
        assert.strictEqual((yield* Effect.flip(store.permissions("com.nobody.nothing", "us")))._tag, "APP_NOT_FOUND")
      })
    )
  )
})

describe("ids and countries", () => {
  it.effect("are taken in their one form, and what is wrong is said", () =>
    Effect.gen(function* () {
      const store = yield* storeOn("http://127.0.0.1:9")
      assert.strictEqual(yield* store.parseAppId("com.Example.app"), "com.Example.app")
      assert.include((yield* Effect.flip(store.parseAppId("284882215"))).message, "package name")
      assert.strictEqual(yield* store.parseCountry("UZ"), "uz")
      assert.strictEqual((yield* Effect.flip(store.parseCountry("zz")))._tag, "INVALID_COUNTRY")
      assert.deepInclude(store, { platform: "storeb", chartDepth: 200 })
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )
})
