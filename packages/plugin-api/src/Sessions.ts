import { Context, type Effect, type Option } from "effect"
import type { Scope } from "./Exchange.ts"
import type { ServiceUnavailable } from "./errors.ts"

/** Who is signed in. */
export interface Session {
  /** UUID. */
  readonly accountId: string
  /** UUID of the person, who may be a member of several accounts. */
  readonly userId: string
  readonly plan: string
  readonly scopes: ReadonlyArray<Scope>
}

/**
 * Resolves the session of a request by its cookie, for routes with the access `session`. One plugin offers it; without
 * it those routes answer 401 `SESSION_REQUIRED`. The host itself checks the request's origin.
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
