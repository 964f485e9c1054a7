import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

/** The schedules at a moment. */
export interface ScheduleStats {
  readonly total: number
  readonly paused: number
  readonly due: number
  /** Due for more than two minutes: more come due than a minute enqueues, or no node or no enabled plugin works them. */
  readonly late: number
  readonly latestMs: number
}

/** The schedules of all accounts, for those who operate them. */
export class ScheduleAdmin extends Context.Service<
  ScheduleAdmin,
  { readonly stats: Effect.Effect<ScheduleStats, SqlError.SqlError> }
>()("@storeglass/core/ScheduleAdmin") {}

const Stats = Schema.Tuple([
  Schema.Struct({
    total: Schema.Number,
    paused: Schema.Number,
    due: Schema.Number,
    late: Schema.Number,
    latestMs: Schema.Number
  })
])
const lateAfterMs = 120_000

export const ScheduleAdminLive: Layer.Layer<ScheduleAdmin, never, SqlClient.SqlClient> = Layer.effect(
  ScheduleAdmin,
  Effect.map(SqlClient.SqlClient, (sql) =>
    ScheduleAdmin.of({
      stats: Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const rows = yield* sql`
          select count(*)::int as total,
            count(*) filter (where paused <> '{}')::int as paused,
            count(*) filter (where paused = '{}' and next_ms <= ${now}::float8)::int as due,
            count(*) filter (where paused = '{}' and next_ms <= ${now - lateAfterMs}::float8)::int as late,
            coalesce(max(${now}::float8 - next_ms) filter (where paused = '{}' and next_ms <= ${now}::float8), 0)::float8
              as "latestMs"
          from core_schedules`
        const [stats] = yield* Effect.orDie(Schema.decodeUnknownEffect(Stats)(rows))
        return stats
      })
    })
  )
)
