import type { Panel } from "@storeglass/plugin-api"

export const panels: ReadonlyArray<Panel> = [
  {
    id: "connection",
    slot: "connections",
    title: "Default-store console",
    order: 5,
    blocks: [
      { kind: "view", operation: "connectStoreaSync_status" },
      { kind: "action", operation: "connectStoreaSync_disconnect", title: "Delete the saved key" }
    ]
  },
  {
    id: "changes",
    slot: "connections",
    title: "Changes at the default-store console",
    order: 6,
    blocks: [
      { kind: "view", operation: "connectStoreaChanges_changes" },
      {
        kind: "text",
        text: "To take a change back, send its id to POST /v1/connect/storea/changes/{id}/undo, over the API or MCP. That needs the console key, which isn't kept here."
      }
    ]
  }
]
