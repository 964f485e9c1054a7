import type { AlertKind } from "@storeglass/plugin-api"

export const creditsKind = "alerts.credits"
/** Kinds of this plugin's own. */
export const alerts: Readonly<Record<string, AlertKind>> = {
  [creditsKind]: {
    title: "Credits: most or all are used",
    description: "Sent when 80 % and when all of a month's credits of a kind are used, once each."
  }
}
