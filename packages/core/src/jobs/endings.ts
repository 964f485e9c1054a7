import { Effect, Schema } from "effect"
import type pg from "pg"
import { pooledTransaction, type Queryable, query } from "./connection.ts"
import { deadSuffix } from "./deadJobs.ts"
import type { JobsUnavailable } from "./errors.ts"
import { schema } from "./install.ts"
import type { Taken } from "./take.ts"

/** How an attempt ended. */
export type Ending =
  | { readonly _tag: "done" }
  | { readonly _tag: "aborted" }
  /** `retryAfterMs`: null for the backoff. */
  | { readonly _tag: "failed"; readonly error: string; readonly retryAfterMs: number | null }

/** A job that is not tried again: aborted, or replaced by a newer one of its key while it ran. */
export const superseded = `coalesce(flags ? 'aborted' or (flags ? 'key' and key is null), false)`

/** Tells the job that was declared for it of each dead letter among the rows of `ended`. */
export const announceDead = `
  select ${schema}.add_job(
    identifier => dead.identifier,
    payload => json_build_object('payload', json_build_object(
      'id', ended.id::text, 'attempts', ended.attempts, 'error', ended.last_error, 'payload', ended.payload->'payload')),
    max_attempts => 25,
    job_key => 'dead:' || ended.id)
  from ended
  join ${schema}._private_tasks as tasks on tasks.id = ended.task_id
  join ${schema}._private_tasks as dead on dead.identifier = tasks.identifier || '${deadSuffix}'
  where ended.attempts >= ended.max_attempts`

const deletion = `delete from ${schema}._private_jobs where id = $1::bigint and locked_by = $2::text`

// Each arm of the statement sees the row as it was, and only one of them changes it.
const failure = `
  with dropped as (${deletion} and ${superseded}),
  ended as (
    update ${schema}._private_jobs set
      last_error = $3::text,
      run_at = case when $4::float8 is null
        then greatest(now(), run_at) + exp(least(attempts, 10)) * interval '1 second'
        else now() + $4::float8 * interval '1 millisecond' end,
      locked_by = null, locked_at = null, flags = null, updated_at = now()
    where id = $1::bigint and locked_by = $2::text and not ${superseded}
    returning id, task_id, payload, attempts, max_attempts, last_error
  )
  ${announceDead}`

const lockKey = "select pg_advisory_xact_lock(hashtextextended('storeglass/jobs/at/' || $1, 0))"

// The freed slot goes to the one that has waited longest.
const letNext = `
  with next as (
    update ${schema}._private_jobs set run_at = now(), flags = null
    where id = (
      select id from ${schema}._private_jobs
      where flags ? 'at' and flags->>'at' = $1 and is_available = true
      order by priority, id limit 1 for update skip locked)
    returning id
  )
  select pg_notify('jobs:insert', '{"count":1}') from next`

/** Lets the job run next that waits longest for a slot of each key. Inside a transaction that holds their locks. */
export const letNextOf = (client: Queryable, key: string) => query(client, letNext, [key])

/** Takes turns with all who enter or leave under this key, until the transaction ends. */
export const lockSlots = (client: Queryable, key: string) => query(client, lockKey, [key])

const end = (client: Queryable, worker: string, { id }: Taken, ending: Ending) =>
  ending._tag === "failed"
    ? query(client, failure, [id, worker, ending.error, ending.retryAfterMs])
    : query(client, deletion, [id, worker])

/**
 * Writes how an attempt ended, if the job is still this worker's. `slot` is the key under which it ran: the next in line
 * gets its turn in the same transaction.
 */
export const settle = (
  pool: pg.Pool,
  worker: string,
  taken: Taken,
  ending: Ending,
  slot: string | undefined
): Effect.Effect<unknown, JobsUnavailable> =>
  slot === undefined
    ? end(pool, worker, taken, ending)
    : pooledTransaction(pool, (client) =>
        Effect.gen(function* () {
          yield* lockSlots(client, slot)
          yield* end(client, worker, taken, ending)
          yield* letNextOf(client, slot)
        })
      )

const Count = Schema.Tuple([Schema.Struct({ count: Schema.Int })])

// The next in line is called by name; this is for when nobody calls, as after a row was deleted by hand.
const waitForSlot = "5 minutes"

/**
 * Takes a slot of a key for a job, where fewer than `max` are taken over all nodes. Else the job goes back to wait, its
 * attempt uncounted, and gives false.
 */
export const enter = (
  pool: pg.Pool,
  worker: string,
  { id }: Taken,
  slot: string,
  max: number
): Effect.Effect<boolean, JobsUnavailable> =>
  pooledTransaction(pool, (client) =>
    Effect.gen(function* () {
      yield* lockSlots(client, slot)
      const counted = yield* query(
        client,
        `select count(*)::int as count from ${schema}._private_jobs
        where flags ? 'at' and flags->>'at' = $1 and locked_at is not null and id <> $2::bigint`,
        [slot, id]
      )
      const [{ count }] = yield* Effect.orDie(Schema.decodeUnknownEffect(Count)(counted))
      const marked = `flags = coalesce(flags, '{}') || jsonb_build_object('at', $3::text)`
      if (count < max) {
        yield* query(
          client,
          `update ${schema}._private_jobs set ${marked} where id = $1::bigint and locked_by = $2::text`,
          [id, worker, slot]
        )
        return true
      }
      yield* query(
        client,
        `with dropped as (${deletion} and ${superseded})
        update ${schema}._private_jobs set ${marked}, locked_by = null, locked_at = null, attempts = attempts - 1,
          run_at = now() + interval '${waitForSlot}'
        where id = $1::bigint and locked_by = $2::text and not ${superseded}`,
        [id, worker, slot]
      )
      return false
    })
  )
