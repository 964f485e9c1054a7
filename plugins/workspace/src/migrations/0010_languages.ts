import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What an app's keywords are listed by holds their language, too: counting those of one reads no row. */
export const languages = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DROP INDEX workspace_keywords_page`
  yield* sql`
    CREATE INDEX workspace_keywords_page ON workspace_keyword_rows (account_id, app, created_ms, id) INCLUDE (language)`
})
