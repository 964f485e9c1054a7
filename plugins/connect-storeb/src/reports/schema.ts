/** What the routes of reports and analytics take and give. */
import { Field, Param } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { families } from "./families.ts"
import { ExportedUpTo, importStates } from "./ReportRows.ts"

const orNull = <A, I>(schema: Schema.Codec<A, I>) => Schema.NullOr(schema)
const text = (description: string) => orNull(Field.text(description))
const whole = (description: string) => orNull(Field.number(description))

export const contentBytesMax = 1024 * 1024

const objectFields = {
  name: Field.text("Its name in the bucket.", "stats/installs/installs_com.example.app_202611_country.csv"),
  size: Field.whole("Its size in bytes."),
  updatedAt: text("When the store last wrote it, ISO 8601."),
  contentType: text("Its type, as the bucket has it."),
  md5: text("MD5 of its bytes, in hex."),
  generation: text("Another for each version of it.")
}
export const ReportObject = Schema.Struct(objectFields).annotate({ identifier: "PlayReportObject" })
export const OneObject = Schema.Struct({
  ...objectFields,
  content: text(`With content=true its bytes in base64, of a file of at most ${contentBytesMax} bytes; else null.`)
}).annotate({ identifier: "PlayReport" })
export const ReportObjects = Schema.Struct({
  items: Schema.Array(ReportObject),
  nextCursor: text("Where the next page begins; null: this was the last.")
}).annotate({ identifier: "PlayReportObjects" })

export const objectName = Schema.String.check(Schema.isBetweenLength(1, 1_024)).annotate({
  description: "The file's name in the bucket, as objects lists it.",
  examples: ["stats/installs/installs_com.example.app_202611_country.csv"]
})
const month = (description: string) =>
  Schema.optionalKey(
    Schema.String.check(Schema.isPattern(/^20\d{2}-(?:0[1-9]|1[0-2])$/)).annotate({
      description: `${description}, YYYY-MM.`,
      examples: ["2026-11"]
    })
  )
const packageName = Schema.String.check(
  Schema.makeFilter((text: string) => Param.isPackageName(text) || "must be a package name, such as com.example.app")
)
const familyList = Schema.optionalKey(
  Schema.Array(Schema.Literals(families))
    .check(Schema.isBetweenLength(1, families.length))
    .annotate({ description: "Only these kinds of reports. Default: all." })
)

export const ImportReport = Schema.Struct({ object: objectName })
export const ImportReports = Schema.Struct({
  prefix: Schema.optionalKey(
    Schema.String.check(Schema.isBetweenLength(1, 1_024)).annotate({
      description: "Only files whose names begin like this.",
      examples: ["stats/installs/"]
    })
  ),
  packageName: Schema.optionalKey(packageName.annotate({ description: "Only files of this app." })),
  families: familyList,
  from: month("The first month"),
  to: month("The last month")
})
export const ImportStarted = Schema.Struct({
  taskRunId: Field.text("The id of the run."),
  objects: Field.whole("How many files it looks at; those that haven't changed aren't read again.")
}).annotate({ identifier: "PlayImportStarted" })

const counts = {
  installs: whole("Users who installed it and had it on no other device. Sum of the days."),
  uninstalls: whole("Users who removed it from all their devices. Sum of the days."),
  activeDevices: whole("Devices that have it and were used within 30 days, on the last day."),
  ratingAvg: whole(
    "Average rating, weighted by how many ratings a day had; null where the reports don't tell how many."
  ),
  ratingCount: whole("Ratings; null where the reports don't tell."),
  totalRatingAvg: whole("Average of all ratings there ever were, on the last day."),
  crashes: whole("Crashes. Sum of the days."),
  anrs: whole("Times it didn't respond. Sum of the days."),
  storeListingVisitors: whole(
    "Visitors of its page who didn't have it. Sum of the days; a day that the store performance reports lack is told by the total store performance reports."
  ),
  storeListingAcquisitions: whole("Visitors who installed it. Sum of the days."),
  conversionRate: whole("Acquisitions by visitors, 0 to 1.")
}
export const Totals = Schema.Struct({
  ...counts,
  firstOpens: Schema.Null.annotate({ description: "Null: no report of the store has first opens." }),
  mau: Schema.Null.annotate({ description: "Null: no report of the store has monthly active users." })
}).annotate({ identifier: "PlayTotals" })
export type Totals = typeof Totals.Type
export const AnalyticsDay = Schema.Struct({
  date: Field.text("The store's day, YYYY-MM-DD.", "2026-11-20"),
  ...counts
}).annotate({ identifier: "PlayAnalyticsDay" })
export type AnalyticsDay = typeof AnalyticsDay.Type
export const AsOf = Schema.Struct({
  installs: text("Last day that the installs reports have."),
  ratings: text("Last day that the ratings reports have."),
  crashes: text("Last day that the crashes reports have."),
  storePerformance: text("Last day that the store performance reports have, or the total ones.")
}).annotate({ identifier: "PlayAsOf" })
export type AsOf = typeof AsOf.Type
const NotMeasured = Schema.Struct({
  firstOpens: Field.text("Why it's null."),
  mau: Field.text("Why it's null.")
}).annotate({ identifier: "PlayNotMeasured" })

