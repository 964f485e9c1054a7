import { type Panel, View } from "@storeglass/plugin-api"

export const panels: ReadonlyArray<Panel> = [
  {
    id: "ad-library",
    slot: "app",
    title: "Ads in the EU",
    order: 60,
    blocks: [
      {
        kind: "view",
        operation: "adLibrary_ads",
        title: "Ads of the last 90 days",
        params: { appId: { page: "app" } },
        platforms: ["storea"]
      },
      {
        kind: "view",
        operation: "adLibrary_ads",
        title: "Creatives of the last 90 days",
        params: { appId: { page: "app" }, include: "creatives", includeAds: "false" },
        view: View.table({
          rows: "creatives.groups",
          columns: [
            { field: "totalAds", title: "Ads" },
            { field: "distinctAds", title: "By id" },
            { field: "firstImpressionDate", title: "First shown" },
            { field: "lastImpressionDate", title: "Last shown" },
            { field: "days", title: "Days" }
          ]
        }),
        platforms: ["storea"]
      },
      {
        kind: "view",
        operation: "adLibrary_ads",
        title: "Ads by custom product page",
        params: { appId: { page: "app" }, include: "productPages", includeAds: "false" },
        view: View.table({
          rows: "productPages.pages",
          columns: [
            { field: "productPageId", title: "Page" },
            { field: "totalAds", title: "Ads" },
            { field: "lastImpressionDate", title: "Last shown" }
          ]
        }),
        platforms: ["storea"]
      },
      {
        kind: "view",
        operation: "adLibrary_ads",
        title: "All advertised apps of its developer",
        params: { appId: { page: "app" }, include: "developer", includeAds: "false" },
        view: View.table({
          rows: "developer.apps",
          columns: [
            { field: "appName", title: "App" },
            { field: "totalAds", title: "Ads" },
            { field: "firstImpressionDate", title: "First shown" },
            { field: "lastImpressionDate", title: "Last shown" }
          ]
        }),
        platforms: ["storea"]
      },
      {
        kind: "view",
        operation: "adLibrary_ads",
        title: "What changed since you watch it",
        params: { appId: { page: "app" }, include: "moves", includeAds: "false" },
        view: View.list({ rows: "moves", title: "text", text: "seenAt" }),
        platforms: ["storea"]
      }
    ]
  }
]
