import { Alerts, type Bucket, Credits, rowsOf } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { creditsKind } from "./kinds.ts"

const accountRows = rowsOf(Schema.Struct({ accountId: Schema.String }))
const buckets: ReadonlyArray<Bucket> = ["general", "aiVisibility", "creative"]
const pageSize = 200
const first = "00000000-0000-0000-0000-000000000000"

/** Tells accounts with a chat when 80 % and when all of a month's credits are used: once each, by the key. */
export const lookAtCredits = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const credits = yield* Credits
  const alerts = yield* Alerts
  const month = new Date(yield* Clock.currentTimeMillis).toISOString().slice(0, 7)
  for (let after = first; ; ) {
    const page = yield* accountRows(sql`SELECT DISTINCT account_id AS "accountId" FROM alerts_pairings
      WHERE status = 'active' AND account_id > ${after}::uuid ORDER BY account_id LIMIT ${pageSize}`)
    for (const { accountId } of page) {
      for (const bucket of buckets) {
        const { limit, remaining } = yield* credits.balance(accountId, bucket)
        if (limit <= 0) continue
        const used = limit - remaining
        const share = used >= limit ? 100 : used >= 0.8 * limit ? 80 : 0
        if (share === 0) continue
        yield* alerts.notify(accountId, {
          kind: creditsKind,
          key: `${bucket} ${month} ${share}`,
          title: share === 100 ? `No ${bucket} credits are left` : `80 % of the ${bucket} credits are used`,
          text: `${used} of ${limit} credits of ${month} are used.`
        })
      }
    }
    const last = page.at(-1)
    if (page.length < pageSize || last === undefined) return
    after = last.accountId
  }
})
