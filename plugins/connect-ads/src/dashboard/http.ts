import { asDocumented, Caller, Connections, changeMade, VendorWriteLog } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdsConnection, kind } from "../AdsConnection.ts"
import { AdsApi } from "../api.ts"
import { adGroupUpdate, campaignUpdate } from "../journal.ts"
import type { Connection } from "../schema.ts"
import { todos } from "./api.ts"

const undo = "Set what was before again."
const kinds = { [campaignUpdate]: { what: "Campaign", undo }, [adGroupUpdate]: { what: "Ad group", undo } }

const todoOf = ({ canWrite, lastError, state }: Connection): string => {
  if (state === "not_connected") return todos.connect
  if (lastError !== null) return `${lastError.slice(0, 1).toUpperCase()}${lastError.slice(1)}.`
  return canWrite ? todos.nothing : todos.mayWrite
}

const accountId = Effect.map(Caller, (caller) => caller.accountId)

export const dashboardHandlers = HttpApiBuilder.group(
  AdsApi,
  "connectAdsDashboard",
  Effect.fn(function* (group) {
    const connection = yield* AdsConnection
    const connections = yield* Connections
    const log = yield* VendorWriteLog
    return group.handleAll({
      state: Effect.fn(function* () {
        const account = yield* accountId
        const told = yield* connection.status(account)
        const found = yield* connections.status(account, kind)
        return { data: { ...told, connectedAt: found?.connectedAt ?? null, todo: todoOf(told) } }
      }),
      changes: Effect.fn(function* ({ query: { limit } }) {
        const rows = yield* asDocumented(log.list({ accountId: yield* accountId, plugin: "connect-ads", limit }))
        return { data: { items: rows.map((row) => changeMade(row, kinds, undo)) } }
      })
    })
  })
)
