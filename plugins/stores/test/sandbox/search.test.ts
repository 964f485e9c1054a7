import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { decode, Lookup } from "./shapes.ts"
import { frontOf, get, hintTerms, start } from "./support.ts"

const us = frontOf(143441)

const Device = Schema.Struct({
  bubbles: Schema.Array(
    Schema.Struct({ results: Schema.Array(Schema.Struct({ id: Schema.String })), totalCount: Schema.Int })
  )
})

const Trends = Schema.Struct({
  header: Schema.Struct({ label: Schema.String }),
  trendingSearches: Schema.Array(Schema.Struct({ label: Schema.String }))
})

describe("hints", () => {
  it.effect("completes what was typed, ten at most, for a storefront", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      const url = `${sandbox.baseUrls.search}/WebObjects/MZSearchHints.woa/wa/hints?clientApplication=Software&term=bud`
      const answer = yield* get(url, us)
      const terms = hintTerms(answer.body)
      assert.match(answer.headers.get("content-type") ?? "", /xml/)
      assert.isAbove(terms.length, 1)
      assert.isAtMost(terms.length, 10)
      for (const term of terms) assert.match(term, /\bbud/)
      assert.include(terms, "budget planner")
    })
  )

  it.effect("is silent without a storefront", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      const answer = yield* get(`${sandbox.baseUrls.search}/WebObjects/MZSearchHints.woa/wa/hints?term=bud`)
      assert.strictEqual(answer.status, 200)
      assert.isEmpty(hintTerms(answer.body))
      assert.include(answer.body, "<key>hints</key>")
    })
  )

  it.effect("escapes what XML does not take", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      const answer = yield* get(`${sandbox.baseUrls.search}/WebObjects/MZSearchHints.woa/wa/hints?term=deals`, us)
      assert.include(answer.body, "deals &amp; coupons")
      assert.notMatch(answer.body, /&(?!amp;|lt;|gt;|#\d+;)/)
    })
  )
})

describe("trends", () => {
  it.effect("names as many as are asked for", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      const answer = yield* get(`${sandbox.baseUrls.search}/WebObjects/MZSearchHints.woa/wa/trends?maxCount=4`, us)
      assert.strictEqual(decode(Trends, answer.body).trendingSearches.length, 4)
    })
  )
})

describe("device search", () => {
  it.effect("gives ids in an order of its own, of apps that the catalogue knows", () =>
    Effect.gen(function* () {
      const sandbox = yield* start({ size: 3000 })
      const url = `${sandbox.baseUrls.search}/WebObjects/MZStore.woa/wa/search?clientApplication=Software&media=software&term=photo`
      const answer = yield* get(url, { "x-apple-store-front": "143443,24 t:native" })
      const [bubble] = decode(Device, answer.body).bubbles
      const ids = bubble?.results.map(({ id }) => id) ?? []
      assert.isAbove(ids.length, 10)
      assert.strictEqual(bubble?.totalCount, ids.length)
      const known = yield* get(`${sandbox.baseUrls.itunes}/lookup?id=${ids.join(",")}&country=de`)
      const { results } = decode(Lookup, known.body)
      assert.strictEqual(results.length, ids.length)
      assert.isTrue(results.every(({ kind }) => kind === "software"))
      const web = yield* get(`${sandbox.baseUrls.itunes}/search?term=photo&country=de&limit=200`)
      const webIds = decode(Lookup, web.body)
        .results.filter(({ kind }) => kind === "software")
        .map(({ trackId }) => String(trackId))
      assert.sameMembers(ids, webIds)
      assert.notDeepEqual(ids, webIds)
    })
  )

  it.effect("has no bubbles when it finds nothing", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      const answer = yield* get(`${sandbox.baseUrls.search}/WebObjects/MZStore.woa/wa/search?term=qqqzzz`, us)
      assert.isEmpty(decode(Device, answer.body).bubbles)
    })
  )
})
