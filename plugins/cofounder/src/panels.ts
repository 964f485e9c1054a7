import { type Panel, View } from "@storeglass/plugin-api"

const app = { appId: { page: "app" }, platform: { page: "platform" } } as const

export const panels: ReadonlyArray<Panel> = [
  {
    id: "cofounder",
    slot: "settings",
    title: "Daily reports",
    role: "admin",
    order: 60,
    blocks: [
      { kind: "view", operation: "cofounderDashboard_webhook", title: "State" },
      {
        kind: "text",
        text: "Each app of your workspace gets a report a day: what moved, which rule found it, and what to do. It's posted to your own address, mailed to the owner, or sent where your alerts go, as you choose, and kept with your saved reports."
      },
      { kind: "form", operation: "cofounder_saveWebhook", title: "Save the address" },
      { kind: "form", operation: "cofounder_preferences", title: "Switch reports on or off" },
      { kind: "form", operation: "cofounder_removeWebhook", title: "Delete the address" },
      { kind: "form", operation: "cofounderDashboard_setWeekly", title: "Weekly digest" },
      {
        kind: "view",
        operation: "cofounderDashboard_deliveries",
        title: "Last deliveries",
        params: { limit: "100" },
        actions: [
          {
            operation: "cofounderDashboard_replay",
            title: "Send again",
            params: { id: { row: "id" } },
            when: { row: "state", is: ["received", "failed", "unknown", "dropped"] }
          }
        ]
      }
    ]
  },
  {
    id: "report",
    slot: "app",
    title: "Daily report",
    order: 15,
    blocks: [
      {
        kind: "view",
        operation: "cofounderDashboard_report",
        title: "The day in a sentence",
        params: app,
        view: View.status({
          state: "state",
          details: [
            { field: "date", title: "Day" },
            { field: "headline", title: "Headline" }
          ]
        })
      },
      { kind: "view", operation: "cofounderDashboard_report", title: "What to do", params: app },
      {
        kind: "view",
        operation: "cofounderDashboard_report",
        title: "What was found",
        params: app,
        view: View.list({ rows: "findings", title: "text", note: "severity", text: "evidence" })
      },
      {
        kind: "view",
        operation: "cofounderDashboard_report",
        title: "What couldn't be told",
        params: app,
        view: View.list({ rows: "missing", title: "section", text: "reason" })
      },
      { kind: "view", operation: "cofounderDashboard_thresholds", title: "From where on it's told", params: app },
      {
        kind: "form",
        operation: "cofounderDashboard_setThreshold",
        title: "Change a threshold",
        params: app,
        fields: ["name", "value"]
      }
    ]
  }
]
