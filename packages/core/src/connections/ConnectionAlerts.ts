import { type AlertKind, Alerts } from "@storeglass/plugin-api"
import { Effect, Layer } from "effect"
import { ConnectionHooks } from "./ConnectionHooks.ts"

const rejected = "system.connection-rejected"

/** Kinds of alerts about saved connections, which the gateway itself declares: they're the same for all connectors. */
export const connectionAlertKinds: Readonly<Record<string, AlertKind>> = {
  [rejected]: {
    title: "A saved connection is refused",
    description:
      "Sent once when a vendor no longer accepts credentials that the account saved, and again only after they were saved anew."
  }
}

/** Tells an account's people when a vendor refuses what they saved; in the transaction that marks the connection. */
export const ConnectionAlerts: Layer.Layer<never, never, ConnectionHooks | Alerts> = Layer.effectDiscard(
  Effect.gen(function* () {
    const hooks = yield* ConnectionHooks
    const { notify } = yield* Alerts
    yield* hooks.add(({ accountId, kind, plugin, to }) =>
      to === "rejected"
        ? notify(accountId, {
            kind: rejected,
            title: `The credentials saved for ${plugin} are no longer accepted`,
            text: `The vendor refuses the connection ${kind}. Nothing is read or changed there until the account connects again, with credentials that aren't revoked.`
          })
        : Effect.void
    )
  })
)
