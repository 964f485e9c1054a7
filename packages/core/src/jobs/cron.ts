import { Clock, Cron, Effect } from "effect"
import type pg from "pg"
import { defaultAttempts } from "./checkJobs.ts"
import { pooledTransaction, query } from "./connection.ts"
import { schema } from "./install.ts"
import type { JobDeclaration } from "./Jobs.ts"

// A timer may be early by a millisecond or two.
const lateMs = 20

// The row of a schedule is the lock: of all nodes, one moves it on and enqueues.
const text = `
  with specs as (
    select * from json_to_recordset($1::json) as specs (name text, tick float8, payload json, attempts int)
  ),
  moved as (
    update ${schema}._private_known_crontabs as known set last_execution = to_timestamp(specs.tick / 1000)
    from specs
    where known.identifier = specs.name
      and coalesce(known.last_execution, known.known_since) < to_timestamp(specs.tick / 1000)
    returning specs.*
  )
  select ${schema}.add_job(
    identifier => name, payload => payload, run_at => to_timestamp(tick / 1000), max_attempts => attempts,
    job_key => 'cron:' || name, job_key_mode => 'replace')
  from moved`

/**
 * Enqueues the scheduled jobs whose latest tick has not been enqueued by any node. Ticks that came while no node was up are
 * made up for by one job. The key keeps ticks from piling up behind a job that does not get its turn.
 */
const enqueueDue = Effect.fnUntraced(function* (pool: pg.Pool, jobs: ReadonlyArray<JobDeclaration>) {
  const now = yield* Clock.currentTimeMillis
  const specs = jobs.flatMap(({ attempts = defaultAttempts, cron, cronPayload, name }) =>
    cron === undefined
      ? []
      : [
          {
            name,
            tick: Cron.prev(Cron.parseUnsafe(cron, "UTC"), now + 1).getTime(),
            payload: { payload: cronPayload },
            attempts
          }
        ]
  )
  yield* pooledTransaction(pool, (client) =>
    Effect.andThen(
      query(
        client,
        `insert into ${schema}._private_known_crontabs (identifier, known_since)
        select name, to_timestamp($2::float8 / 1000) from unnest($1::text[]) as name on conflict do nothing`,
        [specs.map(({ name }) => name), now]
      ),
      query(client, text, [JSON.stringify(specs)])
    )
  )
})

/** Enqueues scheduled jobs each minute. It never ends. */
export const runCron = (pool: pg.Pool, jobs: ReadonlyArray<JobDeclaration>): Effect.Effect<never> => {
  const scheduled = jobs.filter(({ cron }) => cron !== undefined)
  if (scheduled.length === 0) return Effect.never
  return Effect.forever(
    Effect.matchEffect(enqueueDue(pool, scheduled), {
      onFailure: (error) =>
        Effect.andThen(Effect.logDebug(`Couldn't enqueue scheduled jobs: ${error.message}`), Effect.sleep(1_000)),
      onSuccess: () => Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.sleep(60_000 - (now % 60_000) + lateMs))
    })
  )
}
