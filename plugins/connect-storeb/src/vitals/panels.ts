import type { Panel } from "@storeglass/plugin-api"

const app = { packageName: { page: "app" }, from: { page: "from" }, to: { page: "to" } } as const
const platforms = ["storeb"] as const

export const vitalsPanels: ReadonlyArray<Panel> = [
  {
    id: "vitals",
    slot: "app",
    title: "Vitals",
    order: 60,
    blocks: [
      ...(["crashRate", "anrRate"] as const).map((metric) => ({
        kind: "view" as const,
        operation: "connectStorebDashboard_vitals",
        title: metric === "crashRate" ? "Users with a crash, %" : "Users with an ANR, %",
        params: { ...app, metric },
        platforms
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
