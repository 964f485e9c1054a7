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
