import { UpstreamFailed, UpstreamRateLimited, UpstreamTimedOut } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { BotFailed } from "./Bot.ts"

/** What the bot couldn't, as an answer tells it. */
export const asBotAnswer = <A, E, R>(effect: Effect.Effect<A, E | BotFailed, R>) =>
  Effect.mapError(effect, (error) => {
    if (!(error instanceof BotFailed)) return error
    const options = { retryAfterSeconds: error.retryAfterSeconds ?? 30, cause: error }
    if (error.reason === "limited") return new UpstreamRateLimited(`bot: ${error.message}; retry later`, options)
    return error.message.includes("timeout")
      ? new UpstreamTimedOut("bot: no answer in time; retry later", options)
      : new UpstreamFailed(`bot: ${error.message}`, options)
  })
