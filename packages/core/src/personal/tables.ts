import type { PersonalRow, PersonalTable } from "@storeglass/plugin-api"
import { Effect, Schema, Stream } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

/** What the database calls it. */
export const tableNameOf = (table: PersonalTable): string => (typeof table === "string" ? table : table.table)
const Rows = Schema.Struct({ row: Schema.Unknown })
const decodeRow = Schema.decodeUnknownEffect(Rows)

/** The rows of an account in these tables, without its id, which is the same in all of them. */
export const rowsOfTables = (
  tables: ReadonlyArray<PersonalTable>,
  accountId: string
): Stream.Stream<PersonalRow, SqlError.SqlError | Schema.SchemaError, SqlClient.SqlClient> =>
  Stream.unwrap(
    Effect.map(SqlClient.SqlClient, (sql) =>
      Stream.fromIterable(tables).pipe(
        Stream.flatMap((table) => {
          const omit = ["account_id", ...(typeof table === "string" ? [] : table.omit)]
          return sql`SELECT to_jsonb(kept) - ARRAY(SELECT json_array_elements_text(${JSON.stringify(omit)}::text::json)) AS row
            FROM ${sql(tableNameOf(table))} AS kept WHERE account_id = ${accountId}`.stream.pipe(
            Stream.mapEffect((row) => decodeRow(row)),
            Stream.map(({ row }) => ({ part: tableNameOf(table), row }))
          )
        })
      )
    )
  )

/** Deletes the rows of an account in these tables, in their order. */
export const forgetTables = Effect.fnUntraced(function* (tables: ReadonlyArray<PersonalTable>, accountId: string) {
  const sql = yield* SqlClient.SqlClient
  for (const table of tables) yield* sql`DELETE FROM ${sql(tableNameOf(table))} WHERE account_id = ${accountId}`
})
