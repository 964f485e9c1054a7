import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Latch, Scope, Stream } from "effect"
import { TestClock } from "effect/testing"
import { OpenStreams } from "../src/OpenStreams.ts"
import { routes } from "../src/routes.ts"
import { everything } from "../src/selection.ts"

const streams = (bounds = {}) =>
  Effect.provide(OpenStreams.layer({ sseStreamsPerKeyMax: 2, sseStreamsMax: 6, sseKeepAliveMs: 15_000, ...bounds }))
const options = { selection: everything, draining: Effect.never }
const opener = (keyId: string, accountId = "a") => ({ accountId, keyId })

describe("open streams", () => {
  it.effect("are bounded for a key, an account and the process, and leave their places when they close", () =>
    Effect.gen(function* () {
      const { open, find } = yield* OpenStreams
      const openScoped = (keyId: string, accountId?: string) =>
        Effect.gen(function* () {
          const scope = yield* Scope.make()
          const { session } = yield* Scope.provide(open(opener(keyId, accountId), options), scope)
          return { session, close: Scope.close(scope, Exit.void) }
        })
      const refusal = (keyId: string, accountId?: string) =>
        Effect.map(Effect.flip(openScoped(keyId, accountId)), ({ message }) => message)
      const first = yield* openScoped("k1")
      yield* openScoped("k1")
      assert.match(yield* refusal("k1"), /^2 streams are open with this key/)
      yield* openScoped("k2")
      assert.match(yield* refusal("k2"), /^3 streams are open with keys of this account/)
      for (const key of ["k3", "k4", "k5"]) yield* openScoped(key, key)
      assert.match(yield* refusal("k6", "k6"), /^6 streams are open here/)
      assert.isDefined(find(first.session, opener("k1")))
      assert.isUndefined(find(first.session, opener("k1", "b")))
      assert.isUndefined(find(first.session, opener("k2")))
      yield* first.close
      assert.isUndefined(find(first.session, opener("k1")))
      yield* openScoped("k6", "k6")
    }).pipe(streams())
  )

  it.effect("say that they are still there at every interval, and end when nobody has posted for a minute", () =>
    Effect.gen(function* () {
      const { open } = yield* OpenStreams
      const unused = yield* open(opener("k"), options)
      const used = yield* open(opener("k"), options)
      yield* used.used
      const all = yield* Effect.forkChild(Stream.runCollect(unused.messages))
      const some = yield* Effect.forkChild(Stream.runCollect(Stream.take(used.messages, 7)))
      yield* TestClock.adjust("61 seconds")
      assert.deepEqual(yield* Fiber.join(all), [null, null, null])
      yield* TestClock.adjust("60 seconds")
      assert.strictEqual((yield* Fiber.join(some)).length, 7)
    }).pipe(Effect.scoped, streams({ sseKeepAliveMs: 16_000 }))
  )

  it.effect("let what is being worked on finish when the gateway goes away, and take nothing more", () =>
    Effect.gen(function* () {
      const { open } = yield* OpenStreams
      const going = yield* Latch.make()
      const done = yield* Latch.make()
      const stream = yield* open(opener("k"), { ...options, draining: going.await })
      yield* stream.used
      const read = yield* Effect.forkChild(Stream.runCollect(stream.messages))
      assert.isUndefined(yield* stream.take(1, Effect.as(done.await, "one")))
      assert.isUndefined(yield* stream.take("1", Effect.succeed("other")))
      assert.strictEqual(yield* stream.take(1, Effect.succeed("again")), "repeated")
      yield* going.open
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* stream.take(2, Effect.succeed("two")), "ending")
      yield* done.open
      assert.deepEqual(yield* Fiber.join(read), ["other", "one"])
    }).pipe(Effect.scoped, streams())
  )

  it.effect("hold no more than 16 answers that nobody reads", () =>
    Effect.gen(function* () {
      const { open } = yield* OpenStreams
      const stream = yield* open(opener("k"), options)
      for (let id = 0; id < 16; id++) assert.isUndefined(yield* stream.take(id, Effect.succeed(`${id}`)))
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* stream.take(16, Effect.succeed("16")), "full")
      assert.strictEqual((yield* Stream.runCollect(Stream.take(stream.messages, 16))).length, 16)
      assert.isUndefined(yield* stream.take(16, Effect.succeed("16")))
    }).pipe(Effect.scoped, streams())
  )

  it("have no route where the operator has switched them off", () => {
    const shapes = (sse: boolean) => routes({ publicLists: false, sse }).map(({ method, path }) => `${method} ${path}`)
    assert.deepEqual(shapes(false), ["POST /mcp", "OPTIONS /mcp"])
    assert.deepEqual(shapes(true), [
      "POST /mcp",
      "OPTIONS /mcp",
      "OPTIONS /mcp/sse",
      "GET /mcp/sse",
      "POST /mcp/messages",
      "OPTIONS /mcp/messages"
    ])
  })
})
