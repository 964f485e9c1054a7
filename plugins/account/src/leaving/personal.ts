import { AccountAdmin, Jobs, type PersonalTable, rowsOf } from "@storeglass/plugin-api"
import { Effect, Schema, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { SendFarewell } from "./news.ts"

const exported = ["account_billing", "account_billing_intents", "account_billing_events"] as const
/** What these rooms keep of an account. */
export const leftTables: ReadonlyArray<PersonalTable> = [
  ...exported,
  { table: "account_undo_links", omit: ["token_hash"] },
  "account_key_notices",
  "account_credit_notices"
]
const tables = [...exported, "account_undo_links", "account_key_notices", "account_credit_notices"]

const OwnerRow = Schema.Struct({ email: Schema.String, language: Schema.String })
const Rows = rowsOf(Schema.Struct({ row: Schema.Unknown }))

/** What was asked of the payment backend, and what it told. */
export const exportLeft = (accountId: string) =>
  Stream.fromIterable(exported).pipe(
    Stream.flatMap((table) =>
      Stream.unwrap(
        SqlClient.SqlClient.use((sql) =>
          Effect.map(
            Rows(
              sql`SELECT to_jsonb(kept) - 'account_id' AS row FROM ${sql(table)} AS kept WHERE account_id = ${accountId}::uuid`
            ),
            (rows) => Stream.fromIterable(rows.map(({ row }) => ({ part: table, row })))
          )
        )
      )
    )
  )

/** Deletes it, in the transaction at hand, while its owners are known: they're told once all of the account is gone. */
export const forgetLeft = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  const jobs = yield* Jobs
  for (const table of tables) yield* sql`DELETE FROM ${sql(table)} WHERE account_id = ${accountId}::uuid`
  const owners = yield* rowsOf(OwnerRow)(
    sql`SELECT p.email, p.language FROM account_memberships m JOIN account_persons p ON p.id = m.person_id
      WHERE m.account_id = ${accountId}::uuid AND m.role = 'owner'`
  )
  const accounts = yield* AccountAdmin
  const account = (yield* accounts.find(accountId))?.email ?? accountId
  for (const { email, language } of owners) {
    yield* jobs.enqueue(
      SendFarewell,
      { accountId, account, email, language },
      { key: `farewell:${accountId}:${email}` }
    )
  }
})
