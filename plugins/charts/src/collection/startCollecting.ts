import { type HealthCheck, Jobs } from "@storeglass/plugin-api"
import { Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import type { ChartsConfig } from "../config.ts"
import { ChartHistory, type CollectionProgress } from "../contract.ts"
import { hourMs } from "../time.ts"
import { Collect, Partition } from "./jobRefs.ts"
import { showProgress } from "./metrics.ts"

/**
 * Puts the first jobs in the queue, so that a new host does not wait for the next interval, and shows the progress in
 * the metrics. Neither keeps the boot waiting.
 */
export const startCollecting = ({ collectOnStart }: ChartsConfig) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const jobs = yield* Jobs
      const history = yield* ChartHistory
      yield* jobs.enqueue(Partition, {}, { key: Partition.name }).pipe(
        Effect.andThen(collectOnStart ? jobs.enqueue(Collect, {}, { key: Collect.name }) : Effect.void),
        Effect.provideService(SqlClient.SqlClient, sql),
        Effect.tapError((error) => Effect.logWarning("The collection of charts does not start yet.", error)),
        Effect.retry(Schedule.spaced("5 seconds")),
        Effect.forkScoped
      )
      yield* history.progress.pipe(
        Effect.flatMap(showProgress),
        Effect.catchCause((cause) => Effect.logDebug("The progress of the collection is not known.", cause)),
        Effect.repeat(Schedule.spaced("1 minute")),
        Effect.forkScoped
      )
    })
  )

/** How the collection of one store goes. */
export const checkOf = (
  { capacity, lagMs, planned, read }: CollectionProgress,
  { everyHours }: Pick<ChartsConfig, "everyHours">
): HealthCheck => {
  const done = `${read} of ${planned} charts read in this interval`
  if (planned > capacity) return { status: "degraded", detail: `${done}; readsPerMinute allows ${capacity}` }
  return lagMs !== null && lagMs > 3 * everyHours * hourMs
    ? { status: "degraded", detail: `${done}; the oldest list is ${Math.round(lagMs / hourMs)} hours old` }
    : { status: "ok", detail: done }
}
