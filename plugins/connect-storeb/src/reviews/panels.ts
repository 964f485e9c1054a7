import { type Panel, View } from "@storeglass/plugin-api"

const app = { packageName: { page: "app" } } as const
const platforms = ["storeb"] as const

export const reviewsPanels: ReadonlyArray<Panel> = [
  {
    id: "review-inbox",
    slot: "app",
    title: "Reviews to answer",
    order: 64,
    blocks: [
      {
        kind: "view",
        operation: "connectStorebDashboard_reviews",
        title: "Reviews, unanswered first",
        params: app,
        platforms
      },
      {
        kind: "view",
        operation: "connectStorebReviews_inbox",
        title: "Ask the console for the newest",
        params: app,
        platforms,
        view: View.table({
          rows: "items",
          columns: [
            { field: "starRating", title: "Stars" },
            { field: "text", title: "Review" },
            { field: "lastModified", title: "Changed" }
          ]
        })
      },
      { kind: "form", operation: "connectStorebReviews_reply", title: "Reply", params: app, platforms }
    ]
  }
]
