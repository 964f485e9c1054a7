import { Context, type Effect, type Option } from "effect"
import type { AccountRole } from "./Exchange.ts"
import type { ServiceUnavailable } from "./errors.ts"

/** Who is signed in. */
export interface Session {
  /** UUID of the person, who may be a member of several accounts. */
  readonly personId: string
  /** UUID of the account that they look at; undefined: they're in none. */
  readonly accountId: string | undefined
  /** What they are in it. */
  readonly role: AccountRole | undefined
  /** Whether they run this gateway. */
  readonly isOperator: boolean
  /** Of the account; `free` where there's none. */
  readonly plan: string
  /**
   * Why nothing of the account may be changed, in a sentence: it's suspended, or is being deleted. Routes for a `viewer` or a
   * `person`, which change what is the person's own, and those with `whileClosed` are still open. Undefined: it isn't closed.
   */
  readonly closed?: string | undefined
  /** Epoch ms of when a password, factor or mail last proved that it's them; null: never in this session. */
  readonly freshAtMs: number | null
  /**
   * What the page must send as `X-CSRF-Token` with all that changes something: an HMAC of the hash by which the session is
   * kept, so that only who may read its answers can know it.
   */
  readonly csrfToken: string
}

/**
 * Who may have a route with the access `session`: whoever is at least this in their account, an operator, or, with `person`,
 * whoever is signed in, also in no account.
 */
export type SessionRole = AccountRole | "operator" | "person"

/** What a route with the access `session` asks of who is signed in. */
export interface SessionNeeds {
  readonly role: SessionRole
  /** They must have proved no longer ago that it's them: else 403 `CONFIRMATION_NEEDED`. */
  readonly freshMinutes?: number | undefined
  /** Open too while the account is suspended or being deleted. */
  readonly whileClosed?: boolean | undefined
}

/** The annotation of it, which `declare` and `rawRoute` make of `role` and `freshMinutes`. */
export class NeedsSession extends Context.Service<NeedsSession, SessionNeeds>()(
  "@storeglass/plugin-api/NeedsSession"
) {}

/**
 * The annotation that `declare` makes of `tokenRole`: what the person of a token must be in their account for an operation. A
 * key goes by its scopes alone.
 */
export class NeedsTokenRole extends Context.Service<NeedsTokenRole, { readonly role: AccountRole }>()(
  "@storeglass/plugin-api/NeedsTokenRole"
) {}

/**
 * Resolves the session of a request by its cookie, for routes with the access `session`. One plugin offers it; without
 * that, such routes answer 401. The host checks role and freshness, and of what isn't a GET that it comes from a
 * page of this origin: `Origin`, `X-CSRF-Token` and JSON. Where a page says by `X-Account-Id` which account it shows, routes of an
 * account answer 409 `OTHER_ACCOUNT` once the session looks at another. A session opens nothing else.
 */
export class Sessions extends Context.Service<
  Sessions,
  {
    readonly resolve: (request: {
      readonly headers: Readonly<Record<string, string | undefined>>
      readonly cookies: Readonly<Record<string, string>>
    }) => Effect.Effect<Option.Option<Session>, ServiceUnavailable>
  }
>()("@storeglass/plugin-api/Sessions") {}
