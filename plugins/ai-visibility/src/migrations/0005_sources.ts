import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const sources = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const statements = [
    // Which domains the answers of a day cite, and how many of those answers name the app.
    `CREATE TABLE ai_visibility_sources (
      account_id uuid NOT NULL, app_id text NOT NULL, country text NOT NULL, model_slug text NOT NULL, day date NOT NULL,
      intent uuid NOT NULL, domain text NOT NULL, answers int NOT NULL, with_owner int NOT NULL, url text NOT NULL,
      title text NOT NULL,
      PRIMARY KEY (account_id, app_id, country, model_slug, day, intent, domain))`,
    // What changed in what is measured, drawn into the trend: of what it was and became, texts as they were.
    `CREATE TABLE ai_visibility_changes (
      account_id uuid NOT NULL, id uuid NOT NULL, app_id text NOT NULL, country text NOT NULL, at_ms bigint NOT NULL,
      kind text NOT NULL, n int NOT NULL, intent uuid, detail text,
      PRIMARY KEY (account_id, id))`,
    `CREATE INDEX ai_visibility_changes_at ON ai_visibility_changes (account_id, app_id, country, at_ms)`,
    // When a day was added up last: what was changed later didn't change it.
    `ALTER TABLE ai_visibility_rollups ADD COLUMN added_ms bigint`,
    // What the listing was when it was last looked at.
    `ALTER TABLE ai_visibility_settings ADD COLUMN listing text`
  ]
  for (const statement of statements) yield* sql.unsafe(statement)
})
