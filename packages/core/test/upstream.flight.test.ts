import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { makeSingleFlight } from "../src/upstream/singleFlight.ts"
import { outcome, quiet, scripted } from "./upstream.support.ts"

const fork = <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.forkChild(self, { startImmediately: true })
const many = <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.all(Array.from({ length: 20 }, () => fork(self)))

describe("identical requests at the same time", () => {
  const held = Effect.gen(function* () {
    const gate = yield* Deferred.make<number>()
    return { gate, ...(yield* scripted(() => Deferred.await(gate), { attempts: 1 })) }
  })

  it.effect("are one call", () =>
    Effect.gen(function* () {
      const { gate, upstream, wire } = yield* held
      const callers = yield* many(upstream.request({ path: "/", query: { q: "x" } }))
      yield* TestClock.adjust(0)
      yield* Deferred.succeed(gate, 200)
      const answers = yield* Effect.forEach(callers, Fiber.join)
      assert.strictEqual(wire.asked, 1)
      assert.isTrue(answers.every(({ body }) => body === "body 200"))
      yield* upstream.request({ path: "/", query: { q: "x" } })
      assert.strictEqual(wire.asked, 2)
    })
  )

  it.effect("share a failure, and it is not kept", () =>
    Effect.gen(function* () {
      const { gate, upstream, wire } = yield* held
      const callers = yield* many(upstream.request({ path: "/" }))
      yield* TestClock.adjust(0)
      yield* Deferred.succeed(gate, 500)
      const exits = yield* Effect.forEach(callers, Fiber.await)
      assert.isTrue(exits.every((exit) => outcome(exit) === "failed"))
      yield* Effect.exit(upstream.request({ path: "/" }))
      assert.strictEqual(wire.asked, 2)
    }).pipe(quiet)
  )

  it.effect("outlive the caller who came first", () =>
    Effect.gen(function* () {
      const { gate, upstream, wire } = yield* held
      const [first, ...others] = yield* many(upstream.request({ path: "/" }))
      yield* TestClock.adjust(0)
      yield* Fiber.interrupt(first ?? assert.fail("no caller"))
      yield* Deferred.succeed(gate, 200)
      const exits = yield* Effect.forEach(others, Fiber.await)
      assert.isTrue(exits.every(Exit.isSuccess))
      assert.deepStrictEqual(wire, { asked: 1, aborted: 0 })
    })
  )

  it.effect("end with the last caller, and who comes then asks anew", () =>
    Effect.gen(function* () {
      const { gate, upstream, wire } = yield* held
      const callers = yield* many(upstream.request({ path: "/" }))
      yield* TestClock.adjust(0)
      yield* Fiber.interruptAll(callers)
      assert.deepStrictEqual(wire, { asked: 1, aborted: 1 })
      yield* Deferred.succeed(gate, 200)
      assert.strictEqual((yield* upstream.request({ path: "/" })).status, 200)
      assert.strictEqual(wire.asked, 2)
    })
  )

  it.effect("are told apart by secret headers, bodies and methods; what is not repeatable is never shared", () =>
    Effect.gen(function* () {
      const { gate, upstream, wire } = yield* held
      const as = (token: string) => ({ authorization: Redacted.make(token) })
      const requests = [
        { path: "/", headers: as("one") },
        { path: "/", headers: as("one") },
        { path: "/", headers: as("two") },
        { path: "/", method: "POST", body: "a", repeatable: true } as const,
        { path: "/", method: "POST", body: "b", repeatable: true } as const,
        { path: "/", method: "POST", body: "b" } as const,
        { path: "/", method: "POST", body: "b" } as const
      ]
      const callers = yield* Effect.forEach(requests, (request) => fork(upstream.request(request)))
      yield* TestClock.adjust(0)
      assert.strictEqual(wire.asked, 6)
      yield* Deferred.succeed(gate, 200)
      yield* Effect.forEach(callers, Fiber.join)
    })
  )
})

describe("a flight", () => {
  it.effect("that was forgotten answers who waits for it, and knows that it is no longer current", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const flights = makeSingleFlight<string>(yield* Effect.scope)
      const ask = (answer: string) =>
        flights.run("key", (isCurrent) =>
          Effect.map(Deferred.await(gate), () => `${answer} ${isCurrent() ? "current" : "forgotten"}`)
        )
      const before = yield* fork(ask("old"))
      yield* TestClock.adjust(0)
      flights.forget("key")
      const after = yield* fork(ask("new"))
      yield* TestClock.adjust(0)
      yield* Deferred.succeed(gate, undefined)
      assert.strictEqual(yield* Fiber.join(before), "old forgotten")
      assert.strictEqual(yield* Fiber.join(after), "new current")
    })
  )

  it.effect("whose work dies or whose scope closes leaves nobody waiting", () =>
    Effect.gen(function* () {
      const callers = yield* Effect.scoped(
        Effect.gen(function* () {
          const flights = makeSingleFlight<string>(yield* Effect.scope)
          const died = yield* Effect.exit(flights.run("dies", () => Effect.die("defect")))
          assert.isTrue(Exit.hasDies(died))
          const waiting = yield* many(flights.run("waits", () => Effect.never))
          yield* TestClock.adjust(0)
          return waiting
        })
      )
      const exits = yield* Effect.forEach(callers, Fiber.await)
      assert.isTrue(exits.every(Exit.hasInterrupts))
    })
  )
})
