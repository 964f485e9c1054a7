import { defineJob, jobRef } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { SnapshotTable } from "./SnapshotTable.ts"

/** Deletes snapshots that no longer hold. */
export const PruneSnapshots = jobRef("aso.prune-snapshots", Schema.Struct({}))

export const snapshotJobs = () => [
  defineJob(PruneSnapshots, {
    cron: "*/15 * * * *",
    attempts: 3,
    timeoutMs: 60_000,
    run: () => Effect.asVoid(SnapshotTable.use((table) => table.prune))
  })
]
