import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const ownKeys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const statements = [
    // The keys themselves are saved connections; this stays when one is deleted.
    `CREATE TABLE ai_visibility_keys (
      account_id uuid NOT NULL, model_slug text NOT NULL, fallback boolean NOT NULL,
      PRIMARY KEY (account_id, model_slug))`,
    // With whose key a call is made and what it costs, fixed when it's claimed; of calls from before, the price is the assistant's.
    `ALTER TABLE ai_visibility_answers ADD COLUMN own_key boolean NOT NULL DEFAULT false, ADD COLUMN credits int`,
    `ALTER TABLE ai_visibility_runs ADD COLUMN own_models text NOT NULL DEFAULT '[]',
      ADD COLUMN own_answered int NOT NULL DEFAULT 0`
  ]
  for (const statement of statements) yield* sql.unsafe(statement)
})
