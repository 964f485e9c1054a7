import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Tags are lists of texts in their rows, so that they're deleted, restored and exported with these. */
export const tags = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const statements = [
    "ALTER TABLE workspace_apps ADD COLUMN tags jsonb NOT NULL DEFAULT '[]'",
    "ALTER TABLE workspace_keywords ADD COLUMN tags jsonb NOT NULL DEFAULT '[]'",
    "CREATE INDEX workspace_keywords_tagged ON workspace_keywords (account_id, app, created_ms, id) WHERE tags <> '[]'",
    `CREATE TABLE workspace_views (
      account_id uuid NOT NULL, id uuid NOT NULL, lists text NOT NULL, name text NOT NULL, filter jsonb NOT NULL,
      sort jsonb, columns jsonb NOT NULL, created_ms bigint NOT NULL, updated_ms bigint NOT NULL,
      PRIMARY KEY (account_id, id), UNIQUE (account_id, lists, name))`,
    "ALTER TABLE workspace_views ENABLE ROW LEVEL SECURITY",
    "ALTER TABLE workspace_views FORCE ROW LEVEL SECURITY",
    `CREATE POLICY own ON workspace_views
      USING (account_id = nullif(current_setting('storeglass.account', true), '')::uuid)`
  ]
  for (const statement of statements) yield* sql.unsafe(statement)
})
