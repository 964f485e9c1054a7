import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ChartFeed, decode, Lookup, ReviewsFeed } from "./shapes.ts"
import { frontOf, get, hintTerms, idAtRank, start } from "./support.ts"

describe("faults of the stores", () => {
  for (const kind of ["403", "429", "500", "503"] as const) {
    it.effect(`refuse with ${kind} as the vendors do, for as many requests as they were told to`, () =>
      Effect.gen(function* () {
        const sandbox = yield* start()
        sandbox.control.fail({ kind, upstream: "itunes", times: 2, retryAfterSeconds: 7 })
        const url = `${sandbox.baseUrls.itunes}/lookup?id=5`
        const answers = yield* Effect.all([1, 2, 3].map(() => get(url)))
        assert.deepStrictEqual(
          answers.map(({ status }) => status),
          [Number(kind), Number(kind), 200]
        )
        assert.notMatch(answers[0]?.headers.get("content-type") ?? "", /application\/json/)
      })
    )
  }

  it.effect("sends whole answers that do not parse, from every upstream", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      const id = yield* idAtRank(sandbox, "us", 1)
      sandbox.control.fail({ kind: "malformed" })
      const { apps, itunes, rssV2, search } = sandbox.baseUrls
      for (const url of [
        `${itunes}/lookup?id=${id}`,
        `${itunes}/us/rss/topfreeapplications/limit=10/json`,
        `${rssV2}/api/v2/us/apps/top-free/10/apps.json`
      ]) {
        const answer = yield* get(url)
        assert.strictEqual(answer.status, 200)
        assert.throws(() => JSON.parse(answer.body))
      }
      const hints = yield* get(`${search}/WebObjects/MZSearchHints.woa/wa/hints?term=b`, frontOf(143441))
      assert.notInclude(hints.body, "</plist>")
      const page = yield* get(`${apps}/us/app/id${id}`)
      assert.notMatch(page.body, /serialized-server-data">[\s\S]*<\/script>/)
    })
  )

  it.effect("says nothing validly, from every upstream", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      const id = yield* idAtRank(sandbox, "us", 1)
      sandbox.control.fail({ kind: "empty" })
      const { apps, itunes, search } = sandbox.baseUrls
      assert.strictEqual(decode(Lookup, (yield* get(`${itunes}/lookup?id=${id}`)).body).resultCount, 0)
      const chart = yield* get(`${itunes}/us/rss/topfreeapplications/limit=10/json`)
      assert.notProperty(decode(ChartFeed, chart.body).feed, "entry")
      const reviews = yield* get(`${itunes}/us/rss/customerreviews/page=1/id=${id}/sortby=mostrecent/json`)
      assert.notProperty(decode(ReviewsFeed, reviews.body).feed, "entry")
      const hints = yield* get(`${search}/WebObjects/MZSearchHints.woa/wa/hints?term=b`, frontOf(143441))
      assert.isEmpty(hintTerms(hints.body))
      const page = yield* get(`${apps}/us/app/id${id}`)
      assert.strictEqual(page.status, 200)
      assert.include(page.body, '{"data":[]}')
    })
  )

  it.effect("leave the ledger with the storefront that was asked for", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      yield* get(`${sandbox.baseUrls.search}/WebObjects/MZSearchHints.woa/wa/hints?term=a`, frontOf(143441))
      assert.strictEqual(sandbox.control.requests()[0]?.headers["x-apple-store-front"], "143441-1,29")
    })
  )

  it.effect("are never those of the past days that a history is filled from", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      yield* get(`${sandbox.baseUrls.history}/searches?platform=storea&country=us&day=2026-11-01`)
      assert.deepStrictEqual(sandbox.control.requests(), [])
    })
  )
})
