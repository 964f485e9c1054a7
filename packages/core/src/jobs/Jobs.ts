import { type Job, Jobs } from "@storeglass/plugin-api"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { abortChannel } from "./abort.ts"
import { checkJobs, defaultAttempts } from "./checkJobs.ts"
import type { DatabaseAddress } from "./connection.ts"
import { deadSuffix } from "./deadJobs.ts"
import type { JobsMisconfigured, JobsUnavailable } from "./errors.ts"
import { installJobs } from "./install.ts"

/**
 * What a job needs to be put in the queue: the declarations of `Job`, without its work.
 */
export type JobDeclaration = Pick<Job<never>, "name" | "attempts" | "cron" | "cronPayload" | "lane" | "timeoutMs"> & {
  readonly onDead?: unknown
}

/** The payload of a job as the queue holds it. */
export const queuedPayload = <A>(
  ref: { readonly name: string; readonly payload: Schema.Codec<A, unknown> },
  payload: A
): Effect.Effect<string> =>
  Schema.encodeEffect(ref.payload)(payload).pipe(
    // The issue itself would quote the payload.
    Effect.mapError(() => new Error(`The payload of the job "${ref.name}" doesn't match its schema.`)),
    Effect.orDie,
    // In an object of its own, since the queue would append to a bare array of the same key instead of replacing it.
    Effect.map((payload) => JSON.stringify({ payload }))
  )

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
      yield* installJobs(
        options.database,
        options.jobs.flatMap(({ name, onDead }) => (onDead === undefined ? [name] : [name, `${name}${deadSuffix}`]))
      )
      return Jobs.of({
        enqueue: Effect.fn("Jobs.enqueue")(function* (ref, payload, options = {}) {
          const sql = yield* SqlClient.SqlClient
          const json = yield* queuedPayload(ref, payload)
          const attemptsMax = options.attempts ?? attempts.get(ref.name) ?? defaultAttempts
          yield* sql`select 1 from graphile_worker.add_job(
            identifier => ${ref.name}::text,
            payload => ${json}::text::json,
            run_at => to_timestamp(${options.runAtMs ?? null}::float8 / 1000),
            max_attempts => ${attemptsMax}::int,
            job_key => ${options.key ?? null}::text)`
        }),
        abort: Effect.fn("Jobs.abort")(function* ({ name }, key) {
          const sql = yield* SqlClient.SqlClient
          const rows = yield* sql<{ found: "waiting" | "running" }>`
            with target as (
              select jobs.id, jobs.locked_at from graphile_worker._private_jobs as jobs
              join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
              where jobs.key = ${key}::text and tasks.identifier = ${name}::text
                and (jobs.is_available or jobs.locked_at is not null)
              for update of jobs
            ),
            waiting as (
              delete from graphile_worker._private_jobs as jobs using target
              where jobs.id = target.id and target.locked_at is null returning jobs.id
            ),
            running as (
              update graphile_worker._private_jobs as jobs
              set key = null, flags = coalesce(jobs.flags, '{}') || '{"aborted": true}', updated_at = now()
              from target where jobs.id = target.id and target.locked_at is not null returning jobs.id
            )
            select 'waiting' as found from waiting
            union all
            select 'running' from running cross join lateral pg_notify(${abortChannel}::text, running.id::text)`
          return rows[0]?.found ?? "none"
        })
      })
    })
  )
