import { Entitlements, type Feature, type PlanFeatures, TierLimitExceeded } from "@storeglass/plugin-api"
import { Data, Effect, Layer } from "effect"
import { planIds, plans } from "../credits/plans.ts"

export interface EntitlementsOptions {
  /** The features of the enabled plugins, by plugin id. */
  readonly features: Readonly<Record<string, Readonly<Record<string, Feature>>>>
  /** What the operator changed, by plan id. */
  readonly plans?: Readonly<Record<string, { readonly features?: PlanFeatures }>> | undefined
}

/** Features and plans don't fit each other; the message names the plugin, or the path in the config. */
export class EntitlementsMisconfigured extends Data.TaggedError("EntitlementsMisconfigured")<{
  /** The plugin, or the path in the config. */
  readonly subject: string
  readonly message: string
}> {}

const isLimit = (limit: number | null) => limit === null || (Number.isSafeInteger(limit) && limit >= 0)

const problemOf = ({ features, plans = {} }: EntitlementsOptions): EntitlementsMisconfigured | undefined => {
  const owners = new Map<string, string>()
  for (const [plugin, own] of Object.entries(features)) {
    for (const [feature, declared] of Object.entries(own)) {
      const other = owners.get(feature)
      if (other !== undefined) {
        return new EntitlementsMisconfigured({
          subject: plugin,
          message: `declares the feature '${feature}', which '${other}' already declares; rename one of them`
        })
      }
      owners.set(feature, plugin)
      for (const [plan, limit] of Object.entries(declared.plans)) {
        if (planIds.includes(plan) && isLimit(limit)) continue
        return new EntitlementsMisconfigured({
          subject: plugin,
          message: planIds.includes(plan)
            ? `the feature '${feature}' has the limit ${limit} in '${plan}'; use a whole number from 0, or null`
            : `the feature '${feature}' names the plan '${plan}', which doesn't exist; use ${planIds.join(", ")}`
        })
      }
    }
  }
  for (const [plan, { features: changed = {} }] of Object.entries(plans)) {
    if (!planIds.includes(plan)) {
      return new EntitlementsMisconfigured({
        subject: `plans.${plan}`,
        message: `no such plan; use one of ${planIds.join(", ")}`
      })
    }
    const unknown = Object.keys(changed).find((feature) => !owners.has(feature))
    if (unknown !== undefined) {
      const known = owners.size === 0 ? "none declares any" : `they declare ${[...owners.keys()].join(", ")}`
      return new EntitlementsMisconfigured({
        subject: `plans.${plan}.features.${unknown}`,
        message: `no enabled plugin declares this feature: ${known}`
      })
    }
  }
}

/** The plans' features, computed once. */
export const EntitlementsLive = (options: EntitlementsOptions): Layer.Layer<Entitlements, EntitlementsMisconfigured> =>
  Layer.effect(
    Entitlements,
    Effect.gen(function* () {
      const problem = problemOf(options)
      if (problem !== undefined) return yield* problem
      const declared = Object.entries(options.features).flatMap(([plugin, own]) =>
        Object.entries(own).map(([feature, { description, plans }]) => ({ plugin, feature, description, plans }))
      )
      const featuresOf = (plan: string): PlanFeatures =>
        Object.fromEntries(
          declared.map(({ feature, plans }) => {
            const limit = options.plans?.[plan]?.features?.[feature]
            const given = limit === undefined ? plans[plan] : limit
            return [feature, given === undefined ? 0 : given]
          })
        )
      const known = new Map(planIds.map((plan) => [plan, featuresOf(plan)]))
      const none: PlanFeatures = Object.fromEntries(declared.map(({ feature }) => [feature, 0]))
      const of = (plan: string) => known.get(plan) ?? none
      const limit = (plan: string, feature: string) => {
        const features = of(plan)
        return Object.hasOwn(features, feature) ? (features[feature] ?? null) : 0
      }
      return Entitlements.of({
        plans,
        features: Object.fromEntries(
          declared.map(({ description, feature, plugin }) => [feature, { plugin, description }])
        ),
        of,
        limit,
        check: (plan, feature, wanted = 1) => {
          const most = limit(plan, feature)
          if (most === null || wanted <= most) return Effect.void
          return Effect.fail(
            new TierLimitExceeded(
              most === 0
                ? `the plan '${plan}' doesn't include ${feature}; change to one that does`
                : `the plan '${plan}' includes ${most} of ${feature} but this needs ${wanted}; use fewer, or change the plan`
            )
          )
        }
      })
    })
  )
