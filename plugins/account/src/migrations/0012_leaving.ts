import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Links by which the deletion of an account is undone, and keys whose end was told. */
export const leaving = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE account_undo_links (
      token_hash text PRIMARY KEY,
      account_id uuid NOT NULL,
      person_id text NOT NULL REFERENCES account_persons ON DELETE CASCADE,
      expires_at timestamptz NOT NULL
    )`
  yield* sql`CREATE INDEX account_undo_links_account ON account_undo_links (account_id)`
  yield* sql`
    CREATE TABLE account_key_notices (
      key_id uuid PRIMARY KEY,
      account_id uuid NOT NULL,
      expires_at timestamptz NOT NULL
    )`
  yield* sql`CREATE INDEX account_key_notices_account ON account_key_notices (account_id)`
})
