import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { decode, Lookup } from "./shapes.ts"
import { get, idAtRank, start } from "./support.ts"

const Refusal = Schema.Struct({
  errorMessage: Schema.String,
  queryParameters: Schema.Record(Schema.String, Schema.String)
})

describe("lookup", () => {
  it.effect("answers several ids as text/javascript after blank lines", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      const one = yield* idAtRank(sandbox, "us", 1)
      const two = yield* idAtRank(sandbox, "us", 2)
      const answer = yield* get(`${sandbox.baseUrls.itunes}/lookup?id=${one},${two},5&country=us`)
      assert.match(answer.headers.get("content-type") ?? "", /^text\/javascript/)
      assert.isTrue(answer.body.startsWith("\n\n\n{"))
      const { resultCount, results } = decode(Lookup, answer.body)
      assert.strictEqual(resultCount, 2)
      assert.deepStrictEqual(
        results.map(({ trackId }) => String(trackId)),
        [one, two]
      )
    })
  )

  it.effect("gives the same app by its bundle id", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      const id = yield* idAtRank(sandbox, "us", 3)
      const byId = yield* get(`${sandbox.baseUrls.itunes}/lookup?id=${id}`)
      const [record] = decode(Lookup, byId.body).results
      const byBundle = yield* get(`${sandbox.baseUrls.itunes}/lookup?bundleId=${record?.bundleId}`)
      assert.deepStrictEqual(decode(Lookup, byBundle.body).results[0], record)
      assert.isDefined(record)
    })
  )

  it.effect("speaks the country's language and money", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      const expected = { de: "EUR", jp: "JPY", uz: "USD", gb: "GBP" }
      for (const [country, currency] of Object.entries(expected)) {
        const id = yield* idAtRank(sandbox, country, 1)
        const answer = yield* get(`${sandbox.baseUrls.itunes}/lookup?id=${id}&country=${country.toUpperCase()}`)
        const [record] = decode(Lookup, answer.body).results
        assert.strictEqual(record?.currency, currency)
        assert.strictEqual(record?.formattedPrice, { de: "Gratis", jp: "無料" }[country] ?? "Free")
      }
    })
  )

  it.effect("answers an unknown app, an unsold app and an empty id alike: nothing found", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      const { itunes } = sandbox.baseUrls
      const answers = yield* Effect.all(
        ["id=5", "id=0", "id=", "bundleId=no.such.app"].map((query) => get(`${itunes}/lookup?${query}`))
      )
      const top = yield* get(`${sandbox.baseUrls.rssV2}/api/v2/us/apps/top-free/100/apps.json`)
      const ids = [...top.body.matchAll(/"id":"(\d+)"/g)].map((match) => match[1])
      const inChina = yield* get(`${itunes}/lookup?id=${ids.join(",")}&country=cn`)
      for (const { body, status } of answers) {
        assert.strictEqual(status, 200)
        assert.strictEqual(decode(Lookup, body).resultCount, 0)
      }
      assert.isBelow(decode(Lookup, inChina.body).resultCount, ids.length)
    })
  )

  it.effect("refuses an id that is no number and a country that is none", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      for (const [query, key] of [
        ["id=abc", "itunesId"],
        ["id=1,x", "itunesId"],
        ["id=1&country=zz", "country"]
      ]) {
        const answer = yield* get(`${sandbox.baseUrls.itunes}/lookup?${query}`)
        assert.strictEqual(answer.status, 400)
        assert.strictEqual(decode(Refusal, answer.body).errorMessage, `Invalid value(s) for key(s): [${key}]`)
      }
    })
  )

  it.effect("gives a developer's row first, then the apps", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      const id = yield* idAtRank(sandbox, "us", 1)
      const app = decode(Lookup, (yield* get(`${sandbox.baseUrls.itunes}/lookup?id=${id}`)).body).results[0]
      const answer = yield* get(`${sandbox.baseUrls.itunes}/lookup?id=${app?.artistId}&entity=software`)
      const Rows = Schema.Struct({
        results: Schema.Array(
          Schema.Struct({ wrapperType: Schema.String, artistId: Schema.Int, trackId: Schema.optionalKey(Schema.Int) })
        )
      })
      const [artist, ...apps] = decode(Rows, answer.body).results
      assert.deepStrictEqual(artist, { wrapperType: "artist", artistId: app?.artistId ?? 0 })
      assert.include(
        apps.map(({ trackId }) => trackId),
        app?.trackId
      )
    })
  )

  it.effect("names pictures that can be fetched", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      const ids = yield* Effect.all([1, 2, 3, 4].map((rank) => idAtRank(sandbox, "us", rank)))
      const { results } = decode(Lookup, (yield* get(`${sandbox.baseUrls.itunes}/lookup?id=${ids.join(",")}`)).body)
      const urls = results.flatMap((record) => [
        record.artworkUrl100,
        ...record.screenshotUrls.slice(0, 1),
        ...(record.ipadScreenshotUrls ?? []).slice(0, 1)
      ])
      for (const url of urls) {
        const bytes = yield* Effect.promise(async () => Buffer.from(await (await fetch(url)).arrayBuffer()))
        const [, width, height] = /(\d+)x(\d+)bb\.png$/.exec(url) ?? []
        assert.strictEqual(bytes.subarray(1, 4).toString("latin1"), "PNG")
        assert.strictEqual(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, `${width}x${height}`)
      }
    })
  )
})

