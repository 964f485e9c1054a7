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

const Typed = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ table: Schema.String, type: Schema.String })))
const Ids = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ id: Schema.String })))

/** The accounts that are gone and of which one of these tables has rows all the same. */
export const forgottenWithRows = Effect.fnUntraced(function* (tables: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const typed = yield* Typed(
    yield* sql`SELECT c.relname AS table, a.atttypid::regtype::text AS type FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE a.attname = 'account_id' AND NOT a.attisdropped AND c.relkind IN ('r', 'p') AND c.relname = ANY(${tables}::text[])
        AND pg_table_is_visible(c.oid)`
  )
  const found = new Set<string>()
  for (const { table, type } of typed) {
    const rows = yield* sql`SELECT account_id::text AS id FROM core_account_deletions AS gone WHERE ended_at IS NOT NULL
      AND EXISTS (SELECT FROM ${sql(table)} AS kept WHERE kept.account_id = gone.account_id::${sql.literal(type)})`
    for (const { id } of yield* Ids(rows)) found.add(id)
  }
  return [...found]
})
