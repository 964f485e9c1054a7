import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Invitations: one of an account and address at a time. Proofs of an address that someone wants to change theirs to name who. */
export const team = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE account_invitations (
      id uuid PRIMARY KEY,
      account_id uuid NOT NULL,
      email text NOT NULL,
      role text NOT NULL CHECK (role IN ('viewer', 'member', 'admin', 'owner')),
      invited_by text REFERENCES account_persons ON DELETE SET NULL,
      language text NOT NULL,
      token_hash text UNIQUE,
      code_hash text,
      copied_hash text UNIQUE,
      tries integer NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      UNIQUE (account_id, email)
    )`
  yield* sql`CREATE INDEX account_invitations_email ON account_invitations (email)`
  yield* sql`CREATE INDEX account_invitations_inviter ON account_invitations (invited_by)`
  yield* sql`ALTER TABLE account_proofs ADD COLUMN person_id text REFERENCES account_persons ON DELETE CASCADE`
  yield* sql`CREATE INDEX account_proofs_person ON account_proofs (person_id) WHERE person_id IS NOT NULL`
})
