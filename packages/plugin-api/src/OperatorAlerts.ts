import { Context, type Effect } from "effect"

/** Something that whoever operates the gateway must see to, as a vendor that no longer takes the gateway's key. */
export interface OperatorAlert {
  /** What it is about, always in the same words: `ai-visibility model_a credentials`. One that is open isn't opened twice. */
  readonly cause: string
  /** One line. */
  readonly title: string
  /** What happened and what to do, plain text. No secrets. */
  readonly text: string
}

/**
 * Tells operators: in the internal `/health`, by `storeglass alerts`, in the log, and by mail to the addresses of `operators.mail`,
 * once a cause and day. Neither fails: what can't be kept is logged.
 */
export class OperatorAlerts extends Context.Service<
  OperatorAlerts,
  {
    readonly raise: (alert: OperatorAlert) => Effect.Effect<void>
    /** It's over: from then on the same cause is news again. */
    readonly settle: (cause: string) => Effect.Effect<void>
  }
>()("@storeglass/plugin-api/OperatorAlerts") {}
