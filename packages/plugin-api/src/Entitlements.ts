import { Context, type Effect, Schema } from "effect"
import { defineEvent } from "./Events.ts"
import type { TierLimitExceeded } from "./errors.ts"
import type { Bucket } from "./Price.ts"

/** How much of each feature a plan has, by feature: null without limit, 0 not in the plan. */
export type PlanFeatures = Readonly<Record<string, number | null>>

/**
 * What the plans include beside credits: the features that the enabled plugins declare, as the operator changed them
 * under `plans` in the config. Fixed while the gateway runs.
 */
export class Entitlements extends Context.Service<
  Entitlements,
  {
    /** Every plan with its credits a month, by plan id. */
    readonly plans: Readonly<Record<string, Readonly<Record<Bucket, number>>>>
    /** Every feature, by name. */
    readonly features: Readonly<Record<string, { readonly plugin: string; readonly description: string }>>
    /** A plan that nobody knows has nothing. */
    readonly of: (plan: string) => PlanFeatures
    /** Null: without limit. 0: not in the plan, or no such feature. */
    readonly limit: (plan: string, feature: string) => number | null
    /** Refused when the plan has less than `wanted` of the feature. Default 1: when it lacks the feature. */
    readonly check: (
      plan: string,
      feature: string,
      wanted?: number | undefined
    ) => Effect.Effect<void, TierLimitExceeded>
  }
>()("@storeglass/plugin-api/Entitlements") {}

/**
 * The core's: an account has another plan from now on. Any plugin may listen. Two changes may be heard of in the other
 * order, so ask `Directory` for the plan that holds.
 */
export const AccountPlanChanged = defineEvent(
  "core.account.plan-changed",
  Schema.Struct({ accountId: Schema.String, from: Schema.String, to: Schema.String })
)
