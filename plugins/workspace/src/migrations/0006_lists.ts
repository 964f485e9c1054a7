import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const columns = "account_id app id platform keyword typed country device language state is_own created_ms tags".split(
  " "
)

/** Deleted apps' keywords are kept column by column, which the database reads and writes several times as fast. */
export const lists = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const all = columns.map((name) =>
    name === "tags"
      ? "'tags', jsonb_agg(coalesce(one->'tags', '[]') ORDER BY place)"
      : `'${name}', jsonb_agg(one->'${name}' ORDER BY place)`
  )
  const listsOf = (rows: string) =>
    `(SELECT jsonb_build_object(${all.join(", ")}) FROM jsonb_array_elements(${rows}) WITH ORDINALITY AS each (one, place))`
  // Else its owner sees no account's rows.
  yield* sql.unsafe("ALTER TABLE workspace_deleted_rows NO FORCE ROW LEVEL SECURITY")
  yield* sql.unsafe(`UPDATE workspace_deleted_rows SET row = ${listsOf("row")} WHERE kind = 'keywords'`)
  yield* sql.unsafe(
    `UPDATE workspace_deleted_rows SET kind = 'keywords', row = ${listsOf("jsonb_build_array(row)")} WHERE kind = 'keyword'`
  )
  yield* sql.unsafe("ALTER TABLE workspace_deleted_rows FORCE ROW LEVEL SECURITY")
})
