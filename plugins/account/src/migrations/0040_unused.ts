import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What an identity library would have kept: decision 24. */
export const unused = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DROP TABLE account_verifications`
  yield* sql`ALTER TABLE account_identities DROP COLUMN access_token, DROP COLUMN refresh_token, DROP COLUMN id_token,
    DROP COLUMN access_token_expires_at, DROP COLUMN refresh_token_expires_at, DROP COLUMN scope`
})
