import { type Panel, View } from "@storeglass/plugin-api"

const days = { from: { page: "from" }, to: { page: "to" } } as const

/** Of the connection itself; those of its parts stand with them. */
export const connectionPanels: ReadonlyArray<Panel> = [
  {
    id: "connection",
    slot: "connections",
    title: "Console of storeb",
    order: 7,
    blocks: [{ kind: "view", operation: "connectStorebDashboard_state" }]
  },
  {
    id: "analytics",
    slot: "connections",
    title: "Reports",
    order: 8,
    blocks: [
      { kind: "view", operation: "connectStorebDashboard_analytics", title: "Apps", params: days },
      {
        kind: "view",
        operation: "connectStorebDashboard_analytics",
        title: "Report files",
        params: days,
        view: View.table({
          rows: "imports",
          columns: [
            { field: "object", title: "File" },
            { field: "state", title: "State" },
            { field: "rows", title: "Rows" },
            { field: "importedAt", title: "Looked at" }
          ]
        })
      },
      { kind: "form", operation: "connectStorebReports_importReports", title: "Import now" },
      { kind: "form", operation: "connectStorebReports_exportRows", title: "Export" }
    ]
  },
  {
    id: "changes",
    slot: "connections",
    title: "Changes made here",
    order: 9,
    blocks: [{ kind: "view", operation: "connectStorebDashboard_changes", title: "Releases, texts and replies" }]
  },
  {
    id: "credentials",
    slot: "connections",
    title: "Connect a service account",
    role: "admin",
    order: 10,
    blocks: [
      {
        kind: "text",
        text: "Paste a service account's key file. The guide says which rights it needs, and where they're granted."
      },
      { kind: "form", operation: "connectStoreb_connect", title: "Connect" },
      { kind: "form", operation: "connectStoreb_disconnect", title: "Disconnect" }
    ]
  }
]
