import { type HistoryPartitions, makePartitions } from "@storeglass/history"
import { Context, Layer } from "effect"

/** The months of the history. */
export class Partitions extends Context.Service<Partitions, HistoryPartitions>()("@storeglass/charts/Partitions") {
  static readonly layer = Layer.effect(
    Partitions,
    makePartitions({ tables: ["charts_snapshots"], makeMonth: "charts_partition" })
  )
}
