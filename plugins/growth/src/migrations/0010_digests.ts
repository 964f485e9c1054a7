import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** How an account is told of what was found, and its feed, of whose secret address a hash is kept. */
export const digests = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE growth_digests (
      account_id uuid PRIMARY KEY,
      mail text NOT NULL,
      chat text NOT NULL,
      hour int NOT NULL,
      zone text NOT NULL,
      quiet_from int,
      quiet_to int,
      next_ms bigint,
      told_ms bigint,
      problem text,
      feed_hash text UNIQUE,
      feed_ms bigint
    )`
  yield* sql`CREATE INDEX growth_digests_due ON growth_digests (next_ms) WHERE next_ms IS NOT NULL`
})
