import { asDocumented, Caller, Connections, changeMade, VendorWriteLog } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdsConnection, kind } from "../AdsConnection.ts"
import { AdsApi } from "../api.ts"
import { adGroupUpdate, campaignUpdate } from "../changes/journal.ts"
import type { Connection } from "../schema.ts"
import { todos } from "./api.ts"
import { makeKeptSpend } from "./KeptSpend.ts"

const undo = "Set what was before again."
const kinds = { [campaignUpdate]: { what: "Campaign", undo }, [adGroupUpdate]: { what: "Ad group", undo } }

const sentence = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`

const todoOf = ({ canWrite, lastError, state }: Connection, readProblem: string | null): string => {
  if (state === "not_connected") return todos.connect
  if (lastError !== null) return sentence(lastError)
  if (readProblem !== null)
    return sentence(`the last reading of spend lacks something, and is made again: ${readProblem}`)
  return canWrite ? todos.nothing : todos.mayWrite
}

const accountId = Effect.map(Caller, (caller) => caller.accountId)

export const dashboardHandlers = HttpApiBuilder.group(
  AdsApi,
  "connectAdsDashboard",
  Effect.fn(function* (group) {
    const connection = yield* AdsConnection
    const connections = yield* Connections
    const kept = yield* makeKeptSpend
    const log = yield* VendorWriteLog
    return group.handleAll({
      state: Effect.fn(function* () {
        const account = yield* accountId
        const told = yield* connection.status(account)
        const found = yield* connections.status(account, kind)
        const progress = yield* asDocumented(kept.progress(account))
        return {
          data: {
            ...told,
            ...progress,
            connectedAt: found?.connectedAt ?? null,
            todo: todoOf(told, progress.readProblem)
          }
        }
      }),
      spend: Effect.fn(function* ({ query }) {
        return { data: yield* asDocumented(kept.spend(yield* accountId, query)) }
      }),
      keywords: Effect.fn(function* ({ query }) {
        return { data: yield* asDocumented(kept.keywords(yield* accountId, query)) }
      }),
      changes: Effect.fn(function* ({ query: { limit } }) {
        const rows = yield* asDocumented(log.list({ accountId: yield* accountId, plugin: "connect-ads", limit }))
        return { data: { items: rows.map((row) => changeMade(row, kinds, undo)) } }
      })
    })
  })
)
