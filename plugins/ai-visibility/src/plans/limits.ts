import { Entitlements, type Feature } from "@storeglass/plugin-api"
import { Effect } from "effect"

const feature = (
  description: string,
  [indie, small, growth, medium, large]: readonly [number, number, number, number, number]
): Feature => ({ description, plans: { indie, small, growth, medium, large } })

export const features = {
  aiVisibility: feature("AI visibility: assistants that are asked at once", [1, 2, 4, 4, 4]),
  aiVisibilityApps: feature("Apps whose AI visibility is measured", [1, 2, 5, 10, 50]),
  aiVisibilityCountries: feature("Countries of each such app", [1, 2, 5, 10, 30]),
  aiVisibilityPrompts: feature("Active prompts of an app and country", [100, 150, 300, 600, 2_000])
}

/** How much of each a plan includes. */
export interface Limits {
  readonly models: number
  readonly apps: number
  readonly countries: number
  readonly prompts: number
}

/** What the operator leaves without limit. */
const unlimited = 1_000_000

/** What plans include of AI visibility, as the operator changed it. */
export const makeLimits = Effect.map(Entitlements, (entitlements) => {
  const limit = (plan: string, name: keyof typeof features) => entitlements.limit(plan, name) ?? unlimited
  return {
    of: (plan: string): Limits => ({
      models: Math.min(4, limit(plan, "aiVisibility")),
      apps: limit(plan, "aiVisibilityApps"),
      countries: limit(plan, "aiVisibilityCountries"),
      prompts: limit(plan, "aiVisibilityPrompts")
    }),
    /** The bucket's credits of a month. */
    credits: (plan: string): number => entitlements.plans[plan]?.aiVisibility ?? 0
  }
})
