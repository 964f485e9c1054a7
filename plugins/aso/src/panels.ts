import { type Panel, View } from "@storeglass/plugin-api"

const page = { id: { page: "app" }, platform: { page: "platform" }, country: { page: "country" } } as const
const kept = { appId: { page: "app" }, platform: { page: "platform" }, country: { page: "country" } } as const
const asked = { ...page, save: "true" } as const
/** The other store has nothing of the kind. */
const onlyStorea = { platforms: ["storea"] } as const
const onlyStoreb = { platforms: ["storeb"] } as const

const draft = { appId: { page: "app" }, platform: { page: "platform" } } as const
/** Of a store's own texts: what is written is checked at each pause, beside the field that it's in. */
const checked = (texts: ReadonlyArray<string>, more: ReadonlyArray<string> = []) =>
  ({
    kind: "form",
    operation: "asoDashboard_lint",
    params: draft,
    fields: ["locale", ...texts, ...more],
    start: {
      operation: "asoDashboard_draft",
      params: draft,
      fields: Object.fromEntries(["locale", ...texts].map((name) => [name, name]))
    },
    live: {
      counts: { rows: "fields", field: "field", max: "maxChars" },
      findings: { rows: "issues", field: "field", text: "message", note: "severity", more: "suggestion" }
    }
  }) as const

export const panels: ReadonlyArray<Panel> = [
  {
    id: "aso-audit",
    slot: "app",
    title: "ASO",
    order: 20,
    blocks: [
      {
        kind: "view",
        operation: "asoDashboard_audit",
        title: "Score",
        params: kept,
        view: View.stat({ rows: "figures", title: "title", value: "value", unit: "unit", status: "status" })
      },
      {
        kind: "view",
        operation: "asoDashboard_audit",
        title: "Factors, 0 to 10",
        params: kept,
        view: View.bars({ rows: "factors", title: "label", value: "score", status: "status" })
      },
      {
        kind: "view",
        operation: "asoDashboard_brief",
        title: "What to do next, in a sentence",
        params: kept,
        view: View.status({
          state: "state",
          details: [
            { field: "headline", title: "First" },
            { field: "readiness", title: "Listing" },
            { field: "keptAt", title: "Kept" }
          ]
        })
      },
      { kind: "view", operation: "asoDashboard_brief", title: "What to do next", params: kept },
      { kind: "view", operation: "asoDashboard_audit", title: "Findings", params: kept }
    ]
  },
  {
    id: "aso-now",
    slot: "app",
    title: "ASO now",
    // Keeping changes the account's workspace.
    role: "member",
    order: 21,
    blocks: [
      {
        kind: "text",
        text: "Asks the store, and keeps the answer among your saved reports: it's then free to look at under ASO and Metadata."
      },
      { kind: "view", operation: "aso_audit", title: "Audit now", params: asked },
      { kind: "view", operation: "aso_brief", title: "What to do next, now", params: asked },
      { kind: "view", operation: "aso_opportunities", title: "What there is to win, now", params: asked },
      { kind: "view", operation: "aso_competitorReport", title: "Where competitors are ahead, now", params: asked }
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
    id: "aso-writing",
    slot: "app",
    title: "Write the listing",
    order: 22,
    blocks: [
      {
        kind: "text",
        text: "Begins with the newest draft of your workspace. Nothing is kept: save what you like as a version."
      },
      {
        ...checked(["title", "subtitle", "keywords", "promotionalText", "fullDescription", "whatsNew"]),
        ...onlyStorea
      },
      { ...checked(["title", "shortDescription", "fullDescription", "whatsNew"], ["developerName"]), ...onlyStoreb }
    ]
  },
  {
    id: "aso-metadata",
    slot: "app",
    title: "Metadata",
    blocks: [
      { kind: "view", operation: "asoDashboard_opportunities", title: "What there is to win", params: kept },
      { kind: "view", operation: "aso_beforeAfter", title: "Before and after your latest release", params: page },
      { kind: "view", operation: "aso_localePlan", title: "Locales to add", params: page, ...onlyStorea },
      { kind: "form", operation: "aso_suggest", title: "Write texts from keywords" },
      {
        kind: "form",
        operation: "aso_publish",
        title: "Publish your drafts",
        params: { id: { page: "app" } },
        values: {
          versionIds: {
            operation: "asoDashboard_drafts",
            params: draft,
            rows: "drafts",
            value: "versionId",
            title: "title"
          }
        },
        ...onlyStoreb
      }
    ]
  }
]
