import {
  ConnectionPermissionMissing,
  ConnectionRejected,
  Endpoint,
  group,
  InvalidAppId,
  InvalidInput,
  NotConnected,
  NotFound,
  Param,
  ServiceUnavailable,
  savedErrors,
  UpstreamFailed,
  UpstreamRateLimited,
  UpstreamTimedOut,
  VendorConflict,
  VendorRejected,
  View
} from "@storeglass/plugin-api"
import { Schema } from "effect"
import { places } from "./Bucket.ts"
import { ReportTooLarge } from "./errors.ts"
import * as S from "./schema.ts"

export const prefix = "/v1/connect/storeb-play"
const asking = [...savedErrors, ServiceUnavailable.wire]
const stored = [InvalidAppId.wire, InvalidInput.wire, ServiceUnavailable.wire]
/** Of the download, which is no HttpApi. */
export const downloadErrors = [
  UpstreamFailed,
  UpstreamRateLimited,
  UpstreamTimedOut,
  NotFound,
  VendorRejected,
  VendorConflict,
  NotConnected,
  ConnectionRejected,
  ConnectionPermissionMissing,
  ServiceUnavailable,
  InvalidInput,
  ReportTooLarge
] as const

const packageName = Param.packageName({
  description: "The app's package name, as apps lists it.",
  error: InvalidAppId
})
const window = {
  from: Param.optional(Param.date({ description: "First day, YYYY-MM-DD. Default: 27 days before to." })),
  to: Param.optional(Param.date({ description: "Last day, YYYY-MM-DD. Default: yesterday, by the store's clock." }))
}
const limit = Param.limit({ of: "rows", max: 500, default: 50 })

const objects = Endpoint.get("objects", `${prefix}/reports/objects`, {
  query: {
    prefix: Param.optional(
      Param.text({ max: 1_024, description: "Only files whose names begin like this, such as stats/installs/." })
    ),
    limit: Param.limit({ of: "files", max: 1_000, default: 100 }),
    cursor: Param.cursor(Schema.Struct({ place: Schema.Literals(places), pageToken: Schema.NullOr(Schema.String) }))
  },
  answer: S.ReportObjects,
  errors: [...asking, InvalidInput.wire],
  price: 1,
  summary: "Report files",
  description:
    "The files in the bucket of reports, by name. Where there are two buckets, files of money are in the second: its files follow the first's, and a prefix of money, such as earnings/, lists it alone.",
  tool: { words: ["report files of my play console", "list bulk report exports"] },
  view: View.table({
    rows: "items",
    columns: [
      { field: "name", title: "File" },
      { field: "size", title: "Bytes" },
      { field: "updatedAt", title: "Written" }
    ]
  })
})
const object = Endpoint.get("object", `${prefix}/reports/object`, {
  query: {
    name: Param.text({ max: 1_024, description: "The file's name in the bucket, as objects lists it." }),
    content: Param.boolean({
      default: false,
      description: "Whether to return its bytes too, as base64, of a file of at most 1 MiB. download has no such limit."
    })
  },
  answer: S.OneObject,
  errors: [...asking, InvalidInput.wire, ReportTooLarge.wire],
  price: 1,
  summary: "A report file",
  description: "What the bucket tells of one file of reports, and its bytes where they're asked for.",
  tool: { words: ["read a bulk report file", "size and checksum of a report file"] }
})
const importReport = Endpoint.post("importReport", `${prefix}/analytics/import-report`, {
  payload: S.ImportReport,
  answer: S.ImportStarted,
  status: 202,
  errors: [...asking, InvalidInput.wire],
  price: 1,
  summary: "Import a report file",
  description:
    "Reads one file of reports into the account's analytics, in a run of its own. A file that hasn't changed isn't read again. analytics shows what came of it under imports.",
  tool: { words: ["import one play console report"] }
})
const importReports = Endpoint.post("importReports", `${prefix}/analytics/import-reports`, {
  payload: S.ImportReports,
  answer: S.ImportStarted,
  status: 202,
  errors: [...asking, InvalidInput.wire],
  price: 1,
  summary: "Import report files",
  description:
    "Reads the files of reports that fit into the account's analytics, oldest first, in a run of its own. All of them are read daily too; this is for what is wanted now. analytics shows what came of each under imports.",
  tool: { words: ["import play console reports now", "sync installs and store performance reports"] }
})
const analytics = Endpoint.get("analytics", `${prefix}/analytics`, {
  query: window,
  answer: S.Analytics,
  errors: [InvalidInput.wire, ServiceUnavailable.wire],
  price: 1,
  summary: "Analytics of all apps",
  description:
    "What the imported reports add up to over a window of at most 731 days, for all apps together and each, with what became of each report file. Conversion is that of the whole window, and each app's asOf says how far its reports reach. Doesn't ask the vendor.",
  tool: { words: ["installs of all my play apps", "which reports were imported"] },
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
const appAnalytics = Endpoint.get("appAnalytics", `${prefix}/apps/:packageName/analytics`, {
  params: { packageName },
  query: window,
  answer: S.AppAnalytics,
  errors: stored,
  price: 1,
  summary: "An app's analytics",
  description:
    "What the imported reports tell of an app by day, and what the days add up to: installs, uninstalls, ratings, crashes and its store page. Days without a report are absent. Monthly active users and first opens are null: no report has them. Doesn't ask the vendor.",
  tool: { words: ["daily installs of my play app", "store listing conversion of my app"] },
  view: View.series({ rows: "series", x: "date", y: "installs" })
})
const searchTerms = Endpoint.get("searchTerms", `${prefix}/apps/:packageName/analytics/search-terms`, {
  params: { packageName },
  query: { ...window, limit },
  answer: S.SearchTerms,
  errors: stored,
  price: 1,
  summary: "An app's search terms",
  description:
    "What people searched for before they visited the app's store page, the most visited first. The store leaves rare terms out. Doesn't ask the vendor.",
  tool: { words: ["search terms that bring visitors to my play listing"] },
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
const sources = Endpoint.get("sources", `${prefix}/apps/:packageName/analytics/sources`, {
  params: { packageName },
  query: { ...window, limit },
  answer: S.Sources,
  errors: stored,
  price: 1,
  summary: "An app's traffic sources",
  description:
    "What brought people to the app's store page, such as search, browsing or links, the most visited first. Doesn't ask the vendor.",
  tool: { words: ["traffic sources of my play listing", "where do visitors of my store page come from"] },
  view: View.table({
    rows: "items",
    columns: [
      { field: "source", title: "Source" },
      { field: "visitors", title: "Visitors" },
      { field: "acquisitions", title: "Installs" },
      { field: "conversionRate", title: "Conversion" }
    ]
  })
})
const exportRows = Endpoint.post("exportRows", `${prefix}/analytics/export`, {
  payload: S.Export,
  answer: S.ExportMade,
  status: 201,
  errors: [InvalidInput.wire, ReportTooLarge.wire, ServiceUnavailable.wire],
  price: 1,
  summary: "Export imported rows",
  description:
    "Makes a CSV or Parquet file of the imported rows, one figure a row, and gives its address, which works for a day. Where there's more than one file holds, nextCursor makes the next. Doesn't ask the vendor.",
  tool: { words: ["export my play reports as csv", "download imported rows as parquet"] }
})

export const reportsGroup = group(
  "connectStorebReports",
  objects,
  object,
  importReport,
  importReports,
  analytics,
  appAnalytics,
  searchTerms,
  sources,
  exportRows
)
