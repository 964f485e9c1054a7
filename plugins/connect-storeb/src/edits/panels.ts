import { type Panel, View } from "@storeglass/plugin-api"

const production = { packageName: { page: "app" }, track: "production" } as const
const platforms = ["storeb"] as const

export const editsPanels: ReadonlyArray<Panel> = [
  {
    id: "rollout",
    slot: "app",
    title: "Rollout",
    order: 62,
    blocks: [
      {
        kind: "view",
        operation: "connectStorebEdits_track",
        title: "What is in production",
        params: production,
        platforms,
        view: View.table({
          rows: "releases",
          columns: [
            { field: "name", title: "Release" },
            { field: "status", title: "State" },
            { field: "userFraction", title: "Share of users" }
          ]
        })
      },
      {
        kind: "view",
        operation: "connectStorebEdits_releases",
        title: "Releases and their review",
        params: production,
        platforms,
        view: View.table({
          rows: "items",
          columns: [
            { field: "name", title: "Release" },
            { field: "lifecycleState", title: "Review" }
          ]
        })
      },
      {
        kind: "action",
        operation: "connectStorebEdits_halt",
        title: "Halt the staged rollout",
        params: production,
        platforms
      }
    ]
  }
]
