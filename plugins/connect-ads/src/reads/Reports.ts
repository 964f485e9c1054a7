import { dayIn, InvalidInput, plusDays } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer } from "effect"
import type { Ready } from "../AdsConnection.ts"
import { moneySum, type Thresholds, wastedTerms } from "../findings/waste.ts"
import type { Metrics, SearchTermRow } from "../schema.ts"
import { keywordRowOf, metricsOf, searchTermRowOf } from "../vendor/neutral.ts"
import type { VendorMetrics } from "../vendor/shapes.ts"
import { type Access, AdsVendor, type PageAsked, type Window } from "../vendor/Vendor.ts"
import { Campaigns, nextOffsetOf } from "./Campaigns.ts"
import { type Kept, OwnerCache } from "./OwnerCache.ts"

export interface WindowAsked {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly days?: number | undefined
}

const daysDefault = 30
/** Rows of a page at the vendor, and as many as are read for one answer. */
const pageMax = 5_000
const rowsMax = 20_000
const refused = (message: string) => Effect.fail(new InvalidInput(message))

/** Which days were asked for, by the ad account's calendar; the last may not be over. */
export const windowOf = Effect.fnUntraced(function* ({ days, from, to }: WindowAsked, timeZone: string | null) {
  const today = dayIn(timeZone ?? "UTC", yield* Clock.currentTimeMillis)
  if (from === undefined && to === undefined) {
    const window: Window = { from: plusDays(today, 1 - (days ?? daysDefault)), to: today }
    return { ...window, toIsPartial: true }
  }
  if (from === undefined) return yield* refused("from (query): send it together with to, or send days alone")
  if (to === undefined) return yield* refused("to (query): send it together with from, or send days alone")
  if (days !== undefined) return yield* refused("days (query): send either days, or from and to")
  if (from > to) return yield* refused("from (query): must not be after to")
  return { from, to, toIsPartial: to >= today }
})

/** The sum of what every row has; null where a row lacks it. */
const sum = (values: ReadonlyArray<number | null>): number | null =>
  values.reduce<number | null>((total, value) => (total === null || value === null ? null : total + value), 0)

/** The totals of rows that are all there are. */
export const totalsOf = (rows: ReadonlyArray<Metrics>, currency: string | null): Metrics =>
  metricsOf({
    impressions: sum(rows.map(({ impressions }) => impressions)),
    taps: sum(rows.map(({ taps }) => taps)),
    tapInstalls: sum(rows.map(({ tapInstalls }) => tapInstalls)),
    totalInstalls: sum(rows.map(({ installs }) => installs)),
    totalNewDownloads: sum(rows.map(({ newDownloads }) => newDownloads)),
    totalRedownloads: sum(rows.map(({ redownloads }) => redownloads)),
    localSpend: moneySum(
      rows.map(({ spend }) => spend),
      currency
    )
  })

interface Answer<Row> {
  readonly result?:
    | {
        readonly rows?: ReadonlyArray<Row> | null
        readonly grandTotal?: VendorMetrics | null
        readonly grandTotals?: VendorMetrics | null
        readonly summary?: { readonly grandTotal?: VendorMetrics | null } | null
      }
    | null
    | undefined
  readonly pagination?: { readonly totalCount?: number | null } | null | undefined
}

const reported = <Row, Ours extends Metrics>(
  { pagination, result }: Answer<Row>,
  page: PageAsked,
  currency: string | null,
  rowOf: (row: Row, currency: string | null) => Ours
) => {
  const rows = (result?.rows ?? []).map((row) => rowOf(row, currency))
  const total = pagination?.totalCount ?? null
  const given = result?.summary?.grandTotal ?? result?.grandTotal ?? result?.grandTotals ?? null
  const whole = page.offset === 0 && (total === null ? rows.length < page.limit : total === rows.length)
  return {
    rows,
    totals: given !== null ? metricsOf(given) : whole ? totalsOf(rows, currency) : null,
    pagination: { total, ...page },
    nextOffset: nextOffsetOf(page, rows.length, total)
  }
}

