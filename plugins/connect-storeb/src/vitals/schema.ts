/** What the routes of vitals take and give. */
import { Field, nextCursor } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { metricSetNames } from "./metricSets.ts"
import { periods } from "./timelines.ts"

const orNull = <A, I>(schema: Schema.Codec<A, I>) => Schema.NullOr(schema)
const flag = (description: string) => Schema.Boolean.annotate({ description })
const packageName = Field.text("The app's package name.", "com.example.app")
const metricSet = Schema.Literals(metricSetNames).annotate({ description: "The metric set's short name." })
const period = Schema.Literals(periods).annotate({
  description: "DAILY: days of America/Los_Angeles. HOURLY: hours of UTC. FULL_RANGE: the whole window as one value."
})
const amount = (description: string) => orNull(Field.number(`${description} Null: the vendor tells none.`))
const instant = (description: string) => Field.text(`${description}, ISO 8601.`, "2026-11-20T08:00:00.000Z")

export const Freshness = Schema.Struct({
  period,
  timeZone: Field.text("Of its days or hours.", "America/Los_Angeles"),
  last: Field.text("The last day, or hour, that the vendor has in full.", "2026-11-21"),
  endsAt: instant("When that ended")
}).annotate({ identifier: "PlayFreshness" })

const DimensionValue = Schema.Struct({
  dimension: Field.text("Its name.", "versionCode"),
  value: orNull(Field.text("Its value, as text.", "140")),
  label: orNull(Field.text("The value in words; they may change. Null: the vendor tells none."))
}).annotate({ identifier: "PlayDimensionValue" })
export type DimensionValue = typeof DimensionValue.Type

const MetricValue = Schema.Struct({
  metric: Field.text("Its name.", "crashRate"),
  value: amount("A rate is a share of users, 0 to 1; memory is in bytes."),
  lower: amount("Lower bound of its confidence interval."),
  upper: amount("Upper bound of its confidence interval.")
}).annotate({ identifier: "PlayMetricValue" })
export type MetricValue = typeof MetricValue.Type

export const VitalsRow = Schema.Struct({
  date: orNull(Field.text("The day it's about, in Los Angeles; null: it isn't about a day.", "2026-11-20")),
  startsAt: orNull(instant("When its day, hour or window begins")),
  endsAt: orNull(instant("When that ends; a day of 23 or 25 hours is one")),
  label: orNull(Field.text("The values of its dimensions, joined; null: it has none.", "140")),
  dimensions: Schema.Array(DimensionValue),
  value: amount("Of the first metric."),
  lower: amount("Of the first metric: lower bound of the confidence interval."),
  upper: amount("Of the first metric: upper bound of the confidence interval."),
  metrics: Schema.Array(MetricValue).annotate({
    description:
      "distinctUsers is rounded by the vendor, and can't be added up: over rows or days, users would count twice."
  })
}).annotate({ identifier: "PlayVitalsRow" })
export type VitalsRow = typeof VitalsRow.Type

const window = {
  period,
  timeZone: Field.text("Of from and to.", "America/Los_Angeles"),
  from: Field.text("The first day, or hour, that was asked for.", "2026-11-01"),
  to: orNull(
    Field.text(
      "The last day, or hour, that is in the answer; null: the vendor has none of the window yet.",
      "2026-11-20"
    )
  ),
  clamped: flag("Whether the window was cut off at what the vendor has: to is then its last.")
}
export const Vitals = Schema.Struct({
  packageName,
  metricSet,
  freshness: Schema.Array(Freshness).annotate({ description: "Up to where the vendor has data, by period." }),
  window: orNull(Schema.Struct(window).annotate({ identifier: "PlayVitalsWindow" })).annotate({
    description: "Null: no dates were given."
  }),
  items: Schema.Array(VitalsRow).annotate({ description: "Daily rows, oldest first; none without dates." }),
  truncated: flag("Whether there are more, which are left out.")
}).annotate({ identifier: "PlayVitals" })

const names = (description: string, max: number) =>
  Schema.optionalKey(
    Schema.Array(Schema.String.check(Schema.isBetweenLength(1, 100)))
      .check(Schema.isBetweenLength(1, max))
      .annotate({ description })
  )
const slot = (description: string, example: string) =>
  Schema.String.check(Schema.isBetweenLength(10, 30)).annotate({ description, examples: [example] })

export const cohorts = ["OS_PUBLIC", "OS_BETA", "APP_TESTERS"] as const
export const VitalsQuery = Schema.Struct({
  from: slot(
    "The first day, YYYY-MM-DD in Los Angeles. With HOURLY an hour, 2026-11-20T05:00:00Z, or a day of UTC.",
    "2026-11-01"
  ),
  to: slot(
    "The last day or hour, included; the window is cut off at what the vendor has. At most 366 days, or 31 with HOURLY.",
    "2026-11-14"
  ),
  period,
  metrics: names("Of the metric set. Default: all that the period has.", 20),
  dimensions: names("By what to split it. Default: none, or the one that the metric set can't do without.", 5),
  filter: Schema.optionalKey(
    Schema.String.check(Schema.isBetweenLength(1, 1_000)).annotate({
      description:
        'Equality of dimensions, joined by AND and OR: versionCode = 140 AND (countryCode = "US" OR countryCode = "DE").'
    })
  ),
  userCohort: Schema.optionalKey(
    Schema.Literals(cohorts).annotate({
      description: "Whose: those with released versions of the system (the default), with beta versions, or testers."
    })
  ),
  limit: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000 })).annotate({
      description: "At most this many rows, 1 to 1000. Default 1000."
    })
  ),
  cursor: Schema.optionalKey(
    Schema.String.check(Schema.isBetweenLength(1, 4_096)).annotate({
      description: "The previous page's nextCursor, with everything else as before. It lasts for a day."
    })
  )
})
export type VitalsQuery = typeof VitalsQuery.Type

