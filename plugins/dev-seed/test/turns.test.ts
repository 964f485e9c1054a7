import { assert, describe, it } from "@effect/vitest"
import { RequestLoad } from "@storeglass/plugin-api"
import { Context, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Turns } from "../src/Turns.ts"

/** A turn, its first step done, on a node whose count of answered requests a test sets. */
const begun = Effect.gen(function* () {
  const requests = { answered: 7 }
  const load = Layer.succeed(RequestLoad, RequestLoad.of({ answered: Effect.sync(() => requests.answered) }))
  const turns = Context.get(yield* Layer.build(Turns.layer.pipe(Layer.provide(load))), Turns)
  const { isOver } = yield* turns.begin
  assert.isFalse(yield* isOver)
  return { isOver, requests }
})

describe("a turn of seeding", () => {
  it.effect("goes on at once while nobody asks", () =>
    Effect.gen(function* () {
      const { isOver } = yield* begun
      const rest = yield* Effect.forkChild(isOver)
      yield* TestClock.adjust(10)
      assert.isFalse(yield* Fiber.join(rest))
    })
  )

  it.effect("waits until a visitor has got all answers", () =>
    Effect.gen(function* () {
      const { isOver, requests } = yield* begun
      requests.answered += 1
      const rest = yield* Effect.forkChild(isOver)
      yield* TestClock.adjust(60)
      requests.answered += 1
      yield* TestClock.adjust(200)
      assert.isUndefined(rest.pollUnsafe())
      yield* TestClock.adjust(100)
      assert.isFalse(yield* Fiber.join(rest))
    })
  )

  it.effect("goes on after a second beside one who never stops", () =>
    Effect.gen(function* () {
      const { isOver, requests } = yield* begun
      requests.answered += 1
      const rest = yield* Effect.forkChild(isOver)
      for (let ms = 0; ms < 1_000; ms += 50) {
        yield* TestClock.adjust(50)
        requests.answered += 1
      }
      assert.isUndefined(rest.pollUnsafe())
      yield* TestClock.adjust(50)
      assert.isTrue(yield* Fiber.join(rest))
    })
  )
})
