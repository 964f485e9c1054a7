import { Jobs, rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Owner } from "../Accounts.ts"
import { numberRows } from "../database.ts"
import { Purge } from "../jobRefs.ts"
import { makeLimits } from "../limits.ts"
import { Wall } from "../Wall.ts"

export const keptMs = 7 * 86_400_000
/** What may be kept where the plan has no limit. */
const rowsUnlimited = 1_000_000
/** How many keywords a transaction deletes. */
const purgedAtOnce = 10_000

const idRows = rowsOf(Schema.Struct({ id: Schema.String }))

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const wall = yield* Wall
  const limits = yield* makeLimits
  const jobs = yield* Jobs

  /** Within `write`, before the app's rows are gone: keeps them for a while. Its keywords stay where they are. */
  const keep = Effect.fn("Deleted.keep")(function* ({ accountId, plan }: Owner, app: string) {
    const nowMs = yield* Clock.currentTimeMillis
    yield* sql`
      INSERT INTO workspace_deleted (account_id, id, row, rows, deleted_ms)
      SELECT account_id, id, to_jsonb(a), 1 + competitors + keywords + versions, ${nowMs}::bigint
      FROM workspace_apps a WHERE account_id = ${accountId}::uuid AND id = ${app}::uuid`
    yield* sql`
      INSERT INTO workspace_deleted_rows (account_id, app, kind, id, row)
      SELECT account_id, app, 'competitor', id, to_jsonb(c) FROM workspace_competitors c
      WHERE account_id = ${accountId}::uuid AND app = ${app}::uuid
      UNION ALL SELECT account_id, app, 'version', id, to_jsonb(v) FROM workspace_versions v
      WHERE account_id = ${accountId}::uuid AND app = ${app}::uuid
      UNION ALL SELECT account_id, id, 'live', id, to_jsonb(l) FROM workspace_live l
      WHERE account_id = ${accountId}::uuid AND id = ${app}::uuid`
    // Adding and deleting again and again must not keep more than the plan does: the newest that fit, and always the last.
    const most = (["keywords", "versions"] as const).reduce(
      (sum, what) => sum + (limits.limit(plan, what) ?? rowsUnlimited),
      100
    )
    const over = yield* idRows(sql`
      UPDATE workspace_deleted d SET deleted_ms = 0 FROM (
        SELECT id, sum(rows) OVER newest AS total, row_number() OVER newest AS place
        FROM workspace_deleted WHERE account_id = ${accountId}::uuid AND deleted_ms > ${nowMs - keptMs}::bigint
        WINDOW newest AS (ORDER BY deleted_ms DESC, id DESC)) AS placed
      WHERE d.account_id = ${accountId}::uuid AND d.id = placed.id AND placed.place > 1
        AND placed.total > ${most}::bigint
      RETURNING d.id`)
    if (over.length === 0) return
    yield* wall
      .outside(jobs.enqueue(Purge, { accountId }, { key: `purge:${accountId}`, attempts: 8 }))
      .pipe(Effect.provideService(SqlClient.SqlClient, sql))
  })

  /** What is left of apps that are too old is gone, a part at a time. */
  const purge = Effect.fn("Deleted.purge")(function* (accountId: string) {
    const nowMs = yield* Clock.currentTimeMillis
    // From here on nobody restores them, whatever another node's clock says.
    const over = yield* wall.inAccount(
      accountId,
      idRows(sql`
        UPDATE workspace_deleted SET deleted_ms = 0
        WHERE account_id = ${accountId}::uuid AND deleted_ms <= ${nowMs - keptMs}::bigint RETURNING id`)
    )
    for (const { id } of over) {
      for (let left = purgedAtOnce; left === purgedAtOnce; ) {
        const [gone] = yield* wall.inAccount(
          accountId,
          numberRows(sql`
            WITH gone AS (
              DELETE FROM workspace_keyword_rows WHERE account_id = ${accountId}::uuid AND id IN (
                SELECT id FROM workspace_keyword_rows
                WHERE account_id = ${accountId}::uuid AND app = ${id}::uuid LIMIT ${purgedAtOnce}::int)
              RETURNING 1)
            SELECT count(*)::int AS n FROM gone`)
        )
        left = gone?.n ?? 0
      }
      yield* wall.inAccount(
        accountId,
        sql`DELETE FROM workspace_deleted WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid`
      )
    }
  })

  return { keep, purge }
})

/** Apps that were deleted, with all their rows, while that can be taken back. */
export class Deleted extends Context.Service<Deleted, Effect.Success<typeof make>>()("@storeglass/workspace/Deleted") {
  static readonly layer = Layer.effect(Deleted, make)
}