export const VitalsRows = Schema.Struct({
  packageName,
  metricSet,
  ...window,
  freshUntil: orNull(instant("Up to when the vendor has data of this period; null: of none")),
  items: Schema.Array(VitalsRow),
  nextCursor
}).annotate({ identifier: "PlayVitalsRows" })

export const Anomaly = Schema.Struct({
  anomalyId: Field.text("The vendor's id of it.", "crash-rate-2026-11-18"),
  metricSet: orNull(Field.text("Its metric set's short name, or what the vendor adds.", "crashRate")),
  metric: orNull(Field.text("The metric that is worse than expected.", "crashRate")),
  value: amount("Its value then."),
  period: orNull(Field.text("DAILY, HOURLY, FULL_RANGE, or what the vendor adds.", "DAILY")),
  startsAt: orNull(instant("When it begins")),
  endsAt: orNull(instant("When it ends; null: it's going on, or the vendor tells none")),
  label: orNull(Field.text("The values of its dimensions, joined; null: it has none.", "140")),
  dimensions: Schema.Array(DimensionValue)
}).annotate({ identifier: "PlayAnomaly" })
export type Anomaly = typeof Anomaly.Type
const days = {
  from: Field.text("The first day, in UTC.", "2026-10-28"),
  to: Field.text("The last day, included.", "2026-11-24")
}
export const Anomalies = Schema.Struct({
  packageName,
  ...days,
  items: Schema.Array(Anomaly),
  total: Field.whole("How many are given."),
  truncated: flag("Whether there are more, which are left out.")
}).annotate({ identifier: "PlayAnomalies" })

export const issueTypes = ["crash", "anr", "nonFatal"] as const
const version = (what: string) => orNull(Field.text(`${what}; null: the vendor tells none.`))
export const ErrorIssue = Schema.Struct({
  issueId: Field.text("The vendor's id of the group.", "5a1c2e"),
  type: orNull(Field.text("crash, anr, nonFatal, or what the vendor adds.", "crash")),
  cause: orNull(Field.text("The exception, signal or kind of ANR.", "java.lang.IllegalStateException")),
  location: orNull(Field.text("The method, activity or service where it happened, deobfuscated.")),
  errorReports: orNull(Field.whole("Reports in the window that match.")),
  distinctUsers: orNull(Field.whole("About how many users had it; can't be added up.")),
  distinctUsersPercent: amount("Of the users with any issue, the share in percent who had this one."),
  firstVersionCode: version("The first version code in the window"),
  lastVersionCode: version("The last version code in the window"),
  firstApiLevel: version("The lowest API level of the system"),
  lastApiLevel: version("The highest API level of the system"),
  lastReportAt: orNull(instant("The hour of the last report")),
  url: orNull(Field.text("Its page in the console.")),
  annotations: Schema.Array(
    Schema.Struct({
      category: orNull(Field.text("Such as Potential fix.")),
      title: orNull(Field.text("In one line.")),
      body: orNull(Field.text("What the vendor found out about it."))
    }).annotate({ identifier: "PlayIssueAnnotation" })
  )
}).annotate({ identifier: "PlayErrorIssue" })
export type ErrorIssue = typeof ErrorIssue.Type
export const ErrorIssues = Schema.Struct({
  packageName,
  ...days,
  items: Schema.Array(ErrorIssue),
  nextCursor
}).annotate({ identifier: "PlayErrorIssues" })

export const ErrorReport = Schema.Struct({
  reportId: Field.text("The vendor's id of it.", "91f0"),
  type: orNull(Field.text("crash, anr, nonFatal, or what the vendor adds.", "crash")),
  text: orNull(
    Field.text("The stack trace as the vendor shows it: deobfuscated where the release's mapping file was uploaded.")
  ),
  versionCode: version("The version code"),
  apiLevel: version("The API level of the system"),
  device: orNull(Field.text("A device that had it.", "google/coral")),
  at: orNull(instant("The hour of its last occurrence")),
  revision: orNull(Field.text("The revision of the source it was built from, as the app bundle tells it."))
}).annotate({ identifier: "PlayErrorReport" })
export type ErrorReport = typeof ErrorReport.Type
export const ErrorReports = Schema.Struct({
  packageName,
  issueId: Field.text("The group that was asked for."),
  ...days,
  items: Schema.Array(ErrorReport),
  nextCursor
}).annotate({ identifier: "PlayErrorReports" })

export const VitalsSync = Schema.Struct({
  metricSets: Schema.optionalKey(
    Schema.Array(Schema.String.check(Schema.isBetweenLength(1, 60)))
      .check(Schema.isBetweenLength(1, metricSetNames.length))
      .annotate({ description: "Short or vendor names of metric sets. Default: all ten." })
  ),
  from: Schema.optionalKey(slot("The first day, in Los Angeles. Default: 30 days that end with to.", "2026-11-01")),
  to: Schema.optionalKey(slot("The last day, included. Default: the last that the vendor has.", "2026-11-20"))
})
export type VitalsSync = typeof VitalsSync.Type
export const SyncBegun = Schema.Struct({
  taskRunId: Field.text("The run that reads them.", "0192d3b4-7c1e-7c00-8000-000000000000")
}).annotate({ identifier: "PlaySyncBegun" })
