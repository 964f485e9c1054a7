import { Clock, Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { periodEndMs, periodOf } from "../credits/period.ts"

/** How long a row stays, at least. */
export const keptDays = 400
const dayMs = 24 * 60 * 60 * 1000

/** Makes next month's partition and drops those whose every row is older than 400 days. */
export const tendPartitions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const nowMs = yield* Clock.currentTimeMillis
  const period = periodOf(nowMs)
  yield* sql`SELECT core_vendor_write_partition(${period}::date),
    core_vendor_write_partition(${periodOf(periodEndMs(period))}::date)`
  const before = new Date(nowMs - keptDays * dayMs).toISOString().slice(0, 10)
  yield* sql.withTransaction(
    Effect.andThen(
      // It must not wait for long: whoever writes would wait behind it.
      sql`SET LOCAL lock_timeout = '2s'`,
      sql`SELECT core_vendor_write_drop(${before}::date)`
    )
  )
})

export const keepPartitions = tendPartitions.pipe(
  Effect.catchCause((cause) => Effect.logWarning("Couldn't maintain the journal's partitions", cause)),
  Effect.repeat(Schedule.spaced("6 hours")),
  Effect.forkScoped
)
