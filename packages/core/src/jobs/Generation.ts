import { EventEmitter } from "node:events"
import { Deferred, Effect, type Exit, Fiber, type Scope } from "effect"
import { type Logger, type ParsedCronItem, run, type Task, type WorkerEvents } from "graphile-worker"
import { connectPool, type DatabaseAddress } from "./connection.ts"
import { type JobsUnavailable, unavailable } from "./errors.ts"
import { beat, leave } from "./heartbeat.ts"
import { schema } from "./install.ts"

/** Starts an attempt at a job; the fiber gives the text of its failure. */
export type StartAttempt = (
  payload: unknown,
  delivery: { readonly id: string; readonly attempt: number; readonly attemptsMax: number }
) => Fiber.Fiber<string | undefined>

/**
 * One run of the queue's worker. It ends when the queue's worker gives up, or when its connection to the database breaks:
 * the next one starts with fresh connections while this one's jobs finish.
 */
export interface Generation {
  /** Why it takes no more jobs. */
  readonly ending: Effect.Effect<string>
  readonly running: () => number
  /** Takes no more jobs, and waits for those it has. */
  readonly stop: Effect.Effect<void>
  /** Interrupts the jobs it still has and gives them back. */
  readonly abandon: Effect.Effect<void>
}

interface Running {
  readonly id: string
  readonly attempt: number
  readonly fiber: Fiber.Fiber<string | undefined>
  readonly ended: Promise<void>
}

const queryTimeoutMs = 30_000
const pollIntervalMs = 1_000
const interruptTimeoutMs = 3_000

// One connection listens; a second to spare, since cron and the completion of jobs want one at any time.
const spareConnections = 2

const payloadOf = (envelope: unknown): unknown =>
  typeof envelope === "object" && envelope !== null && "payload" in envelope ? envelope.payload : undefined

const settled = <A>(fiber: Fiber.Fiber<A>) =>
  new Promise<Exit.Exit<A>>((resolve) => void fiber.addObserver((exit) => resolve(exit)))

// The queue prints the error of a worker that rejects, so one that is about to is released before.
const keepQuiet = (events: WorkerEvents) => {
  events.on("worker:getJob:error", ({ worker }) => {
    if (worker.workerPool._shuttingDown) void worker.release(true)
  })
  events.on("worker:fatalError", ({ worker }) => void worker.release(true))
}

/** Starts a worker. It works until the scope closes, or until it is stopped. */
export const startGeneration = Effect.fnUntraced(function* (options: {
  readonly database: DatabaseAddress
  readonly concurrency: number
  readonly heartbeatMs: number
  readonly cron: Array<ParsedCronItem>
  readonly logger: Logger
  readonly jobs: ReadonlyMap<string, StartAttempt>
  /** False while the node has enough to do. */
  readonly mayTake: () => boolean
}): Effect.fn.Return<Generation, JobsUnavailable, Scope.Scope> {
  const ending = Deferred.makeUnsafe<string>()
  const end = (reason: string) => void Deferred.doneUnsafe(ending, Effect.succeed(reason))
  const running = new Set<Running>()
  const firstHeld = Promise.withResolvers<void>()
  const givenBack = Promise.withResolvers<void>()
  let held = false

  const taskOf =
    (start: StartAttempt): Task =>
    async (payload, { job: { id, attempts, max_attempts } }) => {
      const fiber = start(payloadOf(payload), { id, attempt: attempts, attemptsMax: max_attempts })
      const { promise: ended, resolve } = Promise.withResolvers<void>()
      const entry = { id, attempt: attempts, fiber, ended }
      running.add(entry)
      const exit = await settled(fiber)
      // Until it is given back the queue must not hear of it, or it would count the attempt.
      if (exit._tag === "Failure" && abandoned) await givenBack.promise
      running.delete(entry)
      resolve()
      const failure = exit._tag === "Failure" ? "interrupted" : exit.value
      if (failure !== undefined) throw new Error(failure)
    }

  const events: WorkerEvents = new EventEmitter()
  keepQuiet(events)
  let workerId = ""
  let abandoned = false
  events.on("pool:create", ({ workerPool }) => {
    workerId = workerPool.id
  })
  events.on("pool:gracefulShutdown", ({ message }) => end(message))

  // Asked before each job. Without its lock this worker would pass for dead, and its jobs be given to others.
  const gate = async () => {
    await firstHeld.promise
    if (!held || !options.mayTake()) throw new Error("This worker takes no job now.")
    return null
  }

  const pgPool = yield* connectPool(options.database, { max: options.concurrency + spareConnections, queryTimeoutMs })
  const runner = yield* Effect.tryPromise({
    try: async () => {
      const runner = await run({
        pgPool,
        schema,
        events,
        logger: options.logger,
        concurrency: options.concurrency,
        pollInterval: pollIntervalMs,
        noHandleSignals: true,
        parsedCronItems: options.cron,
        taskList: Object.fromEntries(Array.from(options.jobs, ([name, start]) => [name, taskOf(start)])),
        forbiddenFlags: gate,
        // Without batches a job that cannot be marked as done ends the process, by an unhandled rejection.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }
      })
      runner.promise.then(
        () => end("it stopped"),
        (cause: unknown) => end(cause instanceof Error ? cause.message : "it failed")
      )
      return runner
    },
    catch: unavailable("start the job worker")
  })
  // The heartbeat outlives the runner: it is registered after it, and `stop` comes before the scope closes.
  yield* Effect.forkScoped(
    beat({
      database: options.database,
      workerId,
      intervalMs: options.heartbeatMs,
      onHeld: () => {
        held = true
        firstHeld.resolve()
      },
      onLost: () => {
        if (held) end("its connection broke")
        held = false
      }
    })
  )

  const stop = Effect.promise(async () => {
    firstHeld.resolve()
    // It refuses to be stopped twice, and reports here the failures that it has logged.
    await runner.stop().catch(() => undefined)
    await runner.promise.catch(() => undefined)
    await Promise.all(Array.from(running, ({ ended }) => ended))
  })

  const abandon = Effect.gen(function* () {
    abandoned = true
    const stopped = Array.from(running)
    yield* Fiber.interruptAll(stopped.map(({ fiber }) => fiber)).pipe(
      Effect.interruptible,
      Effect.timeoutOption(interruptTimeoutMs)
    )
    yield* leave(options.database, workerId, stopped).pipe(
      Effect.catch((error) => Effect.logWarning(`Could not give jobs back; another node will: ${error.message}`))
    )
    givenBack.resolve()
    // The queue hears of the rest now, and finds that they are no longer its own.
    yield* stop.pipe(Effect.interruptible, Effect.timeoutOption(interruptTimeoutMs))
  })

  return { ending: Deferred.await(ending), running: () => running.size, stop, abandon }
})
