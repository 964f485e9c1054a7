/** What other plugins may take from this one. */
import type { NotFound, ServiceUnavailable, UpstreamFailure } from "@storeglass/plugin-api"
import { Context, type Effect } from "effect"
import type { BotNotConfigured } from "./errors.ts"

/** Chats that get the alerts of an account. */
export class ChatLinks extends Context.Service<
  ChatLinks,
  {
    /** An address that opens the bot: whoever presses Start there, in a private chat and within 10 minutes, gets the alerts. */
    readonly start: (
      email: string
    ) => Effect.Effect<string, BotNotConfigured | NotFound | ServiceUnavailable | UpstreamFailure>
    /** Whether a chat is linked to an account's address that takes alerts. */
    readonly isLinked: (email: string) => Effect.Effect<boolean, ServiceUnavailable>
  }
>()("@storeglass/alerts/ChatLinks") {}
