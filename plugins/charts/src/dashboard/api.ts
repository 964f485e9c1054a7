/** What pages of an account read of charts: what is kept, and nothing of a store. */
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
import { chartNames } from "../contract.ts"

const NullOr = Schema.NullOr
const { text, whole } = Field

export const placeStatuses = ["ranked", "not_in_top_n", "not_measured"] as const
const Status = Schema.Literals(placeStatuses).annotate({
  description: "ranked; not_in_top_n: the list was read and doesn't hold the app; not_measured: no list was read."
})
const place = {
  rank: NullOr(whole("1 is first; status says why it is null.")),
  status: Status,
  depth: NullOr(whole("How many ranks the list had; null if none was read."))
}
const chart = {
  name: text("The chart and its category.", "Top free, Games"),
  chart: Schema.Literals(chartNames),
  genreId: text("Genre id, or all for the overall chart.", "6014")
}

export const PositionsAnswer = Schema.Struct({
  platform: Schema.Literals(Param.platforms),
  appId: text("App id: digits on storea, the package name on storeb."),
  country: text("Storefront, lowercase ISO 3166-1 alpha-2.", "us"),
  from: text("First day, YYYY-MM-DD in UTC."),
  to: text("Last day."),
  now: Schema.Array(
    Schema.Struct({
      ...chart,
      ...place,
      best: whole("Best rank of these days."),
      previousRank: NullOr(whole("Rank in the first list of these days; null if that didn't hold it.")),
      change: NullOr(
        whole("Places gained since then, within the ranks that both lists have; null without both ranks.")
      ),
      asOf: text("When the newest list of these days was read, ISO 8601.")
    }).annotate({ identifier: "PlaceInChart" })
  ).annotate({ description: "Charts that held the app in these days, the best newest rank first." }),
  lines: Schema.Array(
    Schema.Struct({
      ...chart,
      source: text("Upstream that gave the lists; those of others are left out.", "storea.charts"),
      days: Schema.Array(
        Schema.Struct({ date: text("YYYY-MM-DD, UTC."), ...place }).annotate({ identifier: "PlaceOnDay" })
      ).annotate({ description: "Each day, oldest first, by the day's last list." })
    }).annotate({ identifier: "PlacesInChart" })
  ).annotate({ description: "The first eight of these charts." }),
  provenance: Provenance
}).annotate({ identifier: "ChartPositions" })
export type PositionsAnswer = typeof PositionsAnswer.Type

const positions = Endpoint.get("positions", "/dashboard/api/charts/positions", {
  query: {
    appId: Param.text({ max: 255, description: "The app: a positive integer on storea, a package name on storeb." }),
    ...storefront,
    ...windowQuery
  },
  answer: PositionsAnswer,
  errors: [PlatformUnsupported.wire],
  ...pageRead,
  summary: "Chart positions over time",
  description:
    "Where an app stands in the kept charts of a country, and stood on each day. No store is asked. An app that no chart held has none.",
  view: View.ranks({ lines: "lines", name: "name", rows: "days", x: "date", y: "rank", status: "status" })
})

export const dashboard = group("chartsDashboard", positions)
