import { Cause, Effect, Fiber, Option } from "effect"

/**
 * Waits this long for an effect on the database and no longer. Unlike `Effect.timeout` it doesn't wait for the end of
 * what it interrupts, which a connection that has gone silent holds up for seconds. What it gives is final: once it
 * has said that time is up, no further step of the effect runs but its finalizers.
 */
export const within = Effect.fnUntraced(function* <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  ms: number
): Effect.fn.Return<A, E | Cause.TimeoutError, R> {
  const fiber = yield* Effect.forkDetach(effect, { startImmediately: true })
  // Looked at and stopped in one step: on a busy process its result and the end of its time come in the same turn.
  const stop = Effect.sync(() => {
    const exit = fiber.pollUnsafe()
    if (exit === undefined) fiber.interruptUnsafe()
    return exit
  })
  const exit = yield* Fiber.await(fiber).pipe(
    Effect.timeoutOption(Math.max(ms, 1)),
    Effect.onInterrupt(() => stop)
  )
  const last = Option.isSome(exit) ? exit.value : yield* stop
  return last === undefined ? yield* new Cause.TimeoutError(`the database didn't answer within ${ms} ms`) : yield* last
})
