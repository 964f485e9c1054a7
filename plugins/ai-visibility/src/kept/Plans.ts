import { Directory } from "@storeglass/plugin-api"
import { Context, Effect, Layer } from "effect"
import { makeLimits } from "../plans/limits.ts"
import { makeScanSchedule } from "./Schedule.ts"

/** What a change of plan does to schedules. */
export class Plans extends Context.Service<
  Plans,
  { readonly settle: (accountId: string) => Effect.Effect<void, unknown> }
>()("@storeglass/ai-visibility/Plans") {
  static readonly layer = Layer.effect(
    Plans,
    Effect.gen(function* () {
      const directory = yield* Directory
      const limits = yield* makeLimits
      const schedule = yield* makeScanSchedule
      return {
        settle: Effect.fn("Plans.settle")(function* (accountId: string) {
          const plan = yield* directory.plan(accountId)
          if (plan !== undefined) yield* schedule.withPlan(accountId, limits.of(plan).models > 0)
        })
      }
    })
  )
}
