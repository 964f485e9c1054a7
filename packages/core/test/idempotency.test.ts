import { assert, describe, it } from "@effect/vitest"
import { adjustableClock, databaseProxy } from "@storeglass/testkit"
import { Clock, Context, Effect, Exit, Fiber, Layer, type Redacted, Scope } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import * as Idempotency from "../src/idempotency/Idempotency.ts"
import * as NodeIdentity from "../src/sql/NodeIdentity.ts"
import { migratedDatabase, poolOn, quiet } from "./credits.support.ts"
import { fingerprint, requestOf } from "./idempotency.support.ts"

const nodeLayer = (url: Redacted.Redacted<string>, options: Idempotency.IdempotencyOptions) =>
  Idempotency.layer(options).pipe(Layer.provideMerge(NodeIdentity.layer), Layer.provideMerge(poolOn(url, 4)))

/** A node of its own on a database; alive until its scope closes. */
const startNode = Effect.fnUntraced(function* (
  url: Redacted.Redacted<string>,
  options: Idempotency.IdempotencyOptions = {}
) {
  const context = yield* Layer.build(Layer.fresh(nodeLayer(url, options)))
  const identity = Context.get(context, NodeIdentity.NodeIdentity)
  return { ...Context.get(context, Idempotency.Idempotency), identity }
})

/** Runs statements on a database, as an operator would. */
const onDatabase = <A, E>(url: Redacted.Redacted<string>, effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.provide(effect, poolOn(url, 1))
const execute = (url: Redacted.Redacted<string>, statement: string) =>
  onDatabase(
    url,
    SqlClient.SqlClient.use((sql) => sql.unsafe(statement))
  )
const answer: Idempotency.Answer = {
  status: 201,
  headers: { "x-request-id": "one", "content-type": "application/json" },
  body: new Uint8Array([0, 1, 2, 253, 254, 255])
}

const started = Effect.fnUntraced(function* (begun: Idempotency.Begun) {
  return begun._tag === "Started" ? begun : assert.fail(`${begun._tag} instead of Started`)
})

const scoped = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) => effect.pipe(Effect.scoped, quiet)

