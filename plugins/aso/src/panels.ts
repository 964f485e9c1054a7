import type { Panel } from "@storeglass/plugin-api"

const page = { id: { page: "app" }, platform: { page: "platform" }, country: { page: "country" } } as const
/** The other store has nothing of the kind. */
const onlyStorea = { platforms: ["storea"] } as const
const onlyStoreb = { platforms: ["storeb"] } as const

export const panels: ReadonlyArray<Panel> = [
  {
    id: "aso-audit",
    slot: "app",
    title: "ASO",
    order: 20,
    blocks: [
      { kind: "view", operation: "aso_brief", title: "What to do next", params: page },
      { kind: "view", operation: "aso_audit", title: "Audit of the listing", params: page },
      { kind: "view", operation: "aso_competitorReport", title: "Where competitors are ahead", params: page }
    ]
  },
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
      },
      { kind: "view", operation: "aso_productPages", title: "Custom product pages", params: page, ...onlyStorea }
    ]
  },
  {
    id: "aso-metadata",
    slot: "app",
    title: "Metadata",
    blocks: [
      {
        kind: "view",
        operation: "aso_opportunities",
        title: "What there is to win",
        params: { id: { page: "app" }, platform: { page: "platform" }, country: { page: "country" } }
      },
      { kind: "view", operation: "aso_beforeAfter", title: "Before and after your latest release", params: page },
      { kind: "view", operation: "aso_localePlan", title: "Locales to add", params: page, ...onlyStorea },
      { kind: "form", operation: "aso_suggest", title: "Write texts from keywords" },
      { kind: "form", operation: "aso_validate", title: "Check a listing's texts" },
      {
        kind: "form",
        operation: "aso_publish",
        title: "Publish your drafts",
        params: { id: { page: "app" } },
        ...onlyStoreb
      }
    ]
  }
]
