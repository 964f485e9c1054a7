import { defineJob, jobRef, OperatorAlerts } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { healthOf } from "../AnyPlugin.ts"
import { HostInfo } from "../HostInfo.ts"

/** Tells operators of collections that are behind, in the words of their plugins' health. */
export const collectionJob = defineJob(jobRef("system.collection", Schema.Struct({})), {
  cron: "*/10 * * * *",
  cronPayload: {},
  attempts: 1,
  run: Effect.fnUntraced(function* () {
    const { composition } = yield* HostInfo
    const operators = yield* OperatorAlerts
    const checks = yield* healthOf(composition.plugins.filter(({ plugin }) => plugin.collection !== undefined))
    for (const [name, { detail = "", status }] of Object.entries(checks)) {
      const cause = `collection ${name}`
      yield* status === "ok"
        ? operators.settle(cause)
        : operators.raise({
            cause,
            title: `Collecting ${name} is behind`,
            text: `${detail}. storeglass collect plan tells what a day needs and what the limits allow.`
          })
    }
  })
})
