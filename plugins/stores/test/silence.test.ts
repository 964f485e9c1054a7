/** Answers that are well-formed and empty: when they are believed, and what is never kept. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { alwaysOld } from "./harness.ts"
import { type Answering, withStub } from "./stub.ts"

const record = (id: string, extra: object = {}) => ({
  kind: "software",
  trackId: Number(id),
  trackName: `App ${id}`,
  ...extra
})
const results = (records: ReadonlyArray<object>) => JSON.stringify({ resultCount: records.length, results: records })
const review = (id: number, stars = 5) => ({ id: { label: String(id) }, "im:rating": { label: String(stars) } })
const feed = (entries: ReadonlyArray<object>) =>
  JSON.stringify({ feed: entries.length === 0 ? {} : { entry: entries.length === 1 ? entries[0] : entries } })
const chartEntry = (id: string) => ({
  "im:name": { label: `App ${id}` },
  id: { label: "", attributes: { "im:id": id } }
})
const hints = (terms: ReadonlyArray<string>) =>
  `<?xml version="1.0"?><plist version="1.0"><dict><key>hints</key><array>${terms.map((term) => `<dict><key>term</key><string>${term}</string></dict>`).join("")}</array></dict></plist>`

/** A catalogue with these apps and no other. */
const catalog =
  (apps: Readonly<Record<string, object>>): Answering =>
  (path, query) =>
    path === "/lookup"
      ? results(
          (query.get("id") ?? "").split(",").flatMap((id) => (apps[id] === undefined ? [] : [record(id, apps[id])]))
        )
      : null

describe("lookups", () => {
  it.live(
    "find an app gone when others are still there, and serve no older record of it",
    withStub(
      catalog({ 1: {}, 2: {} }),
      alwaysOld,
      Effect.fnUntraced(function* ({ answer, asked, store }) {
        yield* store.app("1", "us")
        yield* store.app("2", "us")
        answer(catalog({ 2: {} }))
        assert.strictEqual((yield* Effect.flip(store.app("1", "us")))._tag, "APP_NOT_FOUND")
        const before = asked.length
        assert.strictEqual((yield* Effect.flip(store.app("1", "us")))._tag, "APP_NOT_FOUND")
        assert.deepStrictEqual((yield* store.apps(["1"], "us")).value, [])
        assert.strictEqual(asked.length, before, "that is kept for a while")
      })
    )
  )

  it.live(
    "do not find an app gone when nothing is there",
    withStub(
      catalog({ 1: {}, 2: {} }),
      {},
      Effect.fnUntraced(function* ({ answer, asked, store }) {
        yield* store.app("2", "us")
        answer(() => results([]))
        const error = yield* Effect.flip(store.app("1", "us"))
        assert.deepInclude(error, { _tag: "UpstreamError", reason: "suspect", upstream: "storea.catalog" })
        assert.strictEqual(asked[1], "/lookup?id=1%2C2&country=us")
        answer(catalog({ 1: {} }))
        assert.strictEqual((yield* store.app("1", "us")).value.appId, "1")
      })
    )
  )

  it.live(
    "take the witness of the same country",
    withStub(
      catalog({ 1: {}, 2: {} }),
      {},
      Effect.fnUntraced(function* ({ asked, store }) {
        yield* store.app("2", "us")
        yield* store.app("1", "de")
        assert.strictEqual(asked[1], "/lookup?id=1&country=de")
      })
    )
  )

  it.live(
    "are drift when one record has no name, and none of them is kept",
    withStub(
      () => results([record("1"), { kind: "software", trackId: 2 }]),
      {},
      Effect.fnUntraced(function* ({ answer, store }) {
        assert.strictEqual((yield* Effect.flip(store.apps(["1", "2"], "us"))).reason, "drift")
        answer(catalog({ 1: {}, 2: {} }))
        assert.strictEqual((yield* store.apps(["2", "1", "2"], "us")).value.map(({ appId }) => appId).join(), "2,1")
      })
    )
  )
})

