import {
  Endpoint,
  group,
  InvalidAppId,
  InvalidInput,
  Param,
  ServiceUnavailable,
  savedErrors,
  View
} from "@storeglass/plugin-api"
import { metricSetNames } from "./metricSets.ts"
import * as S from "./schema.ts"
import { issuePages, reportPages } from "./Vitals.ts"

const prefix = "/v1/connect/storeb-play/apps/:packageName"
const reading = [...savedErrors, InvalidAppId.wire, InvalidInput.wire, ServiceUnavailable.wire] as const

const packageName = Param.packageName({
  description: "The app's package name, as apps lists it.",
  error: InvalidAppId
})
const metricSet = Param.text({
  max: 60,
  description: `One of ${metricSetNames.join(", ")}; the vendor's names, such as crashRateMetricSet, are taken too.`,
  example: "crashRate"
})
const columns = [
  { field: "startsAt", title: "From" },
  { field: "label", title: "Split by" },
  { field: "value", title: "Value" },
  { field: "lower", title: "At least" },
  { field: "upper", title: "At most" }
]

const vitals = Endpoint.get("vitals", `${prefix}/vitals/:metricSet`, {
  params: { packageName, metricSet },
  query: {
    from: Param.optional(
      Param.date({ description: "First day, in Los Angeles. Default, if to is given: 28 days that end with it." })
    ),
    to: Param.optional(
      Param.date({ description: "Last day, included. Default, if from is given: the last that the vendor has." })
    )
  },
  answer: S.Vitals,
  errors: reading,
  price: 1,
  summary: "Vitals of an app",
  description:
    "Up to where the vendor has a metric set of an app, and its daily rows where dates are given: rates with their confidence intervals. A window that goes further than the vendor's data is cut off there, and window.clamped says so. A day that wasn't measured has no row.",
  tool: { essential: true, words: ["crash rate of my app", "anr rate", "android vitals", "slow start rate"] },
  view: View.table({ rows: "items", columns })
})
const query = Endpoint.post("query", `${prefix}/vitals/:metricSet/query`, {
  params: { packageName, metricSet },
  payload: S.VitalsQuery,
  answer: S.VitalsRows,
  errors: reading,
  price: 1,
  summary: "Query an app's vitals",
  description:
    "Rows of a metric set by day, by hour or of a whole window, split by dimensions and filtered. Days are Los Angeles', hours UTC's. errorCount is always split by reportType, slowStartRate by startType; averages over 7 or 28 days have no hours. The window is cut off at what the vendor has, and clamped says so. distinctUsers can't be added up.",
  tool: { readOnly: true, words: ["crash rate by version", "anr rate by country", "vitals by device"] },
  view: View.table({ rows: "items", columns })
})
const anomalies = Endpoint.get("anomalies", `${prefix}/anomalies`, {
  params: { packageName },
  query: {
    from: Param.optional(Param.date({ description: "First day, in UTC. Default: 28 days that end with to." })),
    to: Param.optional(Param.date({ description: "Last day, included. Default: today, and what goes on." }))
  },
  answer: S.Anomalies,
  errors: reading,
  price: 1,
  summary: "Anomalies in an app's vitals",
  description:
    "What the vendor found to be worse than expected at any time of the window: the metric, its value, when, and of which version, device or country; at most 1,000.",
  tool: { words: ["did my app get worse", "crash spike", "vitals anomalies"] },
  view: View.table({
    rows: "items",
    columns: [
      { field: "metric", title: "Metric" },
      { field: "value", title: "Value" },
      { field: "label", title: "Of" },
      { field: "startsAt", title: "From" },
      { field: "endsAt", title: "To" }
    ]
  })
})
const issuesWindow = {
  from: Param.optional(Param.date({ description: "First day, in UTC. Default: 28 days that end with to." })),
  to: Param.optional(Param.date({ description: "Last day, included. Default: today." })),
  versionCode: Param.optional(Param.digits({ max: 19, description: "Of this version code alone." }))
}
const errorIssues = Endpoint.get("errorIssues", `${prefix}/error-issues`, {
  params: { packageName },
  query: {
    ...issuesWindow,
    type: Param.optional(Param.oneOf({ values: S.issueTypes, description: "crash, anr or nonFatal. Default: all." })),
    userPerceived: Param.boolean({
      default: false,
      description: "Whether to leave out what happened while the app wasn't in use."
    }),
    orderBy: Param.oneOf({
      values: ["errorReports", "distinctUsers"],
      default: "errorReports",
      description: "By what they're ordered, most first: errorReports (default) or distinctUsers."
    }),
    limit: Param.limit({ of: "groups", max: 100, default: 25 }),
    cursor: issuePages.parameter
  },
  answer: S.ErrorIssues,
  errors: reading,
  price: 1,
  summary: "Crashes and ANRs of an app by cause",
  description:
    "Crashes, ANRs and non-fatal errors in groups of one cause, most reports first: the exception, where it happened, how many reports and users, and which versions. The vendor may regroup them, so an id can disappear.",
  tool: { words: ["why does my app crash", "top crashes", "crash groups", "stack traces of my app"] },
  view: View.table({
    rows: "items",
    columns: [
      { field: "type", title: "Type" },
      { field: "cause", title: "Cause" },
      { field: "location", title: "Where" },
      { field: "errorReports", title: "Reports" },
      { field: "distinctUsers", title: "Users" },
      { field: "lastVersionCode", title: "Last version" }
    ]
  })
})
const errorReports = Endpoint.get("errorReports", `${prefix}/error-issues/:issueId/reports`, {
  params: {
    packageName,
    issueId: Param.opaqueId({ max: 100, description: "A group's id, as error-issues lists it.", example: "5a1c2e" })
  },
  query: {
    ...issuesWindow,
    limit: Param.limit({ of: "reports", max: 50, default: 5 }),
    cursor: reportPages.parameter
  },
  answer: S.ErrorReports,
  errors: reading,
  price: 1,
  summary: "Stack traces of a group of errors",
  description:
    "Reports of one group of crashes or ANRs with their stack traces, deobfuscated where the release's mapping file was uploaded. A group that there isn't, or isn't any more, has none.",
  tool: { words: ["stack trace of a crash", "deobfuscated crash report"] },
  view: View.list({ rows: "items", title: "reportId", text: "text" })
})
const sync = Endpoint.post("sync", `${prefix}/analytics/vitals-sync`, {
  params: { packageName },
  payload: S.VitalsSync,
  answer: S.SyncBegun,
  status: 202,
  errors: reading,
  price: 1,
  summary: "Sync an app's vitals",
  description:
    "Reads an app's daily vitals into the account's own analytics, soon: the last 30 days of all metric sets, unless told otherwise. Days that were read before are replaced, so it can be repeated. It's done daily anyway while the account is connected.",
  tool: { idempotent: true, words: ["refresh my vitals", "sync crash rates"] }
})

/** What the vendor measures of apps: rates, anomalies, and errors by cause. */
export const vitalsGroup = group("connectStorebVitals", vitals, query, anomalies, errorIssues, errorReports, sync)
