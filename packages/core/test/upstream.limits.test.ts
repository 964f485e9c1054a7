import { assert, describe, it } from "@effect/vitest"
import { Upstreams } from "@storeglass/plugin-api"
import { Context, Deferred, Effect, type Exit, Fiber, Layer, type Redacted } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { RedisLive } from "../src/redis/RedisLive.ts"
import { layerUpstreams } from "../src/upstream/UpstreamsLive.ts"
import { blackHole, noRedis, redisServer, redisSuite } from "./redis.server.ts"
import { elapse, outcome, quiet, scripted } from "./upstream.support.ts"

const paths = (count: number) => Array.from({ length: count }, (_, index) => ({ path: `/${index}` }))
const tally = (exits: ReadonlyArray<Exit.Exit<unknown, { readonly reason: string }>>) => {
  const counts: Record<string, number> = {}
  for (const exit of exits) counts[outcome(exit)] = (counts[outcome(exit)] ?? 0) + 1
  return counts
}

describe("the rate limit", () => {
  const spec = { rateLimit: { requests: 2, windowMs: 1_000 }, queueMsMax: 600 }

  it.effect("who would wait too long is refused at once with the time to come back; the others wait their turn", () =>
    Effect.gen(function* () {
      const { upstream, wire } = yield* scripted(() => 200, spec)
      const callers = yield* Effect.forEach(paths(5), (request) =>
        Effect.forkChild(upstream.request(request), { startImmediately: true })
      )
      yield* TestClock.adjust(0)
      assert.strictEqual(wire.asked, 2)
      const refused = callers.slice(3).map((caller) => caller.pollUnsafe())
      for (const exit of refused) assert.strictEqual(exit && outcome(exit), "rate_limited")
      yield* TestClock.adjust(499)
      assert.strictEqual(wire.asked, 2)
      yield* TestClock.adjust(1)
      assert.strictEqual(wire.asked, 3)
      const error = yield* Effect.flip(Effect.flatten(Fiber.await(callers[4] ?? assert.fail("no caller"))))
      assert.strictEqual(error.retryAfterSeconds, 1)
    }).pipe(quiet)
  )

  it.effect("those who are refused or give up do not make the queue longer", () =>
    Effect.gen(function* () {
      const { upstream, wire } = yield* scripted(() => 200, spec)
      yield* Effect.forEach(paths(2), upstream.request)
      const waiting = yield* Effect.forkChild(upstream.request({ path: "/waiting" }), { startImmediately: true })
      yield* Effect.forEach(paths(100), (request) => Effect.exit(upstream.request(request)))
      yield* Fiber.interrupt(waiting)
      assert.strictEqual(wire.asked, 2)
      const { exit, ms } = yield* elapse(upstream.request({ path: "/next" }))
      assert.deepStrictEqual([outcome(exit), ms], ["ok", 500])
    }).pipe(quiet)
  )

  it.effect("lets no more through than it allows", () =>
    Effect.gen(function* () {
      const { upstream, wire } = yield* scripted(() => 200, { ...spec, queueMsMax: 0 })
      for (let tick = 0; tick < 100; tick++) {
        yield* Effect.exit(upstream.request({ path: `/${tick}` }))
        yield* TestClock.adjust(100)
      }
      assert.isTrue(wire.asked >= 20 && wire.asked <= 22, `${wire.asked}`)
    }).pipe(quiet)
  )
})

