import type { Param } from "@storeglass/plugin-api"
import { Effect, Metric } from "effect"
import type { CollectionProgress } from "../contract.ts"

const reads = Metric.counter("storeglass_charts_reads_total", {
  description:
    "Charts read for the history: added, known already, empty, missed because their interval was over, failed.",
  incremental: true
})
const planned = Metric.gauge("storeglass_charts_planned", { description: "Charts to be read in each interval." })
const read = Metric.gauge("storeglass_charts_read", { description: "Of these, read in the current interval." })
const capacity = Metric.gauge("storeglass_charts_capacity", {
  description: "Charts that the configured rate can read in an interval."
})
const lag = Metric.gauge("storeglass_charts_lag_seconds", {
  description: "Age of the oldest newest list among the planned charts; absent until each was read once."
})

export type Outcome = "added" | "known" | "empty" | "missed" | "failed"

export const countRead = (platform: Param.Platform, outcome: Outcome) =>
  Metric.update(Metric.withAttributes(reads, { platform, outcome }), 1)

export const showProgress = (all: ReadonlyArray<CollectionProgress>) =>
  Effect.forEach(
    all,
    ({ platform, ...progress }) => {
      const of = (metric: typeof planned, value: number) =>
        Metric.update(Metric.withAttributes(metric, { platform }), value)
      return Effect.all([
        of(planned, progress.planned),
        of(read, progress.read),
        of(capacity, progress.capacity),
        progress.lagMs === null ? Effect.void : of(lag, progress.lagMs / 1_000)
      ])
    },
    { discard: true }
  )
