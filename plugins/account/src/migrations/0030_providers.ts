import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * What providers and authenticators leave here. A provider is known by its issuer, so that one that is called otherwise
 * tomorrow, or another under the same name, opens nothing of others.
 */
export const providers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE account_identities ADD COLUMN email text, ADD COLUMN used_at timestamptz`
  yield* sql`
    CREATE TABLE account_round_trips (
      id text PRIMARY KEY,
      expires_at timestamptz NOT NULL
    )`
  // Of people who sign up by a provider whose word on addresses isn't taken, until theirs is confirmed.
  yield* sql`
    CREATE TABLE account_awaited_identities (
      ticket_hash text PRIMARY KEY,
      provider text NOT NULL,
      subject text NOT NULL,
      email text NOT NULL,
      expires_at timestamptz NOT NULL
    )`
  yield* sql`
    CREATE TABLE account_passkeys (
      id text PRIMARY KEY,
      credential_id text NOT NULL UNIQUE,
      person_id text NOT NULL REFERENCES account_persons ON DELETE CASCADE,
      name text NOT NULL,
      public_key bytea NOT NULL,
      counter bigint NOT NULL,
      transports text[] NOT NULL,
      synced boolean NOT NULL,
      backed_up boolean NOT NULL,
      model text NOT NULL,
      created_at timestamptz NOT NULL,
      used_at timestamptz
    )`
  yield* sql`CREATE INDEX account_passkeys_person ON account_passkeys (person_id)`
})