describe("the circuit", () => {
  const spec = { attempts: 1, breaker: { failures: 3, cooldownMs: 5_000 } }

  it.effect("opens after so many failures in a row, and then the upstream is not asked", () =>
    Effect.gen(function* () {
      const { health, upstream, wire } = yield* scripted((asked) => (asked === 3 ? 200 : 500), spec)
      const exits = yield* Effect.forEach(paths(20), (request) => Effect.exit(upstream.request(request)))
      assert.deepStrictEqual(tally(exits), { failed: 5, ok: 1, circuit_open: 14 })
      assert.strictEqual(wire.asked, 6)
      assert.deepInclude((yield* health)["storea.test"], { status: "down", cooldownUntil: "1970-01-01T00:00:05.000Z" })
      const error = yield* Effect.flip(upstream.request({ path: "/" }))
      assert.strictEqual(error.retryAfterSeconds, 5)
    }).pipe(quiet)
  )

  it.effect("after the cooldown one probe goes through; while it flies the others are refused; then it closes", () =>
    Effect.gen(function* () {
      const answered = yield* Deferred.make<number>()
      const { health, upstream, wire } = yield* scripted((asked) => (asked <= 3 ? 500 : Deferred.await(answered)), spec)
      yield* Effect.forEach(paths(3), (request) => Effect.exit(upstream.request(request)))
      yield* TestClock.adjust("5 seconds")
      const callers = yield* Effect.forEach(paths(10), (request) =>
        Effect.forkChild(upstream.request(request), { startImmediately: true })
      )
      yield* TestClock.adjust(0)
      assert.strictEqual(wire.asked, 4)
      yield* Deferred.succeed(answered, 200)
      const exits = yield* Effect.forEach(callers, Fiber.await)
      assert.deepStrictEqual(tally(exits), { ok: 1, circuit_open: 9 })
      assert.strictEqual((yield* upstream.request({ path: "/" })).status, 200)
      assert.strictEqual((yield* health)["storea.test"]?.status, "ok")
    }).pipe(quiet)
  )

  it.effect("a failed probe opens it again", () =>
    Effect.gen(function* () {
      const { upstream, wire } = yield* scripted(() => "refused" as const, spec)
      yield* Effect.forEach(paths(4), (request) => Effect.exit(upstream.request(request)))
      yield* TestClock.adjust("5 seconds")
      const exits = yield* Effect.forEach(paths(4), (request) => Effect.exit(upstream.request(request)))
      assert.deepStrictEqual(tally(exits), { unreachable: 1, circuit_open: 3 })
      assert.strictEqual(wire.asked, 4)
    }).pipe(quiet)
  )

  it.effect("a circuit that opens between two attempts leaves the caller the failure, not the circuit", () =>
    Effect.gen(function* () {
      const { upstream, wire } = yield* scripted(() => 500, {
        attempts: 3,
        breaker: { failures: 2, cooldownMs: 60_000 }
      })
      const { exit } = yield* elapse(upstream.request({ path: "/" }))
      assert.deepStrictEqual([wire.asked, outcome(exit)], [2, "failed"])
    }).pipe(quiet)
  )

  it.effect("answers below 500 keep it closed", () =>
    Effect.gen(function* () {
      const { upstream, wire } = yield* scripted(() => 404, spec)
      yield* Effect.forEach(paths(20), upstream.request)
      assert.strictEqual(wire.asked, 20)
    }).pipe(quiet)
  )
})

/** A node that asks through its own connection to Redis. */
const node = Effect.fnUntraced(function* (
  url: Redacted.Redacted<string>,
  wire: { asked: number },
  commandTimeoutMs: number
) {
  const client = HttpClient.make((request) =>
    Effect.sync(() => {
      wire.asked++
      return HttpClientResponse.fromWeb(request, new Response("ok"))
    })
  )
  const layer = layerUpstreams.pipe(
    Layer.provide([Layer.succeed(HttpClient.HttpClient, client), RedisLive(url, { commandTimeoutMs })])
  )
  return yield* Context.get(yield* Layer.build(layer), Upstreams).make({
    name: "storea.test",
    baseUrl: "http://upstream.test",
    rateLimit: { requests: 5, windowMs: 60_000 },
    queueMsMax: 0
  })
})

describe("the rate limit when Redis is away", () => {
  it.live("holds on each node, and asks without delay", () =>
    Effect.gen(function* () {
      const wire = { asked: 0 }
      const hole = yield* blackHole
      const upstream = yield* node(hole.url, wire, 100)
      const exits = yield* Effect.forEach(paths(8), (request) => Effect.exit(upstream.request(request)))
      assert.deepStrictEqual(tally(exits), { ok: 5, rate_limited: 3 })
    }).pipe(quiet)
  )
})

describe.skipIf(noRedis)(redisSuite("the rate limit over Redis"), () => {
  it.live("is shared by all nodes, and goes on in memory when Redis is killed", () =>
    Effect.gen(function* () {
      const wire = { asked: 0 }
      const server = yield* redisServer
      // A Redis that is there is waited for, however busy the machine.
      const nodes = [yield* node(server.url, wire, 20_000), yield* node(server.url, wire, 20_000)]
      const all = Effect.forEach(
        nodes.flatMap((upstream) => paths(8).map((request) => upstream.request(request))),
        Effect.exit,
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(tally(yield* all), { ok: 5, rate_limited: 11 })
      yield* server.kill
      assert.deepStrictEqual(tally(yield* all), { ok: 10, rate_limited: 6 })
      assert.strictEqual(wire.asked, 15)
    }).pipe(quiet)
  )
})