interface About extends Window {
  readonly campaignId: string
  readonly timeZone: string | null
  readonly toIsPartial: boolean
}
interface Report<Row> extends About {
  readonly rows: ReadonlyArray<Row>
  readonly totals: Metrics | null
  readonly pagination: { readonly total: number | null; readonly limit: number; readonly offset: number }
  readonly nextOffset: number | null
}

const make = Effect.gen(function* () {
  const cache = yield* OwnerCache
  const campaigns = yield* Campaigns
  const vendor = yield* AdsVendor

  const asked = Effect.fnUntraced(function* (ready: Ready, campaignId: string, window: WindowAsked) {
    const found = yield* windowOf(window, ready.adAccount.timeZone)
    yield* campaigns.campaign(ready, campaignId)
    return { campaignId, timeZone: ready.adAccount.timeZone, ...found }
  })
  const keyOf = ({ campaignId, from, to }: { readonly campaignId: string } & Window, { limit, offset }: PageAsked) => [
    campaignId,
    from,
    to,
    limit,
    offset
  ]

  /** A report of a kind: how it is read, what a row is in our words, and where it is kept. */
  const reporting = <Row, Ours extends Metrics, E>(
    span: string,
    read: (access: Access, campaignId: string, window: Window, page: PageAsked) => Effect.Effect<Answer<Row>, E>,
    rowOf: (row: Row, currency: string | null) => Ours,
    kept: Kept<Report<Ours>>
  ) =>
    Effect.fn(span)(function* (ready: Ready, campaignId: string, window: WindowAsked, page: PageAsked) {
      const about = yield* asked(ready, campaignId, window)
      const { currency } = ready.adAccount
      const lookup = Effect.map(read(ready.access, campaignId, about, page), (answer) => ({
        ...about,
        ...reported(answer, page, currency, rowOf)
      }))
      return yield* kept(ready, keyOf(about, page), lookup)
    })

  /** All search terms of a campaign, as far as they are read. */
  const allTerms = Effect.fnUntraced(function* (ready: Ready, campaignId: string, window: Window) {
    const rows: Array<SearchTermRow> = []
    let totals: Metrics | null = null
    for (let offset = 0; offset < rowsMax; offset += pageMax) {
      const page = { limit: pageMax, offset }
      const answer = yield* vendor.searchTerms(ready.access, campaignId, window, page)
      const found = reported(answer, page, ready.adAccount.currency, searchTermRowOf)
      rows.push(...found.rows)
      totals ??= found.totals
      if (found.nextOffset === null) return { rows, totals, complete: true }
    }
    return { rows, totals, complete: false }
  })

  return {
    keywords: reporting("Reports.keywords", vendor.keywords, keywordRowOf, cache.keywords),
    searchTerms: reporting("Reports.searchTerms", vendor.searchTerms, searchTermRowOf, cache.searchTerms),
    waste: Effect.fn("Reports.waste")(function* (
      ready: Ready,
      campaignId: string,
      window: WindowAsked,
      { limit, minSpend, minTaps }: Thresholds & { readonly limit: number }
    ) {
      if (!/^\d{1,9}(\.\d{1,2})?$/.test(minSpend)) {
        return yield* refused("minSpend (query): must be a decimal number with at most 9 digits and two decimals")
      }
      const about = yield* asked(ready, campaignId, window)
      const { currency } = ready.adAccount
      const lookup = Effect.gen(function* () {
        const { complete, rows, totals } = yield* allTerms(ready, campaignId, about)
        const terms = wastedTerms(rows, totals, { minTaps, minSpend })
        return {
          ...about,
          terms: terms.slice(0, limit),
          total: terms.length,
          wastedSpend: moneySum(
            terms.map(({ spend }) => spend),
            currency
          ),
          lowVolumeSpend: moneySum(
            rows.filter(({ lowVolume }) => lowVolume).map(({ spend }) => spend),
            currency
          ),
          campaignSpend: totals?.spend ?? null,
          complete,
          thresholds: { minTaps, minSpend }
        }
      })
      return yield* cache.waste(ready, [campaignId, about.from, about.to, minTaps, minSpend, limit], lookup)
    })
  }
})

/** What keywords and search terms brought, by the ad account's calendar. */
export class Reports extends Context.Service<Reports, Effect.Success<typeof make>>()(
  "@storeglass/connect-ads/Reports"
) {
  static readonly layer = Layer.effect(this, make)
}
