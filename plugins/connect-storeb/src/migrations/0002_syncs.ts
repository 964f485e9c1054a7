import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** How the last run of each part of a connection's sync went. A row is deleted with what was read: a run then knows it. */
export const syncs = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE connect_storeb_syncs (
      account_id uuid NOT NULL,
      room text NOT NULL,
      state text NOT NULL,
      started_at timestamptz NOT NULL,
      ended_at timestamptz,
      complete_since timestamptz,
      problems jsonb NOT NULL,
      PRIMARY KEY (account_id, room)
    )`
})
