import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What tokens are signed with, and what they are granted by: a page that someone is signed in on, or a connected app. */
export const tokens = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE account_signing_keys (
      id text PRIMARY KEY,
      public_key text NOT NULL,
      sealed text NOT NULL,
      created_at timestamptz NOT NULL
    )`
  yield* sql`
    CREATE TABLE account_grants (
      id uuid PRIMARY KEY,
      account_id uuid NOT NULL,
      person_id text NOT NULL REFERENCES account_persons ON DELETE CASCADE,
      session_id text REFERENCES account_sessions ON DELETE SET NULL,
      client_id text,
      client_name text,
      client_host text,
      scopes text[] NOT NULL,
      toolsets text[],
      created_at timestamptz NOT NULL,
      expires_at timestamptz,
      ended_at timestamptz,
      last_used_at timestamptz,
      last_used_address text,
      last_used_agent text,
      UNIQUE (session_id, account_id)
    )`
  yield* sql`CREATE INDEX account_grants_person ON account_grants (person_id)`
  yield* sql`CREATE INDEX account_grants_account ON account_grants (account_id)`
  yield* sql`CREATE INDEX account_grants_client ON account_grants (client_id) WHERE client_id IS NOT NULL`
})
