import { type Panel, View } from "@storeglass/plugin-api"

const store = { platform: { page: "platform" }, country: { page: "country" } } as const
const app = { appId: { page: "app" }, ...store } as const
const days = { ...app, from: { page: "from" }, to: { page: "to" } } as const
/** Those that the account keeps with the app. */
const rivals = {
  competitorIds: {
    operation: "keywordsDashboard_competitors",
    params: { appId: { page: "app" }, platform: { page: "platform" } },
    rows: "competitors",
    value: "appId",
    title: "name"
  }
} as const

export const panels: ReadonlyArray<Panel> = [
  {
    id: "visibility",
    slot: "overview",
    title: "Visibility",
    order: 6,
    blocks: [{ kind: "view", operation: "keywordsDashboard_visibilityLines" }]
  },
  {
    id: "moved",
    slot: "overview",
    title: "What moved",
    order: 10,
    blocks: [{ kind: "view", operation: "keywordsDashboard_moved" }]
  },
  {
    id: "watchlist",
    slot: "overview",
    title: "Watchlist",
    order: 8,
    blocks: [
      {
        kind: "view",
        operation: "keywordsDashboard_watchlist",
        view: View.table({
          rows: "apps",
          columns: [
            { field: "app", title: "App" },
            { field: "country", title: "Country" },
            { field: "trend", title: "30 days", line: "series" },
            { field: "visibility", title: "Visibility" },
            { field: "change", title: "Within a week" },
            { field: "ranked", title: "Ranked" }
          ]
        })
      }
    ]
  },
  {
    id: "ranks",
    slot: "app",
    title: "Ranks",
    order: 2,
    blocks: [
      { kind: "view", operation: "keywordsDashboard_ranks", title: "Ranks over time", params: days },
      { kind: "view", operation: "keywordsDashboard_visibility", title: "Visibility", params: days },
      {
        kind: "view",
        operation: "keywordsDashboard_keywords",
        title: "What moved",
        params: days,
        view: View.table({
          rows: "movers",
          columns: [
            { field: "keyword", title: "Keyword" },
            { field: "move", title: "What" },
            { field: "from", title: "From" },
            { field: "to", title: "To" },
            { field: "change", title: "Change" },
            { field: "fromDate", title: "Since" }
          ]
        })
      },
      { kind: "view", operation: "keywordsDashboard_keywords", title: "Keywords", params: days },
      {
        kind: "view",
        operation: "keywords_appKeywords",
        title: "Look for keywords now",
        params: { id: { page: "app" }, ...store },
        view: View.table({
          rows: "keywords",
          columns: [
            { field: "keyword", title: "Keyword" },
            { field: "rank", title: "Rank" },
            { field: "volumeScore", title: "Volume" },
            { field: "difficulty", title: "Difficulty" },
            { field: "opportunity", title: "Opportunity" }
          ]
        })
      },
      { kind: "form", operation: "keywords_metrics", title: "Volume and difficulty of a keyword", params: store },
      { kind: "form", operation: "keywords_gap", title: "What competitors rank for", params: app, values: rivals },
      {
        kind: "form",
        operation: "keywords_compareCluster",
        title: "Compare with competitors",
        params: app,
        values: rivals
      },
      { kind: "form", operation: "keywords_suggestions", title: "What people type", params: store },
      { kind: "form", operation: "keywords_track", title: "Track a keyword" }
    ]
  }
]
