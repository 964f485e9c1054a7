import type { AlertKind } from "@storeglass/plugin-api"

export const creditsKind = "alerts.credits"
export const ruleKind = "alerts.rule"
export const ruleAlert: AlertKind = {
  title: "By a rule of yours",
  description:
    "Sent once a day for each of the account's own rules by which ranks moved on the day before, on the days that it names."
}
/** Kinds of this plugin's own. */
export const alerts: Readonly<Record<string, AlertKind>> = {
  [creditsKind]: {
    title: "Credits: most or all are used",
    description: "Sent when 80 % and when all of a month's credits of a kind are used, once each."
  },
  [ruleKind]: ruleAlert
}
