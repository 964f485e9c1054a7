import { Clock, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { pruneEvents } from "../events/EventsLive.ts"
import { defaultAttempts } from "../jobs/checkJobs.ts"
import { nextMs } from "./times.ts"

/** Jobs that schedules may enqueue on this node: those of the enabled plugins. */
export type ScheduledJobs = ReadonlyArray<{ readonly name: string; readonly attempts?: number }>

/** Most that one minute enqueues, over all nodes. */
export const enqueuedMax = 500

const minuteMs = 60_000
// A timer may be early by a millisecond or two.
const lateMs = 20
const againMs = 1_000

const Due = Schema.Array(
  Schema.Struct({
    id: Schema.Number,
    everyMs: Schema.NullOr(Schema.Number),
    cron: Schema.NullOr(Schema.String),
    anchorMs: Schema.Number
  })
)

/**
 * The tick of the running minute, unless another node had it: enqueues what is due, longest overdue first, in the transaction
 * that claims it. Gives how many. What is left is due in the next minute.
 */
export const tickSchedules = Effect.fn("Schedules.tick")(function* (jobs: ScheduledJobs) {
  const sql = yield* SqlClient.SqlClient
  const now = yield* Clock.currentTimeMillis
  const minute = Math.floor(now / minuteMs)
  const declared = JSON.stringify(jobs.map(({ attempts = defaultAttempts, name }) => ({ job: name, attempts })))
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      const won =
        yield* sql`update core_schedule_tick set minute = ${minute}::float8 where minute < ${minute}::float8 returning 1`
      if (won.length === 0) return 0
      const found = yield* sql`
        select due.id::float8 as id, due.every_ms::float8 as "everyMs", due.cron, due.anchor_ms::float8 as "anchorMs"
        from json_to_recordset(${declared}::text::json) as declared (job text)
        cross join lateral (
          select * from core_schedules as schedules
          where schedules.job = declared.job and schedules.paused = '{}' and schedules.next_ms <= ${now}::float8::bigint
          order by schedules.next_ms limit ${enqueuedMax}::int for update skip locked
        ) as due
        order by due.next_ms limit ${enqueuedMax}::int`
      const due = yield* Effect.orDie(Schema.decodeUnknownEffect(Due)(found))
      if (due.length === 0) return 0
      const next = JSON.stringify(due.map(({ id, ...timing }) => ({ id, next: nextMs(timing, now) })))
      yield* sql`
        with moved as (
          update core_schedules as schedules set next_ms = moved.next, last_ms = ${now}::float8
          from json_to_recordset(${next}::text::json) as moved (id bigint, next bigint)
          where schedules.id = moved.id
          returning schedules.id, schedules.job, schedules.payload
        )
        select count(*) from graphile_worker.add_jobs((
          select array_agg((moved.job, moved.payload, null, null, declared.attempts, 'schedule:' || moved.id, null, null)
            ::graphile_worker.job_spec)
          from moved join json_to_recordset(${declared}::text::json) as declared (job text, attempts int) using (job)))`
      return due.length
    })
  )
})

/** Enqueues due schedules each minute, and forgets old events. It needs no database to start. */
export const ScheduleTickerLive = (jobs: ScheduledJobs): Layer.Layer<never, never, SqlClient.SqlClient> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      let failing = false
      const minutely = Effect.andThen(tickSchedules(jobs), pruneEvents).pipe(
        Effect.matchCauseEffect({
          onFailure: (cause) => {
            // Logged once per outage: that it isn't over yet isn't news.
            const log = failing ? Effect.logDebug : Effect.logWarning
            failing = true
            return Effect.andThen(log("Couldn't check schedules; retrying", cause), Effect.sleep(againMs))
          },
          onSuccess: () => {
            failing = false
            return Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.sleep(minuteMs - (now % minuteMs) + lateMs))
          }
        })
      )
      yield* Effect.forkScoped(Effect.forever(minutely))
    })
  )
