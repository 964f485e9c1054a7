import { assert, describe, it } from "@effect/vitest"
import { Effect, Metric, Redacted } from "effect"
import type { HttpClientRequest } from "effect/http"
import { TestClock } from "effect/testing"
import { makeLanes } from "../src/upstream/lanes.ts"
import { quotasOf } from "../src/upstream/quota.ts"
import { outcome, quiet, scripted } from "./upstream.support.ts"

const credential = (name: string) => ({
  lane: Redacted.make(`S3CRET-${name}`),
  headers: { authorization: Redacted.make(`Bearer ${name}`) }
})
const isOf = (request: HttpClientRequest.HttpClientRequest, name: string) =>
  request.headers.authorization === `Bearer ${name}`
const a = credential("a")
const b = credential("b")
const limited = { status: 429, headers: { "retry-after": "60" } }

describe("lanes of credentials", () => {
  it.effect(
    "one at 429 for a minute is left alone for it; the other one, the circuit and the health are untouched",
    () =>
      Effect.gen(function* () {
        const asked = { a: 0, b: 0 }
        const { health, upstream } = yield* scripted(
          (_, request) => {
            if (isOf(request, "b")) asked.b++
            if (isOf(request, "b")) return 200
            return asked.a++ === 0 ? limited : 200
          },
          { attempts: 3, breaker: { failures: 1, cooldownMs: 300_000 } }
        )
        const first = yield* Effect.flip(upstream.request({ path: "/0", ...a }))
        assert.deepStrictEqual([first.reason, first.retryAfterSeconds], ["rate_limited", 60])
        for (let second = 0; second < 58; second++) {
          const refused = yield* Effect.exit(upstream.request({ path: `/${second}`, ...a }))
          assert.strictEqual(outcome(refused), "rate_limited")
          assert.strictEqual((yield* upstream.request({ path: `/${second}`, ...b })).status, 200)
          yield* TestClock.adjust("1 second")
        }
        assert.deepStrictEqual(asked, { a: 1, b: 58 })
        assert.deepInclude((yield* health)["storea.test"], {
          status: "ok",
          consecutiveFailures: 0,
          cooldownUntil: null
        })
        yield* TestClock.adjust("2 seconds")
        assert.strictEqual((yield* upstream.request({ path: "/after", ...a })).status, 200)
      }).pipe(quiet)
  )

  it.effect("a thousand 429s in one lane never open the circuit", () =>
    Effect.gen(function* () {
      const { upstream } = yield* scripted((_, request) => (isOf(request, "a") ? 429 : 200), {
        attempts: 1,
        breaker: { failures: 2, cooldownMs: 300_000 }
      })
      for (let call = 0; call < 1_000; call++) {
        yield* Effect.exit(upstream.request({ path: `/${call}`, ...a }))
        yield* TestClock.adjust("1 minute")
      }
      assert.strictEqual((yield* upstream.request({ path: "/", ...b })).status, 200)
    }).pipe(quiet)
  )

  it.effect("5xx and timeouts count for the whole upstream, whoever meets them", () =>
    Effect.gen(function* () {
      const { upstream, wire } = yield* scripted(() => 500, {
        attempts: 1,
        breaker: { failures: 4, cooldownMs: 5_000 }
      })
      for (const [path, lane] of [
        ["/1", a],
        ["/2", b],
        ["/3", a],
        ["/4", b]
      ] as const) {
        yield* Effect.exit(upstream.request({ path, ...lane }))
      }
      assert.strictEqual(outcome(yield* Effect.exit(upstream.request({ path: "/5", ...b }))), "circuit_open")
      assert.strictEqual(wire.asked, 4)
    }).pipe(quiet)
  )

  it.effect("a 429 without a time is left alone longer each time", () =>
    Effect.gen(function* () {
      const { upstream } = yield* scripted(() => 429, { attempts: 1 })
      const waits: Array<number | undefined> = []
      for (let call = 0; call < 8; call++) {
        const error = yield* Effect.flip(upstream.request({ path: `/${call}`, ...a }))
        waits.push(error.retryAfterSeconds)
        yield* TestClock.adjust("1 minute")
      }
      assert.deepStrictEqual(waits, [1, 2, 4, 8, 16, 32, 60, 60])
    }).pipe(quiet)
  )

  it.effect("each has the rate limit for itself", () =>
    Effect.gen(function* () {
      const { upstream, wire } = yield* scripted(() => 200, {
        rateLimit: { requests: 2, windowMs: 60_000 },
        queueMsMax: 0
      })
      const ask = (lane: typeof a, count: number) =>
        Effect.forEach(Array.from({ length: count }), (_, index) =>
          Effect.map(Effect.exit(upstream.request({ path: `/${index}`, ...lane })), outcome)
        )
      assert.deepStrictEqual(yield* ask(a, 4), ["ok", "ok", "rate_limited", "rate_limited"])
      assert.deepStrictEqual(yield* ask(b, 3), ["ok", "ok", "rate_limited"])
      assert.strictEqual(wire.asked, 4)
    }).pipe(quiet)
  )

  it.effect("the same request in two lanes is asked twice", () =>
    Effect.gen(function* () {
      const { upstream, wire } = yield* scripted(() => 200)
      const same = { path: "/same", headers: { "x-one": "header" } }
      yield* Effect.all([upstream.request({ ...same, lane: "a" }), upstream.request({ ...same, lane: "b" })], {
        concurrency: "unbounded"
      })
      assert.strictEqual(wire.asked, 2)
    }).pipe(quiet)
  )
})

