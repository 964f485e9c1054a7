/** The vendor's things in our words. */

import { lookUp } from "@storeglass/plugin-api"
import { type Money, shareOf } from "../money.ts"
import type { AdGroup, Campaign, KeywordRow, Metrics, SearchTermRow } from "../schema.ts"
import type {
  VendorAdGroup,
  VendorCampaign,
  VendorHistory,
  VendorHistoryDetail,
  VendorKeywordRow,
  VendorMetrics,
  VendorSearchTermRow
} from "./shapes.ts"

/** The vendor's times are in UTC and don't say so. */
const instantOf = (time: string | null | undefined): string | null => {
  if (time === null || time === undefined) return null
  const ms = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(time) ? time : `${time}Z`)
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}

type Values = { readonly include?: ReadonlyArray<string | number> | null } | null | undefined
const included = (values: Values): ReadonlyArray<string> => (values?.include ?? []).map(String)
const first = (values: Values): number | null => {
  const [value] = included(values)
  return value !== undefined && /^\d{1,3}$/.test(value) ? Number(value) : null
}

/** `ACTIVE` is what the hand-written description calls what is `ENABLED` live. */
const statusOf = (status: string): string => (status === "ACTIVE" ? "ENABLED" : status)

type Thing = VendorCampaign | VendorAdGroup
const common = (thing: Thing) => ({
  id: thing.id,
  name: thing.name,
  status: statusOf(thing.status),
  displayStatus: thing.displayStatus ?? null,
  servingState: thing.systemStatus ?? null,
  servingStateReasons: thing.systemStatusReasons ?? [],
  limitingReasons: thing.systemStatusLimitingReasons ?? [],
  startTime: instantOf(thing.startTime),
  endTime: instantOf(thing.endTime),
  createdAt: instantOf(thing.creationTime),
  modifiedAt: instantOf(thing.modificationTime),
  deleted: thing.deleted ?? false
})

type Strategy = VendorCampaign["bidStrategy"]
const strategyOf = (strategy: Strategy): Campaign["bidStrategy"] =>
  strategy === null || strategy === undefined
    ? null
    : { type: strategy.bidStrategyType, goal: strategy.bidStrategyGoal ?? null }

export const isManual = (strategy: Campaign["bidStrategy"]): boolean =>
  strategy === null || strategy.type.startsWith("MANUAL_")

export const campaignOf = (campaign: VendorCampaign): Campaign => ({
  ...common(campaign),
  countries: included(campaign.targeting?.countryOrRegion),
  dailyBudgetAmount: campaign.dailyBudget?.value ?? null,
  bidStrategy: strategyOf(campaign.bidStrategy),
  appId: campaign.promotedObjectId ?? null,
  promotedObjectType: campaign.promotedObjectType ?? null
})

/** An ad group as it stands under its campaign's strategy. */
export const adGroupOf = (group: VendorAdGroup, campaign: Pick<Campaign, "bidStrategy">): AdGroup => {
  const { targeting } = group
  const strategy = strategyOf(group.bidStrategy) ?? campaign.bidStrategy
  return {
    ...common(group),
    campaignId: group.campaignId,
    defaultBidAmount: isManual(strategy) ? (group.bidStrategy?.bid ?? null) : null,
    bidStrategy: strategy,
    searchMatch: group.automatedKeywordsOptIn ?? null,
    targeting: {
      devices: included(targeting?.deviceClass),
      ages: { min: first(targeting?.minAge), max: first(targeting?.maxAge) },
      genders: included(targeting?.gender),
      locations: [targeting?.country, targeting?.countryCode, targeting?.adminArea, targeting?.locality].flatMap(
        included
      )
    }
  }
}

const rateOf = (part: number | null, whole: number | null): number | null =>
  part === null || whole === null || whole === 0 ? null : part / whole

/** What each of `count` cost: the vendor's figure, or ours where it gives none; null where there is none of them. */
const each = (given: Money | null | undefined, spend: Money | null, count: number | null): Money | null => {
  if (count === null || count === 0) return null
  if (given !== null && given !== undefined) return given
  const amount = spend === null ? undefined : shareOf(spend.amount, count)
  return spend === null || amount === undefined ? null : { amount, currency: spend.currency }
}

