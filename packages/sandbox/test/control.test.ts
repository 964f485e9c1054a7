import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Schema } from "effect"
import type { Fault } from "../src/index.ts"
import { ChartFeed, decode, frontOf, get, hintTerms, idAtRank, Lookup, ReviewsFeed, start } from "./support.ts"

const send = (url: string, method: string, body?: unknown) =>
  Effect.promise(async () => {
    const response = await fetch(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    return { status: response.status, body: await response.text() }
  })

/** Success with the answer, or what the connection failed with. */
const attempt = (url: string) =>
  Effect.exit(
    Effect.tryPromise(async () => {
      const response = await fetch(url)
      return { status: response.status, headers: response.headers, body: await response.text() }
    })
  )

const lookupPath = "/lookup?id=5"

describe("faults", () => {
  for (const kind of ["403", "429", "500", "503"] as const) {
    it.effect(`answers ${kind} for as many requests as it was told to`, () =>
      Effect.gen(function* () {
        const sandbox = yield* start()
        sandbox.control.fail({ kind, upstream: "itunes", times: 2 })
        const url = `${sandbox.baseUrls.itunes}${lookupPath}`
        const statuses = yield* Effect.all([1, 2, 3].map(() => get(url).pipe(Effect.map(({ status }) => status))))
        assert.deepStrictEqual(statuses, [Number(kind), Number(kind), 200])
      })
    )
  }

  it.effect("sends Retry-After with 429 only when it was given", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      sandbox.control.fail({ kind: "429", retryAfterSeconds: 7, times: 1 })
      sandbox.control.fail({ kind: "429", times: 1 })
      const url = `${sandbox.baseUrls.itunes}${lookupPath}`
      assert.strictEqual((yield* get(url)).headers.get("retry-after"), "7")
      assert.isNull((yield* get(url)).headers.get("retry-after"))
    })
  )

  it.effect("is slow by as much as it was told, and answers rightly then", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      sandbox.control.fail({ kind: "slow", delayMs: 120, times: 1 })
      const startedMs = performance.now()
      const answer = yield* get(`${sandbox.baseUrls.itunes}${lookupPath}`)
      assert.isAtLeast(performance.now() - startedMs, 110)
      assert.strictEqual(answer.status, 200)
    })
  )

  it.effect("adds slowness to another fault", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      sandbox.control.fail({ kind: "slow", delayMs: 60, times: 1 })
      sandbox.control.fail({ kind: "503", times: 1 })
      assert.strictEqual((yield* get(`${sandbox.baseUrls.itunes}${lookupPath}`)).status, 503)
      assert.deepStrictEqual(sandbox.control.requests()[0]?.faults, ["slow", "503"])
      assert.isEmpty(sandbox.control.faults())
    })
  )

  it.effect("cuts a truncated answer short of its promised length", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      sandbox.control.fail({ kind: "truncated", times: 1 })
      assert.isTrue(Exit.isFailure(yield* attempt(`${sandbox.baseUrls.itunes}${lookupPath}`)))
    })
  )

  it.effect("cuts the connection without an answer", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      sandbox.control.fail({ kind: "reset", times: 1 })
      assert.isTrue(Exit.isFailure(yield* attempt(`${sandbox.baseUrls.itunes}${lookupPath}`)))
      assert.isNull(sandbox.control.requests()[0]?.status)
    })
  )

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

  it.effect("shows a captcha page with status 200", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      sandbox.control.fail({ kind: "html", upstream: "itunes" })
      const answer = yield* get(`${sandbox.baseUrls.itunes}${lookupPath}`)
      assert.strictEqual(answer.status, 200)
      assert.match(answer.headers.get("content-type") ?? "", /html/)
      assert.include(answer.body, "captcha")
    })
  )

  it.effect("touches only the upstream and the paths that it names", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      sandbox.control.fail({ kind: "500", upstream: "itunes", path: "^/lookup\\?.*country=de" })
      const { itunes, rssV2 } = sandbox.baseUrls
      assert.strictEqual((yield* get(`${itunes}/lookup?id=5&country=de`)).status, 500)
      assert.strictEqual((yield* get(`${itunes}/lookup?id=5&country=fr`)).status, 200)
      assert.strictEqual((yield* get(`${rssV2}/api/v2/de/apps/top-free/10/apps.json`)).status, 200)
    })
  )

  it.effect("lasts until it is cleared", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      const url = `${sandbox.baseUrls.itunes}${lookupPath}`
      const id = sandbox.control.fail({ kind: "500" })
      sandbox.control.fail({ kind: "403", upstream: "search" })
      assert.strictEqual((yield* get(url)).status, 500)
      sandbox.control.clearFaults({ id })
      assert.strictEqual((yield* get(url)).status, 200)
      assert.lengthOf(sandbox.control.faults(), 1)
      sandbox.control.clearFaults({ upstream: "search" })
      assert.isEmpty(sandbox.control.faults())
    })
  )

  it.effect("can be told over HTTP, and refuses what it does not understand", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      const faults = `${sandbox.origin}/__sandbox/faults`
      const url = `${sandbox.baseUrls.itunes}${lookupPath}`
      const fault: Fault = { kind: "503", upstream: "itunes", times: 1 }
      assert.strictEqual((yield* send(faults, "POST", [fault, { kind: "403" }])).status, 201)
      assert.strictEqual((yield* get(url)).status, 503)
      assert.strictEqual((yield* get(url)).status, 403)
      assert.include((yield* get(faults)).body, '"kind":"403"')
      assert.strictEqual((yield* send(faults, "DELETE")).status, 200)
      assert.strictEqual((yield* get(url)).status, 200)
      for (const wrong of [
        { kind: "418" },
        { kind: "500", upstream: "nobody" },
        { kind: "500", path: "(" },
        { kind: "500", often: 2 }
      ]) {
        assert.strictEqual((yield* send(faults, "POST", wrong)).status, 400, JSON.stringify(wrong))
      }
      assert.strictEqual((yield* send(faults, "PUT")).status, 405)
    })
  )
})

