import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Apps that people connect, and what they show for a grant: a code, then refresh tokens. Only hashes of both are kept. */
export const oauth = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE account_oauth_clients (
      id text PRIMARY KEY,
      kind text NOT NULL CHECK (kind IN ('registered', 'document')),
      name text NOT NULL,
      redirect_uris text[] NOT NULL,
      refreshes boolean NOT NULL,
      created_at timestamptz NOT NULL,
      fresh_until timestamptz
    )`
  yield* sql`
    CREATE TABLE account_oauth_codes (
      code_hash text PRIMARY KEY,
      grant_id uuid NOT NULL REFERENCES account_grants ON DELETE CASCADE,
      redirect_uri text NOT NULL,
      challenge text NOT NULL,
      refreshes boolean NOT NULL,
      expires_at timestamptz NOT NULL,
      used_at timestamptz
    )`
  yield* sql`CREATE INDEX account_oauth_codes_grant ON account_oauth_codes (grant_id)`
  yield* sql`
    CREATE TABLE account_oauth_refresh (
      token_hash text PRIMARY KEY,
      grant_id uuid NOT NULL REFERENCES account_grants ON DELETE CASCADE,
      expires_at timestamptz NOT NULL,
      used_at timestamptz
    )`
  yield* sql`CREATE INDEX account_oauth_refresh_grant ON account_oauth_refresh (grant_id)`
})
