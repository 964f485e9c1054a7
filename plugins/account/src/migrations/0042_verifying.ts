import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Which passkeys have shown that they verify their person, and so count as a second factor. */
export const verifying = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE account_passkeys ADD COLUMN verifies boolean NOT NULL DEFAULT false`
})