const window = {
  from: Field.text("First day, YYYY-MM-DD."),
  to: Field.text("Last day, YYYY-MM-DD.")
}
export const AppAnalytics = Schema.Struct({
  packageName: Field.text("Its package name.", "com.example.app"),
  ...window,
  totals: Totals,
  series: Schema.Array(AnalyticsDay).annotate({ description: "By day; days that no report has are absent." }),
  asOf: AsOf,
  notMeasured: NotMeasured
}).annotate({ identifier: "PlayAppAnalytics" })

export const ImportShown = Schema.Struct({
  object: Field.text("The file's name in the bucket."),
  state: Schema.Literals(importStates).annotate({
    description: "skipped: it's of no kind that is imported. failed: it can't be read; rows of an earlier version stay."
  }),
  family: text("Its kind of report."),
  dimension: text("By what its rows are told apart; overview: by the day alone."),
  packageName: text("The app; null: its rows tell."),
  month: text("YYYY-MM."),
  rows: Field.whole("Rows that are here of it."),
  skipped: Field.whole("Rows that couldn't be read."),
  badRows: Schema.Array(
    Schema.Struct({ line: Field.whole("Where it begins."), reason: Field.text("What is wrong with it.") }).annotate({
      identifier: "PlayBadRow"
    })
  ).annotate({ description: "The first 20 of these." }),
  unknownColumns: Field.texts("Columns that this version doesn't know, which aren't kept."),
  reason: text("Why it was skipped or failed."),
  importedAt: Field.text("When it was last looked at, ISO 8601.")
}).annotate({ identifier: "PlayImport" })

export const Analytics = Schema.Struct({
  ...window,
  totals: Totals,
  apps: Schema.Array(
    Schema.Struct({
      packageName: Field.text("Its package name.", "com.example.app"),
      totals: Totals,
      asOf: AsOf
    }).annotate({ identifier: "PlayAppTotals" })
  ),
  notMeasured: NotMeasured,
  imports: Schema.Array(ImportShown).annotate({
    description: "Files, those that failed first, then the last; at most 500."
  }),
  importsTotal: Field.whole("How many files there are.")
}).annotate({ identifier: "PlayAnalytics" })

const visits = {
  visitors: whole("Visitors of the app's page who didn't have it."),
  acquisitions: whole("Visitors who installed it."),
  conversionRate: whole("Acquisitions by visitors of these days, 0 to 1.")
}
export const SearchTerms = Schema.Struct({
  packageName: Field.text("Its package name.", "com.example.app"),
  ...window,
  items: Schema.Array(
    Schema.Struct({ term: Field.text("What was searched for."), ...visits }).annotate({ identifier: "PlaySearchTerm" })
  ),
  asOf: text("Last day that the store performance reports have.")
}).annotate({ identifier: "PlaySearchTerms" })
export const Sources = Schema.Struct({
  packageName: Field.text("Its package name.", "com.example.app"),
  ...window,
  items: Schema.Array(
    Schema.Struct({ source: Field.text("What brought them, as the store names it."), ...visits }).annotate({
      identifier: "PlaySource"
    })
  ),
  asOf: text("Last day that the store performance reports have.")
}).annotate({ identifier: "PlaySources" })

const exportDay = (description: string) =>
  Schema.optionalKey(
    Schema.String.check(
      Schema.makeFilter(
        (text: string) =>
          (/^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text)) ||
          "must be a date in the form YYYY-MM-DD"
      )
    ).annotate({ description, examples: ["2026-11-01"] })
  )
export const Export = Schema.Struct({
  format: Schema.Literals(["csv", "parquet"]).annotate({ description: "csv: RFC 4180 in UTF-8. parquet: one table." }),
  packageName: Schema.optionalKey(packageName.annotate({ description: "Only rows of this app." })),
  families: familyList,
  from: exportDay("The first day. Default: the first there is."),
  to: exportDay("The last day. Default: the last there is."),
  cursor: Param.cursor(ExportedUpTo)
})
export type Export = typeof Export.Type
export const ExportMade = Schema.Struct({
  url: Field.text("Where the file is; whoever has it can read it."),
  format: Schema.Literals(["csv", "parquet"]),
  rows: Field.whole("Figures that are in it, one a row."),
  size: Field.whole("Its size in bytes."),
  expiresAt: Field.text("Until when it's there, ISO 8601."),
  nextCursor: text(
    "Send it as cursor, with the rest of the body as it was, for a file of the figures that this one had no room for; null: it has all of the rest."
  )
}).annotate({ identifier: "PlayExport" })
