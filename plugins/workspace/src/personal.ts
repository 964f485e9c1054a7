import { type Personal, type PersonalRow, rowsOf } from "@storeglass/plugin-api"
import { Effect, Option, Schema, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { tables, Wall } from "./Wall.ts"

/** So few, as a saved report may have 1 MiB. */
const pageRows = 50
const paged = rowsOf(Schema.Struct({ id: Schema.String, row: Schema.Unknown }))
const nil = "00000000-0000-0000-0000-000000000000"

/** The rows of a table by their ids; each page behind the wall. */
const exported = (table: string, accountId: string) =>
  Stream.paginate(
    nil,
    Effect.fnUntraced(function* (after: string) {
      const sql = yield* SqlClient.SqlClient
      const wall = yield* Wall
      const rows = yield* wall.inAccount(
        accountId,
        paged(sql`SELECT id::text AS id, to_jsonb(kept) - 'account_id' AS row FROM ${sql(table)} AS kept
          WHERE account_id = ${accountId}::uuid AND id > ${after}::uuid ORDER BY id LIMIT ${pageRows}`)
      )
      const last = rows.length < pageRows ? undefined : rows.at(-1)?.id
      // Those of deleted apps are among them.
      const part = table === "workspace_keyword_rows" ? "workspace_keywords" : table
      return [rows.map(({ row }): PersonalRow => ({ part, row })), Option.fromUndefinedOr(last)] as const
    })
  )

/** Its keywords' collection ends with what the keywords plugin forgets. */
export const personal = (): Personal<SqlClient.SqlClient | Wall> => ({
  tables: [...tables, "workspace_owners"],
  export: (accountId) =>
    Stream.fromIterable(tables.filter((table) => table !== "workspace_accounts")).pipe(
      Stream.flatMap((table) => exported(table, accountId))
    ),
  forget: Effect.fn("Workspace.forget")(function* (accountId: string) {
    const sql = yield* SqlClient.SqlClient
    const wall = yield* Wall
    yield* sql.withTransaction(
      Effect.andThen(
        wall.inAccount(
          accountId,
          Effect.gen(function* () {
            // Writers wait for this row first, too.
            yield* sql`SELECT FROM workspace_accounts WHERE account_id = ${accountId}::uuid FOR UPDATE`
            for (const table of tables.toReversed()) {
              yield* sql`DELETE FROM ${sql(table)} WHERE account_id = ${accountId}::uuid`
            }
          })
        ),
        sql`DELETE FROM workspace_owners WHERE account_id = ${accountId}::uuid`
      )
    )
  })
})
