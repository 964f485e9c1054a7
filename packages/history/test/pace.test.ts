import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { defaultPace, makePace, nextRestMs } from "../src/packed/pace.ts"

/** How long a rest takes, in steps of 5 ms. */
const lengthOf = Effect.fnUntraced(function* (rest: Effect.Effect<void>) {
  const fiber = yield* Effect.forkChild(rest)
  for (let ms = 0; ms <= 20_000; ms += 5) {
    // Time doesn't pass before it has gone as far as it can.
    for (let turns = 0; turns < 5; turns++) yield* Effect.yieldNow
    if (fiber.pollUnsafe() !== undefined) return ms
    yield* TestClock.adjust(5)
  }
  yield* Fiber.interrupt(fiber)
  return null
})

describe("the pace of moves", () => {
  it.effect("rests for so long after so many rows, whoever wrote them", () =>
    Effect.gen(function* () {
      const rest = makePace(defaultPace)
      assert.deepStrictEqual(
        [
          yield* lengthOf(rest(19_999)),
          yield* lengthOf(rest(1)),
          yield* lengthOf(rest(5_000)),
          yield* lengthOf(rest(15_000))
        ],
        [0, 200, 0, 200]
      )
      const never = makePace(null)
      assert.strictEqual(yield* lengthOf(never(1_000_000)), 0)
    })
  )

  it.effect("slows down while charges take longer than they may, and speeds up again when they don't", () =>
    Effect.gen(function* () {
      let p99Ms: number | null = 31
      const rest = makePace({ rows: 10, p99MsMax: 30, chargesP99Ms: Effect.sync(() => p99Ms) })
      const slower: Array<number | null> = []
      for (let times = 0; times < 6; times++) slower.push(yield* lengthOf(rest(10)))
      assert.deepStrictEqual(slower, [400, 800, 1_600, 3_200, 5_000, 5_000])
      p99Ms = 30
      const faster: Array<number | null> = []
      for (let times = 0; times < 3; times++) faster.push(yield* lengthOf(rest(10)))
      assert.deepStrictEqual(faster, [4_000, 3_200, 2_560])
      p99Ms = null
      for (let times = 0; times < 40; times++) yield* lengthOf(rest(10))
      assert.strictEqual(yield* lengthOf(rest(10)), 25)
    })
  )

  it("stays within its bounds", () => {
    assert.strictEqual(nextRestMs(5_000, 1_000, 30), 5_000)
    assert.strictEqual(nextRestMs(25, 1, 30), 25)
  })
})
