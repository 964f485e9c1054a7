import { type ConnectionStatus, Vault } from "@storeglass/plugin-api"
import { Effect, type Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { columns, readRows, rejectionOf, statusOf, vaultRowOf } from "./rows.ts"

/** A connection as an operator sees it: without its secret. */
export interface AccountConnection extends ConnectionStatus {
  readonly accountId: string
}

/** The connections of an account, or of all; the first thousand. */
export const listConnections = Effect.fn("listConnections")(function* (
  accountId: string | undefined
): Effect.fn.Return<
  ReadonlyArray<AccountConnection>,
  SqlError.SqlError | Schema.SchemaError,
  SqlClient.SqlClient | Vault
> {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault
  const where = accountId === undefined ? sql.literal("true") : sql`account_id = ${accountId}::uuid`
  const rows = yield* Effect.flatMap(
    sql`SELECT ${sql.literal(columns)} FROM core_connections WHERE ${where} ORDER BY account_id, kind LIMIT 1000`,
    readRows
  )
  return yield* Effect.forEach(rows, (row) =>
    Effect.match(vault.open(row.sealed, vaultRowOf(row.accountId, row.kind)), {
      onFailure: (error) => ({ ...statusOf(row, rejectionOf(error)), accountId: row.accountId }),
      onSuccess: () => ({ ...statusOf(row, undefined), accountId: row.accountId })
    })
  )
})