export const metricsOf = (metrics: VendorMetrics): Metrics => {
  const impressions = metrics.impressions ?? null
  const taps = metrics.taps ?? null
  const installs = metrics.totalInstalls ?? null
  const spend = metrics.localSpend ?? null
  return {
    impressions,
    taps,
    ttr: rateOf(taps, impressions),
    installs,
    tapInstalls: metrics.tapInstalls ?? null,
    newDownloads: metrics.totalNewDownloads ?? null,
    redownloads: metrics.totalRedownloads ?? null,
    spend,
    avgCpt: each(metrics.cpt, spend, taps),
    avgCpi: each(metrics.totalAvgCPI, spend, installs),
    conversionRate: rateOf(installs, taps)
  }
}

/** A bare number is in the account's currency. */
const suggestedOf = ({ insights, metadata }: VendorKeywordRow, currency: string | null): Money | null => {
  const suggested = insights?.bidRecommendation?.suggestedBidAmount ?? null
  if (suggested === null || typeof suggested === "object") return suggested
  const known = metadata.bid?.currency ?? currency
  return known === null ? null : { amount: suggested, currency: known }
}

export const keywordRowOf = (row: VendorKeywordRow, currency: string | null): KeywordRow => ({
  keywordId: row.metadata.id,
  keyword: row.metadata.text,
  matchType: row.metadata.matchType ?? null,
  status: row.metadata.status === null || row.metadata.status === undefined ? null : statusOf(row.metadata.status),
  adGroupId: row.metadata.adGroupId ?? null,
  bid: row.metadata.bid ?? null,
  ...metricsOf(row.totalMetrics),
  suggestedBid: suggestedOf(row, currency)
})

/** The vendor's pages say `SEARCH` of what others call `TARGETED`. */
const sources: Readonly<Record<string, string>> = { AUTO: "auto", TARGETED: "targeted", SEARCH: "targeted" }

export const searchTermRowOf = ({ metadata, totalMetrics }: VendorSearchTermRow): SearchTermRow => {
  const { keyword, searchTermSource, searchTermText } = metadata
  const source = searchTermSource ?? null
  return {
    searchTerm: searchTermText ?? null,
    lowVolume: (searchTermText ?? null) === null,
    source: source === null ? null : (lookUp(sources, source) ?? source.toLowerCase()),
    keyword: keyword?.text ?? null,
    keywordId: keyword?.id ?? null,
    matchType: keyword?.matchType ?? null,
    adGroupId: metadata.adGroupId ?? null,
    ...metricsOf(totalMetrics)
  }
}

/** A change of one thing, as the vendor remembers it. */
export interface HistoryEntry {
  readonly at: string
  readonly event: string
  readonly entityType: string
  readonly entityId: string | null
  readonly entityName: string | null
  readonly userType: string | null
  readonly userId: string | null
  readonly detailId: string | null
}

const events: Readonly<Record<string, string>> = { CREATE: "created", UPDATE: "updated", DELETE: "deleted" }

/** One entry for each thing that a row is about; a row that names none is one without. */
export const historyOf = ({ result }: VendorHistory): ReadonlyArray<HistoryEntry> =>
  (result ?? []).flatMap(({ entityType, eventTime, eventType, metas, modifiedBy, userType }) => {
    const entry = {
      at: instantOf(eventTime) ?? eventTime,
      event: lookUp(events, eventType) ?? eventType.toLowerCase(),
      entityType,
      userType: userType ?? null,
      userId: modifiedBy ?? null
    }
    const things = metas ?? []
    if (things.length === 0) return [{ ...entry, entityId: null, entityName: null, detailId: null }]
    return things.map(({ detailId, meta }) => ({
      ...entry,
      // `Campaign.1540000000.txn`
      entityId: detailId?.split(".")[1] ?? null,
      entityName: meta?.name ?? null,
      detailId: detailId ?? null
    }))
  })

export const historyChangesOf = ({ result }: VendorHistoryDetail) =>
  (result ?? []).flatMap(({ details }) =>
    (details ?? []).flatMap(({ changes }) =>
      (changes ?? []).map(({ field, newValues, oldValues }) => ({
        field,
        from: (oldValues ?? []).flatMap((value) => value ?? []),
        to: (newValues ?? []).flatMap((value) => value ?? [])
      }))
    )
  )
