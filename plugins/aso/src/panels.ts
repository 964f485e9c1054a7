import type { Panel } from "@storeglass/plugin-api"

export const panels: ReadonlyArray<Panel> = [
  {
    id: "aso-metadata",
    slot: "app",
    title: "Metadata",
    blocks: [{ kind: "form", operation: "aso_validate", title: "Check a listing's texts" }]
  }
]
