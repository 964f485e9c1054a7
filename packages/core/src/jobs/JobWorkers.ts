import type { Job, Jobs } from "@storeglass/plugin-api"
import { Cause, Clock, Effect, Exit, Layer, Scope } from "effect"
import { checkJobs, cronItems } from "./checkJobs.ts"
import type { DatabaseAddress } from "./connection.ts"
import { attempt } from "./delivery.ts"
import type { JobsMisconfigured } from "./errors.ts"
import { type Generation, type StartAttempt, startGeneration } from "./Generation.ts"
import { graphileLogger } from "./graphileLogger.ts"

/** How a node works jobs. */
export interface JobWorkersOptions<R> {
  readonly database: DatabaseAddress
  readonly jobs: ReadonlyArray<Job<R>>
  /** How many jobs at once. With 0 the node only enqueues. Default 4. */
  readonly concurrency?: number | undefined
  /** How long a stop waits for jobs that run, before it gives them back to the queue. Default 10 seconds. */
  readonly stopTimeoutMs?: number | undefined
  /** How often a worker shows that it lives and looks for dead ones. A dead worker's job waits three to four of these. Default 1 second. */
  readonly heartbeatMs?: number | undefined
}

const backoff = { firstMs: 100, maxMs: 2_000, forgottenAfterMs: 30_000 }

interface Live {
  readonly generation: Generation
  readonly scope: Scope.Closeable
}

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
      const { database, jobs, concurrency = 4, stopTimeoutMs = 10_000, heartbeatMs = 1_000 } = options
      yield* checkJobs(jobs)
      if (concurrency === 0 || jobs.length === 0) return
      const context = yield* Effect.context<R | Jobs>()
      const fork = Effect.runForkWith(context)
      const logger = yield* graphileLogger
      const starts = new Map<string, StartAttempt>(
        jobs.map((job) => [job.name, (payload, delivery) => fork(attempt(job, payload, delivery))])
      )
      const lives = new Set<Live>()
      const layerScope = yield* Effect.scope

      const start = Effect.gen(function* () {
        const scope = yield* Scope.make()
        const generation = yield* startGeneration({
          database,
          concurrency,
          heartbeatMs,
          cron: yield* cronItems(jobs),
          logger,
          jobs: starts,
          mayTake: () =>
            Array.from(lives, ({ generation }) => generation.running()).reduce((a, b) => a + b, 0) < concurrency
        }).pipe(
          Scope.provide(scope),
          Effect.onError(() => Scope.close(scope, Exit.void))
        )
        const live = { generation, scope }
        lives.add(live)
        return live
      }).pipe(Effect.uninterruptible)

      const dispose = (live: Live) =>
        Effect.gen(function* () {
          yield* live.generation.abandon
          yield* Scope.close(live.scope, Exit.void)
          lives.delete(live)
        }).pipe(Effect.uninterruptible)

      const supervise = Effect.gen(function* () {
        let delayMs = backoff.firstMs
        while (true) {
          const startedAt = yield* Clock.currentTimeMillis
          const started = yield* Effect.exit(start)
          if (Exit.isSuccess(started)) {
            const reason = yield* started.value.generation.ending
            yield* Effect.logWarning(`Job worker starts anew: ${reason}`)
            yield* Effect.forkIn(Effect.andThen(started.value.generation.stop, dispose(started.value)), layerScope)
          } else {
            yield* Effect.logWarning(`Job worker cannot start, trying again: ${Cause.squash(started.cause)}`)
          }
          if ((yield* Clock.currentTimeMillis) - startedAt > backoff.forgottenAfterMs) delayMs = backoff.firstMs
          yield* Effect.sleep(delayMs)
          delayMs = Math.min(delayMs * 2, backoff.maxMs)
        }
      })

      const stopAll = Effect.suspend(() =>
        Effect.forEach(
          lives,
          (live) =>
            live.generation.stop.pipe(
              Effect.interruptible,
              Effect.timeoutOption(stopTimeoutMs),
              Effect.andThen(dispose(live))
            ),
          { concurrency: "unbounded", discard: true }
        )
      )
      yield* Effect.addFinalizer(() => stopAll)
      // After the finalizer: a scope closes in reverse, so this ends first and nothing starts while the rest stops.
      yield* Effect.forkScoped(supervise)
    })
  )
