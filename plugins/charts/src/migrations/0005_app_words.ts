import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Apps are found by how the words of their names begin. */
export const appWords = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX charts_apps_words ON charts_apps USING gin (to_tsvector('simple'::regconfig, name))`
})
