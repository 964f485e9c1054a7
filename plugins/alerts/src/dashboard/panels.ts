import { type Panel, View } from "@storeglass/plugin-api"

export const panels: ReadonlyArray<Panel> = [
  {
    id: "recent",
    slot: "alerts",
    title: "Latest alerts",
    order: 5,
    blocks: [
      {
        kind: "view",
        operation: "alertsDashboard_recent",
        title: "Alerts a day",
        view: View.series({ rows: "days", x: "day", y: "alerts" })
      },
      { kind: "view", operation: "alertsDashboard_recent", title: "The newest" }
    ]
  },
  {
    id: "chats",
    slot: "alerts",
    title: "Chats",
    order: 10,
    blocks: [
      {
        kind: "view",
        operation: "alertsDashboard_chats",
        title: "Bot",
        view: View.status({ state: "bot", details: [{ field: "linked", title: "Chats that take alerts" }] })
      },
      {
        kind: "view",
        operation: "alertsDashboard_chats",
        title: "Linked chats",
        actions: [{ operation: "alertsDashboard_unlinkChat", title: "Unlink", params: { chatId: { row: "chatId" } } }]
      },
      { kind: "form", operation: "alertsDashboard_linkChat", title: "Link a chat" }
    ]
  },
  {
    id: "channels",
    slot: "alerts",
    title: "Slack and Discord",
    order: 15,
    blocks: [
      {
        kind: "view",
        operation: "alertsDashboard_channels",
        title: "Channels",
        actions: [{ operation: "alertsDashboard_removeChannel", title: "Remove", params: { channelId: { row: "id" } } }]
      },
      { kind: "form", operation: "alertsDashboard_addChannel", title: "Add a channel" }
    ]
  },
  {
    id: "quiet-hours",
    slot: "alerts",
    title: "Quiet hours",
    order: 20,
    blocks: [
      { kind: "view", operation: "alertsDashboard_quiet", title: "At present" },
      { kind: "form", operation: "alertsDashboard_setQuiet", title: "Change" }
    ]
  },
  {
    id: "kinds",
    slot: "alerts",
    title: "Kinds",
    order: 45,
    blocks: [
      {
        kind: "view",
        operation: "alertsDashboard_kinds",
        title: "What comes",
        view: View.table({
          rows: "kinds",
          columns: [
            { field: "title", title: "What" },
            { field: "when", title: "When it's sent" },
            { field: "state", title: "State" }
          ]
        }),
        actions: [
          {
            operation: "alertsDashboard_chooseKind",
            title: "Turn off",
            params: { kind: { row: "kind" }, on: "false" },
            when: { row: "state", is: ["on"] }
          },
          {
            operation: "alertsDashboard_chooseKind",
            title: "Turn on",
            params: { kind: { row: "kind" }, on: "true" },
            when: { row: "state", is: ["off", "snoozed"] }
          }
        ]
      }
    ]
  },
  {
    id: "rules",
    slot: "alerts",
    title: "Your own rules",
    order: 35,
    blocks: [
      {
        kind: "view",
        operation: "alertsDashboard_rules",
        title: "What is looked for",
        actions: [{ operation: "alertsDashboard_removeRule", title: "Delete", params: { ruleId: { row: "id" } } }]
      },
      { kind: "form", operation: "alertsDashboard_addRule", title: "Add a rule" }
    ]
  }
]
