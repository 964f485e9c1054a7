import { Alerts, Deliveries, defineJob, jobRef, onEvent } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { Cried } from "../crier/contract.ts"
import { Notes } from "./Notes.ts"
import { ScanPages, Scans } from "./Scans.ts"
import { Syncs } from "./Syncs.ts"

export const hookName = "trial.messages"
export const scanDone = "trial.scan-done"
export const Sync = jobRef("trial.sync", Schema.Struct({ accountId: Schema.String }))
export const Tell = jobRef(
  "trial.tell",
  Schema.Struct({ accountId: Schema.String, text: Schema.String, id: Schema.String })
)

export const jobs = () => [
  defineJob(ScanPages, {
    lane: { name: "scans", concurrency: 2 },
    run: Effect.fnUntraced(function* ({ scanId }) {
      const scans = yield* Scans
      const accountId = yield* scans.work(scanId)
      if (accountId === undefined) return
      const alerts = yield* Alerts
      yield* alerts.notify(accountId, { kind: scanDone, title: "A scan is done", text: "Look at it.", key: scanId })
    })
  }),
  defineJob(Tell, {
    run: Effect.fnUntraced(function* ({ accountId, id, text }) {
      const deliveries = yield* Deliveries
      for (const { id: endpointId } of yield* deliveries.endpoints(accountId)) {
        yield* deliveries.send({ accountId, endpointId, id, body: JSON.stringify({ text }) })
      }
    })
  }),
  defineJob(Sync, {
    run: Effect.fnUntraced(function* ({ accountId }) {
      const { keep, vendor } = yield* Syncs
      const { total } = yield* vendor.report(yield* vendor.connection(accountId))
      yield* keep(accountId, total)
    })
  })
]

export const on = () => [
  onEvent(
    Cried,
    Effect.fnUntraced(function* ({ accountId, text }) {
      const notes = yield* Notes
      yield* notes.add(accountId, { name: `cried: ${text}`, text })
    })
  )
]
