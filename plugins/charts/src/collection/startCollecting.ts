import { collectionCheck, hourMs, startCollecting } from "@storeglass/history"
import type { HealthCheck } from "@storeglass/plugin-api"
import { Effect, Layer } from "effect"
import type { ChartsConfig } from "../config.ts"
import { ChartHistory, type CollectionProgress } from "../contract.ts"
import { Collect, Partition } from "./jobRefs.ts"
import { showProgress } from "./metrics.ts"

/** The first jobs, and the progress in the metrics. */
export const start = ({ collectOnStart }: ChartsConfig) =>
  Layer.unwrap(
    Effect.map(ChartHistory, ({ progress }) =>
      startCollecting({
        what: "charts",
        first: collectOnStart ? [Partition, Collect] : [Partition],
        progress: Effect.flatMap(progress, showProgress),
        every: "1 minute"
      })
    )
  )

/** How the collection of one store goes. */
export const checkOf = (
  { capacity, lagMs, planned, read }: CollectionProgress,
  { everyHours }: Pick<ChartsConfig, "everyHours">
): HealthCheck =>
  collectionCheck({
    done: `${read} of ${planned} charts read in this interval`,
    limit: planned > capacity ? `readsPerMinute allows ${capacity}` : null,
    late:
      lagMs !== null && lagMs > 3 * everyHours * hourMs
        ? `the oldest list is ${Math.round(lagMs / hourMs)} hours old`
        : null
  })
