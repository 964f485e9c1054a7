import type { AlertKind } from "@storeglass/plugin-api"

export const reportKind = "cofounder.report"
export const newsKind = "cofounder.news"
export const alerts: Readonly<Record<string, AlertKind>> = {
  [reportKind]: {
    title: "Daily report",
    description: "Sent once a day for each app of the workspace, where alerts are enabled for daily reports."
  },
  [newsKind]: {
    title: "Big moves",
    description:
      "Sent at most once a week for an app and each of these, where alerts are enabled for daily reports: a competitor moved far, the rating fell, a chart was left."
  }
}
