import { Effect } from "effect"
import { type Logger, runMigrations } from "graphile-worker"
import { connect, connectPool, type DatabaseAddress, query } from "./connection.ts"
import { type JobsUnavailable, unavailable } from "./errors.ts"
import { graphileLogger } from "./graphileLogger.ts"

/** The schema of the queue's tables. */
export const schema = "graphile_worker"

// Generous: another node may be migrating and this one waits for it.
const queryTimeoutMs = 60_000

const migrate = (address: DatabaseAddress, logger: Logger) =>
  Effect.scoped(
    Effect.flatMap(connectPool(address, { max: 1, queryTimeoutMs }), (pgPool) =>
      Effect.tryPromise({
        try: () => runMigrations({ pgPool, schema, logger }),
        catch: unavailable("create the tables of the job queue")
      })
    )
  )

/**
 * Makes or updates the queue's tables, and makes these jobs known to it. Any number of nodes may do so at once; the queue's
 * own migrations fail when they meet on an empty database, so they take turns.
 */
export const installJobs = Effect.fn("Jobs.install")(function* (
  address: DatabaseAddress,
  names: ReadonlyArray<string>
): Effect.fn.Return<void, JobsUnavailable> {
  const logger = yield* graphileLogger
  yield* Effect.scoped(
    Effect.gen(function* () {
      const client = yield* connect(address, queryTimeoutMs)
      // Held until this connection closes.
      yield* query(client, "select pg_advisory_lock(hashtextextended('storeglass/jobs/install', 0))")
      yield* migrate(address, logger)
      yield* query(
        client,
        "create table if not exists core_job_workers (worker_id text primary key, started_at timestamptz not null default now())"
      )
      // The first enqueue of a job would make its name known, and hold up all others of that name until it commits.
      yield* query(
        client,
        `insert into ${schema}._private_tasks (identifier)
        select name from unnest($1::text[]) as name order by name on conflict do nothing`,
        [names]
      )
    })
  )
})
