import { asDocumented, UpstreamFailed, UpstreamRateLimited, UpstreamTimedOut } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AlertsApi } from "./api.ts"
import { BotFailed } from "./bot/Bot.ts"
import { Pairings } from "./pairing/Pairings.ts"

const asBotAnswer = <A, E, R>(effect: Effect.Effect<A, E | BotFailed, R>) =>
  Effect.mapError(effect, (error) => {
    if (!(error instanceof BotFailed)) return error
    const options = { retryAfterSeconds: error.retryAfterSeconds ?? 30, cause: error }
    if (error.reason === "limited") return new UpstreamRateLimited(`bot: ${error.message}; retry later`, options)
    return error.message.includes("timeout")
      ? new UpstreamTimedOut("bot: no answer in time; retry later", options)
      : new UpstreamFailed(`bot: ${error.message}`, options)
  })

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
