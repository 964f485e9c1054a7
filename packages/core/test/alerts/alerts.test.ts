import { assert, describe, it } from "@effect/vitest"
import { type Alert, type AlertKind, Alerts } from "@storeglass/plugin-api"
import { Effect, Logger } from "effect"
import { AlertSource, AlertsLive } from "../../src/alerts/AlertsLive.ts"

const rankDrop = { title: "Down", description: "Sent when a rank falls." }

describe("alerts without a plugin that sends them", () => {
  const alert = { kind: "keywords.rank-drop", title: "Down", text: "From 3 to 30." }

  it.effect("end in one log line with kind and account, without their text", () => {
    const lines: Array<string> = []
    const logger = Logger.make(({ message }) => {
      lines.push(String(message))
    })
    return Effect.gen(function* () {
      yield* (yield* Alerts).notify("account", alert)
      assert.deepEqual(lines, ["An alert was not sent: no enabled plugin sends alerts"])
    }).pipe(Effect.provide([AlertsLive(new Map([["keywords.rank-drop", rankDrop]])), Logger.layer([logger])]))
  })

  it.effect("are a defect where no enabled plugin declares their kind", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit((yield* Alerts).notify("account", alert))
      assert.isTrue(exit._tag === "Failure" && exit.cause.reasons.some(({ _tag }) => _tag === "Die"))
    }).pipe(Effect.provide(AlertsLive(new Map([["charts.entry", rankDrop]]))))
  )
})

describe("a plugin that brings alerts to people", () => {
  it.effect("has them with their account, and those of unknown kinds not", () =>
    Effect.gen(function* () {
      const taken: Array<readonly [string, Alert, AlertKind]> = []
      ;(yield* AlertSource).use({
        take: (accountId, alert, kind) => Effect.sync(() => void taken.push([accountId, alert, kind]))
      })
      const alerts = yield* Alerts
      const alert = { kind: "keywords.rank-drop", title: "Down", text: "From 3 to 30." }
      yield* alerts.notify("account", alert)
      yield* Effect.exit(alerts.notify("account", { ...alert, kind: "charts.entry" }))
      assert.deepEqual(taken, [["account", alert, rankDrop]])
    }).pipe(Effect.provide(AlertsLive(new Map([["keywords.rank-drop", rankDrop]]))))
  )
})