const Requests = Schema.Struct({
  requests: Schema.Array(Schema.Struct({ sequence: Schema.Int, upstream: Schema.String, path: Schema.String }))
})

describe("ledger", () => {
  it.effect("tells what was asked, with the headers that matter and without credentials", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      yield* get(`${sandbox.baseUrls.search}/WebObjects/MZSearchHints.woa/wa/hints?term=a`, {
        ...frontOf(143441),
        authorization: "Bearer secret"
      })
      const [entry] = sandbox.control.requests({ upstream: "search" })
      assert.deepInclude(entry, {
        method: "GET",
        path: "/WebObjects/MZSearchHints.woa/wa/hints",
        query: { term: "a" },
        status: 200,
        faults: []
      })
      assert.strictEqual(entry?.headers["x-apple-store-front"], "143441-1,29")
      assert.notInclude(JSON.stringify(entry), "secret")
    })
  )

  it.effect("can be filtered and cleared, here and over HTTP", () =>
    Effect.gen(function* () {
      const sandbox = yield* start()
      const url = `${sandbox.origin}/__sandbox/requests`
      yield* get(`${sandbox.baseUrls.itunes}/lookup?id=1`)
      yield* get(`${sandbox.baseUrls.itunes}/search?term=x`)
      yield* get(`${sandbox.baseUrls.apps}/us/app/id1`)
      assert.lengthOf(sandbox.control.requests({ path: "/search" }), 1)
      assert.lengthOf(decode(Requests, (yield* get(`${url}?upstream=itunes&afterSequence=1`)).body).requests, 1)
      assert.strictEqual((yield* get(`${url}?sort=x`)).status, 400)
      assert.strictEqual((yield* send(url, "DELETE")).status, 200)
      assert.isEmpty(sandbox.control.requests())
    })
  )
})

describe("sandbox", () => {
  it.effect("follows Effect's Clock when no other is given", () =>
    Effect.gen(function* () {
      const { startSandbox } = yield* Effect.promise(() => import("../src/index.ts"))
      const sandbox = yield* startSandbox({ size: 50 })
      const chart = yield* get(`${sandbox.baseUrls.itunes}/us/rss/topfreeapplications/limit=2/json`)
      assert.strictEqual(decode(ChartFeed, chart.body).feed.updated.label, "1969-12-31T17:00:00-07:00")
    })
  )

  it.effect("stops listening when its scope closes", () =>
    Effect.gen(function* () {
      const origin = yield* Effect.scoped(start({ size: 10 }).pipe(Effect.map((sandbox) => sandbox.origin)))
      assert.isTrue(Exit.isFailure(yield* attempt(origin)))
    })
  )

  it.effect("fails with a reason when its port is taken or its folder is not there", () =>
    Effect.gen(function* () {
      const first = yield* start({ size: 10 })
      const taken = yield* Effect.flip(start({ port: Number(new URL(first.origin).port) }))
      assert.include(taken.message, "EADDRINUSE")
      const missing = yield* Effect.flip(start({ recordings: "/nowhere/at/all" }))
      assert.include(missing.message, "/nowhere/at/all")
    })
  )

  it.effect("starts within 150 ms", () =>
    Effect.gen(function* () {
      const startedMs = performance.now()
      yield* start({ size: 3000 })
      assert.isBelow(performance.now() - startedMs, 150)
    })
  )
})
