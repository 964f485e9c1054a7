import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { legacyCharts } from "../../sandbox/formats/charts.ts"
import { ChartFeed, ChartV2, decode, Lookup, oneOrMany, ReviewsFeed } from "./shapes.ts"
import { get, idAtRank, noonMs, start } from "./support.ts"

describe("legacy charts", () => {
  it.effect("gives every chart by its name, never more than 100 rows", () =>
    Effect.gen(function* () {
      const sandbox = yield* start({ size: 3000 })
      for (const name of Object.keys(legacyCharts)) {
        const answer = yield* get(`${sandbox.baseUrls.itunes}/us/rss/${name}/limit=200/json`)
        const entries = oneOrMany(decode(ChartFeed, answer.body).feed.entry)
        assert.isAbove(entries.length, 0, name)
        assert.isAtMost(entries.length, 100, name)
        const amounts = entries.map((entry) => Number(entry["im:price"].attributes.amount))
        if (name.includes("paid")) assert.isTrue(amounts.every((amount) => amount > 0))
        if (name.includes("free")) assert.isTrue(amounts.every((amount) => amount === 0))
      }
    })
  )

  it.effect("keeps to a genre, and to a kind of game within games", () =>
    Effect.gen(function* () {
      const sandbox = yield* start({ size: 3000 })
      const chart = (genre: number) =>
        get(`${sandbox.baseUrls.itunes}/us/rss/topfreeapplications/limit=100/genre=${genre}/json`).pipe(
          Effect.map(({ body }) => oneOrMany(decode(ChartFeed, body).feed.entry))
        )
      const finance = yield* chart(6015)
      const puzzles = yield* chart(7012)
      const games = yield* chart(6014)
      assert.isAbove(finance.length, 30)
      assert.isTrue(puzzles.every(({ category }) => category.attributes["im:id"] === "6014"))
      const order = games.map(({ id }) => id.attributes["im:id"])
      const common = puzzles.map(({ id }) => id.attributes["im:id"]).filter((id) => order.includes(id))
      assert.deepStrictEqual(
        common,
        order.filter((id) => common.includes(id))
      )
    })
  )

  it.effect("gives one row as an object and no rows as no key", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      const one = yield* get(`${sandbox.baseUrls.itunes}/us/rss/topfreeapplications/limit=1/json`)
      assert.isFalse(Array.isArray(decode(ChartFeed, one.body).feed.entry))
      const none = yield* get(`${sandbox.baseUrls.itunes}/us/rss/toppaidapplications/limit=10/genre=6022/json`)
      assert.notProperty(decode(ChartFeed, none.body).feed, "entry")
    })
  )

  it.effect("refuses unknown countries, genres and charts with a page", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      for (const path of [
        "zz/rss/topfreeapplications/limit=1/json",
        "us/rss/topfreeapplications/limit=1/genre=9999/json",
        "us/rss/topweirdapplications/limit=1/json"
      ]) {
        const answer = yield* get(`${sandbox.baseUrls.itunes}/${path}`)
        assert.isTrue(answer.status === 400 || answer.status === 404, path)
        assert.isTrue(answer.body.startsWith("<"))
      }
    })
  )

  it.effect("moves on with the clock", () =>
    Effect.gen(function* () {
      let nowMs = noonMs
      const sandbox = yield* start({ nowMs: () => nowMs })
      const chart = get(`${sandbox.baseUrls.itunes}/us/rss/topfreeapplications/limit=100/json`).pipe(
        Effect.map(({ body }) => decode(ChartFeed, body).feed)
      )
      const today = yield* chart
      nowMs += 86_400_000
      const tomorrow = yield* chart
      const ids = (feed: typeof today) => oneOrMany(feed.entry).map(({ id }) => id.attributes["im:id"])
      assert.notDeepEqual(ids(today), ids(tomorrow))
      assert.strictEqual(today.updated.label, "2026-11-20T05:00:00-07:00")
      assert.strictEqual(tomorrow.updated.label, "2026-11-21T05:00:00-07:00")
    })
  )
})

describe("v2 charts", () => {
  it.effect("gives the free and paid charts in four sizes and nothing else", () =>
    Effect.gen(function* () {
      const sandbox = yield* start({ size: 3000 })
      for (const chart of ["top-free", "top-paid"]) {
        for (const size of [10, 25, 50, 100]) {
          const answer = yield* get(`${sandbox.baseUrls.rssV2}/api/v2/jp/apps/${chart}/${size}/apps.json`)
          const { feed } = decode(ChartV2, answer.body)
          assert.strictEqual(feed.results.length, size)
          assert.strictEqual(feed.updated, "Fri, 20 Nov 2026 12:00:00 +0000")
        }
      }
      for (const path of ["jp/apps/top-grossing/10", "jp/apps/top-free/11", "zz/apps/top-free/10"]) {
        const answer = yield* get(`${sandbox.baseUrls.rssV2}/api/v2/${path}/apps.json`)
        assert.strictEqual(answer.status, 404)
      }
    })
  )
})

