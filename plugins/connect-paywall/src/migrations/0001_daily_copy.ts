import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Figures of connected accounts by day, where they asked for that. No transaction and no person is in them. */
export const dailyCopy = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE connect_paywall_charts (
      account_id uuid NOT NULL,
      application_id text NOT NULL,
      chart text NOT NULL,
      name text NOT NULL,
      unit text,
      at timestamptz NOT NULL,
      PRIMARY KEY (account_id, application_id, chart)
    )`
  yield* sql`
    CREATE TABLE connect_paywall_days (
      account_id uuid NOT NULL,
      application_id text NOT NULL,
      chart text NOT NULL,
      day date NOT NULL,
      value double precision NOT NULL,
      PRIMARY KEY (account_id, application_id, chart, day)
    )`
})
