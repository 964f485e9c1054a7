import { asDocumented, Caller } from "@storeglass/plugin-api"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AlertsApi } from "./api.ts"
import { asBotAnswer } from "./bot/asBotAnswer.ts"
import { AccountAlerts } from "./dashboard/AccountAlerts.ts"
import { Pairings } from "./pairing/Pairings.ts"

const internal = HttpApiBuilder.group(
  AlertsApi,
  "alerts",
  Effect.fn(function* (handlers) {
    const pairings = yield* Pairings
    return handlers.handleAll({
      startLink: ({ payload }) =>
        Effect.map(asBotAnswer(asDocumented(pairings.startLink(payload.email))), (data) => ({ data })),
      paired: ({ query }) =>
        Effect.map(asDocumented(pairings.of(query.email)), (found) => ({
          data: {
            paired: found.some(({ status }) => status === "active"),
            pairings: found.map(({ chatId, pairedMs, status, username }) => ({
              chatId,
              username,
              pairedAt: new Date(pairedMs).toISOString(),
              status
            }))
          }
        })),
      unpair: ({ payload }) =>
        Effect.map(asDocumented(pairings.remove(payload.email, String(payload.chatId))), (removed) => ({
          data: { removed }
        }))
    })
  })
)

/** Of the account that is looked at. */
const told = <A, E, R>(answer: (accountId: string) => Effect.Effect<A, E, R>) =>
  Effect.map(asDocumented(Effect.flatMap(Caller, ({ accountId }) => answer(accountId))), (data) => ({ data }))

const pages = HttpApiBuilder.group(
  AlertsApi,
  "alertsDashboard",
  Effect.fn(function* (handlers) {
    const alerts = yield* AccountAlerts
    return handlers.handleAll({
      chats: () => told(alerts.chats),
      linkChat: ({ payload }) => asBotAnswer(told((account) => alerts.linkChat(account, payload.email))),
      unlinkChat: ({ params }) => told((account) => alerts.unlinkChat(account, params.chatId)),
      kinds: () => told(alerts.kinds),
      chooseKind: ({ params, payload }) => told((account) => alerts.chooseKind(account, params.kind, payload.on)),
      channels: () => told(alerts.channels),
      addChannel: ({ payload }) => told((account) => alerts.addChannel(account, payload)),
      removeChannel: ({ params }) => told((account) => alerts.removeChannel(account, params.channelId)),
      rules: () => told(alerts.rules),
      addRule: ({ payload }) => told((account) => alerts.addRule(account, payload)),
      removeRule: ({ params }) => told((account) => alerts.removeRule(account, params.ruleId)),
      quiet: () => told(alerts.quiet),
      setQuiet: ({ payload }) => told((account) => alerts.setQuiet(account, payload)),
      recent: ({ query }) => told((account) => alerts.recent(account, query.limit))
    })
  })
)

export const handlers = Layer.mergeAll(internal, pages)
