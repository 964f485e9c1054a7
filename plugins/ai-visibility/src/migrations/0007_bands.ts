import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const bands = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Scores that left their band and haven't come back: each was told once.
  yield* sql.unsafe(`CREATE TABLE ai_visibility_left (
    account_id uuid NOT NULL, app_id text NOT NULL, country text NOT NULL, model_slug text NOT NULL, left_on date NOT NULL,
    low int NOT NULL, high int NOT NULL, told_ms bigint,
    PRIMARY KEY (account_id, app_id, country, model_slug))`)
})
