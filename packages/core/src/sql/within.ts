import { Cause, Effect, Fiber, Option } from "effect"

/**
 * Waits so long for an effect on the database and no longer. Unlike `Effect.timeout` it does not wait for the end of
 * what it interrupts, which a connection that has gone silent holds up for seconds.
 */
export const within = Effect.fnUntraced(function* <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  ms: number
): Effect.fn.Return<A, E | Cause.TimeoutError, R> {
  const fiber = yield* Effect.forkDetach(effect, { startImmediately: true })
  const stop = Effect.forkDetach(Fiber.interrupt(fiber))
  const exit = yield* Fiber.await(fiber).pipe(
    Effect.timeoutOption(Math.max(ms, 1)),
    Effect.onInterrupt(() => stop)
  )
  if (Option.isSome(exit)) return yield* exit.value
  yield* stop
  return yield* new Cause.TimeoutError(`the database didn't answer within ${ms} ms`)
})
