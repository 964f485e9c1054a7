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

/** Refuses what `added` to `used` is over. */
const within = (rule: string, most: number, advice: string) => (used: number, added: number) =>
  used + added <= most
    ? Effect.void
    : Effect.fail(new TierLimitExceeded(`${rule} and ${used} are in use, so ${added} more can't be added; ${advice}`))

/** What a plan keeps of each; null: no limit. */
export const makeLimits = Effect.map(Entitlements, (entitlements) => {
  const limit = (plan: string, what: Counted) => entitlements.limit(plan, featureOf[what])
  return {
    limit,
    /** An app's competitors, whatever the plan. */
    competitors: within(`an app keeps ${competitorsMax} competitors`, competitorsMax, "delete some first"),
    /** An account's saved views. */
    views: within(`an account keeps ${viewsMax} views`, viewsMax, "delete some first"),
    /** Refused where `added` more than `used` is over the plan's limit. */
    check: (plan: string, what: Counted, used: number, added: number) => {
      const most = limit(plan, what)
      return most === null
        ? Effect.void
        : within(`the plan '${plan}' keeps ${most} ${what}`, most, "delete some, or change the plan")(used, added)
    }
  }
})
