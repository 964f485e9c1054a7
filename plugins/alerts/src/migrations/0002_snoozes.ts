import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Kinds of which an account hears nothing for a while. */
export const snoozes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE alerts_snoozes (
      account_id uuid NOT NULL, kind text NOT NULL, until_ms bigint NOT NULL, PRIMARY KEY (account_id, kind))`
  // A button names the alert alone.
  yield* sql`CREATE INDEX alerts_queue_id ON alerts_queue (id)`
})
