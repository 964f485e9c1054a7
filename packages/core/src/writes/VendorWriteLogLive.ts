import { VendorWriteLog } from "@storeglass/plugin-api"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { decodeRows, journalColumns, recordOf } from "./rows.ts"

const limitMax = 1_000

/** Reads the journal by SQL alone: it works in a CLI, beside nodes that run. */
export const VendorWriteLogLive: Layer.Layer<VendorWriteLog, never, SqlClient.SqlClient> = Layer.effect(
  VendorWriteLog,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = journalColumns(sql)
    return VendorWriteLog.of({
      list: Effect.fn("VendorWriteLog.list")(function* ({
        accountId,
        after,
        limit = 100,
        plugin,
        sinceMs,
        target,
        unknown
      } = {}) {
        const where = sql.and([
          accountId === undefined ? sql`true` : sql`account_id = ${accountId}::uuid`,
          sinceMs === undefined ? sql`true` : sql`started_at >= ${new Date(sinceMs).toISOString()}::timestamptz`,
          unknown === true ? sql`outcome IS NULL` : sql`true`,
          plugin === undefined ? sql`true` : sql`starts_with(operation, ${`${plugin}.`})`,
          target === undefined ? sql`true` : sql`target = ${target}`,
          after === undefined ? sql`true` : sql`id < ${after}::uuid`
        ])
        const rows = yield* sql`SELECT ${columns} FROM core_vendor_writes WHERE ${where}
          ORDER BY id DESC LIMIT ${Math.min(Math.max(Math.trunc(limit), 1), limitMax)}::int`
        return (yield* Effect.orDie(decodeRows(rows))).map(recordOf)
      }),
      get: Effect.fn("VendorWriteLog.get")(function* ({ accountId, id }) {
        const rows = yield* sql`SELECT ${columns} FROM core_vendor_writes
          WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid`
        return (yield* Effect.orDie(decodeRows(rows))).map(recordOf)[0]
      })
    })
  })
)
