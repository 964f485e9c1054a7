import type { DeadLetter, QueueCount } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { recordAudit } from "../audit/records.ts"

/** The jobs of one name in the queue at a moment. */
export interface JobCount extends QueueCount {
  readonly job: string
}

/** The queue, for those who operate it. */
export class JobAdmin extends Context.Service<
  JobAdmin,
  {
    /** Oldest first. `after` is the id of the last one seen. Default limit 100. */
    readonly deadLetters: (options?: {
      readonly limit?: number
      readonly after?: string
      /** Only those of these names. */
      readonly jobs?: ReadonlyArray<string>
    }) => Effect.Effect<ReadonlyArray<DeadLetter>, SqlError.SqlError>
    /** Lets it run again at once, with all its attempts, and says so in the audit log. False when there is no dead letter of this id. */
    readonly retryDeadLetter: (id: string) => Effect.Effect<boolean, SqlError.SqlError>
    readonly stats: Effect.Effect<QueueCount, SqlError.SqlError>
    /** The same for each job that is in the queue, by name. */
    readonly counts: Effect.Effect<ReadonlyArray<JobCount>, SqlError.SqlError>
    /** Names of jobs that wait although nothing is declared to run them: no enabled plugin has them. */
    readonly undeclared: (declared: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>, SqlError.SqlError>
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
const Counts = Schema.Array(
  Schema.Struct({
    job: Schema.String,
    waiting: Schema.Number,
    running: Schema.Number,
    failed: Schema.Number,
    oldest: Schema.NullOr(Schema.Number)
  })
)
const Names = Schema.Array(Schema.Struct({ job: Schema.String }))

const limitMax = 1000
// Whatever fits a bigint; no job has any other id.
const idPattern = /^[1-9]\d{0,17}$/

/** Reads and repairs the queue by SQL alone: it works in a CLI, beside nodes that run. */
export const JobAdminLive: Layer.Layer<JobAdmin, never, SqlClient.SqlClient> = Layer.effect(
  JobAdmin,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const counts = Effect.gen(function* () {
      const rows = yield* sql`
        select tasks.identifier as job,
          count(*) filter (where locked_at is null and attempts < max_attempts)::int as waiting,
          count(*) filter (where locked_at is not null)::int as running,
          count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed,
          (extract(epoch from now() - min(run_at) filter (
            where locked_at is null and attempts < max_attempts and run_at <= now()
          )) * 1000)::float8 as oldest
        from graphile_worker._private_jobs as jobs
        join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
        group by 1 order by 1`
      const decoded = yield* Effect.orDie(Schema.decodeUnknownEffect(Counts)(rows))
      return decoded.map(
        ({ oldest, ...count }): JobCount => ({ ...count, oldestWaitingMs: oldest === null ? null : Math.round(oldest) })
      )
    })
    return JobAdmin.of({
      deadLetters: Effect.fn("JobAdmin.deadLetters")(function* ({ limit = 100, after = "0", jobs } = {}) {
        if (after !== "0" && !idPattern.test(after)) return []
        const rows = yield* sql`
          select id::text as id, task_identifier as job, attempts::int as attempts, last_error as error,
            (extract(epoch from created_at) * 1000)::float8 as created
          from graphile_worker.jobs
          where locked_at is null and attempts >= max_attempts and jobs.id > ${after}::text::bigint
            and (${jobs === undefined ? null : JSON.stringify(jobs)}::text is null or task_identifier in
              (select json_array_elements_text(${JSON.stringify(jobs ?? [])}::text::json)))
          order by jobs.id limit ${Math.min(Math.max(Math.trunc(limit), 1), limitMax)}::int`
        const letters = yield* Effect.orDie(Schema.decodeUnknownEffect(DeadLetters)(rows))
        return letters.map(({ error, created, ...letter }) => ({
          ...letter,
          lastError: error,
          createdAtMs: Math.round(created)
        }))
      }),
      retryDeadLetter: Effect.fn("JobAdmin.retryDeadLetter")(function* (id) {
        if (!idPattern.test(id)) return false
        const rows = yield* sql`
          select pg_notify('jobs:insert', '{"count":1}')
          from (
            select (graphile_worker.reschedule_jobs(array[jobs.id], run_at => now(), attempts => 0)).id
            from graphile_worker.jobs
            where jobs.id = ${id}::text::bigint and locked_at is null and attempts >= max_attempts
          ) as retried`
        if (rows.length === 0) return false
        yield* Effect.provideService(
          recordAudit({ action: "job.retried", accountId: null, target: { kind: "job", id } }),
          SqlClient.SqlClient,
          sql
        )
        return true
      }, sql.withTransaction),
      stats: Effect.map(counts, (jobs) => {
        const sum = (of: (count: JobCount) => number) => jobs.reduce((total, count) => total + of(count), 0)
        const oldest = jobs.flatMap(({ oldestWaitingMs }) => (oldestWaitingMs === null ? [] : [oldestWaitingMs]))
        return {
          waiting: sum(({ waiting }) => waiting),
          running: sum(({ running }) => running),
          failed: sum(({ failed }) => failed),
          oldestWaitingMs: oldest.length === 0 ? null : Math.max(...oldest)
        }
      }),
      counts,
      undeclared: Effect.fn("JobAdmin.undeclared")(function* (declared) {
        const rows = yield* sql`
          select identifier as job from graphile_worker._private_tasks as tasks
          where identifier not in (select json_array_elements_text(${JSON.stringify(declared)}::text::json))
            and exists (
              select from graphile_worker._private_jobs as jobs
              where jobs.task_id = tasks.id and jobs.is_available = true)
          order by 1`
        const names = yield* Effect.orDie(Schema.decodeUnknownEffect(Names)(rows))
        return names.map(({ job }) => job)
      })
    })
  })
)
