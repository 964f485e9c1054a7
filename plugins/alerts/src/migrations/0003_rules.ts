import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What accounts want to be told of beside what plugins tell by themselves. */
export const rules = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE alerts_rules (
      account_id uuid NOT NULL, id uuid NOT NULL, platform text NOT NULL, app_id text NOT NULL, keyword text, country text,
      at_least int NOT NULL, weekdays text[] NOT NULL, created_ms bigint NOT NULL, PRIMARY KEY (account_id, id))`
})
