import {
  type Connection,
  dayIn,
  type InvalidInput,
  isoOf,
  plusDays,
  sealedCursor,
  type UpstreamError,
  Vault
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { daysIn, daysUsual, selectionIn, spanIn } from "./asked.ts"
import { type MetricSet, metricsOf } from "./metricSets.ts"
import { rowOf } from "./neutral.ts"
import type { VitalsQuery } from "./schema.ts"
import { beginningOf, clampTo, type Period, plusSlots, type Slot, type Span, zoneOf } from "./timelines.ts"
import { type Freshness, VitalsVendor } from "./VitalsVendor.ts"

const rowsMax = 5_000
const anomaliesMax = 1_000

/** Where a query goes on: over its pages the window must stay what it was, although the vendor has more by then. */
const RowsPosition = Schema.Struct({
  pageToken: Schema.String,
  end: Schema.String,
  clamped: Schema.Boolean,
  latestEnd: Schema.NullOr(Schema.String)
})
const rowPages = sealedCursor("connect-storeb.vitals", RowsPosition)
const Position = Schema.Struct({ pageToken: Schema.String })
export const issuePages = sealedCursor("connect-storeb.error-issues", Position)
export const reportPages = sealedCursor("connect-storeb.error-reports", Position)

/** Up to where there are data of a period. */
export const latestOf = (freshness: ReadonlyArray<Freshness>, period: Period): Slot | null => {
  const of = (one: Period) => freshness.find((fresh) => fresh.period === one)?.latestEnd
  return of(period) ?? (period === "FULL_RANGE" ? of("DAILY") : undefined) ?? null
}

const shown = ({ latestEnd, period }: Freshness) => ({
  period,
  timeZone: zoneOf(period),
  last: plusSlots(latestEnd, -1),
  endsAt: isoOf(beginningOf(latestEnd))
})

export interface DaysAsked {
  readonly from?: string | undefined
  readonly to?: string | undefined
}
export interface IssuesQuery extends DaysAsked {
  readonly filter: ReadonlyArray<string>
  readonly orderBy?: string
  readonly limit: number
  readonly cursor?: string | undefined
}

/** A window of UTC's days, that ends today unless told otherwise. */
const recent = Effect.fnUntraced(function* (asked: DaysAsked): Effect.fn.Return<Span, InvalidInput> {
  const to = asked.to ?? dayIn("UTC", yield* Clock.currentTimeMillis)
  return yield* daysIn(asked.from ?? plusDays(to, 1 - daysUsual), to)
})

const make = Effect.gen(function* () {
  const vault = yield* Vault
  const vendor = yield* VitalsVendor
  const withVault = Effect.provideService(Vault, vault)

  const searched = Effect.fnUntraced(function* <A>(
    connection: Connection,
    packageName: string,
    { cursor, filter, limit, orderBy, ...asked }: IssuesQuery,
    pages: typeof issuePages,
    search: (
      asked: Span & {
        filter?: string | undefined
        orderBy?: string | undefined
        pageSize: number
        pageToken?: string | undefined
      }
    ) => Effect.Effect<
      { readonly items: ReadonlyArray<A>; readonly nextPageToken: string | null },
      UpstreamError | Effect.Error<ReturnType<typeof vendor.issues>>
    >
  ) {
    const span = yield* recent(asked)
    const said = filter.length === 0 ? undefined : filter.join(" AND ")
    const parameters = { packageName, ...span, filter: said, orderBy, limit }
    const owner = { accountId: connection.saved.accountId, parameters }
    const position = yield* withVault(pages.open(cursor, owner))
    const { items, nextPageToken } = yield* search({
      ...span,
      filter: said,
      orderBy,
      pageSize: limit,
      pageToken: position?.pageToken
    })
    const next = nextPageToken === null ? null : yield* withVault(pages.seal({ pageToken: nextPageToken }, owner))
    return { from: span.from, to: plusDays(span.end, -1), items, nextCursor: next }
  })

  return {
    /** How far the vendor has a metric set, and its days where a window is given. */
    read: Effect.fn("Vitals.read")(function* (
      connection: Connection,
      packageName: string,
      set: MetricSet,
      asked: DaysAsked
    ) {
      const period = "DAILY"
      // What can't be is refused before anybody is asked.
      if (asked.from !== undefined && asked.to !== undefined) yield* daysIn(asked.from, asked.to)
      const freshness = yield* vendor.freshness(connection, packageName, set)
      const latestEnd = latestOf(freshness, period)
      const base = { packageName, metricSet: set.name, freshness: freshness.map(shown) }
      const nothing = { ...base, window: null, items: [], truncated: false, latestEnd }
      const last = latestEnd === null ? undefined : plusSlots(latestEnd, -1)
      const to = asked.to ?? (asked.from === undefined ? undefined : (last ?? asked.from))
      if (to === undefined) return nothing
      const from = asked.from ?? plusDays(to, 1 - daysUsual)
      // Its only end may be after all that there is.
      const span = clampTo(
        asked.to === undefined && from > to ? { from, end: from } : yield* daysIn(from, to),
        latestEnd
      )
      const { clamped, empty, end } = span
      const window = {
        period,
        timeZone: zoneOf(period),
        from,
        to: empty ? null : plusSlots(end, -1),
        clamped: clamped || (empty && asked.to === undefined)
      } as const
      if (empty) return { ...nothing, window }
      const metrics = metricsOf(set, period)
      const dimensions = set.required === null ? [] : [set.required]
      const { items, truncated } = yield* vendor.rows(
        connection,
        packageName,
        set,
        { from, end, period, metrics, dimensions },
        rowsMax
      )
      return { ...base, window, items: items.map(rowOf(period, metrics, span)), truncated, latestEnd }
    }),

    query: Effect.fn("Vitals.query")(function* (
      connection: Connection,
      packageName: string,
      set: MetricSet,
      { cursor, limit = 1_000, ...query }: VitalsQuery
    ) {
      const { filter, period, userCohort } = query
      const asked = yield* spanIn(period, query)
      const { dimensions, metrics } = yield* selectionIn(set, query)
      const owner = {
        accountId: connection.saved.accountId,
        parameters: { packageName, metricSet: set.name, limit, query: JSON.stringify(query) }
      }
      const position = yield* withVault(rowPages.open(cursor, owner))
      const latestEnd =
        position === undefined
          ? latestOf(yield* vendor.freshness(connection, packageName, set), period)
          : position.latestEnd
      const span = position === undefined ? clampTo(asked, latestEnd) : { ...asked, ...position, empty: false }
      const { clamped, empty, end, from } = span
      const answer = {
        packageName,
        metricSet: set.name,
        period,
        timeZone: zoneOf(period),
        from,
        to: empty ? null : plusSlots(end, -1),
        clamped,
        freshUntil: latestEnd === null ? null : isoOf(beginningOf(latestEnd))
      }
      if (empty) return { ...answer, items: [], nextCursor: null }
      const { nextPageToken, rows } = yield* vendor.page(connection, packageName, set, {
        from,
        end,
        period,
        metrics,
        dimensions,
        filter,
        userCohort,
        pageSize: limit,
        pageToken: position?.pageToken
      })
      const nextCursor =
        nextPageToken === null
          ? null
          : yield* withVault(rowPages.seal({ pageToken: nextPageToken, end, clamped, latestEnd }, owner))
      return { ...answer, items: rows.map(rowOf(period, metrics, span)), nextCursor }
    }),

    anomalies: Effect.fn("Vitals.anomalies")(function* (connection: Connection, packageName: string, asked: DaysAsked) {
      const span = yield* recent(asked)
      // What goes on has no end yet.
      const end = asked.to === undefined ? undefined : span.end
      const { items, truncated } = yield* vendor.anomalies(connection, packageName, span.from, end, anomaliesMax)
      return { packageName, from: span.from, to: plusDays(span.end, -1), items, total: items.length, truncated }
    }),

    issues: Effect.fn("Vitals.issues")(function* (connection: Connection, packageName: string, query: IssuesQuery) {
      const found = yield* searched(connection, packageName, query, issuePages, (asked) =>
        vendor.issues(connection, packageName, asked)
      )
      return { packageName, ...found }
    }),

    reports: Effect.fn("Vitals.reports")(function* (
      connection: Connection,
      packageName: string,
      issueId: string,
      query: IssuesQuery
    ) {
      const found = yield* searched(
        connection,
        packageName,
        { ...query, filter: [`errorIssueId = ${issueId}`, ...query.filter] },
        reportPages,
        (asked) => vendor.reports(connection, packageName, asked)
      )
      return { packageName, issueId, ...found }
    })
  }
})

/** What the vendor measures of the console's apps, read live. */
export class Vitals extends Context.Service<Vitals, Effect.Success<typeof make>>()(
  "@storeglass/connect-storeb/Vitals"
) {
  static readonly layer = Layer.effect(this, make)
}
