import { DeliveryLog, ExpiredFiles, OldAudit } from "@storeglass/core"
import { defineJob, jobRef } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"

/** Deletes what the core keeps for a time and that time is over, hourly and once over all nodes. */
export const tidyJob = defineJob(jobRef("system.tidy", Schema.Struct({})), {
  cron: "23 * * * *",
  cronPayload: {},
  run: Effect.fnUntraced(function* () {
    yield* (yield* ExpiredFiles).remove
    yield* (yield* DeliveryLog).removeOld
    yield* (yield* OldAudit).remove
  })
})
