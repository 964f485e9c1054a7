import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Searches over what was found, saved by name. */
export const searches = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE growth_searches (
      account_id uuid NOT NULL,
      name text NOT NULL,
      query text NOT NULL,
      created_ms bigint NOT NULL,
      updated_ms bigint NOT NULL,
      PRIMARY KEY (account_id, name)
    )`
})
