import { Cause, Effect, Schema } from "effect"
import type pg from "pg"
import { connect, type DatabaseAddress, query, transaction } from "./connection.ts"
import { type JobsUnavailable, unavailable } from "./errors.ts"
import { schema } from "./install.ts"

// So many before a worker counts as dead: one whose connection broke has two beats to take its lock back.
const sightingsMin = 3
const queryTimeoutMs = 5_000
const reconnectDelayMs = 250

const lockOf = (worker: string) => `hashtextextended('storeglass/jobs/worker/' || ${worker}, 0)`

const Workers = Schema.Array(Schema.Struct({ worker: Schema.String }))
const JobIds = Schema.Array(Schema.Struct({ id: Schema.String }))

const workersOf = (rows: ReadonlyArray<unknown>) =>
  Effect.map(Effect.orDie(Schema.decodeUnknownEffect(Workers)(rows)), (rows) => rows.map(({ worker }) => worker))

// Taken and given back within the statement.
const seemingDead = (client: pg.Client, own: string) =>
  Effect.flatMap(
    query(
      client,
      `select worker_id as worker from core_job_workers
      where worker_id <> $1 and pg_try_advisory_xact_lock(${lockOf("worker_id")})`,
      [own]
    ),
    workersOf
  )

const closed = (client: pg.Client): Effect.Effect<never, JobsUnavailable> =>
  Effect.callback((resume) => {
    const fail = () => resume(Effect.fail(unavailable("keep the connection to PostgreSQL")("it closed")))
    client.once("end", fail)
    return Effect.sync(() => client.off("end", fail))
  })

/** Unlocks the jobs of these workers and strikes them off; a job on its last attempt becomes a dead letter. */
const release = Effect.fnUntraced(function* (client: pg.Client, workers: ReadonlyArray<string>) {
  const rows = yield* query(
    client,
    `select id::text from ${schema}.jobs where locked_by = any($1::text[]) and attempts >= max_attempts`,
    [workers]
  )
  const last = yield* Effect.orDie(Schema.decodeUnknownEffect(JobIds)(rows))
  yield* query(client, `select ${schema}.force_unlock_workers($1::text[])`, [workers])
  yield* query(client, `select ${schema}.permanently_fail_jobs($1::bigint[], 'its worker died')`, [
    last.map(({ id }) => id)
  ])
  yield* query(client, "delete from core_job_workers where worker_id = any($1::text[])", [workers])
  yield* query(client, `select pg_notify('jobs:insert', '{"count":1}')`)
})

const bury = Effect.fnUntraced(function* (client: pg.Client, workers: ReadonlyArray<string>) {
  const dead = yield* transaction(
    client,
    Effect.gen(function* () {
      const rows = yield* query(
        client,
        `select worker_id as worker from core_job_workers
        where worker_id = any($1::text[]) and pg_try_advisory_xact_lock(${lockOf("worker_id")}) for update`,
        [workers]
      )
      const dead = yield* workersOf(rows)
      if (dead.length > 0) yield* release(client, dead)
      return dead
    })
  )
  if (dead.length > 0)
    yield* Effect.logWarning("Gave the jobs of dead workers back").pipe(Effect.annotateLogs({ workers: dead }))
})

/**
 * Keeps a worker known as alive by a lock that lives and dies with one connection, and on each beat looks for workers whose
 * lock is free. When the connection breaks, it takes the lock back on a new one. It never ends.
 */
export const beat = (options: {
  readonly database: DatabaseAddress
  readonly workerId: string
  readonly intervalMs: number
  readonly onHeld: () => void
  readonly onLost: () => void
}): Effect.Effect<never> => {
  const { workerId } = options
  const sightings = new Map<string, number>()
  let held = false

  const sweep = Effect.fnUntraced(function* (client: pg.Client) {
    const seen = yield* seemingDead(client, workerId)
    for (const worker of sightings.keys()) if (!seen.includes(worker)) sightings.delete(worker)
    for (const worker of seen) sightings.set(worker, (sightings.get(worker) ?? 0) + 1)
    const dead = seen.filter((worker) => (sightings.get(worker) ?? 0) >= sightingsMin)
    if (dead.length > 0) yield* bury(client, dead)
  })

  const live = Effect.scoped(
    Effect.gen(function* () {
      const client = yield* connect(options.database, queryTimeoutMs)
      // A lost machine is noticed by the server in some ten seconds instead of hours; of no effect on a Unix socket.
      yield* query(client, "set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3")
      yield* query(client, `select pg_advisory_lock(${lockOf("$1::text")})`, [workerId])
      // Under the lock: whoever took this worker for dead has struck it off by now.
      yield* query(client, "insert into core_job_workers (worker_id) values ($1) on conflict do nothing", [workerId])
      held = true
      options.onHeld()
      return yield* Effect.raceFirst(
        closed(client),
        Effect.forever(Effect.andThen(sweep(client), Effect.sleep(options.intervalMs)))
      )
    })
  )
  return Effect.forever(
    live.pipe(
      Effect.catchCause((cause) => {
        const message = `Job worker's heartbeat lost: ${Cause.squash(cause)}`
        // Once for each loss; that it does not come back yet is no news.
        const log = held ? Effect.logWarning(message) : Effect.logDebug(message)
        held = false
        options.onLost()
        return log
      }),
      Effect.andThen(Effect.sleep(reconnectDelayMs))
    )
  )
}

/** Strikes a worker off in good order. Of the jobs that it was stopped in, the attempt does not count. */
export const leave = (
  database: DatabaseAddress,
  workerId: string,
  stopped: ReadonlyArray<{ readonly id: string; readonly attempt: number }>
): Effect.Effect<void, JobsUnavailable> =>
  Effect.scoped(
    Effect.gen(function* () {
      const client = yield* connect(database, queryTimeoutMs)
      yield* transaction(
        client,
        Effect.gen(function* () {
          yield* query(client, `select ${schema}.force_unlock_workers(array[$1::text])`, [workerId])
          for (const { id, attempt } of stopped) {
            const text = `select ${schema}.reschedule_jobs(array[$1::bigint], attempts => $2::int)
              from ${schema}.jobs where id = $1::bigint and attempts = $2::int + 1`
            yield* query(client, text, [id, attempt - 1])
          }
          yield* release(client, [workerId])
        })
      )
    })
  )
