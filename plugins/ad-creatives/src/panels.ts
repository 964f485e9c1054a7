import { type Panel, View } from "@storeglass/plugin-api"

const app = { appId: { page: "app" }, platform: { page: "platform" } } as const

export const panels: ReadonlyArray<Panel> = [
  {
    id: "ad-creatives",
    slot: "app",
    title: "Ads",
    order: 75,
    blocks: [
      { kind: "view", operation: "adCreativesDashboard_made", title: "Ads made for this app", params: app },
      {
        kind: "view",
        operation: "adCreativesDashboard_made",
        title: "Jobs",
        params: app,
        view: View.table({
          rows: "jobs",
          columns: [
            { field: "createdAt", title: "Asked for" },
            { field: "what", title: "What" },
            { field: "country", title: "Country" },
            { field: "status", title: "State" },
            { field: "detail", title: "How it stands" },
            { field: "credits", title: "Credits" }
          ]
        })
      },
      {
        kind: "text",
        text: "Ads from the listing: its real screenshots, and no claim that it doesn't make. A picture costs creative credits, which are charged once it's done."
      },
      { kind: "form", operation: "adCreatives_generate", title: "Make an ad" }
    ]
  }
]
