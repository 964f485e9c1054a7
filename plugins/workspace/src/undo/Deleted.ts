import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Owner } from "../Accounts.ts"
import { columnsOf } from "../database.ts"
import { makeLimits } from "../limits.ts"

export const keptMs = 7 * 86_400_000
/** Keywords of an app may be 100,000: so many are kept in a row, as lists of their columns. */
const listed = 1_000
/** What may be kept where the plan has no limit. */
const rowsUnlimited = 1_000_000

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const limits = yield* makeLimits

  /** Within `write`, before the app's rows are gone: keeps them for a while. */
  const keep = Effect.fn("Deleted.keep")(function* ({ accountId, plan }: Owner, app: string) {
    const nowMs = yield* Clock.currentTimeMillis
    const ofKeywords = yield* columnsOf(sql, "workspace_keywords")
    yield* sql`
      INSERT INTO workspace_deleted (account_id, id, row, rows, deleted_ms)
      SELECT account_id, id, to_jsonb(a), 1 + competitors + keywords + versions, ${nowMs}::bigint
      FROM workspace_apps a WHERE account_id = ${accountId}::uuid AND id = ${app}::uuid`
    yield* sql`
      INSERT INTO workspace_deleted_rows (account_id, app, kind, id, row)
      SELECT account_id, app, 'competitor', id, to_jsonb(c) FROM workspace_competitors c
      WHERE account_id = ${accountId}::uuid AND app = ${app}::uuid
      UNION ALL SELECT (array_agg(account_id))[1], (array_agg(app))[1], 'keywords', (array_agg(id))[1], ${ofKeywords.asLists}
      FROM (SELECT *, row_number() OVER (ORDER BY created_ms, id) AS place
        FROM workspace_keywords WHERE account_id = ${accountId}::uuid AND app = ${app}::uuid) AS placed
      GROUP BY (place - 1) / ${listed}::int
      UNION ALL SELECT account_id, app, 'version', id, to_jsonb(v) FROM workspace_versions v
      WHERE account_id = ${accountId}::uuid AND app = ${app}::uuid`
    // Adding and deleting again and again must not keep more than the plan does: the newest that fit, and always the last.
    const most = (["keywords", "versions"] as const).reduce(
      (sum, what) => sum + (limits.limit(plan, what) ?? rowsUnlimited),
      100
    )
    yield* sql`
      DELETE FROM workspace_deleted d USING (
        SELECT id, sum(rows) OVER newest AS total, row_number() OVER newest AS place
        FROM workspace_deleted WHERE account_id = ${accountId}::uuid
        WINDOW newest AS (ORDER BY deleted_ms DESC, id DESC)) AS placed
      WHERE d.account_id = ${accountId}::uuid AND d.id = placed.id AND placed.place > 1
        AND placed.total > ${most}::bigint`
  })

  /** Within an account: those that are too old are gone. */
  const expire = (accountId: string, nowMs: number) =>
    sql`DELETE FROM workspace_deleted WHERE account_id = ${accountId}::uuid AND deleted_ms <= ${nowMs - keptMs}::bigint`

  return { keep, expire }
})

/** Apps that were deleted, with all their rows, while that can be taken back. */
export class Deleted extends Context.Service<Deleted, Effect.Success<typeof make>>()("@storeglass/workspace/Deleted") {
  static readonly layer = Layer.effect(Deleted, make)
}
