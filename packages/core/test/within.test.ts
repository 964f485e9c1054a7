import { describe, expect, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { within } from "../src/sql/within.ts"

describe("within", () => {
  it.effect("lets what it waited for do nothing more once it has said that time is up", () =>
    Effect.gen(function* () {
      let answer: (value: Effect.Effect<string>) => void = () => {}
      let charged = false
      const statement = Effect.callback<string>((resume) => {
        answer = resume
      }).pipe(Effect.tap(Effect.sync(() => (charged = true))))
      const waiting = yield* Effect.forkChild(
        Effect.map(Effect.exit(within(statement, 100)), (exit) => {
          // The database answers in the very turn in which its time was found to be over.
          answer(Effect.succeed("confirmed"))
          return exit
        }),
        { startImmediately: true }
      )
      yield* TestClock.adjust(100)
      const exit = yield* Fiber.join(waiting)
      expect(Exit.isFailure(exit) && Cause.squash(exit.cause)).toBeInstanceOf(Cause.TimeoutError)
      expect(charged).toBe(false)
    })
  )

  it.effect("gives what came in time", () =>
    Effect.gen(function* () {
      expect(yield* within(Effect.succeed(1), 100)).toBe(1)
      const exit = yield* Effect.exit(within(Effect.fail("refused"), 100))
      expect(exit).toStrictEqual(Exit.fail("refused"))
    })
  )

  it.effect("stops what it waited for when it is interrupted itself", () =>
    Effect.gen(function* () {
      let stopped = false
      const statement = Effect.onInterrupt(Effect.never, () => Effect.sync(() => (stopped = true)))
      const waiting = yield* Effect.forkChild(within(statement, 100), { startImmediately: true })
      waiting.interruptUnsafe()
      yield* TestClock.adjust(1)
      expect(stopped).toBe(true)
    })
  )
})
