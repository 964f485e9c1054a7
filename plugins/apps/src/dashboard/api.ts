/** What pages of an account read of apps: what is kept, and nothing of a store. */
import {
  Endpoint,
  Field,
  group,
  Param,
  PlatformUnsupported,
  Provenance,
  pageRead,
  View,
  windowQuery
} from "@storeglass/plugin-api"
import { storefront } from "@storeglass/stores/contract"
import { Schema } from "effect"
import { watchReasons } from "../contract.ts"
import { measures } from "../models/estimateDays.ts"
import { charts } from "../parameters.ts"
import { scopes } from "../storeFacts.ts"

const NullOr = Schema.NullOr
const { number, text, whole } = Field

const appId = text("App id: digits on storea, the package name on storeb.", "284882215")
const platform = Schema.Literals(Param.platforms)
const country = text("Storefront, lowercase ISO 3166-1 alpha-2.", "us")
const date = text("YYYY-MM-DD, UTC.")
const head = { platform, appId, country }
const window = { from: text("First day, YYYY-MM-DD in UTC."), to: text("Last day.") }
const scope = Schema.Literals(scopes).annotate({
  description: "Whose figures these are: of the country, or worldwide where the store has no counts by country."
})
const listed = {
  name: NullOr(text("Name of the app; null if nothing that is kept tells it.")),
  iconUrl: NullOr(text("Address of its icon; null if nothing that is kept tells it.")),
  developer: NullOr(text("Who sells it; null if nothing that is kept tells it."))
}
const about = {
  appId: Param.text({ max: 255, description: "The app: a positive integer on storea, a package name on storeb." }),
  ...storefront
}
const errors = [PlatformUnsupported.wire] as const

export const AppsAnswer = Schema.Struct({
  apps: Schema.Array(
    Schema.Struct({
      ...head,
      ...listed,
      reason: Schema.Literals([...watchReasons, "chart"]).annotate({
        description:
          "workspace: your account keeps it; tracked: it's seen for keywords that your account tracks; chart: a kept chart told of it."
      })
    }).annotate({ identifier: "OpenableApp" })
  ),
  provenance: Provenance
}).annotate({ identifier: "OpenableApps" })
export type AppsAnswer = typeof AppsAnswer.Type

const list = Endpoint.get("list", "/dashboard/api/apps", {
  query: {
    q: Param.optional(Param.text({ max: 100, description: "Words that begin as those of the name do, or an app id." })),
    platform: Param.optional(Param.oneOf({ values: Param.platforms, description: "Only this store." })),
    limit: Param.limit({ of: "apps", max: 50, default: 20 })
  },
  answer: AppsAnswer,
  ...pageRead,
  summary: "Apps to open",
  description:
    "Apps of which something is kept: first those that your account watches, then those of charts. No store is asked; any other app is opened by its id."
})

export const ProfileAnswer = Schema.Struct({
  ...head,
  status: Schema.Literals(["stored", "not_stored"]).annotate({
    description: "not_stored: nothing is kept of the app; asking the store for it is an operation with a price."
  }),
  ...listed,
  category: NullOr(text("Name of its main genre; null if nothing that is kept tells it.", "Games")),
  categoryId: NullOr(text("Its id.", "6014")),
  ratings: Schema.Struct({
    average: NullOr(number("Mean of all ratings, 1 to 5; see status.")),
    count: NullOr(whole("Number of these ratings.")),
    installs: NullOr(whole("Worldwide install counter, on storeb; null where the store has none.")),
    status: Schema.Literals(["measured", "not_measured"]).annotate({ description: "Of the newest day that is kept." }),
    scope,
    date: NullOr(text("That day, YYYY-MM-DD in UTC; null if none is kept."))
  }),
  provenance: Provenance
}).annotate({ identifier: "StoredApp" })
export type ProfileAnswer = typeof ProfileAnswer.Type

const profile = Endpoint.get("profile", "/dashboard/api/apps/profile", {
  query: about,
  answer: ProfileAnswer,
  errors,
  ...pageRead,
  summary: "What is kept of an app",
  description:
    "Name, developer, category and newest ratings of an app, as far as charts and earlier answers told them.",
  view: View.status({
    state: "status",
    details: [
      { field: "name", title: "Name" },
      { field: "developer", title: "Developer" },
      { field: "category", title: "Category" },
      { field: "ratings.average", title: "Rating" },
      { field: "ratings.count", title: "Ratings" },
      { field: "ratings.date", title: "As of" }
    ]
  })
})

