import type { Job } from "@storeglass/plugin-api"
import { Cause, Effect, Exit, Fiber, Schedule } from "effect"
import type pg from "pg"
import { attempt, counted } from "./delivery.ts"
import { type Ending, enter, settle } from "./endings.ts"
import type { JobsUnavailable } from "./errors.ts"
import { pluginOf } from "./lanes.ts"
import type { Taken } from "./take.ts"

/** A job that a node has in hand. */
export interface RunningJob {
  readonly lane: string
  readonly interruptOnStop: boolean
  /** From taking it until its end is written. */
  whole: Fiber.Fiber<void> | undefined
  attempt: Fiber.Fiber<unknown> | undefined
  aborted: boolean
}

/** Ends a job that runs, for good. */
export const abortRunning = (job: RunningJob): void => {
  job.aborted = true
  job.attempt?.interruptUnsafe()
}

const againMs = 250

const endingOf = (exit: Exit.Exit<Ending>, { aborted }: RunningJob): Ending => {
  if (aborted) return { _tag: "aborted" }
  if (Exit.isSuccess(exit)) return exit.value
  const error = Cause.hasInterruptsOnly(exit.cause) ? "interrupted" : "defect"
  return { _tag: "failed", error, retryAfterMs: null }
}

/**
 * One attempt at a job that was taken, from its slot to the writing of its end, for which it waits while the database is
 * away. Interrupted, it writes nothing: the job is still locked, and given back by who stops the node.
 */
export const runTaken = <R>(options: {
  readonly pool: pg.Pool
  readonly workerId: string
  readonly job: Job<R>
  readonly taken: Taken
  readonly entry: RunningJob
  /** False while the node stops: then a database that is away is not waited for. */
  readonly mayPersist: () => boolean
}): Effect.Effect<void, never, R> => {
  const { entry, job, pool, taken, workerId } = options
  const persist = <A>(write: Effect.Effect<A, JobsUnavailable>) =>
    Effect.retry(Effect.uninterruptible(write), {
      while: options.mayPersist,
      schedule: Schedule.spaced(againMs)
    })

  const work = Effect.gen(function* () {
    const { atOnce } = job
    // A payload that does not decode has no key; the attempt says what is wrong with it.
    const key =
      atOnce === undefined
        ? undefined
        : yield* Effect.catchCause(
            Effect.suspend(() => atOnce.key(taken.payload)),
            () => Effect.undefined
          )
    const slot = key === undefined ? undefined : `${pluginOf(job.name)}:${key}`
    if (slot !== undefined && !(yield* persist(enter(pool, workerId, taken, slot, atOnce?.max ?? 1)))) return
    const fiber = yield* Effect.forkChild(attempt(job, taken.payload, taken))
    entry.attempt = fiber
    if (entry.aborted) fiber.interruptUnsafe()
    const exit = yield* Effect.onInterrupt(Fiber.await(fiber), () => Fiber.interrupt(fiber))
    const ending = endingOf(exit, entry)
    if (ending._tag === "aborted") yield* counted(job.name, "aborted")
    yield* persist(settle(pool, workerId, taken, ending, slot))
  })
  return Effect.catch(work, (error) => Effect.logDebug(`Couldn't record how a job ended: ${error.message}`))
}
