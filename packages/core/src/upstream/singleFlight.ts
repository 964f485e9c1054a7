import { Effect, type Exit, Fiber, type Scope } from "effect"

/** Who waits for a flight. `done` is a method so that each caller keeps its own failure type: all ask for the same. */
interface Caller<A> {
  done(exit: Exit.Exit<A, unknown>): void
}

interface Flight<A> {
  readonly callers: Set<Caller<A>>
  waiting: number
  fiber: Fiber.Fiber<A, unknown> | undefined
  exit: Exit.Exit<A, unknown> | undefined
}

/** Work that is done once for all who ask for it at the same time. */
export interface SingleFlight<A> {
  /**
   * Joins the work under way for `key`, or starts it. It belongs to nobody: it ends early only when all who wait for
   * it are interrupted. `isCurrent` tells the work whether it was forgotten meanwhile.
   */
  readonly run: <E, R>(
    key: string,
    work: (isCurrent: () => boolean) => Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E, R>
  /** The work under way answers those who wait for it; whoever asks from now on starts again. */
  readonly forget: (key: string) => void
}

/** Flights that live at most as long as `scope`. */
export const makeSingleFlight = <A>(scope: Scope.Scope): SingleFlight<A> => {
  const flights = new Map<string, Flight<A>>()
  const isCurrent = (key: string, flight: Flight<A>) => flights.get(key) === flight
  const remove = (key: string, flight: Flight<A>) => {
    if (isCurrent(key, flight)) flights.delete(key)
  }

  const launch = Effect.fnUntraced(function* <E, R>(
    key: string,
    work: (isCurrent: () => boolean) => Effect.Effect<A, E, R>
  ) {
    const flight: Flight<A> = { callers: new Set(), waiting: 1, fiber: undefined, exit: undefined }
    flights.set(key, flight)
    const started = Effect.suspend(() => work(() => isCurrent(key, flight)))
    const fiber = yield* Effect.forkIn(started, scope)
    flight.fiber = fiber
    fiber.addObserver((exit) => {
      flight.exit = exit
      remove(key, flight)
      for (const caller of flight.callers) caller.done(exit)
    })
    return flight
  })

  const landing = <E>(flight: Flight<A>) =>
    Effect.callback<A, E>((resume) => {
      const caller: Caller<A> = { done: (exit: Exit.Exit<A, E>) => resume(exit) }
      if (flight.exit !== undefined) return caller.done(flight.exit)
      flight.callers.add(caller)
      return Effect.sync(() => flight.callers.delete(caller))
    })

  const leave = (key: string, flight: Flight<A>) =>
    Effect.suspend(() => {
      flight.waiting -= 1
      if (flight.waiting > 0 || flight.exit !== undefined || flight.fiber === undefined) return Effect.void
      remove(key, flight)
      return Fiber.interrupt(flight.fiber)
    })

  return {
    run: <E, R>(key: string, work: (isCurrent: () => boolean) => Effect.Effect<A, E, R>) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.suspend(() => {
          const flying = flights.get(key)
          if (flying !== undefined) flying.waiting += 1
          return flying !== undefined ? Effect.succeed(flying) : launch(key, work)
        }).pipe(Effect.flatMap((flight) => Effect.ensuring(restore(landing<E>(flight)), leave(key, flight))))
      ),
    forget: (key) => {
      flights.delete(key)
    }
  }
}
