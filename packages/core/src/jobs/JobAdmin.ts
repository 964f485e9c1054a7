import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

/** A job that failed on its last attempt, and stays until it is retried. */
export interface DeadLetter {
  readonly id: string
  readonly job: string
  readonly attempts: number
  /** What kind of failure it was; null where none was kept. */
  readonly lastError: string | null
  readonly createdAtMs: number
}

/** The queue at a moment. */
export interface JobStats {
  /** Due or due later, not running. */
  readonly waiting: number
  readonly running: number
  readonly failed: number
  /** How long the job that is overdue most has waited; null when none is due. */
  readonly oldestWaitingMs: number | null
}

/** The queue, for those who operate it. */
export class JobAdmin extends Context.Service<
  JobAdmin,
  {
    /** Oldest first. `after` is the id of the last one seen. Default limit 100. */
    readonly deadLetters: (options?: {
      readonly limit?: number
      readonly after?: string
    }) => Effect.Effect<ReadonlyArray<DeadLetter>, SqlError.SqlError>
    /** Lets it run again at once, with all its attempts. False when there is no dead letter of this id. */
    readonly retryDeadLetter: (id: string) => Effect.Effect<boolean, SqlError.SqlError>
    readonly stats: Effect.Effect<JobStats, SqlError.SqlError>
  }
>()("@storeglass/core/JobAdmin") {}

const DeadLetters = Schema.Array(
  Schema.Struct({
    id: Schema.String,
    job: Schema.String,
    attempts: Schema.Number,
    error: Schema.NullOr(Schema.String),
    created: Schema.Number
  })
)
const Stats = Schema.Tuple([
  Schema.Struct({
    waiting: Schema.Number,
    running: Schema.Number,
    failed: Schema.Number,
    oldest: Schema.NullOr(Schema.Number)
  })
])

const limitMax = 1000
// What fits a bigint; anything else is an id that no job has.
const idPattern = /^[1-9]\d{0,17}$/

/** Reads and mends the queue by SQL alone: it works in a CLI, beside nodes that run. */
export const JobAdminLive: Layer.Layer<JobAdmin, never, SqlClient.SqlClient> = Layer.effect(
  JobAdmin,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return JobAdmin.of({
      deadLetters: Effect.fnUntraced(function* ({ limit = 100, after = "0" } = {}) {
        if (after !== "0" && !idPattern.test(after)) return []
        const rows = yield* sql`
          select id::text as id, task_identifier as job, attempts::int as attempts, last_error as error,
            (extract(epoch from created_at) * 1000)::float8 as created
          from graphile_worker.jobs
          where locked_at is null and attempts >= max_attempts and jobs.id > ${after}::text::bigint
          order by jobs.id limit ${Math.min(Math.max(Math.trunc(limit), 1), limitMax)}::int`
        const letters = yield* Effect.orDie(Schema.decodeUnknownEffect(DeadLetters)(rows))
        return letters.map(({ error, created, ...letter }) => ({
          ...letter,
          lastError: error,
          createdAtMs: Math.round(created)
        }))
      }),
      retryDeadLetter: Effect.fnUntraced(function* (id) {
        if (!idPattern.test(id)) return false
        const rows = yield* sql`
          select pg_notify('jobs:insert', '{"count":1}')
          from (
            select (graphile_worker.reschedule_jobs(array[jobs.id], run_at => now(), attempts => 0)).id
            from graphile_worker.jobs
            where jobs.id = ${id}::text::bigint and locked_at is null and attempts >= max_attempts
          ) as retried`
        return rows.length > 0
      }),
      stats: Effect.gen(function* () {
        const rows = yield* sql`
          select
            count(*) filter (where locked_at is null and attempts < max_attempts)::int as waiting,
            count(*) filter (where locked_at is not null)::int as running,
            count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed,
            (extract(epoch from now() - min(run_at) filter (
              where locked_at is null and attempts < max_attempts and run_at <= now()
            )) * 1000)::float8 as oldest
          from graphile_worker.jobs`
        const [{ oldest, ...counts }] = yield* Effect.orDie(Schema.decodeUnknownEffect(Stats)(rows))
        return { ...counts, oldestWaitingMs: oldest === null ? null : Math.round(oldest) }
      })
    })
  })
)
