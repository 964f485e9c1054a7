import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Changes of plans that the operator's payment backend was asked for, and what it told. */
export const billing = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE account_billing (
      account_id uuid PRIMARY KEY,
      applied_at timestamptz NOT NULL,
      applied_event text NOT NULL,
      period text
    )`
  yield* sql`
    CREATE TABLE account_billing_intents (
      id uuid PRIMARY KEY,
      account_id uuid NOT NULL,
      person_id text,
      plan_from text NOT NULL,
      plan_to text NOT NULL,
      period text NOT NULL CHECK (period IN ('month', 'year')),
      state text NOT NULL CHECK (state IN ('sent', 'approved', 'redirected', 'refused', 'confirmed')),
      redirect_url text,
      problem text,
      created_at timestamptz NOT NULL,
      settled_at timestamptz
    )`
  yield* sql`CREATE INDEX account_billing_intents_account ON account_billing_intents (account_id, created_at)`
  yield* sql`
    CREATE TABLE account_billing_events (
      id text PRIMARY KEY,
      account_id uuid NOT NULL,
      kind text NOT NULL,
      plan text NOT NULL,
      at timestamptz NOT NULL,
      received_at timestamptz NOT NULL,
      outcome text NOT NULL CHECK (outcome IN ('applied', 'superseded'))
    )`
  yield* sql`CREATE INDEX account_billing_events_account ON account_billing_events (account_id, at)`
})
