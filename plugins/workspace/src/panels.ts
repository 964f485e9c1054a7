import { type Panel, type PanelBlock, View } from "@storeglass/plugin-api"

const app = { appId: { page: "app" } } as const

const kept = { operation: "workspace_apps", rows: "items", value: "appId", title: "appName" } as const
const ofApp = (name: string, operation: string, value: string, title: string) => ({
  [name]: { operation, params: app, rows: "items", value, title }
})
const view = { id: { operation: "workspace_views", rows: "items", value: "id", title: "name" } } as const

/** Drop a file, see what would become of it, and import it. */
const importing: Extract<PanelBlock, { kind: "form" }> = {
  kind: "form",
  operation: "workspaceDashboard_importFile",
  title: "Import a file",
  file: {
    field: "base64",
    preview: "preview",
    endings: [".csv", ".tsv", ".txt", ".json"],
    hinders: "limit"
  },
  shows: [
    { title: "In short", view: View.stat({ rows: "figures", title: "title", value: "value" }) },
    {
      title: "What is new",
      view: View.table({
        rows: "counts",
        columns: [
          { field: "what", title: "What" },
          { field: "added", title: "New" },
          { field: "duplicates", title: "There already" }
        ]
      })
    },
    {
      title: "Refused rows",
      view: View.table({
        rows: "refusals",
        columns: [
          { field: "row", title: "Row" },
          { field: "value", title: "Value" },
          { field: "why", title: "Why" }
        ]
      })
    },
    {
      title: "Columns of the file",
      view: View.table({
        rows: "columns",
        columns: [
          { field: "name", title: "Column" },
          { field: "means", title: "Taken for" }
        ]
      })
    }
  ]
}

const compared = { operation: "workspaceDashboard_versions", params: app } as const
const choice = { ...compared, rows: "items", value: "id", title: "title", note: "state", only: true } as const

export const panels: ReadonlyArray<Panel> = [
  {
    id: "keep",
    slot: "settings",
    title: "Workspace",
    role: "member",
    order: 10,
    blocks: [
      { kind: "text", text: "The apps your account keeps, what they compete with, and what was released." },
      { kind: "form", operation: "workspace_addApp", title: "Add an app" },
      { kind: "form", operation: "workspace_updateApp", title: "Change an app", values: { appId: kept } },
      { kind: "form", operation: "workspace_removeApp", title: "Delete an app", values: { appId: kept } },
      { kind: "view", operation: "workspace_tags", title: "Tags" },
      { kind: "form", operation: "workspace_tagRows", title: "Tag apps and keywords" },
      { kind: "form", operation: "workspace_renameTag", title: "Rename a tag" },
      { kind: "form", operation: "workspace_removeTag", title: "Delete a tag" },
      { kind: "view", operation: "workspace_views", title: "Saved views" },
      { kind: "form", operation: "workspace_addView", title: "Save a view" },
      { kind: "form", operation: "workspace_updateView", title: "Change a view", values: view },
      { kind: "form", operation: "workspace_removeView", title: "Delete a view", values: view },
      { kind: "view", operation: "workspace_reports", title: "Saved reports" },
      {
        kind: "form",
        operation: "workspace_updateReport",
        title: "Pin a report",
        values: { id: { operation: "workspace_reports", rows: "items", value: "id", title: "title" } }
      },
      {
        kind: "form",
        operation: "workspace_removeReports",
        title: "Delete saved reports",
        values: { id: { operation: "workspace_reports", rows: "items", value: "id", title: "title" } }
      },
      { kind: "view", operation: "workspace_deletedApps", title: "Deleted apps" },
      {
        kind: "form",
        operation: "workspace_restoreApp",
        title: "Restore a deleted app",
        values: { id: { operation: "workspace_deletedApps", rows: "items", value: "id", title: "appName" } }
      }
    ]
  },
  {
    id: "move",
    slot: "settings",
    title: "Import and export",
    role: "member",
    order: 11,
    blocks: [
      { ...importing, values: { appId: kept } },
      {
        kind: "download",
        operation: "workspaceDashboard_exportAll",
        title: "Export your workspace",
        saveAs: "storeglass-workspace.json"
      }
    ]
  },
  {
    id: "app",
    slot: "app",
    title: "Workspace",
    order: 5,
    blocks: [
      { kind: "view", operation: "workspace_keywords", title: "Keywords", params: app },
      { kind: "view", operation: "workspace_competitors", title: "Competitors", params: app },
      { kind: "view", operation: "workspace_versions", title: "Versions", params: app }
    ]
  },
  {
    id: "releases",
    slot: "app",
    title: "Releases",
    order: 7,
    blocks: [
      { kind: "view", operation: "workspace_liveListing", title: "What the store shows otherwise", params: app },
      { kind: "view", operation: "workspace_versionTimeline", title: "Releases", params: app },
      {
        kind: "marks",
        operation: "workspaceDashboard_releases",
        title: "Release",
        params: { ...app, from: { page: "from" }, to: { page: "to" } },
        marks: { rows: "releases", at: "at", title: "versionName", text: "text" }
      }
    ]
  },
  {
    id: "compare",
    slot: "app",
    title: "Compare versions",
    order: 8,
    blocks: [
      {
        kind: "form",
        operation: "workspace_diffVersions",
        title: "Compare versions",
        params: app,
        fields: ["from", "to"],
        values: { from: choice, to: choice },
        start: { ...compared, fields: { from: "from", to: "to" } },
        shows: [
          {
            title: "Word by word",
            view: View.changes({ rows: "fields", title: "field", pieces: { rows: "pieces", op: "op", text: "text" } })
          },
          {
            title: "Ranks of the terms that changed",
            view: View.table({
              rows: "terms",
              columns: [
                { field: "keyword", title: "Keyword" },
                { field: "country", title: "Country" },
                { field: "change", title: "Change" },
                { field: "before.rank", title: "Rank before" },
                { field: "before.rankStatus", title: "Measured before" },
                { field: "after.rank", title: "Rank after" },
                { field: "after.rankStatus", title: "Measured after" }
              ]
            })
          }
        ]
      }
    ]
  },
  {
    id: "import",
    slot: "app",
    title: "Import keywords or competitors",
    role: "member",
    order: 10,
    blocks: [{ ...importing, params: app }]
  },
  {
    id: "rivals",
    slot: "app",
    title: "Suggested competitors",
    order: 9,
    blocks: [{ kind: "view", operation: "workspace_suggestedCompetitors", params: app }]
  },
  {
    id: "change",
    slot: "app",
    title: "Change the workspace",
    role: "member",
    order: 6,
    blocks: [
      { kind: "form", operation: "workspace_addKeywords", title: "Add keywords", params: app },
      {
        kind: "form",
        operation: "workspace_removeKeyword",
        title: "Delete a keyword",
        params: app,
        values: ofApp("keyword", "workspace_keywords", "keyword", "keyword")
      },
      { kind: "form", operation: "workspace_addCompetitor", title: "Add a competitor", params: app },
      {
        kind: "form",
        operation: "workspace_removeCompetitor",
        title: "Delete a competitor",
        params: app,
        values: ofApp("competitorAppId", "workspace_competitors", "competitorAppId", "competitorName")
      },
      { kind: "form", operation: "workspace_addVersion", title: "Save a version", params: app },
      {
        kind: "form",
        operation: "workspace_updateVersion",
        title: "Change or release a version",
        params: app,
        values: ofApp("id", "workspace_versions", "id", "versionName")
      },
      { kind: "form", operation: "workspace_takeLive", title: "Keep what the store shows as a version", params: app }
    ]
  }
]
