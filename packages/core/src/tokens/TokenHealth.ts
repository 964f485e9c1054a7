import { Context, type Effect } from "effect"

export interface TokenState {
  /** `degraded` while the vendor's clock is not ours. */
  readonly status: "ok" | "degraded"
  /** How far the vendor's clock is ahead of ours, by its last answer; 0 when they agree to within 5 s. */
  readonly clockSkewMs: number
}

/** The state of all sources of tokens, for the internal `/health`. */
export class TokenHealth extends Context.Service<
  TokenHealth,
  { readonly snapshot: Effect.Effect<Readonly<Record<string, TokenState>>> }
>()("@storeglass/core/tokens/TokenHealth") {}
