/** The reporting API's answers, as far as they are read. Unknown fields pass; any may be missing. */
import { Schema } from "effect"

const opt = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const text = opt(Schema.String)
const listOf = <S extends Schema.Constraint>(item: S) => opt(Schema.Array(item))

export const Time = Schema.Struct({
  year: opt(Schema.Int),
  month: opt(Schema.Int),
  day: opt(Schema.Int),
  hours: opt(Schema.Int),
  minutes: opt(Schema.Int),
  timeZone: opt(Schema.Struct({ id: text })),
  utcOffset: text
})
const Decimal = Schema.Struct({ value: text })
export const Metric = Schema.Struct({
  metric: Schema.String,
  decimalValue: opt(Decimal),
  decimalValueConfidenceInterval: opt(Schema.Struct({ lowerBound: opt(Decimal), upperBound: opt(Decimal) }))
})
export type Metric = typeof Metric.Type
export const Dimension = Schema.Struct({
  dimension: Schema.String,
  stringValue: text,
  int64Value: opt(Schema.Union([Schema.String, Schema.Number])),
  valueLabel: text
})
export type Dimension = typeof Dimension.Type
export const Row = Schema.Struct({
  aggregationPeriod: text,
  startTime: opt(Time),
  dimensions: listOf(Dimension),
  metrics: listOf(Metric)
})
export type Row = typeof Row.Type
export const RowsPage = Schema.Struct({ rows: listOf(Row), nextPageToken: text })

export const MetricSet = Schema.Struct({
  freshnessInfo: opt(
    Schema.Struct({
      freshnesses: listOf(Schema.Struct({ aggregationPeriod: text, latestEndTime: opt(Time) }))
    })
  )
})

export const Anomaly = Schema.Struct({
  name: Schema.String,
  metricSet: text,
  metric: opt(Metric),
  dimensions: listOf(Dimension),
  timelineSpec: opt(Schema.Struct({ aggregationPeriod: text, startTime: opt(Time), endTime: opt(Time) }))
})
export type Anomaly = typeof Anomaly.Type
export const AnomaliesPage = Schema.Struct({ anomalies: listOf(Anomaly), nextPageToken: text })

const Version = opt(Schema.Struct({ versionCode: text }))
const Os = opt(Schema.Struct({ apiLevel: text }))
export const Issue = Schema.Struct({
  name: Schema.String,
  type: text,
  cause: text,
  location: text,
  errorReportCount: text,
  distinctUsers: text,
  distinctUsersPercent: opt(Decimal),
  firstAppVersion: Version,
  lastAppVersion: Version,
  firstOsVersion: Os,
  lastOsVersion: Os,
  lastErrorReportTime: text,
  issueUri: text,
  annotations: listOf(Schema.Struct({ category: text, title: text, body: text }))
})
export type Issue = typeof Issue.Type
export const IssuesPage = Schema.Struct({ errorIssues: listOf(Issue), nextPageToken: text })

export const Report = Schema.Struct({
  name: Schema.String,
  type: text,
  issue: text,
  reportText: text,
  eventTime: text,
  appVersion: Version,
  osVersion: Os,
  deviceModel: opt(
    Schema.Struct({ marketingName: text, deviceId: opt(Schema.Struct({ buildBrand: text, buildDevice: text })) })
  ),
  vcsInformation: text
})
export type Report = typeof Report.Type
export const ReportsPage = Schema.Struct({ errorReports: listOf(Report), nextPageToken: text })
