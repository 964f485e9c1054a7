import { placements } from "./sales.ts"

const created = "2026-02-03T09:00:00.000Z"

const variant = (id: string, paywall: string | null, percentage: number) => ({
  object: "variant",
  id,
  paywall,
  percentage,
  type: paywall === null ? "holdout" : "treatment"
})

/** Campaigns of an application: one leaves it to a bandit what to show, some are archived. */
export const campaignsOf = (applicationId: string) =>
  ["Onboarding", "Win back", "Feature gates", "Summer 2025", "Old test"].map((description, index) => ({
    object: "campaign",
    id: `${applicationId}-c${index + 1}`,
    application_id: applicationId,
    archived: index > 2,
    description,
    notes: index === 0 ? "Leave it running." : null,
    is_legacy: index === 4,
    created_at: created,
    updated_at: created,
    placements: placements.slice(0, 1 + (index % 3)).map((event_name, at) => ({
      object: "placement",
      id: `${applicationId}-c${index + 1}-p${at + 1}`,
      event_name,
      enabled: at === 0
    })),
    audiences: [
      {
        object: "audience",
        id: `${applicationId}-c${index + 1}-a1`,
        description: index === 1 ? null : "Everybody",
        enabled: true,
        expression: index === 1 ? "user.sessions > 3" : null,
        rank: "0|hzzzzz:",
        variant_optimization: index === 0 ? "ucb1_bandit" : "none",
        variants:
          index === 0
            ? [variant("v1", "41", 45), variant("v2", "42", 45), variant("v3", null, 10)]
            : [variant("v1", "43", 100)]
      }
    ]
  }))
