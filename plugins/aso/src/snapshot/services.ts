import { Layer } from "effect"
import { budgetsOf, type SnapshotConfig } from "./config.ts"
import { snapshotsLayer } from "./Snapshots.ts"
import { SnapshotTable } from "./SnapshotTable.ts"

/** `Snapshots` over its table, which the job prunes. */
export const snapshotServices = (config: SnapshotConfig) =>
  snapshotsLayer(budgetsOf(config).analysis).pipe(
    Layer.provideMerge(SnapshotTable.layer({ keepMs: config.snapshotMs ?? 900_000 }))
  )
