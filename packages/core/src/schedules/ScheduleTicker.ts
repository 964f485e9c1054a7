import { Clock, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { pruneEvents } from "../events/EventsLive.ts"
import { defaultAttempts } from "../jobs/checkJobs.ts"
import { nextMs } from "./times.ts"

/** Jobs that schedules may enqueue on this node: those of the enabled plugins. */
export type ScheduledJobs = ReadonlyArray<{ readonly name: string; readonly attempts?: number }>

/** Most that one transaction enqueues: others wait for it. */
const batchMax = 500
/** Most that one minute enqueues, over all nodes. */
export const enqueuedMax = 10_000

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

const Claimed = Schema.Array(Schema.Struct({ left: Schema.Int }))

/**
 * One batch of the running minute: enqueues what is due, longest overdue first, in the transaction that claims it. Gives how many,
 * and whether there may be more for this minute.
 */
const tickOnce = Effect.fn("Schedules.tick")(function* (jobs: ScheduledJobs) {
  const sql = yield* SqlClient.SqlClient
  const now = yield* Clock.currentTimeMillis
  const minute = Math.floor(now / minuteMs)
  const declared = JSON.stringify(jobs.map(({ attempts = defaultAttempts, name }) => ({ job: name, attempts })))
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      // Nodes take turns on this row.
      const claimed = yield* sql`
        update core_schedule_tick set minute = ${minute}::float8,
          enqueues_left = case when minute < ${minute}::float8 then ${enqueuedMax}::int else enqueues_left end
        where minute < ${minute}::float8 or (minute = ${minute}::float8 and enqueues_left > 0)
        returning enqueues_left as left`
      const [claim] = yield* Effect.orDie(Schema.decodeUnknownEffect(Claimed)(claimed))
      if (claim === undefined) return { enqueued: 0, isMore: false }
      const most = Math.min(batchMax, claim.left)
      const found = yield* sql`
        select due.id::float8 as id, due.every_ms::float8 as "everyMs", due.cron, due.anchor_ms::float8 as "anchorMs"
        from json_to_recordset(${declared}::text::json) as declared (job text)
        cross join lateral (
          select * from core_schedules as schedules
          where schedules.job = declared.job and schedules.paused = '{}' and schedules.next_ms <= ${now}::float8::bigint
          order by schedules.next_ms limit ${most}::int for update skip locked
        ) as due
        order by due.next_ms limit ${most}::int`
      const due = yield* Effect.orDie(Schema.decodeUnknownEffect(Due)(found))
      // Whoever finds less than a batch was the last to look in this minute.
      const left = due.length < most ? 0 : claim.left - due.length
      yield* sql`update core_schedule_tick set enqueues_left = ${left}::int`
      if (due.length === 0) return { enqueued: 0, isMore: false }
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
      return { enqueued: due.length, isMore: left > 0 }
    })
  )
})

/**
 * The tick of the running minute, which nodes share: batch after batch, each a transaction of its own, while more is due. Gives how
 * many this node enqueued. What is over the minute's most is due in the next one.
 */
export const tickSchedules = Effect.fnUntraced(function* (jobs: ScheduledJobs) {
  let enqueued = 0
  for (let isMore = true; isMore; ) {
    const batch = yield* tickOnce(jobs)
    enqueued += batch.enqueued
    isMore = batch.isMore
  }
  return enqueued
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
