import { type JobRef, Jobs } from "@storeglass/plugin-api"
import { type Duration, Effect, Layer, Metric, Schedule } from "effect"
import { SqlClient } from "effect/sql"

/** Gauges by platform, each with its name and description; gives what sets them. A null leaves its gauge as it is. */
export const progressGauges = <K extends string>(
  described: Readonly<Record<K, { readonly name: string; readonly description: string }>>
) => {
  const set: Array<(row: Readonly<Record<K, number | null>>, platform: string) => Effect.Effect<void>> = []
  for (const key in described) {
    const { description, name } = described[key]
    const gauge = Metric.gauge(name, { description })
    set.push((row, platform) => {
      const value = row[key]
      return value === null ? Effect.void : Metric.update(Metric.withAttributes(gauge, { platform }), value)
    })
  }
  return (
    rows: ReadonlyArray<Readonly<Record<K, number | null>> & { readonly platform: string }>
  ): Effect.Effect<void> =>
    Effect.forEach(rows, (row) => Effect.forEach(set, (one) => one(row, row.platform), { discard: true }), {
      discard: true
    })
}

/**
 * Puts the first jobs in the queue, so that a new host does not wait for the clock, and shows the progress every so often.
 * Neither keeps the boot waiting; while the database is away the jobs are tried again every 5 seconds.
 */
export const startCollecting = <E, R>({
  every,
  first,
  progress,
  what
}: {
  /** As in "charts". */
  readonly what: string
  readonly first: ReadonlyArray<JobRef<Record<never, never>>>
  readonly progress: Effect.Effect<void, E, R>
  readonly every: Duration.Input
}) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const jobs = yield* Jobs
      yield* Effect.forEach(first, (ref) => jobs.enqueue(ref, {}, { key: ref.name }), { discard: true }).pipe(
        Effect.provideService(SqlClient.SqlClient, sql),
        Effect.tapError((error) => Effect.logWarning(`Collecting ${what} can't start yet.`, error)),
        Effect.retry(Schedule.spaced("5 seconds")),
        Effect.forkScoped
      )
      yield* progress.pipe(
        Effect.catchCause((cause) => Effect.logDebug(`Collection progress of ${what} isn't known.`, cause)),
        Effect.repeat(Schedule.spaced(every)),
        Effect.forkScoped
      )
    })
  )
