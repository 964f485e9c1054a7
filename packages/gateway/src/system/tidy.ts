import { DeliveryLog, ExpiredFiles, OldAudit } from "@storeglass/core"
import { defineJob, jobRef } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"

/** Deletes what the core keeps for a limited time once it's over, hourly, by one node for all. */
export const tidyJob = defineJob(jobRef("system.tidy", Schema.Struct({})), {
  cron: "23 * * * *",
  cronPayload: {},
  run: Effect.fnUntraced(function* () {
    yield* (yield* ExpiredFiles).remove
    yield* (yield* DeliveryLog).removeOld
    yield* (yield* OldAudit).remove
  })
})
