import { Context, type Effect } from "effect"
import type { AlertKind } from "./definePlugin.ts"

/** Something that the people of an account want to be told. */
export interface Alert {
  /** One that a plugin declares in `alerts`, as `keywords.rank-drop`. */
  readonly kind: string
  /** One line. */
  readonly title: string
  /** A few sentences, plain text. */
  readonly text: string
  /** Where to read on. */
  readonly url?: string
  /** An alert with the same key isn't sent twice. */
  readonly key?: string
  /** What else a channel may show, by name. */
  readonly fields?: Readonly<Record<string, string | number>>
}

/**
 * Tells people something by the channels they chose. Where no enabled plugin sends alerts, they end in a log line, so a
 * plugin notifies and need not ask. A kind that no enabled plugin declares is a defect.
 */
export class Alerts extends Context.Service<
  Alerts,
  {
    /** What the enabled plugins declare, by name. */
    readonly kinds: Readonly<Record<string, AlertKind>>
    readonly notify: (accountId: string, alert: Alert) => Effect.Effect<void>
  }
>()("@storeglass/plugin-api/Alerts") {}

/**
 * What brings alerts to people: offered by the plugin that does. `Alerts` passes to it what a plugin tells, with its declared
 * kind. Called in the teller's transaction, so it queues and doesn't send.
 */
export class AlertSink extends Context.Service<
  AlertSink,
  {
    /** `kind` is what its plugin declares of it. */
    readonly take: (accountId: string, alert: Alert, kind: AlertKind) => Effect.Effect<void>
  }
>()("@storeglass/plugin-api/AlertSink") {}
