import { assert, describe, it } from "@effect/vitest"
import type { UpstreamRequest } from "@storeglass/plugin-api"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { backoffMs, cappedRetryAfterMs, makeRetryBudget } from "../src/upstream/retry.ts"
import { type Answer, elapse, outcome, quiet, scripted } from "./upstream.support.ts"

const unbroken = { breaker: { failures: 1_000_000, cooldownMs: 1_000 } }
const thenOk = (first: Answer) => (asked: number) => (asked === 1 ? first : 200)

describe("what is asked again", () => {
  const cases: ReadonlyArray<readonly [string, UpstreamRequest, Answer, number, string]> = [
    ["a GET answered 500", { path: "/" }, 500, 2, "ok"],
    ["a GET answered 429", { path: "/" }, 429, 2, "ok"],
    ["a GET answered a throttle status of this upstream", { path: "/" }, 403, 2, "ok"],
    ["a GET without a connection", { path: "/" }, "refused", 2, "ok"],
    ["a POST that is declared repeatable", { path: "/", method: "POST", repeatable: true }, 500, 2, "ok"],
    ["not a POST answered 500", { path: "/", method: "POST" }, 500, 1, "failed"],
    ["not a POST answered 429", { path: "/", method: "POST" }, 429, 1, "rate_limited"],
    ["not a PUT without a connection", { path: "/", method: "PUT" }, "refused", 1, "unreachable"],
    ["not a GET that is declared unsafe", { path: "/", repeatable: false }, 500, 1, "failed"],
    ["not a GET answered 404, which comes back", { path: "/" }, 404, 1, "ok"],
    ["not a GET answered 401, which comes back", { path: "/" }, 401, 1, "ok"]
  ]
  it.effect.each(cases)("%s", ([, request, first, asked, expected]) =>
    Effect.gen(function* () {
      const { upstream, wire } = yield* scripted(thenOk(first), { throttleStatuses: [403] })
      const { exit } = yield* elapse(upstream.request(request))
      assert.deepStrictEqual([wire.asked, outcome(exit)], [asked, expected])
    }).pipe(quiet)
  )

  it.effect("at most as often as the spec says, and the failure is the last answer's", () =>
    Effect.gen(function* () {
      const { upstream, wire } = yield* scripted(() => 503, { attempts: 2 })
      const error = yield* Effect.flip(
        Effect.flatten(Effect.map(elapse(upstream.request({ path: "/x" })), (r) => r.exit))
      )
      assert.deepStrictEqual([wire.asked, error.reason], [2, "failed"])
      assert.strictEqual(error.message, "storea.test: failed: GET /x: status 503")
    }).pipe(quiet)
  )

  it.effect("and what a refusal said comes with the failure, for the adapter alone: no text of it shows", () =>
    Effect.gen(function* () {
      for (const status of [429, 503]) {
        const { upstream } = yield* scripted(() => status)
        const error = yield* Effect.flip(upstream.request({ path: "/x", method: "POST" }))
        assert.strictEqual(error.answered?.status, status)
        assert.strictEqual(error.answered && Redacted.value(error.answered.body), `body ${status}`)
        assert.notInclude(`${error.message} ${JSON.stringify(error)} ${String(error.answered?.body)}`, `body ${status}`)
      }
      const { upstream } = yield* scripted(() => "refused")
      assert.isUndefined((yield* Effect.flip(upstream.request({ path: "/x", method: "POST" }))).answered)
    }).pipe(quiet)
  )

  it.effect("a dead upstream sees a fifth more calls than were made, and a few", () =>
    Effect.gen(function* () {
      const { upstream, wire } = yield* scripted(() => 500, unbroken)
      for (let call = 0; call < 200; call++) yield* elapse(upstream.request({ path: `/${call}` }))
      assert.isAbove(wire.asked, 200)
      assert.isAtMost(wire.asked, 200 * 1.2 + 5)
    }).pipe(quiet)
  )
})

describe("the retry budget", () => {
  it.effect("an upstream that is seldom asked gets its retries back with time, never more than the floor", () =>
    Effect.gen(function* () {
      const budget = makeRetryBudget(0)
      const spend = (times: number) =>
        Effect.map(
          Effect.all(Array.from({ length: times }, () => budget.spend)),
          (spent) => spent.filter(Boolean).length
        )
      assert.strictEqual(yield* spend(10), 3)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(yield* spend(10), 1)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* spend(10), 3)
    })
  )

  it.effect("pauses double, by chance a little shorter", () =>
    Effect.gen(function* () {
      for (const [attempt, ms] of [
        [1, 200],
        [2, 400],
        [3, 800],
        [9, 4_000]
      ] as const) {
        for (let round = 0; round < 50; round++) {
          const pause = yield* backoffMs(attempt)
          assert.isTrue(pause >= ms / 2 && pause <= ms)
        }
      }
    })
  )
})

describe("Retry-After", () => {
  it("is read as seconds or as a date, never as less than nothing or more than ten minutes", () => {
    const nowMs = Date.UTC(2026, 0, 1)
    assert.strictEqual(cappedRetryAfterMs("7", nowMs), 7_000)
    assert.strictEqual(cappedRetryAfterMs("Thu, 01 Jan 2026 00:00:30 GMT", nowMs), 30_000)
    assert.strictEqual(cappedRetryAfterMs("Wed, 31 Dec 2025 00:00:00 GMT", nowMs), 0)
    assert.strictEqual(cappedRetryAfterMs("-1", nowMs), 0)
    assert.strictEqual(cappedRetryAfterMs("86400", nowMs), 600_000)
    for (const header of [undefined, "", "soon"]) assert.isUndefined(cappedRetryAfterMs(header, nowMs))
  })

  it.effect("is waited for when it is short", () =>
    Effect.gen(function* () {
      const { upstream } = yield* scripted(thenOk({ status: 429, headers: { "retry-after": "2" } }))
      const { exit, ms } = yield* elapse(upstream.request({ path: "/" }))
      assert.strictEqual(outcome(exit), "ok")
      assert.isTrue(ms >= 2_000 && ms < 2_300, `${ms}`)
    }).pipe(quiet)
  )

  it.effect("when it is long, fails at once with it, and nobody asks before it is over", () =>
    Effect.gen(function* () {
      const { health, upstream, wire } = yield* scripted(thenOk({ status: 429, headers: { "retry-after": "60" } }))
      const first = yield* Effect.flip(upstream.request({ path: "/" }))
      assert.deepStrictEqual([first.reason, first.retryAfterSeconds], ["rate_limited", 60])
      yield* TestClock.adjust("30 seconds")
      const second = yield* Effect.flip(upstream.request({ path: "/other" }))
      assert.deepStrictEqual([second.reason, second.retryAfterSeconds], ["rate_limited", 30])
      assert.strictEqual(wire.asked, 1)
      assert.deepInclude((yield* health)["storea.test"], {
        status: "degraded",
        cooldownUntil: "1970-01-01T00:01:00.000Z"
      })
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual((yield* upstream.request({ path: "/" })).status, 200)
      assert.isNull((yield* health)["storea.test"]?.cooldownUntil)
    }).pipe(quiet)
  )

  it.effect("also goes with a 503", () =>
    Effect.gen(function* () {
      const { upstream, wire } = yield* scripted(() => ({ status: 503, headers: { "retry-after": "30" } }))
      const error = yield* Effect.flip(upstream.request({ path: "/" }))
      assert.deepStrictEqual([error.reason, error.retryAfterSeconds, wire.asked], ["failed", 30, 1])
    }).pipe(quiet)
  )
})
