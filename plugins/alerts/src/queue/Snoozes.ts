import { Alerts, Jobs, rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Button } from "../bot/Bot.ts"
import { Deliver } from "../jobRefs.ts"

const dayMs = 86_400_000
/** The platform's, of what is shown when a button was pressed. */
const shownMax = 200

const snoozeRows = rowsOf(Schema.Struct({ kind: Schema.String, untilMs: Schema.Finite }))
const alertRows = rowsOf(Schema.Struct({ accountId: Schema.String, kind: Schema.String, label: Schema.String }))

/** Below each alert. The platform gives the data back from whoever presses, so it names nothing but the alert. */
export const buttonsOf = (id: string): ReadonlyArray<Button> => [
  { text: "Snooze for a day", data: `snooze:${id}` },
  { text: "Why?", data: `why:${id}` }
]

const shown = (text: string) => {
  if (text.length <= shownMax) return text
  const cut = text.slice(0, shownMax - 1)
  return `${cut.slice(0, cut.lastIndexOf(" "))}…`
}

/** Kinds that an account wants to hear nothing of for a while: what comes meanwhile waits. */
export class Snoozes extends Context.Service<Snoozes>()("@storeglass/alerts/Snoozes", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const jobs = yield* Jobs
    const { kinds } = yield* Alerts
    const wake = (accountId: string, options: { readonly key: string; readonly runAtMs?: number }) =>
      Effect.provideService(jobs.enqueue(Deliver, { accountId }, options), SqlClient.SqlClient, sql)

    const snooze = Effect.fnUntraced(function* (accountId: string, kind: string) {
      const untilMs = (yield* Clock.currentTimeMillis) + dayMs
      yield* sql`INSERT INTO alerts_snoozes (account_id, kind, until_ms)
        VALUES (${accountId}::uuid, ${kind}, ${untilMs}::bigint)
        ON CONFLICT (account_id, kind) DO UPDATE SET until_ms = excluded.until_ms`
      // Beside the account's own job, whose time other alerts set.
      yield* wake(accountId, { key: `${accountId}/${kind}/snoozed`, runAtMs: untilMs })
    })

    return {
      /** Those that last. */
      of: Effect.fn("Snoozes.of")(function* (accountId: string) {
        const nowMs = yield* Clock.currentTimeMillis
        return yield* snoozeRows(sql`SELECT kind, until_ms::float8 AS "untilMs" FROM alerts_snoozes
          WHERE account_id = ${accountId}::uuid AND until_ms > ${nowMs}::bigint ORDER BY kind`)
      }),
      /** Ends one; what waits comes. */
      end: Effect.fn("Snoozes.end")(function* (accountId: string, kind: string) {
        const ended = yield* sql`DELETE FROM alerts_snoozes
          WHERE account_id = ${accountId}::uuid AND kind = ${kind} RETURNING 1`
        if (ended.length > 0) yield* wake(accountId, { key: accountId })
      }),
      /** What a button below an alert does, in a chat of the alert's account; gives what is shown then. */
      pressed: Effect.fn("Snoozes.pressed")(function* (chatId: string, data: string) {
        const [, action = "", id = ""] = /^(snooze|why):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(data) ?? []
        const [alert] =
          id === ""
            ? []
            : yield* alertRows(sql`SELECT q.account_id AS "accountId", q.kind, q.label FROM alerts_queue q
                JOIN alerts_pairings p ON p.account_id = q.account_id
                WHERE q.id = ${id}::uuid AND p.chat_id = ${chatId}::bigint`)
        if (alert === undefined) return "This alert is of another account, or too old for that."
        const { accountId, kind, label } = alert
        if (action === "why") {
          const why = kinds[kind]?.description ?? "The part of the gateway that told this is no longer enabled."
          return shown(`${label}. ${why}`)
        }
        yield* snooze(accountId, kind)
        return shown(`For a day nothing comes of: ${label}. What happens meanwhile is told then.`)
      })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
