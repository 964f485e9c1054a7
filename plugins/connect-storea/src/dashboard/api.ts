/** What pages of an account read of its console: what the sync read and what was changed here, and nothing of the vendor. */
import {
  Endpoint,
  Field,
  group,
  InvalidAppId,
  InvalidInput,
  Param,
  pageRead,
  ServiceUnavailable,
  View
} from "@storeglass/plugin-api"
import { Schema } from "effect"
import { OwnDay, SavedConnection } from "../sync/schema.ts"
import { MadeChange } from "../undo/schema.ts"

const { number, text } = Field
const base = "/dashboard/api/connect-storea"
const status = Schema.Literals(["measured", "not_measured"])

/** What is left to do, where no error of the vendor says it. */
export const todos = {
  connect: "Save a key of your console to have its reports read every night.",
  wait: "Wait for the first sync, which runs by itself.",
  vendorNumber: "Connect again with the vendor number: without it no sales are read.",
  nothing: "Nothing: it's read every night."
} as const

export const ConsoleState = Schema.Struct({
  ...SavedConnection.fields,
  todo: Schema.Union([Schema.Literals(Object.values(todos)), text("What to do, in a sentence.", todos.nothing)])
}).annotate({ identifier: "ConsoleState" })
export type ConsoleState = typeof ConsoleState.Type

const state = Endpoint.get("state", `${base}/state`, {
  answer: ConsoleState,
  errors: [ServiceUnavailable.wire],
  ...pageRead,
  summary: "State of the default store's console",
  description: "Whether a key is saved, since when, and what to do. The vendor isn't asked.",
  view: View.status({
    state: "state",
    details: [
      { field: "todo", title: "What to do" },
      { field: "connectedAt", title: "Connected since" },
      { field: "lastVerifiedAt", title: "Last verified" },
      { field: "keyId", title: "Key" }
    ]
  })
})

export const ChangesMade = Schema.Struct({
  items: Schema.Array(
    Schema.Struct({
      ...MadeChange.fields,
      by: text("The API key's id, or that none made it."),
      undo: text("Whether it can be taken back, else why not.")
    }).annotate({ identifier: "ConsoleChangeMade" })
  ).annotate({ description: "Newest first." })
}).annotate({ identifier: "ConsoleChangesMade" })
export type ChangesMade = typeof ChangesMade.Type

const changes = Endpoint.get("changes", `${base}/changes`, {
  query: { limit: Param.limit({ of: "changes", max: 100, default: 25 }) },
  answer: ChangesMade,
  errors: [InvalidInput.wire, ServiceUnavailable.wire],
  ...pageRead,
  summary: "Changes made at the default store's console",
  description:
    "What your account changed at its console through here: what, when, by which key, whether the vendor has it, and whether it can be taken back. From our own journal; the vendor isn't asked.",
  view: View.table({
    rows: "items",
    columns: [
      { field: "at", title: "When" },
      { field: "kind", title: "What" },
      { field: "target", title: "Of" },
      { field: "by", title: "By" },
      { field: "outcome", title: "Outcome" },
      { field: "undo", title: "Taking it back" },
      { field: "id", title: "Id" }
    ]
  })
})

const day = text("The store's day, YYYY-MM-DD.", "2026-11-20")
export const KeptFigures = Schema.Struct({
  appId: text("The app's numeric store id.", "6446901002"),
  from: text("First day, YYYY-MM-DD."),
  to: text("Last day."),
  days: Schema.Array(Schema.Struct({ ...OwnDay.fields, status }).annotate({ identifier: "ConsoleKeptDay" })).annotate({
    description: "Each day, oldest first."
  }),
  proceeds: Schema.Array(
    Schema.Struct({
      currency: text("ISO 4217 code.", "USD"),
      days: Schema.Array(
        Schema.Struct({
          day,
          amount: Schema.NullOr(number("What the owner earned; null: not measured.")),
          status
        }).annotate({ identifier: "ConsoleKeptProceeds" })
      )
    }).annotate({ identifier: "ConsoleProceedsLine" })
  ).annotate({ description: "By currency; nothing is converted." }),
  countries: Schema.Array(
    Schema.Struct({
      country: text("ISO 3166-1 alpha-2, lower case.", "us"),
      name: text("Its name in English.", "United States"),
      firstDownloads: Schema.NullOr(number("Downloads by who never had the app; null: not measured."))
    }).annotate({ identifier: "ConsoleKeptCountry" })
  ).annotate({ description: "The 20 with most first downloads." })
}).annotate({ identifier: "ConsoleKeptFigures" })
export type KeptFigures = typeof KeptFigures.Type

