import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What accounts' own consoles counted, and how far the estimates were from it. */
export const ownedActuals = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE apps_owned_actuals (
      account_id uuid NOT NULL,
      platform text NOT NULL,
      app_id text NOT NULL,
      country text NOT NULL,
      day date NOT NULL,
      units bigint,
      proceeds double precision,
      currency text,
      PRIMARY KEY (account_id, platform, app_id, country, day)
    )`
  yield* sql`
    CREATE TABLE apps_residuals (
      account_id uuid NOT NULL,
      platform text NOT NULL,
      app_id text NOT NULL,
      country text NOT NULL,
      measure text NOT NULL CHECK (measure IN ('downloads', 'revenue')),
      genre_id text,
      developer_id text,
      log double precision NOT NULL,
      at timestamptz NOT NULL,
      PRIMARY KEY (account_id, platform, app_id, country, measure)
    )`
})
