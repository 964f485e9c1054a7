import type { AlertKind } from "@storeglass/plugin-api"

export const unknownAlert = "connect-ads.outcome-unknown"
export const weeklyAlert = "connect-ads.weekly-note"

export const alerts: Readonly<Record<string, AlertKind>> = {
  [unknownAlert]: {
    title: "Search ads: a change whose outcome isn't known",
    description: "Sent when a change of a campaign or an ad group was sent and it can't be told whether it took effect."
  },
  [weeklyAlert]: {
    title: "Search ads: the week",
    description:
      "Sent on Monday morning in the ad account's time zone: what the last week cost and brought, cost per install, and up to three suggested moves."
  }
}
