import { type Panel, View } from "@storeglass/plugin-api"

const figures = { appId: { page: "app" }, from: { page: "from" }, to: { page: "to" } } as const
const platforms = ["storea"] as const
const prices = View.table({
  rows: "prices",
  columns: [
    { field: "product", title: "Product" },
    { field: "territory", title: "Territory" },
    { field: "price", title: "Price" },
    { field: "proceeds", title: "Proceeds" },
    { field: "currency", title: "Currency" },
    { field: "setBy", title: "Set by" }
  ]
})

export const panels: ReadonlyArray<Panel> = [
  {
    id: "connection",
    slot: "connections",
    title: "Console of storea",
    order: 4,
    blocks: [{ kind: "view", operation: "connectStoreaDashboard_state" }]
  },
  {
    id: "imports",
    slot: "connections",
    title: "Reports",
    order: 5,
    blocks: [
      {
        kind: "view",
        operation: "connectStoreaDashboard_state",
        title: "What was read",
        view: View.table({
          rows: "imports",
          columns: [
            { field: "source", title: "Report" },
            { field: "imported", title: "Files" },
            { field: "waiting", title: "Not there yet" },
            { field: "failed", title: "Failed" },
            { field: "lastDay", title: "Until" },
            { field: "lastAt", title: "Looked at" }
          ]
        })
      }
    ]
  },
  {
    id: "products",
    slot: "connections",
    title: "Products and prices",
    order: 5,
    blocks: [
      { kind: "view", operation: "connectStoreaDashboard_products", title: "Products" },
      {
        kind: "view",
        operation: "connectStoreaDashboard_products",
        title: "Prices in the United States",
        params: { territory: "USA" },
        view: prices
      },
      { kind: "view", operation: "connectStoreaDashboard_products", title: "Prices over territories", view: prices }
    ]
  },
  {
    id: "changes",
    slot: "connections",
    title: "Changes made here",
    order: 6,
    blocks: [
      { kind: "view", operation: "connectStoreaDashboard_changes", title: "Purchases, prices and availability" },
      {
        kind: "text",
        text: "To take a change back, send its id to POST /v1/connect/storea/changes/{id}/undo, over the API or MCP. That needs the console key in headers."
      }
    ]
  },
  {
    id: "credentials",
    slot: "connections",
    title: "Save a console key",
    role: "admin",
    order: 7,
    blocks: [
      {
        kind: "text",
        text: "The key reads your sales and analytics reports every night. It's sealed, and never shown again."
      },
      { kind: "form", operation: "connectStoreaSync_connect", title: "Save a key" },
      { kind: "form", operation: "connectStoreaSync_disconnect", title: "Delete the saved key" }
    ]
  },
  {
    id: "figures",
    slot: "app",
    title: "Console",
    order: 61,
    blocks: [
      {
        kind: "view",
        operation: "connectStoreaDashboard_figures",
        title: "First downloads by day",
        params: figures,
        platforms
      },
      {
        kind: "view",
        operation: "connectStoreaDashboard_figures",
        title: "Proceeds by day",
        params: figures,
        platforms,
        view: View.series({
          lines: "proceeds",
          name: "currency",
          rows: "days",
          x: "day",
          y: "amount",
          status: "status"
        })
      },
      {
        kind: "view",
        operation: "connectStoreaDashboard_figures",
        title: "First downloads by country",
        params: figures,
        platforms,
        view: View.bars({ rows: "countries", title: "name", value: "firstDownloads" })
      },
      {
        kind: "view",
        operation: "connectStoreaDashboard_products",
        title: "Products",
        params: { appId: { page: "app" } },
        platforms
      },
      {
        kind: "view",
        operation: "connectStoreaDashboard_products",
        title: "Prices over territories",
        params: { appId: { page: "app" }, limit: "2000" },
        platforms,
        view: prices
      }
    ]
  }
]
