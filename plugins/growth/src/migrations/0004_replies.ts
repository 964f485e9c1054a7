import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Answers that an assistant suggests, each with a digest of what it was written for, and how many a day. */
export const replies = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE growth_opportunities ADD COLUMN suggested jsonb`
  yield* sql`ALTER TABLE growth_told ADD COLUMN replies int NOT NULL DEFAULT 0`
})
