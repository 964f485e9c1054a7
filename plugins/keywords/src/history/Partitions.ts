import { type HistoryPartitions, makePartitions } from "@storeglass/history"
import { Context, Layer } from "effect"

/** The months of the history. */
export class Partitions extends Context.Service<Partitions, HistoryPartitions>()("@storeglass/keywords/Partitions") {
  static readonly layer = Layer.effect(
    Partitions,
    makePartitions({
      tables: ["keywords_facts", "keywords_rankings", "keywords_ranks"],
      makeMonth: "keywords_make_month"
    })
  )
}
