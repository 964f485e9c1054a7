import { asDocumented } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AlertsApi } from "./api.ts"
import { asBotAnswer } from "./bot/asBotAnswer.ts"
import { Pairings } from "./pairing/Pairings.ts"

export const handlers = HttpApiBuilder.group(
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
