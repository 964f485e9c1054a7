import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Other ways that reports go than to the account's own address: by mail, and where its alerts go. */
export const channels = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // A row is there while it's enabled.
  yield* sql`
    CREATE TABLE cofounder_channels (
      account_id uuid NOT NULL,
      name text NOT NULL CHECK (name IN ('email', 'alerts')),
      delivered_ms bigint,
      error_ms bigint,
      error text,
      PRIMARY KEY (account_id, name)
    )`
})
