import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { makeMemory, sizeOf } from "../src/cache/memory.ts"
import { cachesOf, source, spec } from "./cache.support.ts"

const fork = <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.forkChild(self, { startImmediately: true })
const cacheOf = Effect.flatMap(cachesOf(), (caches) => caches.make(spec))

describe("a cache", () => {
  it.effect("serves what is fresh without asking the source, and asks when it is not", () =>
    Effect.gen(function* () {
      const cache = yield* cacheOf
      const { asked, lookup } = source()
      yield* TestClock.adjust(1_000)
      const first = { value: "answer 1", asOfMs: 1_000, stale: false }
      assert.deepStrictEqual(yield* cache.get("a", lookup), first)
      yield* TestClock.adjust(59_999)
      assert.deepStrictEqual(yield* cache.get("a", lookup), first)
      assert.strictEqual(asked.times, 1)
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(yield* cache.get("a", lookup), { value: "answer 2", asOfMs: 61_000, stale: false })
      assert.strictEqual((yield* cache.get("b", lookup)).value, "answer 3")
    })
  )

  it.effect("asks once for all who ask at the same time, even when the first of them is interrupted", () =>
    Effect.gen(function* () {
      const cache = yield* cacheOf
      const gate = yield* Deferred.make<void>()
      const { asked, lookup } = source()
      const held = Effect.andThen(Deferred.await(gate), lookup)
      const [first, ...others] = yield* Effect.all(Array.from({ length: 20 }, () => fork(cache.get("a", held))))
      yield* TestClock.adjust(0)
      yield* Fiber.interrupt(first ?? assert.fail("no caller"))
      yield* Deferred.succeed(gate, undefined)
      const answers = yield* Effect.forEach(others, Fiber.join)
      assert.isTrue(answers.every(({ value }) => value === "answer 1"))
      assert.strictEqual(asked.times, 1)
    })
  )

  it.effect("keeps no failure: all who waited see it, the next one asks again", () =>
    Effect.gen(function* () {
      const cache = yield* cacheOf
      const { asked, lookup } = source()
      asked.failing = true
      const callers = yield* Effect.all(Array.from({ length: 5 }, () => fork(Effect.flip(cache.get("a", lookup)))))
      assert.deepStrictEqual(yield* Effect.forEach(callers, Fiber.join), new Array(5).fill("source failed"))
      assert.strictEqual(asked.times, 1)
      asked.failing = false
      assert.strictEqual((yield* cache.get("a", lookup)).value, "answer 2")
    })
  )

  it.effect("serves the stale entry when the source fails, flagged, and leaves the source alone for a moment", () =>
    Effect.gen(function* () {
      const cache = yield* cacheOf
      const { asked, lookup } = source()
      yield* cache.get("a", lookup)
      asked.failing = true
      yield* TestClock.adjust("5 minutes")
      const stale = { value: "answer 1", asOfMs: 0, stale: true }
      for (let call = 0; call < 10; call++) assert.deepStrictEqual(yield* cache.get("a", lookup), stale)
      assert.strictEqual(asked.times, 2)
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(yield* cache.get("a", lookup), stale)
      assert.strictEqual(asked.times, 3)
      asked.failing = false
      yield* TestClock.adjust("2 seconds")
      assert.deepInclude(yield* cache.get("a", lookup), { value: "answer 4", stale: false })
    })
  )

  it.effect("fails with the source once the entry is too old to stand in", () =>
    Effect.gen(function* () {
      const cache = yield* cacheOf
      const { asked, lookup } = source()
      yield* cache.get("a", lookup)
      asked.failing = true
      yield* TestClock.adjust(spec.freshMs + spec.staleMs)
      assert.strictEqual(yield* Effect.flip(cache.get("a", lookup)), "source failed")
      assert.isUndefined(yield* cache.peek("a"))
    })
  )

  it.effect("hides no defect behind a stale entry", () =>
    Effect.gen(function* () {
      const cache = yield* cacheOf
      yield* cache.get("a", source().lookup)
      yield* TestClock.adjust("5 minutes")
      assert.isTrue(Exit.hasDies(yield* Effect.exit(cache.get("a", Effect.die("defect")))))
    })
  )

  it.effect("peek, set and invalidate ask no source", () =>
    Effect.gen(function* () {
      const cache = yield* cacheOf
      assert.isUndefined(yield* cache.peek("a"))
      yield* cache.set("a", "put")
      assert.deepStrictEqual(yield* cache.peek("a"), { value: "put", asOfMs: 0, stale: false })
      yield* TestClock.adjust(spec.freshMs)
      assert.deepStrictEqual(yield* cache.peek("a"), { value: "put", asOfMs: 0, stale: true })
      yield* cache.invalidate("a")
      assert.isUndefined(yield* cache.peek("a"))
    })
  )

  it.effect("an answer under way when the key is set or invalidated is not kept over it", () =>
    Effect.gen(function* () {
      const cache = yield* cacheOf
      for (const change of [cache.set("a", "newer"), cache.invalidate("a")]) {
        const gate = yield* Deferred.make<void>()
        yield* cache.invalidate("a")
        const before = yield* fork(cache.get("a", Effect.as(Deferred.await(gate), "older")))
        yield* TestClock.adjust(0)
        yield* change
        yield* Deferred.succeed(gate, undefined)
        assert.strictEqual((yield* Fiber.join(before)).value, "older")
        assert.notStrictEqual((yield* cache.peek("a"))?.value, "older")
      }
    })
  )

  it.effect("of a name that is taken is a defect", () =>
    Effect.gen(function* () {
      const caches = yield* cachesOf()
      yield* caches.make(spec)
      const exit = yield* Effect.exit(caches.make(spec))
      assert.include(String(Exit.isFailure(exit) && exit.cause), "cache apps is made twice")
    })
  )
})