describe("reviews", () => {
  const reviewsAnd =
    (apps: Readonly<Record<string, object>>, reviews: Readonly<Record<string, ReadonlyArray<object>>>): Answering =>
    (path, query) => {
      const [, page = "", id = ""] = /page=(\d+)\/id=(\d+)/.exec(path) ?? []
      return id === "" ? catalog(apps)(path, query) : feed(reviews[`${id}/${page}`] ?? [])
    }
  const first = (appId: string) => ({ appId, country: "us", sort: "mostRecent" as const, page: 1 })
  const fifty = (from: number) => Array.from({ length: 50 }, (_, index) => review(from + index))

  it.live(
    "are suspect when an app with many ratings has none, and are not kept",
    withStub(
      reviewsAnd({ 1: { userRatingCount: 50, averageUserRating: 4 } }, {}),
      {},
      Effect.fnUntraced(function* ({ answer, store }) {
        const error = yield* Effect.flip(store.reviews(first("1")))
        assert.deepInclude(error, { upstream: "storea.reviews", reason: "suspect" })
        answer(reviewsAnd({}, { "1/1": [review(9)] }))
        assert.deepStrictEqual(
          (yield* store.reviews(first("1"))).value.map(({ id }) => id),
          ["9"]
        )
      })
    )
  )

  it.live(
    "are none for an app without ratings, and that is kept",
    withStub(
      reviewsAnd({ 1: { userRatingCount: 0, averageUserRating: 0 } }, {}),
      {},
      Effect.fnUntraced(function* ({ asked, store }) {
        assert.deepStrictEqual((yield* store.reviews(first("1"))).value, [])
        assert.deepStrictEqual((yield* store.reviews(first("1"))).value, [])
        assert.strictEqual(asked.filter((path) => path.includes("customerreviews")).length, 1)
      })
    )
  )

  it.live(
    "are none for an app with few ratings, which is kept only while another app has some",
    withStub(
      reviewsAnd({ 1: { userRatingCount: 3 } }, { "2/1": [review(1)] }),
      {},
      Effect.fnUntraced(function* ({ asked, store }) {
        const feeds = () => asked.filter((path) => path.includes("customerreviews")).length
        yield* store.reviews(first("1"))
        yield* store.reviews(first("1"))
        assert.strictEqual(feeds(), 2, "with nothing to compare it to, it was not kept")
        yield* store.reviews(first("2"))
        yield* store.reviews(first("1"))
        yield* store.reviews(first("1"))
        assert.strictEqual(feeds(), 5, "asked for 2, 1 and 2 again as the proof")
      })
    )
  )

  it.live(
    "are suspect when the app that had some has none either",
    withStub(
      reviewsAnd({ 1: { userRatingCount: 3 } }, { "2/1": [review(1)] }),
      {},
      Effect.fnUntraced(function* ({ answer, store }) {
        yield* store.reviews(first("2"))
        answer(reviewsAnd({ 1: { userRatingCount: 3 } }, {}))
        assert.strictEqual((yield* Effect.flip(store.reviews(first("1")))).reason, "suspect")
      })
    )
  )

  it.live(
    "are suspect when nothing is known of the app's ratings",
    withStub(
      (path) => (path === "/lookup" ? { status: 500, body: "" } : feed([])),
      {},
      Effect.fnUntraced(function* ({ store }) {
        assert.deepInclude(yield* Effect.flip(store.reviews(first("1"))), {
          upstream: "storea.reviews",
          reason: "suspect"
        })
      })
    )
  )

  it.live(
    "of an app that is not listed are none, and that is not kept",
    withStub(
      reviewsAnd({}, {}),
      {},
      Effect.fnUntraced(function* ({ asked, store }) {
        for (let times = 0; times < 2; times++) assert.deepStrictEqual((yield* store.reviews(first("1"))).value, [])
        assert.strictEqual(asked.filter((path) => path.includes("customerreviews")).length, 2)
      })
    )
  )

  it.live(
    "do not end at a page that fell silent",
    withStub(
      reviewsAnd({}, { "1/1": fifty(1), "1/2": fifty(51), "1/3": [review(101)] }),
      alwaysOld,
      Effect.fnUntraced(function* ({ answer, store }) {
        const second = { ...first("1"), page: 2 }
        yield* store.reviews(first("1"))
        assert.strictEqual((yield* store.reviews(second)).value.length, 50)
        answer(reviewsAnd({}, { "1/1": fifty(1) }))
        const old = yield* store.reviews(second)
        assert.deepStrictEqual([old.stale, old.value.length], [true, 50])
      })
    )
  )

  it.live(
    "end after a short page, which is known without asking",
    withStub(
      reviewsAnd({}, { "1/1": [review(1), review(2, 1)] }),
      {},
      Effect.fnUntraced(function* ({ asked, store }) {
        assert.strictEqual((yield* store.reviews(first("1"))).value.length, 2)
        for (const page of [2, 3, 10]) assert.deepStrictEqual((yield* store.reviews({ ...first("1"), page })).value, [])
        const critical = yield* store.reviews({ ...first("1"), sort: "mostCritical" })
        assert.deepStrictEqual(
          critical.value.map(({ rating }) => rating),
          [1, 5]
        )
        assert.strictEqual(asked.length, 1)
      })
    )
  )

  it.live(
    "end where the feed says that it is not that deep, whatever the status",
    withStub(
      () => ({ status: 400, body: "CustomerReviews RSS page depth is limited to 10" }),
      {},
      Effect.fnUntraced(function* ({ store }) {
        assert.deepStrictEqual((yield* store.reviews({ ...first("1"), page: 9 })).value, [])
      })
    )
  )
})

