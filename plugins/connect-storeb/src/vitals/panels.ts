import { type Panel, View } from "@storeglass/plugin-api"

const app = { packageName: { page: "app" }, from: { page: "from" }, to: { page: "to" } } as const
const platforms = ["storeb"] as const

export const vitalsPanels: ReadonlyArray<Panel> = [
  {
    id: "vitals",
    slot: "app",
    title: "Vitals",
    order: 60,
    blocks: [
      ...(["crashRate", "anrRate"] as const).map((metricSet) => ({
        kind: "view" as const,
        operation: "connectStorebVitals_vitals",
        title: metricSet === "crashRate" ? "Users with a crash" : "Users with an ANR",
        params: { ...app, metricSet },
        platforms,
        view: View.series({ rows: "items", x: "startsAt", y: "value", low: "lower", high: "upper" })
      })),
      {
        kind: "view",
        operation: "connectStorebVitals_anomalies",
        title: "What got worse",
        params: app,
        platforms
      },
      {
        kind: "view",
        operation: "connectStorebVitals_errorIssues",
        title: "Crashes and ANRs by cause",
        params: app,
        platforms
      }
    ]
  }
]
