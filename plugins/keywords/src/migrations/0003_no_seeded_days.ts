import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Which days a seed has filled is known to the plugin that fills them. */
export const noSeededDays = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DROP TABLE IF EXISTS keywords_seeded`
})
