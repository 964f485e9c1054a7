import type { Panel } from "@storeglass/plugin-api"

export const panels: ReadonlyArray<Panel> = [
  {
    id: "cofounder",
    slot: "settings",
    title: "Daily reports",
    role: "admin",
    order: 60,
    blocks: [
      {
        kind: "text",
        text: "Each app of your workspace gets a report a day: what moved, which rule found it, and what to do. It's posted to your own address and kept with your saved reports."
      },
      { kind: "form", operation: "cofounder_saveWebhook", title: "Save the address" },
      { kind: "form", operation: "cofounder_preferences", title: "Switch reports on or off" },
      { kind: "form", operation: "cofounder_removeWebhook", title: "Delete the address" }
    ]
  }
]