describe("charts", () => {
  const games = { chart: "top-paid", country: "us", genreId: "6014" } as const
  const charts =
    (lists: Readonly<Record<string, ReadonlyArray<object>>>): Answering =>
    (path) =>
      feed(lists[/rss\/(\w+)/.exec(path)?.[1] + (path.includes("genre") ? "/genre" : "")] ?? [])

  it.live(
    "are empty when the store says so while its first chart is not, and that is kept",
    withStub(
      charts({ topfreeapplications: [chartEntry("1")] }),
      {},
      Effect.fnUntraced(function* ({ asked, store }) {
        for (let times = 0; times < 2; times++) assert.deepStrictEqual((yield* store.chart(games)).value, [])
        assert.deepStrictEqual(asked, [
          "/us/rss/toppaidapplications/limit=100/genre=6014/json",
          "/us/rss/topfreeapplications/limit=2/json"
        ])
      })
    )
  )

  it.live(
    "over all genres are never believed to be empty, though another chart is not",
    withStub(
      charts({ topfreeapplications: [chartEntry("1")], newapplications: [] }),
      {},
      Effect.fnUntraced(function* ({ store }) {
        for (const chart of ["top-paid", "top-grossing"] as const) {
          yield* store.chart({ chart: "top-free", country: "us", genreId: null })
          const error = yield* Effect.flip(store.chart({ chart, country: "us", genreId: null }))
          assert.strictEqual(error.reason, "suspect", chart)
        }
        assert.deepStrictEqual((yield* store.chart({ chart: "new", country: "us", genreId: null })).value, [])
      })
    )
  )

  it.live(
    "are suspect when all are empty",
    withStub(
      charts({}),
      {},
      Effect.fnUntraced(function* ({ answer, store }) {
        assert.strictEqual((yield* Effect.flip(store.chart(games))).reason, "suspect")
        assert.strictEqual(
          (yield* Effect.flip(store.chart({ ...games, chart: "top-free", genreId: null }))).reason,
          "suspect"
        )
        answer(charts({ "toppaidapplications/genre": [chartEntry("1")] }))
        assert.strictEqual((yield* store.chart(games)).value.length, 1)
      })
    )
  )

  it.live(
    "do not become empty",
    withStub(
      charts({ "toppaidapplications/genre": [chartEntry("1")], topfreeapplications: [chartEntry("2")] }),
      alwaysOld,
      Effect.fnUntraced(function* ({ answer, store }) {
        yield* store.chart(games)
        answer(charts({ topfreeapplications: [chartEntry("2")] }))
        const old = yield* store.chart(games)
        assert.deepStrictEqual([old.stale, old.value.length], [true, 1])
      })
    )
  )
})

describe("suggestions", () => {
  const known =
    (terms: Readonly<Record<string, ReadonlyArray<string>>>): Answering =>
    (_, query) =>
      hints(terms[query.get("term") ?? ""] ?? [])
  const ask = { prefix: "rare", country: "us" }

  it.live(
    "are suspect while the term that always has some has none, and are asked for anew",
    withStub(
      known({}),
      {},
      Effect.fnUntraced(function* ({ answer, store }) {
        for (let times = 0; times < 2; times++) {
          const error = yield* Effect.flip(store.suggestions(ask))
          assert.deepInclude(error, { upstream: "storea.suggestions", reason: "suspect" })
        }
        answer(known({ rare: ["rare earth"] }))
        assert.deepStrictEqual((yield* store.suggestions(ask)).value, ["rare earth"])
      })
    )
  )

  it.live(
    "are compared to a term that had some in that country",
    withStub(
      known({ 게임: ["게임 추천"] }),
      {},
      Effect.fnUntraced(function* ({ asked, store }) {
        yield* store.suggestions({ prefix: "게임", country: "kr" })
        assert.deepStrictEqual((yield* store.suggestions({ ...ask, country: "kr" })).value, [])
        assert.strictEqual(new URLSearchParams(asked[2]?.split("?")[1]).get("term"), "게임")
        assert.strictEqual((yield* Effect.flip(store.suggestions(ask))).reason, "suspect", "not so in another country")
      })
    )
  )
})

