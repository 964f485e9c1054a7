import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Wrong codes of invitations are counted by address, whether it's invited or not. */
export const codes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE account_invitations DROP COLUMN tries`
})
