import { type Panel, View } from "@storeglass/plugin-api"

const page = { appId: { page: "app" }, country: { page: "country" } } as const
const days = { ...page, from: { page: "from" }, to: { page: "to" } } as const
const app = { appId: { page: "app" } } as const
/** Ids are those of the default store. */
const onlyStorea = { platforms: ["storea"] } as const
const requires = "aiVisibility"

const intent = {
  intentId: {
    operation: "aiVisibilityDashboard_intents",
    params: page,
    rows: "",
    value: "intentId",
    title: "label"
  }
} as const

export const panels: ReadonlyArray<Panel> = [
  {
    id: "ai-visibility",
    slot: "app",
    title: "AI visibility",
    requires,
    order: 30,
    blocks: [
      { kind: "view", operation: "aiVisibilityDashboard_overview", title: "Score", params: page, ...onlyStorea },
      {
        kind: "view",
        operation: "aiVisibilityDashboard_overview",
        title: "What it rests on",
        params: page,
        ...onlyStorea,
        view: View.status({
          state: "visibilityScore.label",
          details: [
            { field: "visibilityScore.interval.low", title: "Score at least" },
            { field: "visibilityScore.interval.high", title: "Score at most" },
            { field: "sampleSize", title: "Answers scored" },
            { field: "promptsScored", title: "Prompts scored" },
            { field: "intentsCovered", title: "Intents that name you" },
            { field: "intentsTotal", title: "Intents" },
            { field: "scoredAt", title: "Scanned" }
          ]
        })
      },
      { kind: "view", operation: "aiVisibilityDashboard_trend", title: "Score over time", params: days, ...onlyStorea },
      {
        kind: "view",
        operation: "aiVisibilityDashboard_intents",
        title: "Intents",
        params: page,
        ...onlyStorea,
        view: View.table({
          rows: "",
          columns: [
            { field: "label", title: "Intent" },
            { field: "visibilityScore", title: "Score" },
            { field: "interval.low", title: "At least" },
            { field: "interval.high", title: "At most" },
            { field: "positionAvg", title: "Average rank" },
            { field: "sentimentPct", title: "Sentiment" },
            { field: "promptsTotal", title: "Prompts" }
          ]
        })
      },
      {
        kind: "view",
        operation: "aiVisibilityDashboard_competitors",
        title: "Apps named beside yours",
        params: days,
        ...onlyStorea
      },
      {
        kind: "view",
        operation: "aiVisibilityDashboard_sources",
        title: "Sites that answers cite",
        params: days,
        ...onlyStorea
      },
      {
        kind: "view",
        operation: "aiVisibilityDashboard_answers",
        title: "Recent answers",
        params: { ...page, limit: "5" },
        ...onlyStorea
      },
      {
        kind: "view",
        operation: "aiVisibilityDashboard_settings",
        title: "Scans and credits",
        params: page,
        ...onlyStorea
      }
    ]
  },
  {
    id: "ai-visibility-change",
    slot: "app",
    title: "Change AI visibility",
    requires,
    role: "member",
    order: 31,
    blocks: [
      { kind: "form", operation: "aiVisibility_bootstrap", title: "Set up", params: app, ...onlyStorea },
      { kind: "form", operation: "aiVisibility_updateSettings", title: "Settings", params: page, ...onlyStorea },
      { kind: "action", operation: "aiVisibility_scan", title: "Scan now", params: page, ...onlyStorea },
      { kind: "form", operation: "aiVisibility_addIntent", title: "Add an intent", params: page, ...onlyStorea },
      {
        kind: "form",
        operation: "aiVisibility_addPrompt",
        title: "Add a prompt",
        params: app,
        values: intent,
        ...onlyStorea
      }
    ]
  },
  {
    id: "ai-visibility-keys",
    slot: "connections",
    title: "Assistants' keys",
    requires,
    order: 40,
    blocks: [{ kind: "view", operation: "aiVisibilityKeys_keys", title: "Your own keys" }]
  },
  {
    id: "ai-visibility-change-keys",
    slot: "connections",
    title: "Use your own keys for assistants",
    requires,
    role: "admin",
    order: 41,
    blocks: [
      {
        kind: "text",
        text: "A call with your own key costs 1 credit, and you pay its provider. Without a key an assistant is asked with the gateway's only if you allow that."
      },
      { kind: "form", operation: "aiVisibilityKeys_save", title: "Save a key" },
      { kind: "form", operation: "aiVisibilityKeys_setFallback", title: "Without a key" },
      { kind: "form", operation: "aiVisibilityKeys_remove", title: "Delete a key" }
    ]
  }
]
