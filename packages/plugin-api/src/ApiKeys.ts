import { Context, Data, type Effect, type Redacted } from "effect"
import type { SqlClient } from "effect/sql"
import type { Scope } from "./Exchange.ts"
import type { ServiceUnavailable } from "./errors.ts"

/** When, from where and by what a key was last used, to the minute. */
export interface KeyUse {
  /** ISO 8601. */
  readonly at: string
  readonly address: string | null
  readonly agent: string | null
}

/** A key without its value, which nobody has but its owner. Times are ISO 8601. */
export interface ApiKeyDetails {
  /** UUID. */
  readonly id: string
  readonly accountId: string
  readonly name: string
  /** `sg_live_…` and its last four characters. */
  readonly hint: string
  readonly scopes: ReadonlyArray<Scope>
  /** The plugins whose operations it may call; null: all. */
  readonly plugins: ReadonlyArray<string> | null
  /** The addresses and networks from which it may be used; null: any. */
  readonly addresses: ReadonlyArray<string> | null
  readonly createdAt: string
  /** Refused from then on; null: never. */
  readonly expiresAt: string | null
  /** The person who made it; null: the command line, or somebody who is gone. */
  readonly madeBy: string | null
  /** Whether a person made it, who may be gone; false: the command line; null: from before this was noted. */
  readonly byPerson: boolean | null
  readonly revokedAt: string | null
  /** The key that it was replaced by, and until when it is good beside it. */
  readonly successorId: string | null
  readonly endsAt: string | null
  readonly lastUsed: KeyUse | null
}

/** What a key is to be. */
export interface NewApiKey {
  readonly accountId: string
  /** 1 to 100 characters. */
  readonly name: string
  /** Default: both. */
  readonly scopes?: ReadonlyArray<"read" | "write">
  /** Ids of plugins; null or absent: all. `/v1/auth/usage` and the like are always allowed. */
  readonly plugins?: ReadonlyArray<string> | null
  /** At most 50 addresses or networks, as `198.51.100.0/24`; null or absent: any. */
  readonly addresses?: ReadonlyArray<string> | null
  /** Epoch ms in the future; null or absent: never. */
  readonly expiresAtMs?: number | null
  /** The person who makes it. */
  readonly personId?: string | undefined
}

/** What a key or account can't be, or become; the message says why. */
export class KeyRefused extends Data.TaggedError("KeyRefused")<{
  /**
   * `invalid`: `field` is wrong. `limit`: there are as many live keys as may be. `not_found`: no such key, or another
   * account's. `state`: it has ended, or was replaced before. `deleting`: so is its account.
   */
  readonly reason: "invalid" | "limit" | "not_found" | "state" | "deleting"
  readonly field?: string | undefined
  readonly message: string
}> {}

/** How long the old key is good after its successor was made. */
export const overlapHours = [0, 1, 24, 168] as const
export type OverlapHours = (typeof overlapHours)[number]

/** Live keys of an account; those that were replaced don't count while they are good beside their successors. */
export const liveKeysMax = 50
/** Addresses and networks of a key. */
export const keyAddressesMax = 50

type Refusable = KeyRefused | ServiceUnavailable

/**
 * The API keys of accounts. Each change is in effect within 5 s on every node, and stands in the account's audit log; called in
 * a transaction of the plugin's own, all of it joins that one. Values are given once, here, and never again.
 *
 * @example
 * const { key, value } = yield* apiKeys.create({ accountId, name: "ci", scopes: ["read"], personId })
 */
export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    readonly create: (
      key: NewApiKey
    ) => Effect.Effect<{ readonly key: ApiKeyDetails; readonly value: Redacted.Redacted<string> }, Refusable>
    /** Oldest first, those that have ended too. */
    readonly list: (accountId: string) => Effect.Effect<ReadonlyArray<ApiKeyDetails>, ServiceUnavailable>
    /** Undefined: no such key, or another account's. */
    readonly find: (accountId: string, keyId: string) => Effect.Effect<ApiKeyDetails | undefined, ServiceUnavailable>
    /** Makes a successor with the same rights and, where the old one expires, as long a life again. Default overlap: 24. */
    readonly rotate: (wanted: {
      readonly accountId: string
      readonly keyId: string
      readonly overlapHours?: OverlapHours
      readonly personId?: string | undefined
    }) => Effect.Effect<
      {
        readonly key: ApiKeyDetails
        readonly value: Redacted.Redacted<string>
        /** The old one, with its end. */
        readonly replaced: ApiKeyDetails
      },
      Refusable
    >
    /** Once revoked it stays so; again it answers as before. */
    readonly revoke: (wanted: {
      readonly accountId: string
      readonly keyId: string
    }) => Effect.Effect<ApiKeyDetails, Refusable>
    /**
     * Live keys whose expiry is in `[fromMs, untilMs)`, of all accounts but those that are suspended: at most 1,000, in the order of
     * their ids, from the one after `after` on.
     */
    readonly expiring: (
      fromMs: number,
      untilMs: number,
      after?: string
    ) => Effect.Effect<ReadonlyArray<ApiKeyDetails>, ServiceUnavailable>
    /** Whose key this text is, for a page where leaked keys are reported; undefined: nobody's. */
    readonly ownerOf: (
      value: Redacted.Redacted<string>
    ) => Effect.Effect<{ readonly accountId: string; readonly key: ApiKeyDetails } | undefined, ServiceUnavailable>
    /** Takes a person out of the keys that they made. The keys stay. */
    readonly forgetPerson: (personId: string) => Effect.Effect<void, ServiceUnavailable>
    /**
     * Has every node look all credentials up anew, once the transaction at hand is committed: after a token's rights or a
     * membership changed.
     */
    readonly changed: Effect.Effect<void, ServiceUnavailable, SqlClient.SqlClient>
  }
>()("@storeglass/plugin-api/ApiKeys") {}