describe("search", () => {
  it.effect("finds apps by the words of their names, the best match first", () =>
    Effect.gen(function* () {
      const sandbox = yield* start({ size: 3000 })
      const answer = yield* get(
        `${sandbox.baseUrls.itunes}/search?term=budget+planner&country=us&media=software&limit=200`
      )
      const { resultCount, results } = decode(Lookup, answer.body)
      assert.isAbove(resultCount, 3)
      assert.strictEqual(results.length, resultCount)
      assert.match(results[0]?.trackName ?? "", /budget planner/i)
    })
  )

  it.effect("keeps to the limit, at most 200, and finds an app by its whole name", () =>
    Effect.gen(function* () {
      const sandbox = yield* start({ size: 3000 })
      const { itunes } = sandbox.baseUrls
      const three = decode(Lookup, (yield* get(`${itunes}/search?term=photo&limit=3`)).body)
      assert.strictEqual(three.results.length, 3)
      const many = decode(Lookup, (yield* get(`${itunes}/search?term=e&limit=999`)).body)
      assert.isAtMost(many.resultCount, 200)
      const name = three.results[0]?.trackName ?? ""
      const exact = decode(Lookup, (yield* get(`${itunes}/search?term=${encodeURIComponent(name)}`)).body)
      assert.strictEqual(exact.results[0]?.trackName, name)
    })
  )

  it.effect("mixes Mac apps in as the vendor does, and only Mac or iPad apps where they are asked for", () =>
    Effect.gen(function* () {
      const sandbox = yield* start({ size: 3000 })
      const { itunes } = sandbox.baseUrls
      const kinds = (entity: string) =>
        get(`${itunes}/search?term=editor&limit=200&entity=${entity}`).pipe(
          Effect.map(({ body }) => decode(Lookup, body).results)
        )
      const mixed = yield* kinds("software")
      assert.sameMembers([...new Set(mixed.map(({ kind }) => kind))], ["software", "mac-software"])
      const mac = yield* kinds("macSoftware")
      assert.isTrue(mac.length > 0 && mac.every((app) => app.kind === "mac-software" && !("ipadScreenshotUrls" in app)))
      const pad = yield* kinds("iPadSoftware")
      assert.isTrue(pad.length > 0 && pad.every((app) => (app.ipadScreenshotUrls ?? []).length > 0))
    })
  )

  it.effect("finds nothing for words that nobody uses", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      const answer = yield* get(`${sandbox.baseUrls.itunes}/search?term=qqqqzzzz`)
      assert.deepStrictEqual(decode(Lookup, answer.body), { resultCount: 0, results: [] })
    })
  )
})
