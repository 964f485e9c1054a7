import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const appStatistics = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // An app is of one account, mostly in one country. Without knowing that, PostgreSQL expects three rows where there are
  // thousands, and joins them row by row.
  for (const table of ["ai_visibility_app_named", "ai_visibility_app_sources"]) {
    yield* sql`CREATE STATISTICS ${sql(`${table}_of`)} (dependencies) ON account_id, app_id, country FROM ${sql(table)}`
  }
})
