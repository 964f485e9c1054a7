import { Context, type Effect } from "effect"
import type { AccountRole, Scope } from "./Exchange.ts"
import type { ServiceUnavailable } from "./errors.ts"

/** What a token says, once its signature and times were found good. */
export interface VerifiedToken {
  /** UUID of what it was granted by: a connected app, or a signed-in person. Usage and logs count by it. */
  readonly grantId: string
  /** UUID. */
  readonly accountId: string
  /** UUID. */
  readonly personId: string
  /** The part of the gateway that it is for, as `/v1` or `/mcp`: it opens no other. */
  readonly audience: string
  readonly scopes: ReadonlyArray<Scope>
  /** Epoch ms; refused from then on. */
  readonly expiresAtMs: number
}

/** What a verified token may do now. */
export interface TokenStanding {
  /** Of those that it says, what its person may still do. */
  readonly scopes: ReadonlyArray<Scope>
  /** The plugins whose operations it may call; absent: all. */
  readonly plugins?: ReadonlyArray<string> | undefined
  /** What its person is in the account; absent: an operation with a `tokenRole` is refused. */
  readonly role?: AccountRole | undefined
}

/** When, from where and by what a grant was last used. */
export interface TokenUse {
  readonly grantId: string
  /** Epoch ms, to the minute. */
  readonly atMs: number
  readonly address: string | undefined
  readonly agent: string | undefined
}

/**
 * Knows the tokens that callers send as `Authorization: Bearer` in place of an API key. One plugin offers it; without it only
 * keys are known. What it says is kept for 5 s, or until `ApiKeys.changed`; the signature is checked once for as long as the
 * token is remembered. Account, plan and suspension are looked up by the host.
 */
export class AccessTokens extends Context.Service<
  AccessTokens,
  {
    /** Whether the token is one of this gateway's, by itself: signature, issuer, times. Undefined: it isn't. */
    readonly verify: (token: string) => Effect.Effect<VerifiedToken | undefined, ServiceUnavailable>
    /**
     * Whether these are still good, asked for all that came at once. In their order; undefined: the grant has ended, or its
     * person is no member of the account any more.
     */
    readonly standing: (
      tokens: ReadonlyArray<VerifiedToken>
    ) => Effect.Effect<ReadonlyArray<TokenStanding | undefined>, ServiceUnavailable>
    /**
     * Where a client learns how to get a token for that part of the gateway (RFC 9728), which a 401 of it names. Undefined:
     * clients don't.
     */
    readonly resourceMetadata?: (audience: string) => string | undefined
    /** What people call the grants that an account has or had, by grant id. */
    readonly names?: (accountId: string) => Effect.Effect<ReadonlyMap<string, string>, ServiceUnavailable>
    /** Told once a minute which grants were used. */
    readonly used?: (uses: ReadonlyArray<TokenUse>) => Effect.Effect<void>
  }
>()("@storeglass/plugin-api/AccessTokens") {}
