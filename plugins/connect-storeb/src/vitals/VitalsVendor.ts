import type { Credential } from "@storeglass/plugin-api"
import { Context, Effect, Layer } from "effect"
import { rights } from "../vendor/refusals.ts"
import { PlayTransport } from "../vendor/transport.ts"
import type { MetricSet } from "./metricSets.ts"
import { anomalyOf, issueOf, reportOf } from "./neutral.ts"
import * as V from "./shapes.ts"
import { momentOf, type Period, periods, type Slot, type Span, slotAt, vendorTime } from "./timelines.ts"

/** Up to where the vendor has data of a period. */
export interface Freshness {
  readonly period: Period
  /** The first slot that isn't complete there. */
  readonly latestEnd: Slot
}

/** A query, as the vendor takes it. */
export interface Query extends Span {
  readonly period: Period
  readonly metrics: ReadonlyArray<string>
  readonly dimensions: ReadonlyArray<string>
  readonly filter?: string | undefined
  readonly userCohort?: string | undefined
  readonly pageSize: number
  readonly pageToken?: string | undefined
}

/** Which groups of crashes are asked for; days are UTC's, `end` isn't in it. */
export interface IssuesAsked extends Span {
  readonly filter?: string | undefined
  readonly orderBy?: string | undefined
  readonly pageSize: number
  readonly pageToken?: string | undefined
}

const anomaliesPage = 100
const rowsPage = 1_000

const appPath = (packageName: string) => `/v1beta1/apps/${encodeURIComponent(packageName)}`
const isPeriod = (text: string | null | undefined): text is Period => periods.some((period) => period === text)

const bodyOf = ({ dimensions, end, filter, from, metrics, pageSize, pageToken, period, userCohort }: Query) => ({
  timelineSpec: { aggregationPeriod: period, startTime: vendorTime(from), endTime: vendorTime(end) },
  ...(dimensions.length === 0 ? {} : { dimensions }),
  metrics,
  ...(filter === undefined ? {} : { filter }),
  pageSize,
  ...(pageToken === undefined ? {} : { pageToken }),
  ...(userCohort === undefined ? {} : { userCohort })
})

/** The vendor reads an interval out of single numbers of the query. */
const interval = ({ end, from }: Span) =>
  Object.fromEntries(
    [["startTime", from] as const, ["endTime", end] as const].flatMap(([edge, slot]) => {
      const { day, month, year } = vendorTime(slot)
      return Object.entries({ year, month, day, "timeZone.id": "UTC" }).map(
        ([part, value]) => [`interval.${edge}.${part}`, value] as const
      )
    })
  )

const make = Effect.gen(function* () {
  const { ask, pages, reporting } = yield* PlayTransport
  const right = rights.vitals

  const page = (credential: Credential, packageName: string, { vendorName }: MetricSet, query: Query) =>
    ask(
      reporting,
      credential,
      {
        method: "POST",
        path: `${appPath(packageName)}/${vendorName}:query`,
        json: bodyOf(query),
        // It changes nothing.
        repeatable: true,
        write: false
      },
      V.RowsPage,
      right,
      "a page of vitals"
    ).pipe(
      Effect.map(({ nextPageToken, rows }) => ({
        rows: rows ?? [],
        nextPageToken: nextPageToken || null
      }))
    )

  return {
    freshness: Effect.fn("VitalsVendor.freshness")(function* (
      credential: Credential,
      packageName: string,
      { vendorName }: MetricSet
    ) {
      const { freshnessInfo } = yield* ask(
        reporting,
        credential,
        { path: `${appPath(packageName)}/${vendorName}` },
        V.MetricSet,
        right,
        "the freshness of vitals"
      )
      return (freshnessInfo?.freshnesses ?? []).flatMap(
        ({ aggregationPeriod, latestEndTime }): ReadonlyArray<Freshness> => {
          if (!isPeriod(aggregationPeriod)) return []
          const endMs = latestEndTime ? momentOf(aggregationPeriod, latestEndTime) : undefined
          return endMs === undefined ? [] : [{ period: aggregationPeriod, latestEnd: slotAt(aggregationPeriod, endMs) }]
        }
      )
    }),
    page,
    /** All rows, or as many as may be. */
    rows: (
      credential: Credential,
      packageName: string,
      set: MetricSet,
      query: Omit<Query, "pageSize" | "pageToken">,
      most: number
    ) =>
      pages(
        reporting,
        most,
        (pageToken) => page(credential, packageName, set, { ...query, pageSize: rowsPage, pageToken }),
        ({ rows }) => rows
      ),
    /** What was out of the ordinary at some time of the window; without an end up to now. */
    anomalies: (credential: Credential, packageName: string, from: string, end: string | undefined, most: number) => {
      const until = end === undefined ? "UNBOUNDED" : `"${end}T00:00:00Z"`
      return pages(
        reporting,
        most,
        (pageToken) =>
          ask(
            reporting,
            credential,
            {
              path: `${appPath(packageName)}/anomalies`,
              query: {
                pageSize: anomaliesPage,
                filter: `activeBetween("${from}T00:00:00Z", ${until})`,
                pageToken
              }
            },
            V.AnomaliesPage,
            right,
            "a page of anomalies"
          ),
        ({ anomalies }) => (anomalies ?? []).map(anomalyOf)
      )
    },
    issues: (credential: Credential, packageName: string, asked: IssuesAsked) =>
      ask(
        reporting,
        credential,
        {
          path: `${appPath(packageName)}/errorIssues:search`,
          query: {
            ...interval(asked),
            filter: asked.filter,
            orderBy: asked.orderBy,
            pageSize: asked.pageSize,
            pageToken: asked.pageToken
          }
        },
        V.IssuesPage,
        right,
        "a page of error issues"
      ).pipe(
        Effect.map(({ errorIssues, nextPageToken }) => ({
          items: (errorIssues ?? []).map(issueOf),
          nextPageToken: nextPageToken || null
        }))
      ),
    reports: (credential: Credential, packageName: string, asked: IssuesAsked) =>
      ask(
        reporting,
        credential,
        {
          path: `${appPath(packageName)}/errorReports:search`,
          query: { ...interval(asked), filter: asked.filter, pageSize: asked.pageSize, pageToken: asked.pageToken }
        },
        V.ReportsPage,
        right,
        "a page of error reports"
      ).pipe(
        Effect.map(({ errorReports, nextPageToken }) => ({
          items: (errorReports ?? []).map(reportOf),
          nextPageToken: nextPageToken || null
        }))
      )
  }
})

/** The vendor's reporting API. */
export class VitalsVendor extends Context.Service<VitalsVendor, Effect.Success<typeof make>>()(
  "@storeglass/connect-storeb/VitalsVendor"
) {
  static readonly layer = Layer.effect(this, make)
}
