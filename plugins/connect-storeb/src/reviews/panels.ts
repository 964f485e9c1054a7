import { type Panel, View } from "@storeglass/plugin-api"

export const reviewsPanels: ReadonlyArray<Panel> = [
  {
    id: "review-inbox",
    slot: "app",
    title: "Reviews to answer",
    order: 64,
    blocks: [
      {
        kind: "view",
        operation: "connectStorebReviews_inbox",
        params: { packageName: { page: "app" } },
        platforms: ["storeb"],
        view: View.table({
          rows: "items",
          columns: [
            { field: "starRating", title: "Stars" },
            { field: "text", title: "Review" },
            { field: "lastModified", title: "Changed" }
          ]
        })
      },
      {
        kind: "form",
        operation: "connectStorebReviews_reply",
        title: "Reply",
        params: { packageName: { page: "app" } },
        platforms: ["storeb"]
      }
    ]
  }
]
