import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const repeats = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const statements = [
    `ALTER TABLE ai_visibility_settings ADD COLUMN samples int NOT NULL DEFAULT 1`,
    `ALTER TABLE ai_visibility_answers ADD COLUMN sample int NOT NULL DEFAULT 1`,
    // Of days from before, an answer was a prompt; they have no interval, as prompts_ok is 0.
    `ALTER TABLE ai_visibility_rollups ADD COLUMN prompts_asked int, ADD COLUMN prompts_named int,
      ADD COLUMN prompts_ok int NOT NULL DEFAULT 0,
      ADD COLUMN nn float8 NOT NULL DEFAULT 0, ADD COLUMN nw float8 NOT NULL DEFAULT 0,
      ADD COLUMN nm float8 NOT NULL DEFAULT 0, ADD COLUMN ns float8 NOT NULL DEFAULT 0,
      ADD COLUMN ww float8 NOT NULL DEFAULT 0, ADD COLUMN wm float8 NOT NULL DEFAULT 0,
      ADD COLUMN ws float8 NOT NULL DEFAULT 0, ADD COLUMN mm float8 NOT NULL DEFAULT 0,
      ADD COLUMN ms float8 NOT NULL DEFAULT 0, ADD COLUMN ss float8 NOT NULL DEFAULT 0`
  ]
  for (const statement of statements) yield* sql.unsafe(statement)
})
