import type { Panel } from "@storeglass/plugin-api"

const window = { from: { page: "from" }, to: { page: "to" } } as const
const app = { packageName: { page: "app" }, ...window } as const
const platforms = ["storeb"] as const

export const reportPanels: ReadonlyArray<Panel> = [
  {
    id: "app-analytics",
    slot: "app",
    title: "Console",
    order: 59,
    blocks: [
      {
        kind: "view",
        operation: "connectStorebDashboard_app",
        title: "Installs by day",
        params: app,
        platforms
      },
      {
        kind: "view",
        operation: "connectStorebDashboard_searchTerms",
        title: "Search terms",
        params: app,
        platforms
      },
      { kind: "view", operation: "connectStorebDashboard_sources", title: "Traffic sources", params: app, platforms }
    ]
  }
]
