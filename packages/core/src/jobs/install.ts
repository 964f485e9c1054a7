import { Effect } from "effect"
import type { Pool } from "pg"
import { connectPool, type DatabaseAddress, query } from "./connection.ts"
import { type JobsUnavailable, unavailable } from "./errors.ts"

/** The schema of the queue's tables. */
export const schema = "graphile_worker"

// Generous: another node may be migrating and this one waits for it.
const queryTimeoutMs = 60_000

const indexes = [
  `create index if not exists core_jobs_waiting on ${schema}._private_jobs (task_id, priority, run_at) where is_available = true`,
  `create index if not exists core_jobs_locked on ${schema}._private_jobs (locked_by) where locked_at is not null`,
  `create index if not exists core_jobs_at on ${schema}._private_jobs ((flags->>'at')) where flags ? 'at'`
]

/** The last of the queue's own migrations, as of its version that we pin. */
export const lastMigration = 20

const isUpToDate = Effect.fnUntraced(function* (pgPool: Pool) {
  const tables = yield* query(pgPool, `select where to_regclass('${schema}.migrations') is not null`)
  if (tables.length === 0) return false
  const last = yield* query(pgPool, `select from ${schema}.migrations having max(id) = ${lastMigration}`)
  return last.length > 0
})

/** The queue's library is loaded for its migrations alone: a start that has none to run saves its hundred modules. */
const runQueueMigrations = Effect.fnUntraced(function* (pgPool: Pool) {
  const failed = unavailable("create the tables of the job queue")
  const { runMigrations } = yield* Effect.tryPromise({ try: () => import("graphile-worker"), catch: failed })
  const { graphileLogger } = yield* Effect.tryPromise({ try: () => import("./graphileLogger.ts"), catch: failed })
  const logger = yield* graphileLogger
  yield* Effect.tryPromise({ try: () => runMigrations({ pgPool, schema, logger }), catch: failed })
})

/**
 * Makes or updates the queue's tables, and makes these jobs known to it. Any number of nodes may do so at once; the queue's
 * own migrations fail when they meet on an empty database, so they take turns.
 */
export const installJobs = Effect.fn("Jobs.install")(function* (
  address: DatabaseAddress,
  names: ReadonlyArray<string>
): Effect.fn.Return<void, JobsUnavailable> {
  yield* Effect.scoped(
    Effect.gen(function* () {
      // One connection, which holds the lock until it closes: what follows is waited for, and never at once.
      const pgPool = yield* connectPool(address, { max: 1, queryTimeoutMs })
      yield* Effect.tryPromise({
        try: async () => (await pgPool.connect()).release(),
        catch: unavailable("connect to PostgreSQL")
      })
      yield* query(pgPool, "select pg_advisory_lock(hashtextextended('storeglass/jobs/install', 0))")
      if (!(yield* isUpToDate(pgPool))) yield* runQueueMigrations(pgPool)
      yield* query(
        pgPool,
        "create table if not exists core_job_workers (worker_id text primary key, started_at timestamptz not null default now())"
      )
      // Ours on the queue's table: a job is looked for by name, so that one's backlog is not in the way of another.
      for (const index of indexes) yield* query(pgPool, index)
      // The first enqueue of a job would make its name known, and hold up all others of that name until it commits.
      yield* query(
        pgPool,
        `insert into ${schema}._private_tasks (identifier)
        select name from unnest($1::text[]) as name order by name on conflict do nothing`,
        [names]
      )
    })
  )
})
