import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What the chart of an alert is drawn from, until it's sent. */
export const charts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE alerts_queue ADD COLUMN chart jsonb`
})
