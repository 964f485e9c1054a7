import { Alerts } from "@storeglass/plugin-api"
import { Effect, Layer } from "effect"

/** The end of alerts where no plugin sends them: a log line. `kinds` are those that the enabled plugins declare. */
export const AlertsLive = (kinds: ReadonlySet<string>): Layer.Layer<Alerts> =>
  Layer.succeed(
    Alerts,
    Alerts.of({
      notify: Effect.fn("Alerts.notify")(function* (accountId, { kind }) {
        if (!kinds.has(kind)) {
          return yield* Effect.die(new Error(`no enabled plugin declares the alert '${kind}'; list it in its alerts`))
        }
        yield* Effect.logInfo("An alert was not sent: no enabled plugin sends alerts").pipe(
          Effect.annotateLogs({ kind, accountId })
        )
      })
    })
  )