describe("an idempotency key", () => {
  it.live("gives the first answer again, byte for byte, and only to the same request", () =>
    Effect.gen(function* () {
      const node = yield* startNode(yield* migratedDatabase)
      const request = requestOf("one")
      const run = yield* started(yield* node.begin(request))
      assert.deepEqual([run.requestId, run.period, run.attempt], [request.requestId, request.period, 1])
      const other = requestOf("one", { fingerprint: fingerprint("GET /other") })
      assert.deepEqual(yield* node.begin(other), { _tag: "Reused" })
      yield* node.complete(request, run, answer, true)
      assert.deepEqual(yield* node.begin(requestOf("one")), { _tag: "Replay", answer })
      assert.deepEqual(yield* node.begin(other), { _tag: "Reused" })
    }).pipe(scoped)
  )

  it.live("belongs to its account: another's with the same key runs by itself", () =>
    Effect.gen(function* () {
      const node = yield* startNode(yield* migratedDatabase)
      const request = requestOf("shared")
      yield* node.complete(request, yield* started(yield* node.begin(request)), answer, true)
      const stranger = requestOf("shared", { accountId: uuidV7Unsafe(), fingerprint: fingerprint("POST /") })
      assert.strictEqual((yield* started(yield* node.begin(stranger))).requestId, stranger.requestId)
    }).pipe(scoped)
  )

  it.live("lets one of many that come at once run, on whatever node, and gives the others its answer", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const nodes = [yield* startNode(url), yield* startNode(url)]
      let runs = 0
      const all = yield* Effect.forEach(
        Array.from({ length: 20 }, (_, index) => index),
        Effect.fnUntraced(function* (index) {
          const node = nodes[index % 2] ?? assert.fail("two nodes")
          const request = requestOf("burst")
          const begun = yield* node.begin(request)
          if (begun._tag !== "Started") return begun
          runs += 1
          yield* Effect.sleep(100)
          yield* node.complete(request, begun, answer, true)
          return yield* node.begin(request)
        }),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(runs, 1)
      for (const begun of all) assert.deepEqual(begun, { _tag: "Replay", answer })
    }).pipe(scoped)
  )

  it.live("is taken over from a node that died, under the id and period of the first attempt", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const scope = yield* Scope.make()
      const dying = yield* Scope.provide(startNode(url), scope)
      const first = requestOf("crash", { period: "2026-10-01" })
      const lost = yield* started(yield* dying.begin(first))
      const survivor = yield* startNode(url)
      yield* Scope.close(scope, Exit.void)
      const run = yield* started(yield* survivor.begin(requestOf("crash")))
      assert.deepEqual([run.requestId, run.period, run.attempt], [first.requestId, "2026-10-01", 2])
      // What the dead node still had to say comes too late.
      assert.isFalse(yield* survivor.complete(first, lost, { ...answer, status: 202 }, true))
      yield* survivor.release(first, lost)
      assert.isTrue(yield* survivor.complete(first, run, answer, true))
      assert.isFalse(yield* survivor.complete(first, lost, { ...answer, status: 202 }, true))
      assert.deepEqual(yield* survivor.begin(requestOf("crash")), { _tag: "Replay", answer })
    }).pipe(scoped)
  )

  it.live("is not taken from a node that lives: who waits is told so after ten seconds", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const live = yield* Clock.Clock
      let aheadNs = 0n
      const monotonicTimeNanosUnsafe = () => live.monotonicTimeNanosUnsafe() + aheadNs
      const clock: Clock.Clock = {
        currentTimeMillisUnsafe: () => live.currentTimeMillisUnsafe(),
        currentTimeMillis: live.currentTimeMillis,
        currentTimeNanosUnsafe: () => live.currentTimeNanosUnsafe(),
        currentTimeNanos: live.currentTimeNanos,
        monotonicTimeNanosUnsafe,
        monotonicTimeNanos: Effect.sync(monotonicTimeNanosUnsafe),
        sleep: (duration) => live.sleep(duration)
      }
      const working = yield* startNode(url)
      yield* started(yield* working.begin(requestOf("long")))
      const other = yield* startNode(url)
      const waiting = yield* Effect.forkScoped(
        Effect.provideService(other.begin(requestOf("long")), Clock.Clock, clock)
      )
      yield* Effect.sleep(100)
      assert.isUndefined(waiting.pollUnsafe())
      aheadNs = 10_000_000_000n
      assert.deepEqual(yield* Fiber.join(waiting), { _tag: "InProgress" })
    }).pipe(scoped)
  )

  it.live("is taken over from whoever holds it once its longest time is over", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const node = yield* startNode(url)
      const other = yield* startNode(url, { runMsMax: 1 })
      const first = requestOf("stuck")
      yield* started(yield* node.begin(first))
      yield* execute(url, "UPDATE core_idempotency SET run_until = now()")
      const run = yield* started(yield* other.begin(requestOf("stuck")))
      assert.deepEqual([run.requestId, run.attempt], [first.requestId, 2])
    }).pipe(scoped)
  )

  it.live("is free again when its run was given up, and keeps its id when that run was taken over", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const scope = yield* Scope.make()
      const dying = yield* Scope.provide(startNode(url), scope)
      const node = yield* startNode(url)
      const given = requestOf("given up")
      yield* node.release(given, yield* started(yield* node.begin(given)))
      const anew = requestOf("given up", { fingerprint: fingerprint("POST /another") })
      assert.strictEqual((yield* started(yield* node.begin(anew))).requestId, anew.requestId)

      const first = requestOf("taken over")
      yield* dying.begin(first)
      yield* Scope.close(scope, Exit.void)
      yield* node.release(first, yield* started(yield* node.begin(requestOf("taken over"))))
      const third = yield* started(yield* node.begin(requestOf("taken over")))
      assert.deepEqual([third.requestId, third.attempt], [first.requestId, 3])
    }).pipe(scoped)
  )

  it.live("goes on under its id when nobody knows whether its answer was kept, and gives it again when it was", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const node = yield* startNode(url)
      for (const kept of [false, true]) {
        const request = requestOf(`left-${kept}`)
        const run = yield* started(yield* node.begin(request))
        if (kept) yield* node.complete(request, run, answer, false)
        yield* node.leave(request, run)
        const next = yield* node.begin(requestOf(`left-${kept}`))
        if (kept) assert.deepEqual(next, { _tag: "Replay", answer })
        else assert.deepInclude(next, { _tag: "Started", requestId: request.requestId, attempt: 2 })
      }
    }).pipe(scoped)
  )

  it.live("is forgotten after 24 hours, and not a second before", () =>
    Effect.gen(function* () {
      const time = adjustableClock()
      const node = yield* startNode(yield* migratedDatabase)
      const at = Effect.provideService(Clock.Clock, time.clock)
      const request = requestOf("day")
      yield* node.complete(request, yield* started(yield* at(node.begin(request))), answer, true)
      time.advanceMs(24 * 3_600_000 - 2_000)
      assert.deepEqual(yield* at(node.begin(requestOf("day"))), { _tag: "Replay", answer })
      time.advanceMs(2_001)
      const next = requestOf("day", { fingerprint: fingerprint("DELETE /") })
      assert.strictEqual((yield* started(yield* at(node.begin(next)))).requestId, next.requestId)
    }).pipe(scoped)
  )

  it.live("is begun once when the word that it was begun is lost with its connection", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const proxy = yield* databaseProxy(url)
      const node = yield* startNode(proxy.url)
      proxy.cutAnswerTo("core_idempotency_begin")
      const request = requestOf("lost")
      const run = yield* started(yield* node.begin(request))
      assert.deepEqual([run.requestId, run.attempt], [request.requestId, 1])
      yield* node.complete(request, run, answer, true)
      assert.deepEqual(yield* node.begin(requestOf("lost")), { _tag: "Replay", answer })
    }).pipe(scoped)
  )

  it.live("fails within seconds when the database is silent", () =>
    Effect.gen(function* () {
      const proxy = yield* databaseProxy(yield* migratedDatabase)
      const node = yield* startNode(proxy.url)
      proxy.blackHole()
      const startedMs = yield* Clock.currentTimeMillis
      assert.isTrue(Exit.isFailure(yield* Effect.exit(node.begin(requestOf("silent")))))
      assert.isBelow((yield* Clock.currentTimeMillis) - startedMs, 5_000)
      // Or closing the silent connections would take as long again.
      proxy.cut()
    }).pipe(scoped)
  )

  it.live("is free again soon after a silent database answers, whose word of the beginning was lost", () =>
    Effect.gen(function* () {
      const proxy = yield* databaseProxy(yield* migratedDatabase)
      const node = yield* startNode(proxy.url)
      proxy.blackHole()
      // The record is written; nobody hears of it, so nobody runs.
      assert.isTrue(Exit.isFailure(yield* Effect.exit(node.begin(requestOf("unheard")))))
      proxy.restore()
      const again = requestOf("unheard")
      assert.strictEqual((yield* started(yield* node.begin(again))).requestId, again.requestId)
    }).pipe(scoped)
  )

  it.live("keeps a failure that a silent database could not be told, and gives it again once that answers", () =>
    Effect.gen(function* () {
      const proxy = yield* databaseProxy(yield* migratedDatabase)
      const node = yield* startNode(proxy.url)
      const request = requestOf("untold")
      const run = yield* started(yield* node.begin(request))
      const failure = { ...answer, status: 404 }
      proxy.cut()
      assert.isTrue(Exit.isFailure(yield* Effect.exit(node.complete(request, run, failure, false))))
      proxy.restore()
      assert.deepEqual(yield* node.begin(requestOf("untold")), { _tag: "Replay", answer: failure })
    }).pipe(scoped)
  )
})
