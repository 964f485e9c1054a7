import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Whether an account tracks a keyword by itself, which no list ends that has it too; null: from before that was noted.
 */
export const byItself = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE keywords_watchers ADD COLUMN by_itself boolean`
})
