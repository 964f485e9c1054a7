import { Vault } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

/** A column of sealed values; `row` is SQL that gives the row for which each was sealed. */
export interface SealedColumn {
  readonly table: string
  readonly column: string
  readonly row: string
}

/** All of them; a service that seals adds its own here. */
export const sealedColumns: ReadonlyArray<SealedColumn> = [
  { table: "core_connections", column: "sealed", row: "'connection:' || kind || ':' || account_id" },
  { table: "core_webhook_endpoints", column: "secret", row: "'webhook:' || id" },
  { table: "core_webhook_endpoints", column: "previous_secret", row: "'webhook:' || id" },
  { table: "ad_creatives_jobs", column: "sealed_key", row: "'ad-creatives:' || account_id || ':' || id" },
  { table: "account_secrets", column: "sealed", row: "'account:secret:' || id" },
  { table: "account_totp", column: "sealed", row: "'account:totp:' || person_id" },
  { table: "account_signing_keys", column: "sealed", row: "'account:signing-key:' || id" }
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
 * Wraps every sealed value under the current key, in steps of 500 rows that each commit. Finished rows aren't done again,
 * so it may be stopped and restarted. Values that change meanwhile stay as they were changed.
 */
export const rotateVault = Effect.fn("rotateVault")(function* (
  currentKeyId: string,
  targets: ReadonlyArray<SealedColumn> = sealedColumns
): Effect.fn.Return<Rotation, SqlError.SqlError | Schema.SchemaError, SqlClient.SqlClient | Vault> {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault
  const failed: Record<string, number> = {}
  let rewrapped = 0
  for (const target of targets) {
    const [there] = yield* sql`SELECT to_regclass(${target.table}) AS found`
    // A plugin that isn't enabled has no tables.
    if (there?.found === null) continue
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
