import { defineJob, type Job, type Jobs } from "@storeglass/plugin-api"
import { Clock, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { keyOf } from "./chartKey.ts"
import { ChartCollection } from "./collection/ChartCollection.ts"
import { Collect, Partition, Read } from "./collection/jobRefs.ts"
import type { ChartsConfig } from "./config.ts"
import { keptFromMs } from "./history/ChartHistory.ts"
import { Partitions } from "./history/Partitions.ts"

type Services = ChartCollection | Partitions | Jobs | SqlClient.SqlClient

/** The jobs of the plugin; each part of their work is idempotent by itself. */
export const jobs = (config: ChartsConfig): ReadonlyArray<Job<Services>> => [
  defineJob(Collect, {
    cron: config.everyHours === 24 ? "0 0 * * *" : `0 */${config.everyHours} * * *`,
    cronPayload: {},
    run: () =>
      Effect.gen(function* () {
        const collection = yield* ChartCollection
        const charts = yield* collection.plan
        yield* Effect.logInfo("Planned a collection of charts.", { charts })
      })
  }),
  defineJob(Read, {
    run: ({ slotMs, tries = 0, ...row }) =>
      Effect.gen(function* () {
        const collection = yield* ChartCollection
        const key = keyOf(row)
        yield* collection.read(key, slotMs, tries + 1).pipe(
          Effect.catchTag("UpstreamError", (error) =>
            // A store that does not answer is no failure of ours: the chart waits, until its interval is over.
            Effect.andThen(
              Effect.logDebug("Couldn't read a chart.", error.message),
              collection.readLater(key, slotMs, tries + 1)
            )
          )
        )
      })
  }),
  defineJob(Partition, {
    cron: "31 3 * * *",
    cronPayload: {},
    run: () =>
      Effect.gen(function* () {
        const partitions = yield* Partitions
        const nowMs = yield* Clock.currentTimeMillis
        const dropped = yield* partitions.maintain({ nowMs, keptFromMs: keptFromMs(nowMs, config) })
        if (dropped.length > 0) yield* Effect.logInfo("Dropped old months of the chart history.", { dropped })
      })
  })
]
