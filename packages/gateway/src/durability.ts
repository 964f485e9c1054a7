import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { BootError } from "./BootError.ts"

const Settings = Schema.decodeUnknownEffect(
  Schema.Tuple([Schema.Struct({ fsync: Schema.String, full_page_writes: Schema.String })])
)

/** Refuses a server on which a crash loses what it confirmed, or breaks the database, unless the operator accepts that. */
export const assertDurable = Effect.fn("assertDurable")(function* (accepted: boolean) {
  const sql = yield* SqlClient.SqlClient
  const [settings] = yield* Effect.flatMap(
    sql`SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes`,
    Settings
  )
  const off = Object.entries(settings).flatMap(([name, value]) => (value === "on" ? [] : [name]))
  if (off.length === 0) return
  const reason = `PostgreSQL runs with ${off.join(" and ")} off, so a crash of its machine can lose confirmed charges or break the database`
  if (accepted) return yield* Effect.logWarning(`${reason}; database.acceptUnsafeSettings allows it`)
  return yield* new BootError({
    subject: "database",
    reason: `${reason}; turn ${off.length === 1 ? "it" : "them"} on, or set database.acceptUnsafeSettings: true for data that may be lost or storage that makes up for it`
  })
})

const Standbys = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ name: Schema.String, isSynchronous: Schema.Boolean }))
)

/**
 * Warns of standbys that commits don't wait for: a failover to one loses what it hasn't got. What others may see of
 * standbys is their names alone; then only that no standby is synchronous can be told.
 */
export const tellOfStandbys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const standbys = yield* Effect.flatMap(
    sql`SELECT application_name AS name, current_setting('synchronous_standby_names') <> ''
        AND coalesce(sync_state, 'sync') <> 'async' AS "isSynchronous"
      FROM pg_stat_replication WHERE application_name NOT IN ('pg_basebackup', 'pg_receivewal') ORDER BY 1`,
    Standbys
  )
  const behind = standbys.filter(({ isSynchronous }) => !isSynchronous).map(({ name }) => name)
  if (behind.length === 0) return
  yield* Effect.logWarning(
    `The database's standby ${behind.join(", ")} isn't synchronous: a failover to it loses charges that were confirmed. Set synchronous_standby_names, such as 'FIRST 1 (${behind[0]})', and synchronous_commit = remote_apply; see docs/operating.md`
  )
})
