import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const latestOfIntents = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX ai_visibility_rollups_latest ON ai_visibility_rollups
    (account_id, app_id, country, model_slug, intent, day DESC) WHERE ok > 0`
})
