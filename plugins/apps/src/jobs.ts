import { defineJob, isoOf, jobRef } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import { Calibration } from "./actuals/Calibration.ts"
import { RatingSnapshotStore } from "./records/RatingSnapshotStore.ts"

export const PruneSnapshots = jobRef("apps.prune-snapshots", Schema.Struct({}))

/** Removes rating counts that are older than anything asks for. */
export const pruneSnapshots = ({ snapshotDays }: { readonly snapshotDays: number }) =>
  defineJob(PruneSnapshots, {
    cron: "17 3 * * *",
    run: () =>
      Effect.gen(function* () {
        const store = yield* RatingSnapshotStore
        const nowMs = yield* Clock.currentTimeMillis
        const removed = yield* store.prune(isoOf(nowMs - snapshotDays * 86_400_000).slice(0, 10))
        yield* Effect.logInfo("Removed old rating counts.", { removed })
      }).pipe(Effect.provide(RatingSnapshotStore.layer))
  })

export const Calibrate = jobRef("apps.calibrate", Schema.Struct({}))

/** Learns from accounts' own figures, once a day: consoles tell yesterday's by then. */
export const calibrate = defineJob(Calibrate, {
  cron: "41 11 * * *",
  timeoutMs: 3_600_000,
  run: () =>
    Effect.gen(function* () {
      const calibration = yield* Calibration
      yield* Effect.logInfo("Compared the estimates with owners' figures.", { residuals: yield* calibration.learn })
    })
})
