import { Effect, Schedule } from "effect"

/** Asks again until it is so, for at most ten seconds of real time. */
export const eventually = <A, E, R>(ask: Effect.Effect<A, E, R>, is: (value: A) => boolean) =>
  ask.pipe(
    Effect.filterOrFail(is, (value) => new Error(`still ${JSON.stringify(value)}`)),
    Effect.retry({ schedule: Schedule.spaced(20), times: 1_500 })
  )
