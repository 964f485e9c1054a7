import { type Panel, View } from "@storeglass/plugin-api"

const production = { packageName: { page: "app" }, track: "production" } as const
const platforms = ["storeb"] as const

export const editsPanels: ReadonlyArray<Panel> = [
  {
    id: "rollout",
    slot: "app",
    title: "Rollout",
    role: "member",
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
        kind: "action",
        operation: "connectStorebEdits_halt",
        title: "Halt the staged rollout",
        params: production,
        platforms
      }
    ]
  }
]