describe("the memory of all caches", () => {
  it.effect("is one budget of bytes: what was not used for longest goes first, whichever cache it is of", () =>
    Effect.gen(function* () {
      const caches = yield* cachesOf({ memoryBytesMax: 20_000 })
      const one = yield* caches.make({ ...spec, name: "one" })
      const two = yield* caches.make({ ...spec, name: "two" })
      yield* one.set("old", "x".repeat(500))
      yield* one.set("used", "x".repeat(500))
      for (let index = 0; index < 12; index++) {
        yield* two.set(`${index}`, "x".repeat(500))
        yield* one.get("used", Effect.die("was forgotten"))
      }
      assert.isDefined(yield* one.peek("old"))
      for (let index = 12; index < 40; index++) {
        yield* two.set(`${index}`, "x".repeat(500))
        yield* one.get("used", Effect.die("was forgotten"))
      }
      assert.isUndefined(yield* one.peek("old"))
      assert.isUndefined(yield* two.peek("0"))
      assert.isDefined(yield* two.peek("39"))
    })
  )

  it.effect("keeps nothing that would take more than an eighth of it", () =>
    Effect.gen(function* () {
      const cache = yield* (yield* cachesOf({ memoryBytesMax: 8_000 })).make(spec)
      yield* cache.set("small", "x")
      yield* cache.set("large", "x".repeat(1_000))
      assert.isDefined(yield* cache.peek("small"))
      assert.isUndefined(yield* cache.peek("large"))
    })
  )

  it("never holds more bytes or entries than allowed, and what it drops is forgotten by its owner", () => {
    const memory = makeMemory(10_000, 50)
    const held = new Set<number>()
    for (let index = 0; index < 1_000; index++) {
      held.add(index)
      memory.keep({ bytes: 1 + ((index * 7_919) % 1_500), forget: () => held.delete(index) })
      assert.isTrue(memory.bytes() <= 10_000 && memory.entries() <= 50)
      assert.strictEqual(held.size, memory.entries())
    }
  })

  it("estimates sizes near what V8 takes", () => {
    assert.strictEqual(sizeOf("abcd"), 24)
    assert.strictEqual(sizeOf([1, 2, 3]), 80)
    assert.strictEqual(sizeOf({ a: "x", b: null }), 32 + 16 + 18 + 8)
    assert.strictEqual(sizeOf(new Map([["k", new Uint8Array(100)]])), 32 + 16 + 18 + 164)
    const cycle: { self?: unknown } = {}
    cycle.self = cycle
    assert.strictEqual(sizeOf(cycle), Number.MAX_SAFE_INTEGER)
  })
})
