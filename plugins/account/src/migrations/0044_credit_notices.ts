import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Of which bucket, and until when it's full again, people of an account were told that it ends before. */
export const creditNotices = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE account_credit_notices (
      account_id uuid NOT NULL, bucket text NOT NULL, resets_on date NOT NULL,
      PRIMARY KEY (account_id, bucket, resets_on)
    )`
})
