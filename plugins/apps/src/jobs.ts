import { defineJob, isoOf, jobRef } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
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
