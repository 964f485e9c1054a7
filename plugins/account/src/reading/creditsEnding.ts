import { Alerts, dayIn, defineJob, Jobs, jobRef, Operations, rowsOf } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { creditsEnding } from "../alerts.ts"
import { tell } from "../leaving/news.ts"
import { bucketIn } from "../mail/credits.ts"
import { dashboardOf } from "../mail/links.ts"
import { balancesOf } from "./usage.ts"

/** Accounts that a run looks at; it has the next ones looked at by another. */
const accountsMax = 100

/** Looks at accounts from this one on, in the order of their ids. */
export const TellEnding = jobRef("account.tell-ending", Schema.Struct({ after: Schema.optionalKey(Schema.String) }))

const accountRows = rowsOf(Schema.Struct({ id: Schema.String }))

const look = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  const { notify } = yield* Alerts
  const { gateway } = yield* Operations
  const nowMs = yield* Clock.currentTimeMillis
  for (const { bucket, creditsPerDay, emptyOn, limit, remaining, resetsAt } of yield* balancesOf(accountId)) {
    if (emptyOn === null) continue
    yield* sql.withTransaction(
      Effect.gen(function* () {
        const reset = resetsAt.slice(0, 10)
        const first = yield* sql`INSERT INTO account_credit_notices (account_id, bucket, resets_on)
          VALUES (${accountId}::uuid, ${bucket}, ${reset}::date) ON CONFLICT DO NOTHING RETURNING 1`
        if (first.length === 0) return
        const key = `${accountId}:${bucket}:${reset}`
        const values = {
          ...{ bucket, on: emptyOn, reset },
          ...{ left: String(remaining), limit: String(limit), pace: String(creditsPerDay) }
        }
        yield* tell({ accountId, kind: "credits-ending", atMs: nowMs, values, key })
        const said = bucketIn("en", values)
        yield* notify(accountId, {
          kind: creditsEnding,
          title: `Credits (${said.bucket}) end on ${said.on} at this pace`,
          text: `${said.left} of ${said.limit} are left, and ${said.pace} a day were used over the last 7 days. They come back on ${said.reset}.`,
          url: `${dashboardOf(gateway.url)}/usage`,
          key: `${creditsEnding}/${key}`
        })
      })
    )
  }
})

/** Daily: tells people of accounts whose credits end, at the pace of the last 7 days, before they come back. */
export const tellEnding = defineJob(TellEnding, {
  cron: "47 5 * * *",
  cronPayload: {},
  timeoutMs: 300_000,
  run: Effect.fnUntraced(function* ({ after }) {
    const sql = yield* SqlClient.SqlClient
    const jobs = yield* Jobs
    const nowMs = yield* Clock.currentTimeMillis
    if (after === undefined) {
      yield* sql`DELETE FROM account_credit_notices WHERE resets_on <= ${dayIn("UTC", nowMs)}::date`
    }
    const accounts = yield* accountRows(sql`
      SELECT DISTINCT account_id AS id FROM account_memberships
      WHERE ${after ?? null}::uuid IS NULL OR account_id > ${after ?? null}::uuid
      ORDER BY account_id LIMIT ${accountsMax}::int`)
    yield* Effect.forEach(accounts, ({ id }) => look(id), { concurrency: 4, discard: true })
    const last = accounts.at(-1)?.id
    if (accounts.length === accountsMax && last !== undefined) {
      yield* jobs.enqueue(TellEnding, { after: last }, { key: `account.tell-ending:${last}` })
    }
  })
})
