import { progressGauges } from "@storeglass/history"
import type { Param } from "@storeglass/plugin-api"
import { Metric } from "effect"
import type { CollectionProgress } from "../contract.ts"

const reads = Metric.counter("storeglass_charts_reads_total", {
  description:
    "Charts read for the history: added, already known, empty, missed because their interval was over, failed.",
  incremental: true
})
export type Outcome = "added" | "known" | "empty" | "missed" | "failed"

export const countRead = (platform: Param.Platform, outcome: Outcome) =>
  Metric.update(Metric.withAttributes(reads, { platform, outcome }), 1)

const show = progressGauges({
  planned: { name: "storeglass_charts_planned", description: "Charts to be read in each interval." },
  read: { name: "storeglass_charts_read", description: "Of these, read in the current interval." },
  capacity: {
    name: "storeglass_charts_capacity",
    description: "Charts the configured rate can read in an interval."
  },
  lagSeconds: {
    name: "storeglass_charts_lag_seconds",
    description: "Age of the stalest planned chart's newest list; absent until each has been read once."
  }
})

export const showProgress = (all: ReadonlyArray<CollectionProgress>) =>
  show(all.map(({ lagMs, ...progress }) => ({ ...progress, lagSeconds: lagMs === null ? null : lagMs / 1_000 })))
