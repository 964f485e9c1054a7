import { type AlertKind, type AlertSink, Alerts } from "@storeglass/plugin-api"
import { Context, Effect, Layer } from "effect"

/** Names what brings alerts to people, once the plugins are built. */
export class AlertSource extends Context.Service<AlertSource, { readonly use: (sink: AlertSink["Service"]) => void }>()(
  "@storeglass/core/alerts/AlertSource"
) {}

/** Passes alerts to the plugin that brings them; without one they end in a log line. `kinds` are those that plugins declare. */
export const AlertsLive = (kinds: ReadonlyMap<string, AlertKind>): Layer.Layer<Alerts | AlertSource> =>
  Layer.effectContext(
    Effect.sync(() => {
      let sink: AlertSink["Service"] | undefined
      const alerts = Alerts.of({
        kinds: Object.fromEntries(kinds),
        notify: Effect.fn("Alerts.notify")(function* (accountId, alert) {
          const { kind } = alert
          const declared = kinds.get(kind)
          if (declared === undefined) {
            return yield* Effect.die(new Error(`no enabled plugin declares the alert '${kind}'; list it in its alerts`))
          }
          if (sink !== undefined) return yield* sink.take(accountId, alert, declared)
          yield* Effect.logInfo("An alert was not sent: no enabled plugin sends alerts").pipe(
            Effect.annotateLogs({ kind, accountId })
          )
        })
      })
      const source = AlertSource.of({
        use: (given) => {
          sink = given
        }
      })
      return Context.make(Alerts, alerts).pipe(Context.add(AlertSource, source))
    })
  )
