import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * What lists are filtered by. And that an app is of one account, which the planner must know: taking the two for independent
 * it expects no rows of an app, and reads all of them for each keyword of a list.
 */
export const plans = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const statements = [
    "CREATE INDEX workspace_keywords_country ON workspace_keywords (account_id, app, country, created_ms, id)",
    "CREATE INDEX workspace_reports_kind ON workspace_reports (account_id, kind, created_ms, id)",
    "CREATE INDEX workspace_reports_app ON workspace_reports (account_id, app_id, platform, created_ms, id)",
    "CREATE STATISTICS workspace_keywords_apps (ndistinct, dependencies) ON account_id, app FROM workspace_keywords",
    "CREATE STATISTICS workspace_versions_apps (ndistinct, dependencies) ON account_id, app FROM workspace_versions",
    "ANALYZE workspace_keywords, workspace_versions, workspace_reports"
  ]
  for (const statement of statements) yield* sql.unsafe(statement)
})
