import type { Panel } from "@storeglass/plugin-api"

const window = { from: { page: "from" }, to: { page: "to" } } as const
const app = { packageName: { page: "app" }, ...window } as const
const platforms = ["storeb"] as const

export const reportPanels: ReadonlyArray<Panel> = [
  {
    id: "analytics",
    slot: "connections",
    title: "Second-store reports",
    order: 8,
    blocks: [
      { kind: "view", operation: "connectStorebReports_analytics", title: "Apps", params: window },
      {
        kind: "view",
        operation: "connectStorebReports_analytics",
        title: "Report files",
        params: window,
        view: {
          kind: "table",
          rows: "imports",
          columns: [
            { field: "object", title: "File" },
            { field: "state", title: "State" },
            { field: "rows", title: "Rows" },
            { field: "importedAt", title: "Looked at" }
          ]
        }
      },
      { kind: "form", operation: "connectStorebReports_importReports", title: "Import now" },
      { kind: "form", operation: "connectStorebReports_exportRows", title: "Export" }
    ]
  },
  {
    id: "app-analytics",
    slot: "app",
    title: "Second-store console",
    order: 60,
    blocks: [
      {
        kind: "view",
        operation: "connectStorebReports_appAnalytics",
        title: "Installs by day",
        params: app,
        platforms
      },
      {
        kind: "view",
        operation: "connectStorebReports_searchTerms",
        title: "Search terms",
        params: app,
        platforms
      },
      { kind: "view", operation: "connectStorebReports_sources", title: "Traffic sources", params: app, platforms }
    ]
  }
]
