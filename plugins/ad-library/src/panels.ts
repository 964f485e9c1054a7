import { type Panel, type PanelBlock, View, type ViewDeclaration } from "@storeglass/plugin-api"

/** What an answer holds beside its ads, without them. */
const part = (title: string, include: string, view: ViewDeclaration) =>
  ({
    kind: "view",
    operation: "adLibrary_ads",
    title,
    params: { appId: { page: "app" }, include, includeAds: "false" },
    view,
    platforms: ["storea"]
  }) as const

/** What was read here, also of ads that the repository has forgotten. */
const kept = (title: string, view?: ViewDeclaration): PanelBlock => ({
  kind: "view",
  operation: "adLibraryDashboard_kept",
  title,
  params: { appId: { page: "app" } },
  platforms: ["storea"],
  ...(view === undefined ? {} : { view })
})

export const panels: ReadonlyArray<Panel> = [
  {
    id: "ad-library",
    slot: "app",
    title: "Ads in the EU",
    order: 60,
    blocks: [
      kept("Ads of this app"),
      kept("Ads by country", View.bars({ rows: "countries", title: "name", value: "ads" })),
      kept("What changed since you watch it", View.list({ rows: "moves", title: "text", text: "seenAt" })),
      {
        kind: "view",
        operation: "adLibrary_ads",
        title: "Ads of the last 90 days",
        params: { appId: { page: "app" } },
        platforms: ["storea"]
      },
      part(
        "Creatives of the last 90 days",
        "creatives",
        View.table({
          rows: "creatives.groups",
          columns: [
            { field: "totalAds", title: "Ads" },
            { field: "distinctAds", title: "By id" },
            { field: "firstImpressionDate", title: "First shown" },
            { field: "lastImpressionDate", title: "Last shown" },
            { field: "days", title: "Days" }
          ]
        })
      ),
      part(
        "Ads by custom product page",
        "productPages",
        View.table({
          rows: "productPages.pages",
          columns: [
            { field: "productPageId", title: "Page" },
            { field: "totalAds", title: "Ads" },
            { field: "lastImpressionDate", title: "Last shown" }
          ]
        })
      ),
      part(
        "All advertised apps of its developer",
        "developer",
        View.table({
          rows: "developer.apps",
          columns: [
            { field: "appName", title: "App" },
            { field: "totalAds", title: "Ads" },
            { field: "firstImpressionDate", title: "First shown" },
            { field: "lastImpressionDate", title: "Last shown" }
          ]
        })
      )
    ]
  }
]
