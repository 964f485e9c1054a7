/** The vendor's vitals in our words. */
import { isoOf } from "@storeglass/plugin-api"
import { wordOf } from "../vendor/neutral.ts"
import { metricSetOf } from "./metricSets.ts"
import type { Anomaly, DimensionValue, ErrorIssue, ErrorReport, MetricValue, VitalsRow } from "./schema.ts"
import type * as V from "./shapes.ts"
import { beginningOf, momentOf, type Period, periods, plusSlots, type Span, slotAt } from "./timelines.ts"

/** A decimal number of the vendor's; null where it tells none. */
export const numberOf = (decimal: { readonly value?: string | null } | null | undefined): number | null => {
  const text = decimal?.value ?? ""
  const value = Number(text)
  return /\d/.test(text) && Number.isFinite(value) ? value : null
}
const countOf = (text: string | null | undefined): number | null => {
  const value = Number(text ?? "")
  return text && Number.isSafeInteger(value) ? value : null
}

export const metricOf = ({
  decimalValue,
  decimalValueConfidenceInterval: interval,
  metric
}: V.Metric): MetricValue => ({
  metric,
  value: numberOf(decimalValue),
  lower: numberOf(interval?.lowerBound),
  upper: numberOf(interval?.upperBound)
})

export const dimensionOf = ({ dimension, int64Value, stringValue, valueLabel }: V.Dimension): DimensionValue => ({
  dimension,
  value: stringValue ?? (int64Value === null || int64Value === undefined ? null : String(int64Value)),
  label: valueLabel ?? null
})

const labelOf = (dimensions: ReadonlyArray<DimensionValue>): string | null =>
  dimensions.length === 0 ? null : dimensions.map(({ value }) => value ?? "?").join(", ")

const momentIn = (period: Period, time: V.Row["startTime"]) =>
  time === null || time === undefined ? undefined : momentOf(period, time)

/** A row of an answer whose metrics were asked for in this order. */
export const rowOf =
  (period: Period, metrics: ReadonlyArray<string>, { end, from }: Span) =>
  (row: V.Row): VitalsRow => {
    const told = (row.metrics ?? []).map(metricOf)
    const values = metrics.map(
      (metric) => told.find((one) => one.metric === metric) ?? { metric, value: null, lower: null, upper: null }
    )
    const dimensions = (row.dimensions ?? []).map(dimensionOf)
    const atMs = momentIn(period, row.startTime) ?? (period === "FULL_RANGE" ? beginningOf(from) : undefined)
    const slot = atMs === undefined ? undefined : slotAt(period, atMs)
    const endMs =
      period === "FULL_RANGE" ? beginningOf(end) : slot === undefined ? undefined : beginningOf(plusSlots(slot, 1))
    const [first] = values
    return {
      date: period === "DAILY" ? (slot ?? null) : null,
      startsAt: atMs === undefined ? null : isoOf(atMs),
      endsAt: endMs === undefined ? null : isoOf(endMs),
      label: labelOf(dimensions),
      dimensions,
      value: first?.value ?? null,
      lower: first?.lower ?? null,
      upper: first?.upper ?? null,
      metrics: values
    }
  }

const lastOf = (name: string) => name.slice(name.lastIndexOf("/") + 1)
const isPeriod = (text: string | null | undefined): text is Period => periods.some((period) => period === text)

export const anomalyOf = ({ dimensions: told, metric, metricSet, name, timelineSpec }: V.Anomaly): Anomaly => {
  const setName = metricSet ? lastOf(metricSet) : null
  const period = timelineSpec?.aggregationPeriod
  const edge = (time: V.Row["startTime"]) => {
    const ms = momentIn(isPeriod(period) ? period : "DAILY", time)
    return ms === undefined ? null : isoOf(ms)
  }
  const dimensions = (told ?? []).map(dimensionOf)
  return {
    anomalyId: lastOf(name),
    metricSet: setName === null ? null : (metricSetOf(setName)?.name ?? setName),
    metric: metric?.metric ?? null,
    value: numberOf(metric?.decimalValue),
    period: period ?? null,
    startsAt: edge(timelineSpec?.startTime),
    endsAt: edge(timelineSpec?.endTime),
    label: labelOf(dimensions),
    dimensions
  }
}

const issueType = (type: string | null | undefined) => (type === "APPLICATION_NOT_RESPONDING" ? "anr" : wordOf(type))
const momentText = (text: string | null | undefined): string | null => {
  const ms = Date.parse(text ?? "")
  return Number.isNaN(ms) ? null : isoOf(ms)
}

export const issueOf = (issue: V.Issue): ErrorIssue => ({
  issueId: lastOf(issue.name),
  type: issueType(issue.type),
  cause: issue.cause ?? null,
  location: issue.location ?? null,
  errorReports: countOf(issue.errorReportCount),
  distinctUsers: countOf(issue.distinctUsers),
  distinctUsersPercent: numberOf(issue.distinctUsersPercent),
  firstVersionCode: issue.firstAppVersion?.versionCode ?? null,
  lastVersionCode: issue.lastAppVersion?.versionCode ?? null,
  firstApiLevel: issue.firstOsVersion?.apiLevel ?? null,
  lastApiLevel: issue.lastOsVersion?.apiLevel ?? null,
  lastReportAt: momentText(issue.lastErrorReportTime),
  url: issue.issueUri ?? null,
  annotations: (issue.annotations ?? []).map(({ body, category, title }) => ({
    category: category ?? null,
    title: title ?? null,
    body: body ?? null
  }))
})

export const reportOf = (report: V.Report): ErrorReport => {
  const { buildBrand, buildDevice } = report.deviceModel?.deviceId ?? {}
  return {
    reportId: lastOf(report.name),
    type: issueType(report.type),
    text: report.reportText ?? null,
    versionCode: report.appVersion?.versionCode ?? null,
    apiLevel: report.osVersion?.apiLevel ?? null,
    device: buildBrand && buildDevice ? `${buildBrand}/${buildDevice}` : (report.deviceModel?.marketingName ?? null),
    at: momentText(report.eventTime),
    revision: report.vcsInformation ?? null
  }
}
