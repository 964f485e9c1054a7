import { type Job, Jobs } from "@storeglass/plugin-api"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { checkJobs, defaultAttempts } from "./checkJobs.ts"
import type { DatabaseAddress } from "./connection.ts"
import type { JobsMisconfigured, JobsUnavailable } from "./errors.ts"
import { installJobs } from "./install.ts"

/**
 * What a job needs to be put in the queue: the declarations of `Job`, without its work.
 */
export type JobDeclaration = Pick<Job<never>, "name" | "attempts" | "cron" | "cronPayload">

/**
 * Enqueueing, on every node. It makes or updates the queue's tables first; who works the jobs is `JobWorkersLive`.
 */
export const JobsLive = (options: {
  readonly database: DatabaseAddress
  readonly jobs: ReadonlyArray<JobDeclaration>
}): Layer.Layer<Jobs, JobsUnavailable | JobsMisconfigured> =>
  Layer.effect(
    Jobs,
    Effect.gen(function* () {
      yield* checkJobs(options.jobs)
      const attempts = new Map(options.jobs.map((job) => [job.name, job.attempts]))
      yield* installJobs(options.database, [...attempts.keys()])
      return Jobs.of({
        enqueue: Effect.fnUntraced(function* (ref, payload, options = {}) {
          const sql = yield* SqlClient.SqlClient
          // The issue itself would quote the payload.
          const encoded = yield* Effect.mapError(
            Schema.encodeEffect(ref.payload)(payload),
            () => new Error(`The payload of the job "${ref.name}" does not fit its schema.`)
          ).pipe(Effect.orDie)
          // In an envelope, since the queue would append to a bare array of the same key instead of replacing it.
          const json = JSON.stringify({ payload: encoded })
          const attemptsMax = options.attempts ?? attempts.get(ref.name) ?? defaultAttempts
          yield* sql`select 1 from graphile_worker.add_job(
            identifier => ${ref.name}::text,
            payload => ${json}::text::json,
            run_at => to_timestamp(${options.runAtMs ?? null}::float8 / 1000),
            max_attempts => ${attemptsMax}::int,
            job_key => ${options.key ?? null}::text)`
        })
      })
    })
  )
