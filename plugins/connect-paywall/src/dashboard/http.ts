import { asDocumented, Caller } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { PaywallApi } from "../api.ts"
import { Links } from "../links/Links.ts"
import type { Status } from "../schema.ts"
import { todos } from "./api.ts"
import { makeCopies } from "./Copies.ts"

const todoOf = ({ keepHistory, lastError, missingScopes, state }: Status): string => {
  if (state === "not_connected") return todos.connect
  if (lastError !== null) return lastError.message
  if (missingScopes.length > 0) return `Give the key the scopes ${missingScopes.join(", ")}.`
  return keepHistory === true ? todos.nothing : todos.keep
}

const accountId = Effect.map(Caller, (caller) => caller.accountId)

export const dashboardHandlers = HttpApiBuilder.group(
  PaywallApi,
  "paywallDashboard",
  Effect.fn(function* (group) {
    const copies = yield* makeCopies
    const links = yield* Links
    return group.handleAll({
      state: () =>
        Effect.map(Effect.flatMap(accountId, links.status), (told) => ({ data: { ...told, todo: todoOf(told) } })),
      proceeds: ({ query }) =>
        Effect.map(
          Effect.flatMap(accountId, (account) => asDocumented(copies.proceeds(account, query))),
          (data) => ({ data })
        ),
      funnel: ({ query }) =>
        Effect.map(
          Effect.flatMap(accountId, (account) => asDocumented(copies.funnel(account, query))),
          (data) => ({ data })
        )
    })
  })
)
