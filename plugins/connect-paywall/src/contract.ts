/** What other plugins may import of connect-paywall: what an account's own apps earned. */
import type { Param, ServiceUnavailable } from "@storeglass/plugin-api"
import { Context, Data, type Effect } from "effect"
import type { SqlError } from "effect/sql"

/** An app of a store that the account's key reaches. */
export interface EarningApp {
  readonly platform: Param.Platform
  /** As the store names it: digits in storea, the package's name in storeb. */
  readonly appId: string
  readonly name: string
}

export interface ProceedsDay {
  /** `YYYY-MM-DD` in the `timeZone` of the answer. */
  readonly day: string
  /** What the provider counts as proceeds of that day; null where it tells nothing. */
  readonly proceeds: number | null
  /** The day isn't over. */
  readonly partial: boolean
}

export interface AppProceeds {
  readonly platform: Param.Platform
  readonly appId: string
  /** First and last day, both included. */
  readonly from: string
  readonly to: string
  readonly timeZone: string
  /** ISO 4217. */
  readonly currency: string
  /** The currency is assumed to be USD: neither the provider nor the connection tells it. */
  readonly assumed: boolean
  /** Every day of the window once, oldest first. */
  readonly days: ReadonlyArray<ProceedsDay>
  /** When the provider told the oldest of these figures, ms since the epoch. */
  readonly asOfMs: number
  /** The provider didn't answer, and older figures are given. */
  readonly stale: boolean
}

/**
 * Proceeds can't be told. `code` is that of the answer that the connector's own routes would give, such as `NOT_CONNECTED`,
 * `CONNECTION_PERMISSION_MISSING`, `NOT_FOUND` (the key reaches no such app) or `UPSTREAM_ERROR`; `message` is for its account.
 */
export class ProceedsUnavailable extends Data.TaggedError("ProceedsUnavailable")<{
  readonly code: string
  readonly message: string
}> {}

/**
 * Production proceeds of an account's own apps, by store app and day, as its paywall provider counts them. They belong to
 * the account: what is derived from them may be shown to it alone, and is never shared or put into anybody else's answer.
 */
export class PaywallProceeds extends Context.Service<
  PaywallProceeds,
  {
    /** The apps that proceeds can be told of. Those the provider ties to no store are left out. */
    readonly apps: (accountId: string) => Effect.Effect<ReadonlyArray<EarningApp>, ProceedsUnavailable>
    /** By day from `from` to `to`, both included; 24 months at most. Kept for 15 minutes. */
    readonly ofApp: (
      accountId: string,
      of: {
        readonly platform: Param.Platform
        readonly appId: string
        readonly from: string
        readonly to: string
      }
    ) => Effect.Effect<AppProceeds, ProceedsUnavailable>
  }
>()("@storeglass/connect-paywall/PaywallProceeds") {}

/** What an app's paywall brought on a day. */
export interface KeptDay {
  /** `YYYY-MM-DD`. */
  readonly day: string
  /** By currency (ISO 4217). */
  readonly proceeds: Readonly<Record<string, number>>
}

/** Proceeds of an account's own apps as far as they're kept here; the provider isn't asked. They belong to the account alone. */
export class KeptProceeds extends Context.Service<
  KeptProceeds,
  {
    /** Oldest first; days that aren't kept are left out. Undefined: none of the app's is kept, or no account is connected. */
    readonly days: (
      accountId: string,
      app: { readonly platform: Param.Platform; readonly appId: string },
      window: { readonly from: string; readonly to: string }
    ) => Effect.Effect<ReadonlyArray<KeptDay> | undefined, ServiceUnavailable | SqlError.SqlError>
  }
>()("@storeglass/connect-paywall/KeptProceeds") {}
