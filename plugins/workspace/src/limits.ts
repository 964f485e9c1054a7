import { Entitlements, type Feature, TierLimitExceeded } from "@storeglass/plugin-api"
import { Effect } from "effect"

const feature = (
  description: string,
  [free, indie, small, growth, medium, large]: readonly [number, number, number, number, number, number]
): Feature => ({
  description,
  plans: {
    free,
    indie,
    web_indie: indie,
    small,
    web_startup: small,
    growth,
    web_agentic_scale: growth,
    medium,
    large
  }
})

export const features = {
  workspaceApps: feature("Apps kept in the workspace", [2, 5, 10, 50, 200, 1_000]),
  workspaceKeywords: feature(
    "Keywords of its apps, counted by country, that are collected daily",
    [25, 250, 1_000, 5_000, 20_000, 100_000]
  ),
  workspaceVersions: feature("Metadata versions kept in the workspace", [20, 200, 500, 2_000, 10_000, 50_000]),
  workspaceReports: feature("Saved reports", [50, 500, 1_000, 5_000, 20_000, 100_000])
}

export type Counted = "apps" | "keywords" | "versions" | "reports"

const featureOf = {
  apps: "workspaceApps",
  keywords: "workspaceKeywords",
  versions: "workspaceVersions",
  reports: "workspaceReports"
} as const satisfies Readonly<Record<Counted, keyof typeof features>>

export const competitorsMax = 25
export const viewsMax = 100

/** What a plan keeps of each; null: no limit. */
export const makeLimits = Effect.map(Entitlements, (entitlements) => {
  const limit = (plan: string, what: Counted) => entitlements.limit(plan, featureOf[what])
  return {
    limit,
    /** The same for an app's competitors, whatever the plan. */
    competitors: (used: number, added: number) =>
      used + added <= competitorsMax
        ? Effect.void
        : Effect.fail(
            new TierLimitExceeded(
              `an app keeps ${competitorsMax} competitors and ${used} are in use, so ${added} more can't be added; delete some first`
            )
          ),
    /** And for saved views. */
    views: (used: number, added: number) =>
      used + added <= viewsMax
        ? Effect.void
        : Effect.fail(
            new TierLimitExceeded(
              `an account keeps ${viewsMax} views and ${used} are in use, so ${added} more can't be added; delete some first`
            )
          ),
    /** Refused where `added` more than `used` is over the plan's limit. */
    check: (plan: string, what: Counted, used: number, added: number) => {
      const most = limit(plan, what)
      if (most === null || used + added <= most) return Effect.void
      return Effect.fail(
        new TierLimitExceeded(
          `the plan '${plan}' keeps ${most} ${what} and ${used} are in use, so ${added} more can't be added; delete some, or change the plan`
        )
      )
    }
  }
})
