import type { Panel } from "@storeglass/plugin-api"

export const panels: ReadonlyArray<Panel> = [
  {
    id: "aso-clusters",
    slot: "app",
    title: "Intent clusters",
    order: 40,
    blocks: [
      {
        kind: "view",
        operation: "aso_intentClusters",
        params: { id: { page: "app" }, platform: { page: "platform" }, country: { page: "country" } }
      }
    ]
  },
  {
    id: "aso-metadata",
    slot: "app",
    title: "Metadata",
    blocks: [{ kind: "form", operation: "aso_validate", title: "Check a listing's texts" }]
  }
]
