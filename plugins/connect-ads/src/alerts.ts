import type { AlertKind } from "@storeglass/plugin-api"

export const rejectedAlert = "connect-ads.rejected"
export const unknownAlert = "connect-ads.outcome-unknown"

export const alerts: Readonly<Record<string, AlertKind>> = {
  [rejectedAlert]: {
    title: "Search ads: the saved key was refused",
    description: "Sent once when the vendor stops accepting a saved connection."
  },
  [unknownAlert]: {
    title: "Search ads: a change whose outcome isn't known",
    description: "Sent when a change of a campaign or an ad group was sent and it can't be told whether it took effect."
  }
}