describe("searches", () => {
  it.live(
    "are suspect while nothing at all is found, and are asked for anew",
    withStub(
      () => results([]),
      {},
      Effect.fnUntraced(function* ({ answer, store }) {
        const ask = store.search({ term: "rare", country: "us", limit: 5 })
        assert.strictEqual((yield* Effect.flip(ask)).reason, "suspect")
        answer(() => results([record("1")]))
        assert.strictEqual((yield* ask).value.length, 1)
      })
    )
  )

  it.live(
    "that find other products alone are empty, and that needs no proof",
    withStub(
      () => results([record("1", { kind: "mac-software" })]),
      {},
      Effect.fnUntraced(function* ({ asked, store }) {
        assert.deepStrictEqual((yield* store.search({ term: "rare", country: "us", limit: 5 })).value, [])
        assert.strictEqual(asked.length, 1)
      })
    )
  )
})

describe("pages", () => {
  const page = (id: string, similar = true) =>
    `<script id="serialized-server-data">${JSON.stringify({
      data: [
        {
          intent: { id },
          data: {
            lockup: { subtitle: "Sub" },
            shelfMapping: similar ? { similarItems: { items: [{ adamId: "5" }] } } : {}
          }
        }
      ]
    })}</script>`

  it.live(
    "of another app are drift, and are not kept",
    withStub(
      () => page("8"),
      {},
      Effect.fnUntraced(function* ({ answer, store }) {
        assert.deepInclude(yield* Effect.flip(store.page("7", "us")), { upstream: "storea.page", reason: "drift" })
        answer(() => page("7"))
        assert.strictEqual((yield* store.page("7", "us")).value.subtitle, "Sub")
      })
    )
  )

  it.live(
    "that lead to another storefront say that the app is not listed",
    withStub(
      (path) =>
        path.startsWith("/uz/") ? { status: 301, location: path.replace("/uz/", "/us/"), body: "" } : page("7"),
      {},
      Effect.fnUntraced(function* ({ store }) {
        const error = yield* Effect.flip(store.page("7", "uz"))
        assert.strictEqual(error._tag, "APP_NOT_FOUND")
        assert.strictEqual((yield* store.page("7", "us")).value.subtitle, "Sub")
      })
    )
  )

  it.live(
    "are followed to the address with the app's name",
    withStub(
      (path) => (path === "/us/app/id7" ? { status: 301, location: "/us/app/seven/id7", body: "" } : page("7")),
      {},
      Effect.fnUntraced(function* ({ store }) {
        assert.deepStrictEqual((yield* store.page("7", "us")).value.similarAppIds, ["5"])
      })
    )
  )

  it.live(
    "without similar apps are filled from the older list, and do without it when that fails",
    withStub(
      (path) =>
        path.includes("/app/app/") ? '<script>x={"customersAlsoBoughtApps":["4","7"]}</script>' : page("7", false),
      alwaysOld,
      Effect.fnUntraced(function* ({ answer, store }) {
        assert.deepStrictEqual((yield* store.page("7", "us")).value.similarAppIds, ["4"])
        answer((path) => (path.includes("/app/app/") ? { status: 500, body: "" } : page("7", false)))
        const { stale, value } = yield* store.page("7", "us")
        assert.deepStrictEqual([stale, value.similarAppIds, value.subtitle], [false, null, "Sub"])
      })
    )
  )

  it.live(
    "are asked for in the language of the config",
    withStub(
      () => page("7"),
      { page: { language: "en-US" } },
      Effect.fnUntraced(function* ({ asked, store }) {
        yield* store.page("7", "de")
        assert.deepStrictEqual(asked, ["/de/app/id7?l=en-US"])
      })
    )
  )
})
