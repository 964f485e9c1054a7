import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What the store showed of an app when it was last looked at; `id` is the app's row. */
export const watch = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const statements = [
    `CREATE TABLE workspace_live (
      account_id uuid NOT NULL, id uuid NOT NULL, status text NOT NULL, texts jsonb NOT NULL, checked_ms bigint NOT NULL,
      differs_ms bigint,
      PRIMARY KEY (account_id, id),
      FOREIGN KEY (account_id, id) REFERENCES workspace_apps (account_id, id) ON DELETE CASCADE)`,
    `ALTER TABLE workspace_live ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE workspace_live FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY own ON workspace_live
      USING (account_id = nullif(current_setting('storeglass.account', true), '')::uuid)`
  ]
  for (const statement of statements) yield* sql.unsafe(statement)
})
