import { Clock, Effect } from "effect"

/** The sandbox and this gateway share a process, and requests come first. */
const restMs = 10
/** A job that takes longer would keep the gateway from stopping. */
const turnMs = 1_000

const begin = Effect.gen(function* () {
  const startMs = yield* Clock.currentTimeMillis
  let steps = 0
  return {
    /** Rests a moment after each step; true when the turn was long enough. The first step is always done. */
    isOver: Effect.gen(function* () {
      if (steps > 0) yield* Effect.sleep(restMs)
      steps += 1
      return steps > 1 && (yield* Clock.currentTimeMillis) - startMs > turnMs
    })
  }
})

/** One of many short turns at a long work. */
export const Turn = { begin }