describe("quota headers", () => {
  const nowMs = 1_800_000_000_000
  const read = (headers: Record<string, string>) =>
    quotasOf(headers, nowMs).map(({ limit, name, remaining, untilMs }) => [name, limit, remaining, untilMs - nowMs])

  it.each([
    [
      { "x-rate-limit": "user-hour-lim:3500;user-hour-rem:500;user-minute-lim:50;user-minute-rem:3;" },
      [
        ["user-hour", 3_500, 500, 60_000],
        ["user-minute", 50, 3, 60_000]
      ]
    ],
    [{ "x-rate-limit": "user-hour-lim:3500;user-minute-rem:7" }, [["user-minute", undefined, 7, 60_000]]],
    [
      { "ratelimit-limit": "100, 100;w=60", "ratelimit-remaining": "40", "ratelimit-reset": "12" },
      [["all", 100, 40, 12_000]]
    ],
    [{ ratelimit: "limit=100, remaining=50, reset=5" }, [["all", 100, 50, 5_000]]],
    [{ ratelimit: '"burst";r=50;t=5' }, [["burst", undefined, 50, 5_000]]],
    [
      { "x-ratelimit-remaining": "9", "x-ratelimit-limit": "10", "x-ratelimit-reset": String(nowMs / 1_000 + 30) },
      [["all", 10, 9, 30_000]]
    ],
    [{ "x-ratelimit-remaining-tokens": "9", "x-ratelimit-reset-tokens": "6m0s" }, [["tokens", undefined, 9, 360_000]]],
    [
      { "vendor-ratelimit-requests-remaining": "5", "vendor-ratelimit-requests-reset": "2027-01-15T08:00:10Z" },
      [["requests", undefined, 5, 10_000]]
    ],
    [{ "ratelimit-remaining": "nonsense", "x-rate-limit": "", "content-type": "text/plain" }, []]
  ])("%j", (headers, expected) => {
    assert.deepStrictEqual(read(headers), expected)
  })

  it.effect("the last 5% are kept for writes until the count starts anew", () =>
    Effect.gen(function* () {
      const { upstream } = yield* scripted((asked) => ({
        status: 200,
        headers: { "ratelimit-limit": "100", "ratelimit-remaining": String(8 - asked), "ratelimit-reset": "30" }
      }))
      const seen: Array<string> = []
      for (let call = 0; call < 5; call++) {
        seen.push(outcome(yield* Effect.exit(upstream.request({ path: `/${call}`, ...a }))))
      }
      assert.deepStrictEqual(seen, ["ok", "ok", "ok", "rate_limited", "rate_limited"])
      const refused = yield* Effect.flip(upstream.request({ path: "/", ...a }))
      assert.strictEqual(refused.retryAfterSeconds, 30)
      const writes = [
        { method: "POST" as const, path: "/w" },
        { path: "/r", write: true }
      ]
      for (const write of writes) assert.strictEqual((yield* upstream.request({ ...write, ...a })).status, 200)
      assert.strictEqual((yield* upstream.request({ path: "/", ...b })).status, 200)
      yield* TestClock.adjust("31 seconds")
      assert.strictEqual((yield* upstream.request({ path: "/", ...a })).status, 200)
    }).pipe(quiet)
  )

  it.effect("reads that fly at once are counted before their answers come", () =>
    Effect.gen(function* () {
      const headers = { "ratelimit-limit": "100", "ratelimit-remaining": "10" }
      const { upstream, wire } = yield* scripted((asked) => (asked === 1 ? { status: 200, headers } : Effect.never))
      yield* upstream.request({ path: "/first", ...a })
      for (let call = 0; call < 20; call++) {
        yield* Effect.forkScoped(upstream.request({ path: `/${call}`, ...a }), { startImmediately: true })
      }
      yield* TestClock.adjust(0)
      assert.strictEqual(wire.asked, 1 + 5)
    }).pipe(quiet)
  )

  it.effect("show in metrics by lane, without the credential, and go when the upstream does", () =>
    Effect.gen(function* () {
      const { upstream } = yield* scripted(
        () => ({ status: 200, headers: { "x-rate-limit": "user-hour-lim:3500;user-hour-rem:42;" } }),
        { name: "storea.quota" }
      )
      yield* upstream.request({ path: "/", ...a })
      const shown = (yield* Metric.snapshot).filter(({ attributes }) => attributes?.upstream === "storea.quota")
      const quotas = shown.filter(({ id }) => id.startsWith("storeglass_upstream_quota"))
      assert.deepStrictEqual(quotas.map(({ attributes, id, state }) => [id, attributes?.quota, state]).sort(), [
        ["storeglass_upstream_quota_limit", "user-hour", { value: 3_500 }],
        ["storeglass_upstream_quota_remaining", "user-hour", { value: 42 }]
      ])
      assert.match(String(quotas[0]?.attributes?.lane), /^[0-9a-f]{16}$/)
      assert.notInclude(JSON.stringify(shown), "S3CRET")
    }).pipe(quiet)
  )

  it.effect("of lanes long unused go from memory and metrics", () =>
    Effect.gen(function* () {
      const registry = new Map()
      const context = yield* Effect.provideService(Effect.context<never>(), Metric.MetricRegistry, registry)
      const lanes = makeLanes("storea.many", 0, context)
      for (let index = 0; index < 7_000; index++) {
        lanes
          .of({ path: "/", lane: `credential ${index}` }, 0)
          .answered({ "ratelimit-remaining": "1" }, { wallMs: 0, passedMs: 0 }, false)
      }
      assert.isAtMost(registry.size, 1_000)
      lanes.close()
      assert.strictEqual(registry.size, 0)
    })
  )
})
