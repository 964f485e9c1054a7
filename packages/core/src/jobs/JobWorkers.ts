import { randomUUID } from "node:crypto"
import type { Job, Jobs } from "@storeglass/plugin-api"
import { Effect, Fiber, Latch, Layer, type Scope } from "effect"
import { checkJobs } from "./checkJobs.ts"
import { connectPool, type DatabaseAddress } from "./connection.ts"
import { runCron } from "./cron.ts"
import { withDeadJobs } from "./deadJobs.ts"
import type { JobsMisconfigured } from "./errors.ts"
import { beat, leave } from "./heartbeat.ts"
import { lanesOf } from "./lanes.ts"
import { abortRunning, type RunningJob, runTaken } from "./runTaken.ts"
import { type Taken, take } from "./take.ts"

/** How a node works jobs. */
export interface JobWorkersOptions<R> {
  readonly database: DatabaseAddress
  readonly jobs: ReadonlyArray<Job<R>>
  /** How many jobs at once in each lane that does not say. With 0 the node only enqueues. Default 4. */
  readonly concurrency?: number | undefined
  /** How many at once by lane, instead of what its jobs declare. With 0 the node leaves the lane to others. */
  readonly lanes?: Readonly<Record<string, number>> | undefined
  /** How long a stop waits for jobs that run, before it gives them back to the queue. Default 10 seconds. */
  readonly stopTimeoutMs?: number | undefined
  /** How often a worker shows that it lives and looks for dead ones. A dead worker's job waits three to four of these. Default 1 second. */
  readonly heartbeatMs?: number | undefined
}

// Whatever the number of lanes: a job that runs holds none of them.
const connectionsMax = 4
const queryTimeoutMs = 10_000
const pollIntervalMs = 1_000
const interruptTimeoutMs = 3_000

/**
 * Works the queue until its scope closes: then it takes no more jobs, waits for those that run, and gives back what does not
 * finish. It survives the loss of its database, and needs none to start. The jobs run with the services of this layer's
 * context.
 */
export const JobWorkersLive = <R>(
  options: JobWorkersOptions<R>
): Layer.Layer<never, JobsMisconfigured, Exclude<R, Scope.Scope> | Jobs> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { database, concurrency, stopTimeoutMs = 10_000, heartbeatMs = 1_000 } = options
      yield* checkJobs(options.jobs)
      const jobs = withDeadJobs(options.jobs)
      const lanes = yield* lanesOf(jobs, { concurrency, overrides: options.lanes })
      if (concurrency === 0 || jobs.length === 0) return
      const fork = Effect.runForkWith(yield* Effect.context<R | Jobs>())
      const workerId = `node-${randomUUID()}`
      const byName = new Map(jobs.map((job) => [job.name, job]))
      const laneByJob = new Map(lanes.flatMap(({ jobs, name }) => jobs.map((job) => [job, name] as const)))
      const running = new Map<string, RunningJob>()
      const wake = Latch.makeUnsafe(false)
      let held = false
      let stopping = false
      const pool = yield* connectPool(database, { max: connectionsMax, queryTimeoutMs })

      const start = (taken: Taken) => {
        const job = byName.get(taken.job)
        const lane = laneByJob.get(taken.job)
        if (job === undefined || lane === undefined) return
        const { interruptOnStop = false } = job
        const entry: RunningJob = { lane, interruptOnStop, aborted: false, attempt: undefined, whole: undefined }
        running.set(taken.id, entry)
        const whole = fork(runTaken({ pool, workerId, job, taken, entry, mayPersist: () => !stopping }))
        entry.whole = whole
        whole.addObserver(() => {
          running.delete(taken.id)
          wake.openUnsafe()
        })
      }

      const takeFree = Effect.suspend(() => {
        const taken = new Map<string, number>()
        for (const { lane } of running.values()) taken.set(lane, (taken.get(lane) ?? 0) + 1)
        const free = lanes
          .map((lane) => ({ ...lane, free: lane.concurrency - (taken.get(lane.name) ?? 0) }))
          .filter(({ free }) => free > 0)
        // Without its lock this worker would pass for dead, and its jobs be given to others.
        if (!held || free.length === 0) return Effect.void
        return Effect.map(take(pool, workerId, free), (rows) => rows.forEach(start))
      }).pipe(
        // Once it is asked, the answer must be waited for: the jobs are locked.
        Effect.uninterruptible,
        Effect.catch((error) => Effect.logDebug(`Couldn't take jobs: ${error.message}`))
      )

      const work = Effect.gen(function* () {
        yield* Effect.raceFirst(wake.await, Effect.sleep(pollIntervalMs))
        wake.closeUnsafe()
        yield* takeFree
      })

      const fibers = () => Array.from(running.values(), ({ whole }) => whole).filter((fiber) => fiber !== undefined)
      const stopAll = Effect.gen(function* () {
        stopping = true
        for (const { interruptOnStop, whole } of running.values()) if (interruptOnStop) whole?.interruptUnsafe()
        yield* Effect.forEach(fibers(), Fiber.await, { concurrency: "unbounded", discard: true }).pipe(
          Effect.interruptible,
          Effect.timeoutOption(stopTimeoutMs)
        )
        yield* Fiber.interruptAll(fibers()).pipe(Effect.interruptible, Effect.timeoutOption(interruptTimeoutMs))
        yield* Effect.catch(leave(database, workerId), (error) =>
          Effect.logWarning(`Couldn't return jobs to the queue; another node will: ${error.message}`)
        )
      })

      // A scope closes in reverse: first nothing is taken any more, then what runs ends, and the heartbeat goes last.
      yield* Effect.forkScoped(
        beat({
          database,
          workerId,
          intervalMs: heartbeatMs,
          isRunning: (id) => running.has(id),
          onHeld: () => {
            held = true
            wake.openUnsafe()
          },
          onLost: () => {
            held = false
          },
          onJobs: () => wake.openUnsafe(),
          onAborted: (ids) => {
            for (const id of ids) {
              const job = running.get(id)
              if (job !== undefined && !job.aborted) abortRunning(job)
            }
          }
        })
      )
      yield* Effect.addFinalizer(() => stopAll)
      yield* Effect.forkScoped(runCron(pool, jobs))
      yield* Effect.forkScoped(Effect.forever(work))
    })
  )
