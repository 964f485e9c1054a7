import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Deleted apps, whole for a while: each row as it was. */
export const deleted = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const statements = [
    `CREATE TABLE workspace_deleted (
      account_id uuid NOT NULL, id uuid NOT NULL, row jsonb NOT NULL, rows int NOT NULL, deleted_ms bigint NOT NULL,
      PRIMARY KEY (account_id, id))`,
    `CREATE INDEX workspace_deleted_order ON workspace_deleted (account_id, deleted_ms, id)`,
    `CREATE TABLE workspace_deleted_rows (
      account_id uuid NOT NULL, app uuid NOT NULL, kind text NOT NULL, id uuid NOT NULL, row jsonb NOT NULL,
      PRIMARY KEY (account_id, app, kind, id),
      FOREIGN KEY (account_id, app) REFERENCES workspace_deleted (account_id, id) ON DELETE CASCADE)`,
    ...["workspace_deleted", "workspace_deleted_rows"].flatMap((table) => [
      `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
      `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
      `CREATE POLICY own ON ${table}
        USING (account_id = nullif(current_setting('storeglass.account', true), '')::uuid)`
    ])
  ]
  for (const statement of statements) yield* sql.unsafe(statement)
})
