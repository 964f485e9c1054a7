import type { AlertKind } from "@storeglass/plugin-api"

export const scoreAlert = "aso.score-fell"
export const competitorAlert = "aso.competitor-changed"

export const alerts: Readonly<Record<string, AlertKind>> = {
  [scoreAlert]: {
    title: "An app's audit fell",
    description:
      "Sent when an audit that is saved has a lower score than the one saved before it: by 5 points or more, unless whoever runs the gateway set another number."
  },
  [competitorAlert]: {
    title: "A competitor's listing changed",
    description:
      "Sent when a competitor report that is saved shows another title, subtitle or short description of a competitor than the one saved before it."
  }
}
