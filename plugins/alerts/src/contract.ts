/** What other plugins may take from this one. */
import type { NotFound, ServiceUnavailable, UpstreamFailure } from "@storeglass/plugin-api"
import { Context, type Effect } from "effect"
import type { SqlError } from "effect/sql"
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

/** How many alerts of a kind were told. */
export interface ToldKind {
  /** As `alerts.credits`. */
  readonly kind: string
  /** What it tells, in words. */
  readonly title: string
  readonly alerts: number
}

/** What an account was told. */
export class ToldAlerts extends Context.Service<
  ToldAlerts,
  {
    /** Of a day (`YYYY-MM-DD`, UTC), by kind; also those that were turned off, or that no chat got. */
    readonly on: (accountId: string, day: string) => Effect.Effect<ReadonlyArray<ToldKind>, SqlError.SqlError>
  }
>()("@storeglass/alerts/ToldAlerts") {}
