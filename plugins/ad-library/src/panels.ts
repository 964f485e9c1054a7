import type { Panel } from "@storeglass/plugin-api"

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
      }
    ]
  }
]
