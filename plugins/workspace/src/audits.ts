import { AuditLog, type AuditRecord } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Wall } from "./Wall.ts"

/** What members may want to know the author of. */
export const audits = {
  "workspace.app-deleted": "An app was deleted from the workspace, with everything kept with it.",
  "workspace.app-restored": "A deleted app was restored.",
  "workspace.version-released": "A version of a listing was released.",
  "workspace.release-withdrawn": "The release of a version was taken back.",
  "workspace.reports-deleted": "Saved reports were deleted."
} as const

/** Within `write`: notes in the account's audit log who did it. */
export const makeAudit = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const wall = yield* Wall
  const log = yield* AuditLog
  return (accountId: string, action: keyof typeof audits, what: Pick<AuditRecord, "target" | "before" | "after">) =>
    wall.outside(log.record({ accountId, action, ...what })).pipe(Effect.provideService(SqlClient.SqlClient, sql))
})
