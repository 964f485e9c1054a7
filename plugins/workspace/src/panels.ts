import type { Panel } from "@storeglass/plugin-api"

const app = { appId: { page: "app" } } as const

const kept = { operation: "workspace_apps", rows: "items", value: "appId", title: "appName" } as const
const ofApp = (name: string, operation: string, value: string, title: string) => ({
  [name]: { operation, params: app, rows: "items", value, title }
})
const view = { id: { operation: "workspace_views", rows: "items", value: "id", title: "name" } } as const

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
      { kind: "form", operation: "workspace_importFile", title: "Import keywords, competitors or a workspace" },
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
    id: "rivals",
    slot: "app",
    title: "Suggested competitors",
    order: 8,
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
