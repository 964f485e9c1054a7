import { Context, Data, type Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { CreditsExhausted, ServiceUnavailable } from "./errors.ts"
import type { Bucket } from "./Price.ts"

/** Credits held for work that outlives its request. */
export interface Hold {
  /** UUID, chosen by the caller: holding the same id again is the same hold. */
  readonly id: string
  readonly accountId: string
  readonly bucket: Bucket
  readonly credits: number
  /** UUID of the key or token that it counts for. Default: that of the request at hand, if it is of this account. */
  readonly credentialId?: string | undefined
}

/**
 * The hold isn't open any more, or was never made, so what was asked for didn't happen and nothing was charged.
 * Whoever delivers work must handle it: hold again, or throw the work away.
 */
export class HoldGone extends Data.TaggedError("HoldGone")<{
  readonly holdId: string
  readonly state: "captured" | "released" | "expired" | "unknown"
  readonly message: string
}> {}

/** What a capture did. `already_captured`: an earlier one stands, with what it took. */
export interface Captured {
  readonly outcome: "captured" | "already_captured"
  /** Credits charged for this hold in all. */
  readonly captured: number
}

/** What a release did; only `released` gave credits back just now. */
export interface Released {
  readonly outcome: "released" | "already_released" | "already_captured" | "already_expired" | "unknown"
  /** Credits charged for this hold in all: 0 unless it was captured before. */
  readonly captured: number
}

/** One bucket of an account in the running month, in credits. */
export interface CreditBalance {
  readonly limit: number
  readonly used: number
  readonly held: number
  /** Never below 0, also after a change to a smaller plan. */
  readonly remaining: number
  /** When the bucket is full again, in ms since the epoch. */
  readonly resetMs: number
}

/**
 * What a plugin itself may do with the ledger; requests are charged by the host.
 *
 * `hold`, `capture`, `release` and `extend` join the caller's SQL transaction and keep the account's balance locked until
 * it ends, so that its charges wait. Call them last in a transaction, and nothing outside the database in between: 2.5 s
 * after the first of them PostgreSQL ends the transaction, and nothing of it was done.
 *
 * A hold belongs to the month in which it was made, whenever it is renewed or captured, and a change of plan leaves it be.
 */
export class Credits extends Context.Service<
  Credits,
  {
    /** Sets credits aside until captured, released or expired. `HoldGone`: this id was held before and is settled. */
    readonly hold: (
      hold: Hold & { readonly operation: string; readonly forMs: number }
    ) => Effect.Effect<void, CreditsExhausted | HoldGone | ServiceUnavailable, SqlClient.SqlClient>
    /** Charges `credits` (at most what is held) and gives back the rest. Repeating it changes nothing. */
    readonly capture: (
      holdId: string,
      credits: number
    ) => Effect.Effect<Captured, HoldGone | ServiceUnavailable, SqlClient.SqlClient>
    /** Gives back all that is held. Repeating it changes nothing. */
    readonly release: (holdId: string) => Effect.Effect<Released, ServiceUnavailable, SqlClient.SqlClient>
    /** Keeps a hold for `forMs` from now on; never shortens it. */
    readonly extend: (
      holdId: string,
      forMs: number
    ) => Effect.Effect<{ readonly expiresAtMs: number }, HoldGone | ServiceUnavailable, SqlClient.SqlClient>
    /** How a bucket stands. An account that doesn't exist has nothing. */
    readonly balance: (
      accountId: string,
      bucket: Bucket
    ) => Effect.Effect<CreditBalance, ServiceUnavailable, SqlClient.SqlClient>
  }
>()("@storeglass/plugin-api/Credits") {}
