import { type Panel, View } from "@storeglass/plugin-api"

const page = {
  appId: { page: "app" },
  platform: { page: "platform" },
  country: { page: "country" },
  from: { page: "from" },
  to: { page: "to" }
} as const

export const panels: ReadonlyArray<Panel> = [
  {
    id: "charts",
    slot: "app",
    title: "Charts",
    order: 4,
    blocks: [
      { kind: "view", operation: "chartsDashboard_positions", title: "Positions over time", params: page },
      {
        kind: "view",
        operation: "chartsDashboard_positions",
        title: "Where it stands",
        params: page,
        view: View.table({
          rows: "now",
          columns: [
            { field: "name", title: "Chart" },
            { field: "rank", title: "Rank" },
            { field: "status", title: "Status" },
            { field: "change", title: "Change" },
            { field: "best", title: "Best" },
            { field: "depth", title: "Ranks listed" },
            { field: "asOf", title: "Read" }
          ]
        })
      }
    ]
  }
]
