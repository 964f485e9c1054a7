import type { Panel } from "@storeglass/plugin-api"

const days = { from: { page: "from" }, to: { page: "to" } } as const

export const panels: ReadonlyArray<Panel> = [
  {
    id: "figures",
    slot: "overview",
    title: "Paywall",
    blocks: [{ kind: "view", operation: "paywall_overview", title: "Proceeds, MRR, trials and conversion" }]
  },
  {
    id: "connection",
    slot: "connections",
    title: "Paywall",
    order: 19,
    blocks: [{ kind: "view", operation: "paywallDashboard_state" }]
  },
  {
    id: "proceeds",
    slot: "connections",
    title: "Proceeds and conversion",
    order: 20,
    blocks: [
      {
        kind: "view",
        operation: "paywallDashboard_proceeds",
        title: "Proceeds by day, as they were copied",
        params: days
      },
      { kind: "view", operation: "paywallDashboard_funnel", title: "From paywall to payment, as copied", params: days },
      { kind: "view", operation: "paywall_overview", title: "Proceeds, MRR, trials and conversion now", params: days },
      {
        kind: "view",
        operation: "paywall_chart",
        title: "Proceeds by day now",
        params: { chart: "proceeds", ...days }
      },
      { kind: "view", operation: "paywall_campaigns", title: "Campaigns" }
    ]
  },
  {
    id: "credentials",
    slot: "connections",
    title: "Connect the paywall provider",
    role: "admin",
    order: 21,
    blocks: [
      { kind: "text", text: "Paste an organization key with read scopes. Nothing is ever changed at the provider." },
      { kind: "form", operation: "paywall_connect" },
      { kind: "action", operation: "paywall_disconnect", title: "Disconnect" }
    ]
  },
  {
    id: "charts",
    slot: "connections",
    title: "Charts",
    order: 22,
    blocks: [{ kind: "form", operation: "paywall_chart", title: "Any chart of the provider" }]
  }
]