export const RatingsAnswer = Schema.Struct({
  ...head,
  ...window,
  scope,
  days: Schema.Array(
    Schema.Struct({
      date,
      average: NullOr(number("Mean of all ratings, 1 to 5; null without a reading or a rating.")),
      count: NullOr(whole("Number of ratings so far; null without a reading, or where the store didn't tell it.")),
      installs: NullOr(whole("Worldwide install counter, on storeb.")),
      status: Schema.Literals(["measured", "not_measured"]).annotate({
        description: "not_measured: nobody asked the store for the app that day."
      })
    }).annotate({ identifier: "RatingsOnDay" })
  ).annotate({ description: "Each day, oldest first." }),
  provenance: Provenance
}).annotate({ identifier: "RatingDays" })
export type RatingsAnswer = typeof RatingsAnswer.Type

const ratings = Endpoint.get("ratings", "/dashboard/api/apps/ratings", {
  query: { ...about, ...windowQuery },
  answer: RatingsAnswer,
  errors,
  ...pageRead,
  summary: "Ratings over time",
  description:
    "Average and number of ratings of an app, day by day, as far as somebody asked the store for it. No histogram by stars is kept.",
  view: View.series({ rows: "days", x: "date", y: "count", status: "status" })
})

export const EstimatesAnswer = Schema.Struct({
  ...head,
  ...window,
  measure: Schema.Literals(measures),
  unit: text("What the figures are.", "downloads a month"),
  scope,
  model: text("Version of the combination.", "downloads@2"),
  status: Schema.Literals(["estimated", "unavailable", "not_measured"]).annotate({
    description: "Of all these days. unavailable: what was read gives no figure; not_measured: nothing was read."
  }),
  reason: NullOr(text("Why the last of these days has no figure; null where it has one.")),
  days: Schema.Array(
    Schema.Struct({
      date,
      value: NullOr(whole("Monthly figure at the pace of the day; status says why it is null.")),
      low: NullOr(whole("The figure lies between low and high in 80 % of cases.")),
      high: NullOr(whole("The other end of that range.")),
      confidence: Schema.Literals(["high", "medium", "low", "none"]),
      models: Schema.Array(Schema.String).annotate({ description: "The models used." }),
      status: Schema.Literals(["estimated", "unavailable", "not_measured"]).annotate({
        description: "unavailable: what was read that day gives no figure; not_measured: nothing was read."
      })
    }).annotate({ identifier: "EstimateOnDay" })
  ).annotate({ description: "Each day, oldest first." }),
  provenance: Provenance
}).annotate({ identifier: "EstimateDays" })
export type EstimatesAnswer = typeof EstimatesAnswer.Type

const estimates = Endpoint.get("estimates", "/dashboard/api/apps/estimates", {
  query: {
    ...about,
    ...windowQuery,
    measure: Param.oneOf({
      values: measures,
      default: "downloads",
      description: "downloads (default), or revenue in USD from the top-grossing chart."
    })
  },
  answer: EstimatesAnswer,
  errors,
  ...pageRead,
  summary: "Estimates over time",
  description:
    "Downloads or revenue a month, day by day with their ranges, by the models of the intelligence report as far as what is kept feeds them: places in charts and install counters. Your own counted figures don't correct them.",
  view: View.series({ rows: "days", x: "date", y: "value", low: "low", high: "high", status: "status" })
})

export const ChartMovesAnswer = Schema.Struct({
  days: whole("How many days lie between the two lists.", 7),
  watched: whole("Apps that your account watches."),
  moves: Schema.Array(
    Schema.Struct({
      ...head,
      name: listed.name,
      chart: Schema.Literals(charts),
      genreId: text("Genre id, or all for the overall chart.", "6014"),
      title: text("The chart and its category.", "Top free, Games"),
      move: Schema.Literals(["entered", "left", "rose", "fell"]),
      rank: NullOr(whole("1 is first; null: it left the chart.")),
      previousRank: NullOr(whole("Null: it wasn't in the chart.")),
      change: NullOr(whole("Places gained; null where it entered or left.")),
      depth: whole("How many ranks both lists have."),
      asOf: text("When the newer list was read, ISO 8601.")
    }).annotate({ identifier: "ChartMoveOfApp" })
  ).annotate({ description: "Entries and exits first, then the largest." }),
  provenance: Provenance
}).annotate({ identifier: "ChartMovesOfApps" })
export type ChartMovesAnswer = typeof ChartMovesAnswer.Type

const chartMoves = Endpoint.get("chartMoves", "/dashboard/api/apps/chart-moves", {
  query: { limit: Param.limit({ of: "moves", max: 50, default: 10 }) },
  answer: ChartMovesAnswer,
  ...pageRead,
  summary: "Your apps in the charts",
  description: "What became of the apps that your account watches in the kept charts of their countries within a week.",
  view: View.table({
    rows: "moves",
    columns: [
      { field: "name", title: "App" },
      { field: "title", title: "Chart" },
      { field: "country", title: "Country" },
      { field: "move", title: "What" },
      { field: "rank", title: "Rank" },
      { field: "previousRank", title: "A week ago" },
      { field: "change", title: "Change" }
    ]
  })
})

export const dashboard = group("appsDashboard", list, profile, ratings, estimates, chartMoves)
