import { type Panel, View } from "@storeglass/plugin-api"

const app = { packageName: { page: "app" } } as const
const platforms = ["storeb"] as const
const state = { field: "state", title: "State" }
const region = { field: "region", title: "Country" }
const price = [
  { field: "price.amount", title: "Price" },
  { field: "price.currency", title: "Currency" }
]

/** What an app sells in its console, and for how much in which country. */
export const pricePanels: ReadonlyArray<Panel> = [
  {
    id: "prices",
    slot: "app",
    title: "Products and prices",
    order: 63,
    blocks: [
      {
        kind: "view",
        operation: "connectStoreb_subscriptions",
        title: "Subscriptions now",
        params: app,
        platforms,
        shows: [
          {
            title: "Base plans",
            view: View.table({
              rows: "items.basePlans",
              columns: [
                { field: "productId", title: "Subscription" },
                { field: "basePlanId", title: "Base plan" },
                { field: "kind", title: "Paid" },
                { field: "billingPeriod", title: "Each payment lasts" },
                state
              ]
            })
          },
          {
            title: "Prices by country",
            view: View.table({
              rows: "items.basePlans.prices",
              columns: [
                { field: "productId", title: "Subscription" },
                { field: "basePlanId", title: "Base plan" },
                region,
                ...price,
                { field: "newSubscribers", title: "Sold to new subscribers" }
              ]
            })
          }
        ]
      },
      {
        kind: "view",
        operation: "connectStoreb_oneTimeProducts",
        title: "One-time products now",
        params: app,
        platforms,
        shows: [
          {
            title: "Purchase options",
            view: View.table({
              rows: "items.purchaseOptions",
              columns: [
                { field: "productId", title: "Product" },
                { field: "purchaseOptionId", title: "Purchase option" },
                { field: "kind", title: "Sold to" },
                state
              ]
            })
          },
          {
            title: "Prices by country",
            view: View.table({
              rows: "items.purchaseOptions.prices",
              columns: [
                { field: "productId", title: "Product" },
                { field: "purchaseOptionId", title: "Purchase option" },
                region,
                ...price,
                { field: "availability", title: "Availability" }
              ]
            })
          }
        ]
      }
    ]
  }
]
