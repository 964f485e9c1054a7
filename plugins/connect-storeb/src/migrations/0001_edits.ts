import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Edits that are open at the vendor, or may be: a row is there before the vendor is asked, and until it says that it's gone. */
export const edits = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE connect_storeb_edits (
      id uuid PRIMARY KEY,
      account_id uuid NOT NULL,
      service_account text NOT NULL,
      package_name text NOT NULL,
      edit_id text,
      opened_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL
    )`
  yield* sql`CREATE INDEX connect_storeb_edits_app ON connect_storeb_edits (service_account, package_name)`
})