describe("reviews", () => {
  it.effect("pages by fifty, in either order of the path's parts", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      const id = yield* idAtRank(sandbox, "us", 1)
      const page = (path: string) =>
        get(`${sandbox.baseUrls.itunes}/us/rss/customerreviews/${path}/json`).pipe(
          Effect.map(({ body }) => oneOrMany(decode(ReviewsFeed, body).feed.entry))
        )
      const first = yield* page(`page=1/id=${id}/sortby=mostrecent`)
      const again = yield* page(`id=${id}/sortBy=mostRecent/page=1`)
      const second = yield* page(`page=2/id=${id}/sortby=mostrecent`)
      assert.strictEqual(first.length, 50)
      assert.deepStrictEqual(again, first)
      const ids = [...first, ...second].map((review) => review.id.label)
      assert.strictEqual(new Set(ids).size, ids.length)
      for (const review of first) assert.include(["1", "2", "3", "4", "5"], review["im:rating"].label)
    })
  )

  it.effect("sorts by help when it is asked to", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      const id = yield* idAtRank(sandbox, "us", 1)
      const answer = yield* get(
        `${sandbox.baseUrls.itunes}/us/rss/customerreviews/page=1/id=${id}/sortby=mosthelpful/json`
      )
      const sums = oneOrMany(decode(ReviewsFeed, answer.body).feed.entry).map((review) =>
        Number(review["im:voteSum"].label)
      )
      assert.isAbove(sums[0] ?? 0, 0)
      assert.deepStrictEqual(
        sums,
        [...sums].sort((a, b) => b - a)
      )
    })
  )

  it.effect("ends without an entry key, and after ten pages with plain words", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      const { itunes } = sandbox.baseUrls
      const id = yield* idAtRank(sandbox, "us", 1)
      const eleven = yield* get(`${itunes}/us/rss/customerreviews/page=11/id=${id}/sortby=mostrecent/json`)
      assert.strictEqual(eleven.body, "CustomerReviews RSS page depth is limited to 10")
      const unknown = yield* get(`${itunes}/us/rss/customerreviews/page=1/id=5/sortby=mostrecent/json`)
      const { feed } = decode(ReviewsFeed, unknown.body)
      assert.notProperty(feed, "entry")
      assert.strictEqual(feed.link.find(({ attributes }) => attributes.rel === "next")?.attributes.href, "")
    })
  )

  it.effect("are written in the language of the country", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      const words = { de: /\b(die|ist|und|App)\b/, jp: /[\u3040-\u30ff]/, fr: /[éàç’]|\b(une|est)\b/ }
      for (const [country, pattern] of Object.entries(words)) {
        const id = yield* idAtRank(sandbox, country, 1)
        const answer = yield* get(
          `${sandbox.baseUrls.itunes}/${country}/rss/customerreviews/page=1/id=${id}/sortby=mostrecent/json`
        )
        const texts = oneOrMany(decode(ReviewsFeed, answer.body).feed.entry).map(({ content }) => content.label)
        assert.isAbove(texts.length, 5)
        assert.isAbove(texts.filter((text) => pattern.test(text)).length, texts.length / 3, country)
      }
    })
  )

  it.effect("follow the ratings: a well-rated app is praised more than a badly rated one", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      const top = yield* get(`${sandbox.baseUrls.rssV2}/api/v2/us/apps/top-free/100/apps.json`)
      const ids = decode(ChartV2, top.body).feed.results.map(({ id }) => id)
      const { results } = decode(Lookup, (yield* get(`${sandbox.baseUrls.itunes}/lookup?id=${ids.join(",")}`)).body)
      const ordered = [...results].sort((a, b) => b.averageUserRating - a.averageUserRating)
      const mean = (trackId: number) =>
        get(`${sandbox.baseUrls.itunes}/us/rss/customerreviews/page=1/id=${trackId}/sortby=mostrecent/json`).pipe(
          Effect.map(({ body }) => oneOrMany(decode(ReviewsFeed, body).feed.entry)),
          Effect.map(
            (reviews) => reviews.reduce((sum, review) => sum + Number(review["im:rating"].label), 0) / reviews.length
          )
        )
      const best = yield* Effect.all(ordered.slice(0, 8).map(({ trackId }) => mean(trackId)))
      const worst = yield* Effect.all(ordered.slice(-8).map(({ trackId }) => mean(trackId)))
      const average = (values: ReadonlyArray<number>) => values.reduce((sum, value) => sum + value, 0) / values.length
      assert.isAbove(average(best), average(worst) + 0.2)
    })
  )
})
