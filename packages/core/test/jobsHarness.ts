import { PgClient } from "@effect/sql-pg"
import type { Job } from "@storeglass/plugin-api"
import { Effect, Layer, Logger, type Redacted, Schedule } from "effect"
import { JobAdmin, JobAdminLive, JobsLive, JobWorkersLive, type JobWorkersOptions } from "../src/jobs/index.ts"

/** What a gateway has: a client, the queue, and its administration. */
export const queueOn = <R>(url: Redacted.Redacted<string>, jobs: ReadonlyArray<Job<R>>) =>
  Layer.provideMerge(
    Layer.merge(JobsLive({ database: { url }, jobs }), JobAdminLive),
    PgClient.layer({ url, maxConnections: 3 })
  )

/** Whether no job waits or runs. */
export const idle = Effect.map(
  JobAdmin.use((admin) => admin.stats),
  ({ waiting, running }) => waiting + running === 0
)

/** A node that works. */
export const nodeOn = <R>(
  url: Redacted.Redacted<string>,
  jobs: ReadonlyArray<Job<R>>,
  options: Omit<JobWorkersOptions<R>, "database" | "jobs"> = {}
) => Layer.provideMerge(JobWorkersLive({ database: { url }, jobs, ...options }), queueOn(url, jobs))

class NotYet extends Error {
  override readonly name = "NotYet"
}

/** Asks again until it is true, for at most this long. */
export const eventually = <E, R>(what: string, ask: Effect.Effect<boolean, E, R>, limitMs = 10_000) =>
  ask.pipe(
    Effect.flatMap((yes) => (yes ? Effect.void : Effect.fail(new NotYet(`not within ${limitMs} ms: ${what}`)))),
    Effect.retry({
      while: (error) => error instanceof NotYet,
      schedule: Schedule.spaced(20),
      times: limitMs / 20
    })
  )

/** Keeps every log line as text instead of printing it. */
export const keptLogs = (lines: Array<string>) =>
  Logger.layer([Logger.make((options) => void lines.push(Logger.formatJson.log(options)))])
