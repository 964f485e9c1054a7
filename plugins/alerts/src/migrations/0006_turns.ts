import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** When the next message may go to the platform, for all nodes. */
export const turns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE alerts_turns (one boolean PRIMARY KEY DEFAULT true CHECK (one), next_ms bigint NOT NULL DEFAULT 0)`
  yield* sql`INSERT INTO alerts_turns DEFAULT VALUES`
})
