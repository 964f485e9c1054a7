import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What connected accounts' consoles count by day, and which of their files that was read from. No person is in it. */
export const synced = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE connect_storea_imports (
      account_id uuid NOT NULL,
      source text NOT NULL,
      app_id text NOT NULL,
      processed date NOT NULL,
      state text NOT NULL,
      rows integer NOT NULL,
      skipped integer NOT NULL,
      problem text,
      at timestamptz NOT NULL,
      PRIMARY KEY (account_id, source, app_id, processed)
    )`
  yield* sql`CREATE INDEX connect_storea_imports_failed ON connect_storea_imports (at) WHERE state = 'failed'`
  yield* sql`
    CREATE TABLE connect_storea_figures (
      account_id uuid NOT NULL,
      source text NOT NULL,
      app_id text NOT NULL,
      day date NOT NULL,
      country text NOT NULL,
      measure text NOT NULL,
      currency text NOT NULL,
      value numeric NOT NULL,
      processed date NOT NULL,
      PRIMARY KEY (account_id, source, app_id, day, country, measure, currency)
    )`
  yield* sql`
    CREATE TABLE connect_storea_owners (
      account_id uuid PRIMARY KEY,
      owner text,
      vendor_number text,
      purged_at timestamptz
    )`
  yield* sql`CREATE INDEX connect_storea_figures_days ON connect_storea_figures (account_id, source, day)`
})
