import type { PersonalRow, PersonalTable } from "@storeglass/plugin-api"
import { Effect, type Schema, Stream } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { mayForget } from "../audit/records.ts"
import { forgetTables, rowsOfTables } from "./tables.ts"

/** What goes with an account. Its keys come last: until then an undo is possible, and then the account itself goes. */
const forgotten: ReadonlyArray<PersonalTable> = [
  { table: "core_connections", omit: ["sealed"] },
  "core_schedules",
  { table: "core_files", omit: ["bytes"] },
  { table: "core_account_exports", omit: ["files"] },
  "core_delivery_attempts",
  { table: "core_deliveries", omit: ["body"] },
  { table: "core_webhook_endpoints", omit: ["secret", "previous_secret"] },
  "core_outbox",
  "core_vendor_write_keys",
  "core_vendor_writes",
  "core_idempotency",
  "core_audit",
  "core_requests",
  "core_request_settings",
  { table: "core_api_keys", omit: ["hash"] }
]

/**
 * What stays under the bare id: the ledger, whose sums must still agree, who changed what as the operator's own record,
 * and that the account is gone.
 */
const kept: ReadonlyArray<PersonalTable> = [
  "core_credit_balances",
  "core_credit_usage_days",
  "core_credit_entries",
  "core_credit_holds",
  "core_security_changes",
  "core_account_deletions"
]

/** The core's tables that are emptied of an account that goes. */
export const coreForgottenTables: ReadonlyArray<PersonalTable> = forgotten

/** The core's tables with rows of accounts. */
export const corePersonalTables: ReadonlyArray<PersonalTable> = [...forgotten, ...kept]

/** Everything that the core has of an account, except answers kept for repeated requests and secrets. */
export const exportCore = (
  accountId: string
): Stream.Stream<PersonalRow, SqlError.SqlError | Schema.SchemaError, SqlClient.SqlClient> =>
  Stream.unwrap(
    Effect.map(SqlClient.SqlClient, (sql) =>
      Stream.concat(
        Stream.map(
          sql`SELECT id, email, plan, created_at FROM core_accounts WHERE id = ${accountId}::uuid`.stream,
          (row) => ({ part: "core_accounts", row })
        ),
        rowsOfTables(
          corePersonalTables.filter((table) => table !== "core_idempotency"),
          accountId
        )
      )
    )
  )

/** Deletes what the core has of an account and the account itself; the ledger stays under the bare id. */
export const forgetCore = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  yield* forgetTables(forgotten, accountId)
  yield* sql`DELETE FROM core_accounts WHERE id = ${accountId}::uuid`
}, mayForget)
