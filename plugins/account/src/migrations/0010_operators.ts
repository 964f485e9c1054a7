import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Who operates the gateway. */
export const operators = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE account_operators (
      person_id text PRIMARY KEY REFERENCES account_persons ON DELETE CASCADE,
      added_at timestamptz NOT NULL
    )`
})
