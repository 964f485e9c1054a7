import type { Migration } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = (...texts: ReadonlyArray<string>): Migration =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    for (const text of texts) yield* sql.unsafe(text).unprepared
  })

/** Saved connections. The secret is sealed for `connection:<kind>:<account>`. */
export const migrations: Readonly<Record<string, Migration>> = {
  "0010_connections": statements(
    `CREATE SEQUENCE core_connection_revision`,
    `CREATE TABLE core_connections (
      account_id uuid NOT NULL REFERENCES core_accounts, kind text NOT NULL, sealed text NOT NULL,
      details jsonb NOT NULL, missing jsonb NOT NULL DEFAULT '[]',
      state text NOT NULL CHECK (state IN ('connected', 'degraded', 'rejected')), sentence text,
      revision bigint NOT NULL DEFAULT nextval('core_connection_revision'),
      connected_at timestamptz NOT NULL, checked_at timestamptz NOT NULL, PRIMARY KEY (account_id, kind))`
  )
}
