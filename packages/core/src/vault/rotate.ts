import { type SealedColumn, Vault } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { version } from "./sealedValue.ts"

/** Those of the core; a plugin declares its own under `sealed`. */
export const coreSealedColumns: ReadonlyArray<SealedColumn> = [
  { table: "core_connections", column: "sealed", row: "'connection:' || kind || ':' || account_id" },
  { table: "core_webhook_endpoints", column: "secret", row: "'webhook:' || id" },
  { table: "core_webhook_endpoints", column: "previous_secret", row: "'webhook:' || id" }
]

export interface Rotation {
  /** Values that are under the current key now, and were not. */
  readonly rewrapped: number
  /** Values that cannot be opened, by why: their rows are as they were. */
  readonly failed: Readonly<Record<string, number>>
}

const stepMax = 500
const Rows = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ row: Schema.String, sealed: Schema.String })))

/**
 * Wraps every sealed value of these columns under the current key, in steps of 500 rows that each commit. Finished rows
 * aren't done again, so it may be stopped and restarted. Values that change meanwhile stay as they were changed.
 */
export const rotateVault = Effect.fn("rotateVault")(function* (
  currentKeyId: string,
  targets: ReadonlyArray<SealedColumn>
): Effect.fn.Return<Rotation, SqlError.SqlError | Schema.SchemaError, SqlClient.SqlClient | Vault> {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault
  const failed: Record<string, number> = {}
  let rewrapped = 0
  for (const target of targets) {
    const [table, column, row] = [sql(target.table), sql(target.column), sql.literal(target.row)]
    let after = ""
    while (true) {
      const rows = yield* Effect.flatMap(
        sql`SELECT row, sealed FROM (SELECT ${row} AS row, ${column} AS sealed FROM ${table}) AS found
          WHERE sealed IS NOT NULL AND split_part(sealed, '.', 2) <> ${currentKeyId} AND row > ${after} COLLATE "C"
          ORDER BY row COLLATE "C" LIMIT ${stepMax}`,
        Rows
      )
      const last = rows.at(-1)
      if (last === undefined) break
      after = last.row
      const changes = yield* Effect.forEach(rows, ({ row, sealed }) =>
        Effect.match(vault.rewrap(sealed, row), {
          onFailure: ({ message }) => {
            failed[message] = (failed[message] ?? 0) + 1
            return []
          },
          onSuccess: (wrapped) => (wrapped === undefined ? [] : [{ row, sealed, wrapped }])
        })
      )
      const done = changes.flat()
      if (done.length === 0) continue
      // Compared with what was read: a connect or disconnect meanwhile wins.
      const updated = yield* sql`UPDATE ${table} SET ${column} = changed.wrapped
        FROM unnest(${done.map(({ row }) => row)}::text[], ${done.map(({ sealed }) => sealed)}::text[],
          ${done.map(({ wrapped }) => wrapped)}::text[]) AS changed (of_row, was, wrapped)
        WHERE ${row} = changed.of_row AND ${column} = changed.was RETURNING 1`
      rewrapped += updated.length
    }
  }
  return { rewrapped, failed }
})

const Held = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ held: Schema.Number })]))
const TextColumns = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ table: Schema.String, column: Schema.String }))
)

/**
 * Columns that hold sealed values and that none of `targets` names, with how many of them aren't under the current key:
 * those of plugins that aren't enabled. `isLookedAt` says by its name whether a table is read, as that takes its time.
 */
export const undeclaredSealed = Effect.fn("undeclaredSealed")(function* (
  currentKeyId: string,
  targets: ReadonlyArray<SealedColumn>,
  isLookedAt: (table: string) => boolean = () => true
) {
  const sql = yield* SqlClient.SqlClient
  const known = new Set(targets.map(({ column, table }) => `${table}.${column}`))
  const columns = yield* Effect.flatMap(
    sql`SELECT c.relname AS "table", a.attname AS "column" FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND a.attnum > 0 AND NOT a.attisdropped AND a.atttypid IN ('text'::regtype, 'varchar'::regtype)
      ORDER BY 1, 2`,
    TextColumns
  )
  const unknown = columns.filter(({ column, table }) => !known.has(`${table}.${column}`) && isLookedAt(table))
  const held = yield* Effect.forEach(unknown, ({ column, table }) =>
    Effect.map(
      Effect.flatMap(
        sql`SELECT count(*)::int AS held FROM ${sql(table)}
          WHERE ${sql(column)} LIKE ${`${version}.%`} AND split_part(${sql(column)}, '.', 2) <> ${currentKeyId}`,
        Held
      ),
      ([{ held }]) => ({ table, column, held })
    )
  )
  return held.filter(({ held }) => held > 0)
})
