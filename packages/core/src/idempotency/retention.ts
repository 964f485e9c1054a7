import { Clock, Effect, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"

const dayMs = 24 * 60 * 60 * 1000
const rowsMax = 5_000

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const decodeGone = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ gone: Schema.Int })]))

/**
 * Makes the partitions of today and tomorrow, drops those of which every record has expired, and deletes failures, which
 * are kept for minutes.
 */
export const tendDays = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const nowMs = yield* Clock.currentTimeMillis
  yield* sql`SELECT core_idempotency_partition(${dayOf(nowMs)}::date), core_idempotency_partition(${dayOf(nowMs + dayMs)}::date)`
  for (let gone = rowsMax; gone === rowsMax; ) {
    const [row] = yield* Effect.flatMap(
      sql`WITH gone AS (DELETE FROM core_idempotency WHERE (account_id, key, day) IN (
          SELECT account_id, key, day FROM core_idempotency
          WHERE status >= 400 AND expires_at <= ${new Date(nowMs).toISOString()}::timestamptz LIMIT ${rowsMax})
          AND status >= 400 RETURNING 1) SELECT count(*)::int AS gone FROM gone`,
      decodeGone
    )
    gone = row.gone
  }
  yield* sql.withTransaction(
    Effect.andThen(
      // It must not wait for long: all requests with a key would wait behind it.
      sql`SET LOCAL lock_timeout = '500ms'`,
      sql`SELECT core_idempotency_drop(${dayOf(nowMs - dayMs)}::date)`
    )
  )
})

export const keepDays = tendDays.pipe(
  Effect.catchCause((cause) => Effect.logWarning("Couldn't maintain the idempotency records", cause)),
  Effect.repeat(Schedule.spaced("1 minute")),
  Effect.forkScoped
)
