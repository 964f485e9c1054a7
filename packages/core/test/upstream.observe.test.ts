import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger, Metric, Redacted, References } from "effect"
import { TestClock } from "effect/testing"
import { elapse, quiet, scripted } from "./upstream.support.ts"

describe("the health of an upstream", () => {
  it.effect("is idle, ok, degraded, down and ok again as its answers say", () =>
    Effect.gen(function* () {
      const { health, upstream } = yield* scripted((asked) => (asked === 2 || asked === 3 ? 500 : 200), {
        attempts: 1,
        breaker: { failures: 2, cooldownMs: 5_000 }
      })
      const state = Effect.map(health, (all) => all["storea.test"])
      const ask = Effect.exit(upstream.request({ path: "/" }))
      const idle = { status: "idle", lastOkAt: null, cooldownUntil: null, drift: 0, consecutiveFailures: 0 } as const
      assert.deepStrictEqual(yield* state, idle)
      yield* TestClock.adjust("1 minute")
      yield* ask
      const ok = { ...idle, status: "ok", lastOkAt: "1970-01-01T00:01:00.000Z" } as const
      assert.deepStrictEqual(yield* state, ok)
      yield* ask
      assert.deepStrictEqual(yield* state, { ...ok, status: "degraded", consecutiveFailures: 1 })
      yield* ask
      const down = { ...ok, status: "down", consecutiveFailures: 2, cooldownUntil: "1970-01-01T00:01:05.000Z" } as const
      assert.deepStrictEqual(yield* state, down)
      yield* TestClock.adjust("5 seconds")
      yield* ask
      assert.deepStrictEqual(yield* state, { ...ok, lastOkAt: "1970-01-01T00:01:05.000Z" })
    }).pipe(quiet)
  )

  it.effect("counts drift, and is degraded for ten minutes after it", () =>
    Effect.gen(function* () {
      const { health, upstream } = yield* scripted(() => 200)
      yield* upstream.request({ path: "/" })
      const error = yield* Effect.flip(upstream.drift("no results", new Error("schema")))
      assert.deepStrictEqual([error.reason, error.detail, error.upstream], ["drift", "no results", "storea.test"])
      assert.deepInclude((yield* health)["storea.test"], { drift: 1, status: "degraded" })
      yield* TestClock.adjust("10 minutes")
      assert.deepInclude((yield* health)["storea.test"], { drift: 1, status: "ok" })
    }).pipe(quiet)
  )
})

describe("what is told about calls", () => {
  it.effect("log lines and errors hold no query, header or body", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const { upstream } = yield* scripted(
        (asked) => (asked < 3 ? { status: 500, headers: { "x-h": "S3CRET" } } : "refused"),
        { headers: { "x-key": "S3CRET" } }
      )
      const { exit } = yield* elapse(
        upstream.request({
          path: "/items?token=S3CRET",
          query: { key: "S3CRET" },
          headers: { authorization: Redacted.make("S3CRET") },
          method: "POST",
          repeatable: true,
          body: "S3CRET"
        })
      ).pipe(
        Effect.provide(Logger.layer([Logger.map(Logger.formatJson, (line) => void lines.push(line))])),
        Effect.provideService(References.MinimumLogLevel, "All")
      )
      const told = lines.join("\n")
      assert.include(told, "POST /items: status 500")
      assert.include(told, '"outcome":"unreachable"')
      assert.notInclude(told + JSON.stringify(exit) + String(exit), "S3CRET")
    })
  )

  it.effect("requests, attempts, drift and the circuit are counted by upstream", () =>
    Effect.gen(function* () {
      const { upstream } = yield* scripted((asked) => (asked === 1 ? 200 : 500), {
        breaker: { failures: 2, cooldownMs: 60_000 }
      })
      yield* elapse(upstream.request({ path: "/a" }))
      yield* elapse(upstream.request({ path: "/b" }))
      yield* elapse(upstream.request({ path: "/c" }))
      yield* Effect.exit(upstream.drift("shape"))
      const told = (yield* Metric.snapshot).flatMap(({ attributes, id, state }) => {
        const value = "count" in state && !("buckets" in state) ? state.count : "value" in state ? state.value : "timed"
        return id.startsWith("storeglass_upstream") ? [`${id} ${attributes?.outcome ?? ""} ${value}`] : []
      })
      assert.deepStrictEqual(told.sort(), [
        "storeglass_upstream_attempt_duration_seconds  timed",
        "storeglass_upstream_attempts_total failed 2",
        "storeglass_upstream_attempts_total ok 1",
        "storeglass_upstream_circuit_state  2",
        "storeglass_upstream_drift_total  1",
        "storeglass_upstream_requests_total circuit_open 1",
        "storeglass_upstream_requests_total failed 1",
        "storeglass_upstream_requests_total ok 1"
      ])
    }).pipe(quiet, Effect.provideService(Metric.MetricRegistry, new Map()))
  )
})
