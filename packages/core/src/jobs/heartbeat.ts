import { Cause, Effect, Schedule, Schema } from "effect"
import type pg from "pg"
import { abortChannel } from "./abort.ts"
import { connect, type DatabaseAddress, query, transaction } from "./connection.ts"
import { announceDead, letNextOf, lockSlots, superseded } from "./endings.ts"
import { type JobsUnavailable, unavailable } from "./errors.ts"
import { schema } from "./install.ts"

// So many before a worker counts as dead: one whose connection broke has two beats to take its lock back.
const sightingsMin = 3
const queryTimeoutMs = 5_000
const reconnectDelayMs = 250

const lockOf = (worker: string) => `hashtextextended('storeglass/jobs/worker/' || ${worker}, 0)`

const Workers = Schema.Array(Schema.Struct({ worker: Schema.String }))
const Slots = Schema.Array(Schema.Struct({ slot: Schema.String }))
const Locked = Schema.Array(Schema.Struct({ id: Schema.String, aborted: Schema.Boolean, forgotten: Schema.Boolean }))

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

/**
 * Unlocks the jobs of these workers and strikes the workers off. A job on its last attempt becomes a dead letter; one that
 * was aborted, or replaced by a newer one, is gone. Inside a transaction.
 */
const release = Effect.fnUntraced(function* (client: pg.Client, workers: ReadonlyArray<string>) {
  const held = yield* query(
    client,
    `select distinct flags->>'at' as slot from ${schema}._private_jobs
    where locked_at is not null and locked_by = any($1::text[]) and flags ? 'at' order by 1`,
    [workers]
  )
  const slots = yield* Effect.orDie(Schema.decodeUnknownEffect(Slots)(held))
  for (const { slot } of slots) yield* lockSlots(client, slot)
  yield* query(
    client,
    `with dropped as (delete from ${schema}._private_jobs where locked_at is not null and locked_by = any($1::text[]) and ${superseded}),
    ended as (
      update ${schema}._private_jobs set
        last_error = case when attempts >= max_attempts then 'its worker died' else last_error end,
        locked_by = null, locked_at = null, flags = null, updated_at = now()
      where locked_at is not null and locked_by = any($1::text[]) and not ${superseded}
      returning id, task_id, payload, attempts, max_attempts, last_error
    )
    ${announceDead}`,
    [workers]
  )
  for (const { slot } of slots) yield* letNextOf(client, slot)
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
    yield* Effect.logWarning("Returned the jobs of dead workers to the queue").pipe(
      Effect.annotateLogs({ workers: dead })
    )
})

// A take that was given up on, or a node that was struck off and took on: their jobs would stay locked for good.
const forgottenAfter = "1 minute"

/** Lists who holds jobs without being listed, so that the sweep sees whether they live. */
const enlist = (client: pg.Client) =>
  query(
    client,
    `insert into core_job_workers (worker_id)
    select distinct locked_by from ${schema}._private_jobs as jobs
    where locked_at is not null and locked_at < now() - interval '${forgottenAfter}'
      and not exists (select from core_job_workers as known where known.worker_id = jobs.locked_by)
    on conflict do nothing`
  )

/** Looks through the jobs of this worker: returns those that were aborted, and releases those that it doesn't run. */
const review = Effect.fnUntraced(function* (client: pg.Client, worker: string, isRunning: (id: string) => boolean) {
  const rows = yield* query(
    client,
    `select id::text, coalesce(flags ? 'aborted', false) as aborted,
      locked_at < now() - interval '${forgottenAfter}' as forgotten
    from ${schema}._private_jobs where locked_at is not null and locked_by = $1`,
    [worker]
  )
  const locked = yield* Effect.orDie(Schema.decodeUnknownEffect(Locked)(rows))
  const forgotten = locked.filter(({ forgotten, id }) => forgotten && !isRunning(id)).map(({ id }) => id)
  if (forgotten.length > 0) {
    yield* query(
      client,
      `update ${schema}._private_jobs set locked_by = null, locked_at = null, flags = null,
        attempts = greatest(attempts - 1, 0)
      where id = any($1::bigint[]) and locked_by = $2`,
      [forgotten, worker]
    )
  }
  return locked.filter(({ aborted }) => aborted).map(({ id }) => id)
})

/**
 * Keeps a worker known as alive by a lock that lives and dies with one connection, and on each beat looks for workers whose
 * lock is free. When the connection breaks, it takes the lock back on a new one. The same connection hears of new jobs and
 * of aborted ones. It never ends.
 */
export const beat = (options: {
  readonly database: DatabaseAddress
  readonly workerId: string
  readonly intervalMs: number
  readonly onHeld: () => void
  readonly onLost: () => void
  readonly onJobs: () => void
  readonly onAborted: (ids: ReadonlyArray<string>) => void
  readonly isRunning: (id: string) => boolean
}): Effect.Effect<never> => {
  const { workerId } = options
  const sightings = new Map<string, number>()
  let held = false

  const sweep = Effect.fnUntraced(function* (client: pg.Client) {
    yield* enlist(client)
    const seen = yield* seemingDead(client, workerId)
    for (const worker of sightings.keys()) if (!seen.includes(worker)) sightings.delete(worker)
    for (const worker of seen) sightings.set(worker, (sightings.get(worker) ?? 0) + 1)
    const dead = seen.filter((worker) => (sightings.get(worker) ?? 0) >= sightingsMin)
    if (dead.length > 0) yield* bury(client, dead)
    options.onAborted(yield* review(client, workerId, options.isRunning))
  })

  const live = Effect.scoped(
    Effect.gen(function* () {
      const client = yield* connect(options.database, queryTimeoutMs)
      client.on("notification", ({ channel, payload = "" }) =>
        channel === abortChannel ? options.onAborted([payload]) : options.onJobs()
      )
      // The server notices a lost machine in about ten seconds instead of hours; this has no effect on a Unix socket.
      yield* query(client, "set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3")
      yield* query(client, `select pg_advisory_lock(${lockOf("$1::text")})`, [workerId])
      // Under the lock: whoever took this worker for dead has struck it off by now.
      yield* query(client, "insert into core_job_workers (worker_id) values ($1) on conflict do nothing", [workerId])
      yield* query(client, `listen "jobs:insert"; listen ${abortChannel}`)
      held = true
      options.onHeld()
      return yield* Effect.raceFirst(closed(client), Effect.repeat(sweep(client), Schedule.spaced(options.intervalMs)))
    })
  )
  return Effect.forever(
    live.pipe(
      Effect.catchCause((cause) => {
        const message = `Job worker's heartbeat lost: ${Cause.squash(cause)}`
        // Logged once per loss: that it's still gone isn't news.
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
export const leave = (database: DatabaseAddress, workerId: string): Effect.Effect<void, JobsUnavailable> =>
  Effect.scoped(
    Effect.gen(function* () {
      const client = yield* connect(database, queryTimeoutMs)
      yield* transaction(
        client,
        Effect.andThen(
          query(
            client,
            `update ${schema}._private_jobs set attempts = greatest(attempts - 1, 0)
            where locked_at is not null and locked_by = $1::text and not ${superseded}`,
            [workerId]
          ),
          release(client, [workerId])
        )
      )
    })
  )
