import { gunzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { as, ask, attempt, note, start, textsIn } from "./support.ts"

const statusesOf = (url: string, count: number) =>
  Effect.all(Array.from({ length: count }, () => Effect.map(ask(url), ({ status }) => status)))

describe("faults", () => {
  for (const kind of ["401", "403", "409", "429", "500", "503"] as const) {
    it.effect(`answers ${kind} for as many requests as it was told to, and does no work`, () =>
      Effect.gen(function* () {
        const { baseUrls, control } = yield* start()
        control.fail({ kind, upstream: "notes", times: 2, message: "Not now." })
        const url = `${baseUrls.notes}/notes`
        const refused = yield* ask(url, note("lost"))
        assert.strictEqual(refused.status, Number(kind))
        assert.include(refused.body, "Not now.")
        assert.deepStrictEqual(yield* statusesOf(url, 2), [Number(kind), 200])
        assert.lengthOf(textsIn((yield* ask(url)).body), 1)
        assert.deepInclude(control.requests()[0], { handled: null, status: Number(kind), faults: [kind] })
      })
    )
  }

  it.effect("sends Retry-After with 429 only when it was given", () =>
    Effect.gen(function* () {
      const { baseUrls, control } = yield* start()
      control.fail({ kind: "429", retryAfterSeconds: 7, times: 1 })
      control.fail({ kind: "429", times: 1 })
      const url = `${baseUrls.notes}/notes`
      assert.strictEqual((yield* ask(url)).headers.get("retry-after"), "7")
      assert.isNull((yield* ask(url)).headers.get("retry-after"))
    })
  )

  it.effect("does the work of a request whose answer is lost", () =>
    Effect.gen(function* () {
      const { baseUrls, control } = yield* start()
      const url = `${baseUrls.notes}/notes`
      control.fail({ kind: "lostAnswer", times: 1 })
      assert.isTrue(Exit.isFailure(yield* attempt(url, note("written"))))
      assert.include(textsIn((yield* ask(url)).body), "written")
      assert.deepInclude(control.requests()[0], { method: "POST", handled: 201, status: null })
    })
  )

  it.effect("does no work of a request that is reset", () =>
    Effect.gen(function* () {
      const { baseUrls, control } = yield* start()
      const url = `${baseUrls.notes}/notes`
      control.fail({ kind: "reset", times: 1 })
      assert.isTrue(Exit.isFailure(yield* attempt(url, note("written"))))
      assert.notInclude(textsIn((yield* ask(url)).body), "written")
      assert.deepInclude(control.requests()[0], { handled: null, status: null })
    })
  )

  it.effect("shows as many reads as it was told to the state before the last write", () =>
    Effect.gen(function* () {
      const { baseUrls, control } = yield* start()
      const url = `${baseUrls.notes}/notes`
      control.fail({ kind: "lag", times: 2 })
      yield* ask(url, note("new"))
      const seen = yield* Effect.all([1, 2, 3].map(() => Effect.map(ask(url), ({ body }) => textsIn(body).length)))
      assert.deepStrictEqual(seen, [1, 1, 2])
    })
  )

  it.effect("shows to reads that lag what there is while nothing is written after they were told to", () =>
    Effect.gen(function* () {
      const { baseUrls, control } = yield* start()
      const url = `${baseUrls.notes}/notes`
      yield* ask(url, note("first"))
      control.fail({ kind: "lag", times: 2 })
      const counted = Effect.map(ask(url), ({ body }) => textsIn(body).length)
      const before = yield* counted
      yield* ask(url, note("second"))
      assert.deepStrictEqual([before, yield* counted, yield* counted], [2, 2, 3])
    })
  )

  it.effect("runs a quota down in the headers, then refuses", () =>
    Effect.gen(function* () {
      const { baseUrls, control } = yield* start()
      const url = `${baseUrls.notes}/notes`
      control.fail({ kind: "quota", limit: 2, retryAfterSeconds: 9, times: 1 })
      const answers = yield* Effect.all([1, 2, 3, 4].map(() => ask(url)))
      assert.deepStrictEqual(
        answers.map(({ headers, status }) => [status, headers.get("x-quota"), headers.get("retry-after")]),
        [
          [200, "1/2", null],
          [200, "0/2", null],
          [429, "0/2", "9"],
          [200, null, null]
        ]
      )
    })
  )

  it.effect("breaks the gzip of a file, and of an answer that was none", () =>
    Effect.gen(function* () {
      const { baseUrls, control } = yield* start()
      const bytes = () =>
        Effect.promise(async () => Buffer.from(await (await fetch(`${baseUrls.notes}/report`)).arrayBuffer()))
      assert.include(gunzipSync(yield* bytes()).toString(), "2026-11-20,1")
      control.fail({ kind: "gzipBroken" })
      const broken = yield* bytes()
      assert.deepStrictEqual([...broken.subarray(0, 2)], [0x1f, 0x8b])
      assert.throws(() => gunzipSync(broken))
      assert.isTrue(Exit.isFailure(yield* attempt(`${baseUrls.notes}/notes`)))
    })
  )

  it.effect("cuts answers short, or sends what does not parse, or nothing, or a captcha", () =>
    Effect.gen(function* () {
      const { baseUrls, control } = yield* start()
      const url = `${baseUrls.notes}/notes`
      control.fail({ kind: "truncated", times: 1 })
      assert.isTrue(Exit.isFailure(yield* attempt(url)))
      control.fail({ kind: "malformed", times: 1 })
      const { body } = yield* ask(url)
      assert.throws(() => JSON.parse(body))
      control.fail({ kind: "empty", times: 1 })
      assert.deepStrictEqual(textsIn((yield* ask(url)).body), [])
      control.fail({ kind: "html", times: 1 })
      const shown = yield* ask(url)
      assert.deepStrictEqual([shown.status, shown.headers.get("content-type")], [200, "text/html; charset=utf-8"])
    })
  )

  it.effect("adds slowness to another fault", () =>
    Effect.gen(function* () {
      const { baseUrls, control } = yield* start()
      control.fail({ kind: "slow", delayMs: 60, times: 1 })
      control.fail({ kind: "503", times: 1 })
      const startedMs = performance.now()
      assert.strictEqual((yield* ask(`${baseUrls.notes}/notes`)).status, 503)
      assert.isAtLeast(performance.now() - startedMs, 50)
      assert.deepStrictEqual(control.requests()[0]?.faults, ["slow", "503"])
      assert.isEmpty(control.faults())
    })
  )

  it.effect("has those of the double's own, on its hosts alone", () =>
    Effect.gen(function* () {
      const { baseUrls, control } = yield* start()
      control.fail({ kind: "suspended", times: 1 })
      assert.include((yield* ask(`${baseUrls.notes}/notes`)).body, "ACCOUNT_SUSPENDED")
      assert.strictEqual((yield* ask(`${baseUrls.notes}/notes`)).status, 200)
      assert.throws(() => control.fail({ kind: "asleep" }), /no fault 'asleep'/)
      assert.throws(() => control.fail({ kind: "500", upstream: "nobody" }), /no host 'nobody'/)
    })
  )

  it.effect("touches only the host, the paths and the credential that it names", () =>
    Effect.gen(function* () {
      const { baseUrls, control } = yield* start()
      const url = `${baseUrls.notes}/notes`
      control.fail({ kind: "500", upstream: "notes", path: "^/notes\\?.*page=2", credential: "ann" })
      const statuses = [as("ann"), as("ben")].flatMap((init) => [ask(`${url}?page=2`, init), ask(url, init)])
      assert.deepStrictEqual(
        (yield* Effect.all(statuses)).map(({ status }) => status),
        [500, 200, 200, 200]
      )
    })
  )

  it.effect("lasts until it is cleared", () =>
    Effect.gen(function* () {
      const { baseUrls, control } = yield* start()
      const url = `${baseUrls.notes}/notes`
      const id = control.fail({ kind: "500" })
      control.fail({ kind: "403", upstream: "notes-token" })
      assert.strictEqual((yield* ask(url)).status, 500)
      control.clearFaults({ id })
      assert.strictEqual((yield* ask(url)).status, 200)
      assert.lengthOf(control.faults(), 1)
      control.clearFaults({ upstream: "notes-token" })
      assert.isEmpty(control.faults())
    })
  )
})
