import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * People, how they sign in, and where they are signed in. Persons, identities, sessions and verifications have the columns
 * that the identity library asks for, in our names. Times are those of the gateway's clock.
 */
export const identity = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE account_secrets (
      id text PRIMARY KEY,
      sealed text NOT NULL
    )`
  yield* sql`
    CREATE TABLE account_persons (
      id text PRIMARY KEY,
      name text NOT NULL,
      email text NOT NULL UNIQUE,
      email_verified boolean NOT NULL,
      image text,
      language text NOT NULL DEFAULT 'en',
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL
    )`
  yield* sql`
    CREATE TABLE account_identities (
      id text PRIMARY KEY,
      subject text NOT NULL,
      provider text NOT NULL,
      person_id text NOT NULL REFERENCES account_persons ON DELETE CASCADE,
      access_token text,
      refresh_token text,
      id_token text,
      access_token_expires_at timestamptz,
      refresh_token_expires_at timestamptz,
      scope text,
      password text,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      UNIQUE (provider, subject)
    )`
  yield* sql`CREATE INDEX account_identities_person ON account_identities (person_id)`
  yield* sql`
    CREATE TABLE account_sessions (
      id text PRIMARY KEY,
      token text NOT NULL UNIQUE,
      person_id text NOT NULL REFERENCES account_persons ON DELETE CASCADE,
      account_id uuid,
      method text NOT NULL DEFAULT 'provider',
      ip_address text,
      user_agent text,
      second_factor_at timestamptz,
      confirmed_at timestamptz,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL
    )`
  yield* sql`CREATE INDEX account_sessions_person ON account_sessions (person_id)`
  yield* sql`
    CREATE TABLE account_verifications (
      id text PRIMARY KEY,
      identifier text NOT NULL,
      value text NOT NULL,
      expires_at timestamptz NOT NULL,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL
    )`
  yield* sql`CREATE INDEX account_verifications_identifier ON account_verifications (identifier)`
  yield* sql`
    CREATE TABLE account_proofs (
      id uuid PRIMARY KEY,
      purpose text NOT NULL,
      email text NOT NULL,
      ticket_hash text NOT NULL UNIQUE,
      token_hash text UNIQUE,
      code_hash text,
      tries integer NOT NULL DEFAULT 0,
      language text NOT NULL,
      name text,
      password text,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      UNIQUE (purpose, email)
    )`
  yield* sql`
    CREATE TABLE account_memberships (
      account_id uuid NOT NULL,
      person_id text NOT NULL REFERENCES account_persons ON DELETE CASCADE,
      role text NOT NULL CHECK (role IN ('viewer', 'member', 'admin', 'owner')),
      created_at timestamptz NOT NULL,
      PRIMARY KEY (account_id, person_id)
    )`
  yield* sql`CREATE INDEX account_memberships_person ON account_memberships (person_id)`
  yield* sql`
    CREATE TABLE account_totp (
      person_id text PRIMARY KEY REFERENCES account_persons ON DELETE CASCADE,
      sealed text NOT NULL,
      confirmed_at timestamptz,
      last_step bigint NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL
    )`
  yield* sql`
    CREATE TABLE account_backup_codes (
      person_id text NOT NULL REFERENCES account_persons ON DELETE CASCADE,
      code_hash text NOT NULL,
      PRIMARY KEY (person_id, code_hash)
    )`
  yield* sql`
    CREATE TABLE account_limits (
      id text PRIMARY KEY,
      hits bigint[] NOT NULL,
      until_ms bigint NOT NULL
    )`
})