const figures = Endpoint.get("figures", `${base}/figures`, {
  query: {
    appId: Param.digits({ max: 19, description: "The app's numeric store id.", error: InvalidAppId }),
    from: Param.optional(Param.date({ description: "First day. Default: 30 days that end with to." })),
    to: Param.optional(Param.date({ description: "Last day. Default: yesterday, in the store's time zone." }))
  },
  answer: KeptFigures,
  errors: [InvalidInput.wire, InvalidAppId.wire, ServiceUnavailable.wire],
  ...pageRead,
  summary: "Own downloads and proceeds",
  description:
    "What your account's own console counted of an app, as the nightly sync read it: by day, proceeds by currency, and by country. The vendor isn't asked.",
  view: View.series({ rows: "days", x: "day", y: "firstDownloads", status: "status" })
})

const decimal = (what: string) => Schema.NullOr(text(`${what}, as decimal text; null: the vendor didn't say.`, "4.99"))
export const KeptProducts = Schema.Struct({
  appId: Schema.NullOr(text("The app that was asked for; null: all.")),
  lastReadAt: Schema.NullOr(text("When all of them were last read, ISO 8601; null: not yet.")),
  problem: Schema.NullOr(text("Why the last reading lacks something; null: it doesn't.")),
  products: Schema.Array(
    Schema.Struct({
      id: text("Its id at the vendor."),
      appId: text("Its app."),
      kind: Schema.Literals(["iap", "subscription"]),
      productId: Schema.NullOr(text("Product id; null: the vendor didn't say.")),
      name: Schema.NullOr(text("Reference name; null: the vendor didn't say.")),
      state: Schema.NullOr(text("Where it is with the vendor's review; null: the vendor didn't say.", "APPROVED")),
      status: Schema.Literals(["measured", "failed", "not_measured"]).annotate({
        description: "Of its prices. failed: the vendor was asked and couldn't tell. not_measured: it wasn't asked yet."
      }),
      lastReadAt: Schema.NullOr(text("When its prices were last read, ISO 8601; null: not yet.")),
      territories: Schema.Int.annotate({ description: "In how many territories a price of it is kept." })
    }).annotate({ identifier: "ConsoleKeptProduct" })
  ).annotate({ description: "By name." }),
  prices: Schema.Array(
    Schema.Struct({
      id: text("The product's id at the vendor."),
      product: text("Its name and product id.", "Pro monthly · com.example.pro.month"),
      territory: text("Three-letter code of the territory.", "USA"),
      currency: Schema.NullOr(text("ISO 4217 code; null: the vendor didn't say.", "USD")),
      price: decimal("What customers pay now"),
      proceeds: decimal("What the owner gets of it"),
      setBy: Schema.NullOr(
        text("hand, or base territory where the vendor derives it; null: of a subscription.", "hand")
      )
    }).annotate({ identifier: "ConsoleKeptPrice" })
  ).annotate({ description: "By product and territory, as of the last reading." })
}).annotate({ identifier: "ConsoleKeptProducts" })
export type KeptProducts = typeof KeptProducts.Type

const products = Endpoint.get("products", `${base}/products`, {
  query: {
    appId: Param.optional(Param.digits({ max: 19, description: "Of this app alone.", error: InvalidAppId })),
    territory: Param.optional(
      Param.text({ max: 3, description: "Prices of this territory alone: a three-letter code." })
    ),
    limit: Param.limit({ of: "products, and prices,", max: 2_000, default: 400 })
  },
  answer: KeptProducts,
  errors: [InvalidInput.wire, InvalidAppId.wire, ServiceUnavailable.wire],
  ...pageRead,
  summary: "Own products and their prices",
  description:
    "In-app purchases and subscriptions of your account's console, and what they cost in each territory, as the nightly sync read them. The vendor isn't asked.",
  view: View.table({
    rows: "products",
    columns: [
      { field: "name", title: "Product" },
      { field: "productId", title: "Product id" },
      { field: "kind", title: "Kind" },
      { field: "state", title: "State" },
      { field: "territories", title: "Territories" },
      { field: "status", title: "Prices" },
      { field: "lastReadAt", title: "Last read" }
    ]
  })
})

export const dashboardGroup = group("connectStoreaDashboard", state, changes, figures, products)
