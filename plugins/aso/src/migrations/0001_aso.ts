import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Snapshots, which hold for minutes: what is the same for all, and what is one account's. Bodies are JSON as text. */
export const aso = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const statements = [
    `CREATE TABLE aso_snapshots (
      platform text NOT NULL, app_id text NOT NULL, country text NOT NULL, device text NOT NULL,
      id uuid NOT NULL, made_ms bigint NOT NULL, body text NOT NULL,
      PRIMARY KEY (platform, app_id, country, device))`,
    `CREATE INDEX aso_snapshots_made ON aso_snapshots (made_ms)`,
    `CREATE TABLE aso_own_snapshots (
      account_id uuid NOT NULL, shared_id uuid NOT NULL, inputs text NOT NULL,
      id uuid NOT NULL, made_ms bigint NOT NULL, body text NOT NULL,
      PRIMARY KEY (account_id, shared_id, inputs))`,
    `CREATE INDEX aso_own_snapshots_made ON aso_own_snapshots (made_ms)`
  ]
  for (const statement of statements) yield* sql.unsafe(statement)
})
