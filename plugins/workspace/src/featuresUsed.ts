import { rowsOf } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { features } from "./limits.ts"
import { Wall } from "./Wall.ts"

const used = rowsOf(
  Schema.Struct({
    workspaceApps: Schema.Int,
    workspaceKeywords: Schema.Int,
    workspaceVersions: Schema.Int,
    workspaceReports: Schema.Int
  } satisfies Record<keyof typeof features, typeof Schema.Int>)
)

/** What an account keeps, waiting or not, of what its plan limits. */
export const featuresUsed = () =>
  Effect.fn("Workspace.featuresUsed")(function* (accountId: string) {
    const sql = yield* SqlClient.SqlClient
    const wall = yield* Wall
    const count = (table: string) =>
      sql`(SELECT count(*)::int FROM ${sql(table)} WHERE account_id = ${accountId}::uuid)`
    const [row] = yield* wall.inAccount(
      accountId,
      used(sql`SELECT ${count("workspace_apps")} AS "workspaceApps", ${count("workspace_keywords")} AS "workspaceKeywords",
        ${count("workspace_versions")} AS "workspaceVersions", ${count("workspace_reports")} AS "workspaceReports"`)
    )
    return row ?? {}
  })
