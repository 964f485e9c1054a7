/** What pages of an account read of its console: what is kept here, and nothing of the vendor. */
import {
  ChangesMade,
  changesView,
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
import * as R from "../reports/schema.ts"
import { Connection } from "../schema.ts"

const NullOr = Schema.NullOr
const { number, text, whole } = Field
const base = "/dashboard/api/connect-storeb"
const errors = [InvalidInput.wire, ServiceUnavailable.wire] as const
const ofApp = {
  packageName: Param.packageName({ description: "The app's package name.", error: InvalidAppId })
}
const days = {
  from: Param.optional(Param.date({ description: "First day, YYYY-MM-DD. Default: 27 days before to." })),
  to: Param.optional(Param.date({ description: "Last day, YYYY-MM-DD. Default: yesterday, by the store's clock." }))
}
const limit = (of: string) => Param.limit({ of, max: 100, default: 25 })

/** What is left to do, where no error of the vendor says it. */
export const todos = {
  connect: "Connect a service account of your console.",
  wait: "Wait for the first sync, which runs by itself.",
  nothing: "Nothing: it's read by itself."
} as const

export const ConsoleState = Schema.Struct({
  ...Connection.fields,
  todo: Schema.Union([Schema.Literals(Object.values(todos)), text("What to do, in a sentence.", todos.nothing)])
}).annotate({ identifier: "PlayConsoleState" })
export type ConsoleState = typeof ConsoleState.Type

const state = Endpoint.get("state", `${base}/state`, {
  answer: ConsoleState,
  errors: [ServiceUnavailable.wire],
  ...pageRead,
  summary: "State of the second store's console",
  description: "Whether a service account is saved, since when, and what to do. The vendor isn't asked.",
  view: View.status({
    state: "state",
    details: [
      { field: "todo", title: "What to do" },
      { field: "connectedAt", title: "Connected since" },
      { field: "lastVerifiedAt", title: "Last verified" },
      { field: "serviceAccountEmail", title: "Service account" },
      { field: "syncStatus", title: "Last sync" }
    ]
  })
})

const changes = Endpoint.get("changes", `${base}/changes`, {
  query: { limit: limit("changes") },
  answer: ChangesMade,
  errors,
  ...pageRead,
  summary: "Changes made at the second store's console",
  description:
    "What your account changed at its console through here: what, when, by which key, whether the vendor has it, and how it's taken back. From our own journal; the vendor isn't asked.",
  view: changesView
})

const analytics = Endpoint.get("analytics", `${base}/analytics`, {
  query: days,
  answer: R.Analytics,
  errors,
  ...pageRead,
  summary: "Imported reports of all apps",
  description: "What the imported reports add up to, and what became of each file. The vendor isn't asked.",
  view: View.table({
    rows: "apps",
    columns: [
      { field: "packageName", title: "App" },
      { field: "totals.installs", title: "Installs" },
      { field: "totals.uninstalls", title: "Uninstalls" },
      { field: "totals.storeListingVisitors", title: "Page visitors" },
      { field: "totals.conversionRate", title: "Conversion" },
      { field: "asOf.installs", title: "Until" }
    ]
  })
})
const app = Endpoint.get("app", `${base}/app`, {
  query: { ...ofApp, ...days },
  answer: R.AppAnalytics,
  errors,
  ...pageRead,
  summary: "An app's imported reports",
  description: "What the imported reports tell of an app by day. The vendor isn't asked.",
  view: View.series({ rows: "series", x: "date", y: "installs" })
})
const searchTerms = Endpoint.get("searchTerms", `${base}/search-terms`, {
  query: { ...ofApp, ...days, limit: limit("rows") },
  answer: R.SearchTerms,
  errors,
  ...pageRead,
  summary: "An app's search terms",
  description: "What people searched for before they visited the app's page, by the imported reports.",
  view: View.table({
    rows: "items",
    columns: [
      { field: "term", title: "Term" },
      { field: "visitors", title: "Visitors" },
      { field: "acquisitions", title: "Installs" },
      { field: "conversionRate", title: "Conversion" }
    ]
  })
})
const sources = Endpoint.get("sources", `${base}/sources`, {
  query: { ...ofApp, ...days, limit: limit("rows") },
  answer: R.Sources,
  errors,
  ...pageRead,
  summary: "An app's traffic sources",
  description: "What brought people to the app's page, by the imported reports.",
  view: View.bars({ rows: "items", title: "source", value: "visitors" })
})

export const KeptReviews = Schema.Struct({
  packageName: text("The app.", "com.example.app"),
  total: whole("Reviews that are kept."),
  unanswered: whole("Those without a reply."),
  items: Schema.Array(
    Schema.Struct({
      reviewId: text("Its id."),
      title: text("Its stars and who wrote it.", "2 of 5 · Ada"),
      state: Schema.Literals(["waiting", "replied"]).annotate({ description: "Whether it has a reply." }),
      text: text("The review, and below it the reply."),
      starRating: NullOr(whole("1 to 5; null: the store told none.")),
      lastModified: text("When it was written or last changed, ISO 8601."),
      draft: NullOr(text("A reply to begin with; null: it has one."))
    }).annotate({ identifier: "PlayKeptReview" })
  ).annotate({ description: "Those without a reply first, newest first." })
}).annotate({ identifier: "PlayKeptReviews" })
export type KeptReviews = typeof KeptReviews.Type

const reviews = Endpoint.get("reviews", `${base}/reviews`, {
  query: { ...ofApp, limit: limit("reviews") },
  answer: KeptReviews,
  errors,
  ...pageRead,
  summary: "Reviews that are kept",
  description: "The app's reviews as they were read of the console, unanswered first. The vendor isn't asked.",
  view: View.list({ rows: "items", title: "title", note: "state", text: "text" })
})

const vitalNames = ["crashRate", "anrRate"] as const
export const KeptVitals = Schema.Struct({
  packageName: text("The app.", "com.example.app"),
  metric: Schema.Literals(vitalNames),
  from: text("First day, YYYY-MM-DD."),
  to: text("Last day."),
  days: Schema.Array(
    Schema.Struct({
      date: text("The store's day, YYYY-MM-DD."),
      value: NullOr(number("Share of users in percent, 0 to 100; null: not measured.")),
      low: NullOr(number("It lies between low and high; null: not told.")),
      high: NullOr(number("The other end.")),
      status: Schema.Literals(["measured", "not_measured"])
    }).annotate({ identifier: "PlayKeptVital" })
  ).annotate({ description: "Each day, oldest first." })
}).annotate({ identifier: "PlayKeptVitals" })
export type KeptVitals = typeof KeptVitals.Type

const vitals = Endpoint.get("vitals", `${base}/vitals`, {
  query: {
    ...ofApp,
    ...days,
    metric: Param.oneOf({
      values: vitalNames,
      default: "crashRate",
      description: "Users with a crash, or with an ANR."
    })
  },
  answer: KeptVitals,
  errors,
  ...pageRead,
  summary: "Vitals that are kept",
  description: "The app's daily rates as the sync read them. The vendor isn't asked.",
  view: View.series({ rows: "days", x: "date", y: "value", low: "low", high: "high", status: "status" })
})

export const dashboardGroup = group(
  "connectStorebDashboard",
  state,
  changes,
  analytics,
  app,
  searchTerms,
  sources,
  reviews,
  vitals
)
