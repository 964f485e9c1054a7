import { type Panel, View } from "@storeglass/plugin-api"

const days = { from: { page: "from" }, to: { page: "to" } } as const
const ofApp = { appId: { page: "app" }, ...days } as const
const platforms = ["storea"] as const

const figures = View.stat({ rows: "figures", title: "title", value: "value", unit: "unit", status: "status" })
const installs = View.series({ rows: "days", x: "day", y: "installs", status: "status" })

const campaign = {
  campaignId: { operation: "connectAds_campaigns", rows: "items", value: "id", title: "name" }
} as const
const adGroup = {
  ...campaign,
  adGroupId: {
    operation: "connectAds_adGroups",
    params: { campaignId: { field: "campaignId" } },
    rows: "items",
    value: "id",
    title: "name"
  }
} as const

export const panels: ReadonlyArray<Panel> = [
  {
    id: "connection",
    slot: "connections",
    title: "Search ads",
    order: 10,
    blocks: [{ kind: "view", operation: "connectAdsDashboard_state" }]
  },
  {
    id: "spend",
    slot: "connections",
    title: "Spend and installs",
    order: 11,
    blocks: [
      { kind: "view", operation: "connectAdsDashboard_spend", title: "In these days", params: days, view: figures },
      { kind: "view", operation: "connectAdsDashboard_spend", title: "Spend by day", params: days },
      { kind: "view", operation: "connectAdsDashboard_spend", title: "Installs by day", params: days, view: installs },
      { kind: "view", operation: "connectAdsDashboard_keywords", title: "Keywords of the last 30 days" }
    ]
  },
  {
    id: "campaigns",
    slot: "connections",
    title: "Campaigns",
    order: 11,
    blocks: [{ kind: "view", operation: "connectAds_campaigns", title: "Their state and budgets" }]
  },
  {
    id: "credentials",
    slot: "connections",
    title: "Connect search ads",
    role: "admin",
    order: 15,
    blocks: [
      {
        kind: "text",
        text: "Make a key pair, upload its public half at the vendor, and paste the private half here. The guide has the two commands."
      },
      { kind: "form", operation: "connectAds_connect" },
      { kind: "action", operation: "connectAds_disconnect", title: "Disconnect" }
    ]
  },
  {
    id: "reports",
    slot: "connections",
    title: "Reports",
    order: 12,
    blocks: [
      { kind: "form", operation: "connectAds_keywordReport", title: "Keyword table of a campaign", values: campaign },
      { kind: "form", operation: "connectAds_searchTermReport", title: "What people searched for", values: campaign },
      { kind: "form", operation: "connectAds_waste", title: "What cost and brought nothing", values: campaign },
      { kind: "form", operation: "connectAds_appReturn", title: "Spend and proceeds of an app" }
    ]
  },
  {
    id: "history",
    slot: "connections",
    title: "Changes",
    order: 14,
    blocks: [
      { kind: "view", operation: "connectAdsDashboard_changes", title: "Made here" },
      { kind: "view", operation: "connectAds_history", title: "The last 7 days, by whomever" }
    ]
  },
  {
    id: "changes",
    slot: "connections",
    title: "Change search ads",
    role: "member",
    order: 13,
    blocks: [
      { kind: "view", operation: "connectAds_raises", title: "What may still be raised" },
      {
        kind: "form",
        operation: "connectAds_updateCampaign",
        title: "Pause, enable, rename or fund a campaign",
        values: campaign
      },
      {
        kind: "form",
        operation: "connectAds_updateAdGroup",
        title: "Pause, enable, rename or bid for an ad group",
        values: adGroup
      }
    ]
  },
  {
    id: "search-ads",
    slot: "app",
    title: "Search ads",
    order: 62,
    blocks: [
      {
        kind: "view",
        operation: "connectAdsDashboard_spend",
        title: "In these days",
        params: ofApp,
        platforms,
        view: figures
      },
      { kind: "view", operation: "connectAdsDashboard_spend", title: "Spend by day", params: ofApp, platforms },
      {
        kind: "view",
        operation: "connectAdsDashboard_spend",
        title: "Installs by day",
        params: ofApp,
        platforms,
        view: installs
      },
      {
        kind: "view",
        operation: "connectAdsDashboard_keywords",
        title: "Keywords of the last 30 days",
        params: { appId: { page: "app" } },
        platforms
      }
    ]
  }
]
