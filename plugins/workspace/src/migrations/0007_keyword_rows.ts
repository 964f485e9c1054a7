import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const columns = "account_id app id platform keyword typed country device language state is_own created_ms tags".split(
  " "
)
const typeOf: Readonly<Record<string, string>> = {
  account_id: "uuid",
  app: "uuid",
  id: "uuid",
  is_own: "boolean",
  created_ms: "bigint",
  tags: "jsonb"
}

/** The keywords of deleted apps, which were kept as lists of their columns, are rows again. */
export const rowsAgain = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = ["workspace_keyword_rows", "workspace_deleted_rows"]
  // Else their owner sees no account's rows.
  for (const table of tables) yield* sql.unsafe(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`)
  yield* sql.unsafe(`
    INSERT INTO workspace_keyword_rows (${columns.join(", ")})
    SELECT ${columns.map((name) => `kept.${name}::${typeOf[name] ?? "text"}`).join(", ")}
    FROM workspace_deleted_rows d, ROWS FROM (
      ${columns.map((name) => `jsonb_array_elements_text(d.row->'${name}')`).join(", ")}) AS kept (${columns.join(", ")})
    WHERE d.kind = 'keywords'`)
  yield* sql.unsafe("DELETE FROM workspace_deleted_rows WHERE kind = 'keywords'")
  for (const table of tables) yield* sql.unsafe(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`)
})

/**
 * The keywords of a deleted app stay where they are while it can be restored, as there may be 100,000. Statements about
 * keywords see those of apps that are there; what is about all of them reads workspace_keyword_rows.
 */
export const keywordRows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE workspace_keywords DROP CONSTRAINT workspace_keywords_account_id_app_fkey`
  yield* sql`ALTER TABLE workspace_keywords RENAME TO workspace_keyword_rows`
  // A column that a later migration adds must be added here, too: CREATE OR REPLACE VIEW.
  yield* sql`
    CREATE VIEW workspace_keywords WITH (security_invoker = true) AS
    SELECT account_id, app, id, platform, keyword, typed, country, device, language, state, is_own, created_ms, tags
    FROM workspace_keyword_rows k
    WHERE EXISTS (SELECT FROM workspace_apps a WHERE a.account_id = k.account_id AND a.id = k.app)`
  yield* rowsAgain
})
