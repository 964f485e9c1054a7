import { isUuid, type ScheduleSelector, Schedules } from "@storeglass/plugin-api"
import { Clock, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { deletionReason, suspensionReason } from "../auth/accountErrors.ts"
import { queuedPayload } from "../jobs/Jobs.ts"
import { nextMs, timingOf } from "./times.ts"

const States = Schema.Array(
  Schema.Struct({
    plugin: Schema.String,
    accountId: Schema.String,
    name: Schema.String,
    nextAtMs: Schema.Number,
    lastAtMs: Schema.NullOr(Schema.Number),
    paused: Schema.Array(Schema.String)
  })
)

const chosen = (sql: SqlClient.SqlClient, { accountId, name, plugin }: ScheduleSelector) =>
  sql`account_id = ${accountId}::text and (${plugin ?? null}::text is null or plugin = ${plugin ?? null}::text)
    and (${name ?? null}::text is null or name = ${name ?? null}::text)`

/** Recurring jobs of accounts; `ScheduleTicker` enqueues what is due. */
export const SchedulesLive: Layer.Layer<Schedules> = Layer.succeed(
  Schedules,
  Schedules.of({
    set: Effect.fn("Schedules.set")(function* (schedule) {
      const sql = yield* SqlClient.SqlClient
      const now = yield* Clock.currentTimeMillis
      const { accountId, at, job, name, paused = [], payload, plugin } = schedule
      const timing = yield* timingOf(schedule, schedule, now)
      const queued = yield* queuedPayload(job, payload)
      // A pattern begins after `at`, and may fit that very moment.
      const next = nextMs(timing, "cron" in schedule ? Math.max(now, (at ?? now) - 1) : now)
      // Locked, so that whoever suspends the account sees this schedule, or this one sees that.
      const owner = isUuid(accountId) ? accountId : null
      yield* sql`
        with owner as (select suspended_at from core_accounts where id = ${owner}::uuid for share)
        insert into core_schedules as known
          (plugin, account_id, name, job, payload, every_ms, cron, anchor_ms, next_ms, paused)
        values (${plugin}::text, ${accountId}::text, ${name}::text, ${job.name}::text, ${queued}::text::json,
          ${timing.everyMs}::float8, ${timing.cron}::text, ${timing.anchorMs}::float8, ${next}::float8,
          (select coalesce(array_agg(reason), '{}') from (
            select * from json_array_elements_text(${JSON.stringify(paused)}::text::json)
            union select ${suspensionReason}::text from owner where suspended_at is not null
            union select ${deletionReason}::text from core_account_deletions where account_id = ${owner}::uuid
          ) as against (reason)))
        on conflict (account_id, plugin, name) do update set
          job = excluded.job, payload = excluded.payload,
          every_ms = excluded.every_ms, cron = excluded.cron, anchor_ms = excluded.anchor_ms,
          next_ms = case
            when (known.every_ms, known.cron, known.anchor_ms) is not distinct from
              (excluded.every_ms, excluded.cron, excluded.anchor_ms) then known.next_ms
            else excluded.next_ms end`
    }),
    pause: Effect.fn("Schedules.pause")(function* (which, reason) {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql`
        update core_schedules set paused = case when ${reason}::text = any (paused) then paused
          else array_append(paused, ${reason}::text) end
        where ${chosen(sql, which)} returning id`
      return rows.length
    }),
    resume: Effect.fn("Schedules.resume")(function* (which, reason) {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql`
        update core_schedules set paused = array_remove(paused, ${reason}::text)
        where ${chosen(sql, which)} returning id`
      return rows.length
    }),
    remove: Effect.fn("Schedules.remove")(function* (which) {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql`delete from core_schedules where ${chosen(sql, which)} returning id`
      return rows.length
    }),
    list: Effect.fn("Schedules.list")(function* (which) {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql`
        select plugin, account_id as "accountId", name, next_ms::float8 as "nextAtMs", last_ms::float8 as "lastAtMs", paused
        from core_schedules where ${chosen(sql, which)} order by plugin, name`
      return yield* Effect.orDie(Schema.decodeUnknownEffect(States)(rows))
    })
  })
)
