import { isoOf } from "@storeglass/plugin-api"
/** The market figures of the report, from what was read: pure, so that every number can be checked by hand. */
import type { StoreApp } from "@storeglass/stores/contract"
import { DateTime } from "effect"
import type { Calibration } from "../config.ts"
import { coverage, noBasis } from "../models/Candidate.ts"
import type { Installs } from "../models/calibration.ts"
import { categoryOf, isGame } from "../models/categories.ts"
import { type ChartPosition, chartPosition } from "../models/chartPosition.ts"
import { type Combined, combine, type Nothing, rounded, type Weighted } from "../models/combine.ts"
import { installGrowth } from "../models/installGrowth.ts"
import { lifetimeInstalls } from "../models/lifetimeInstalls.ts"
import { paidRevenue } from "../models/paidRevenue.ts"
import { grossingRevenue, rankDownloads } from "../models/rankCurve.ts"
import { converted } from "../models/rates.ts"
import { lifetimeRatings, ratingGrowth } from "../models/ratings.ts"
import { type Correction, corrected, uncorrected } from "../models/residuals.ts"
import type { ChartRanking } from "../rankings/ChartRanks.ts"
import type { EstimatedDownloads, EstimatedRevenue } from "../report.ts"
import { type Scope, storeFacts } from "../storeFacts.ts"

type Listing = Pick<ChartRanking, "asOfMs" | "entries">

/** The overall chart and that of the app's genre; null where they could not be read. */
export interface ChartPair {
  readonly overall: Listing | null
  readonly genre: Listing | null
}

export interface MarketInput {
  readonly app: StoreApp
  readonly nowMs: number
  /** When the store said what is estimated from. */
  readonly asOfMs: number
  /** top-paid for apps with a price, else top-free; null where no curve is fitted on the charts of the store. */
  readonly downloadsChart: ChartPair | null
  readonly grossingChart: ChartPair | null
  readonly earlier: {
    readonly days: number
    readonly ratingCount: number | null
    readonly installs: number | null
  } | null
  readonly calibration: Calibration
  /** Of the revenue; one that `calibration.rates` has. */
  readonly currency: string
}

export const downloadsChartOf = (app: StoreApp) => (app.price !== null && app.price > 0 ? "top-paid" : "top-free")

const positionIn = (app: StoreApp, pair: ChartPair | null): ChartPosition =>
  pair === null
    ? { _tag: "Unplaced", reason: `no rank curve is fitted to ${app.platform} charts` }
    : chartPosition({
        appId: app.appId,
        genreId: app.genreId,
        overall: pair.overall?.entries ?? null,
        genre: pair.genre?.entries ?? null
      })

const installsOf = ({ installs }: StoreApp): Installs | null =>
  installs === null ? null : { count: installs.max ?? installs.min, exact: installs.max !== null }

/** Both counters are of the whole world where a store has both, so their quotient is a share. */
const ownShareOf = ({ ratingCount }: StoreApp, installs: Installs | null): number | null => {
  if (installs === null || !installs.exact || ratingCount === null || ratingCount === 0) return null
  return ratingCount > installs.count ? null : ratingCount / installs.count
}

export const estimateDownloads = (input: MarketInput): Combined | Nothing => {
  const { app, calibration, earlier } = input
  const position = positionIn(app, input.downloadsChart)
  const released = app.releaseDate === null ? null : DateTime.make(app.releaseDate)
  const releasedMs = released?._tag === "Some" ? DateTime.toEpochMillis(released.value) : null
  const ageDays = releasedMs === null || releasedMs > input.nowMs ? null : (input.nowMs - releasedMs) / 86_400_000
  const installs = installsOf(app)
  const rated = {
    ratingCount: app.ratingCount,
    ageDays,
    paid: app.price !== null && app.price > 0,
    category: categoryOf(app.genreId)
  }
  const since = (count: number | null | undefined) =>
    earlier === null || count === null || count === undefined ? null : { count, days: earlier.days }
  return combine([
    installGrowth({ installs, earlier: since(earlier?.installs) }),
    rankDownloads({
      position,
      chart: downloadsChartOf(app),
      country: app.country,
      isGame: isGame(app.genreId),
      ...calibration
    }),
    ratingGrowth({
      ...rated,
      earlier: since(earlier?.ratingCount),
      ownShare: ownShareOf(app, installs)
    }),
    // A counter of installs leaves nothing to guess from ratings.
    installs === null ? lifetimeRatings(rated) : lifetimeInstalls({ installs, ageDays })
  ])
}

/** In the asked currency, whatever the models count in. */
export const estimateRevenue = (input: MarketInput, downloads: Combined | Nothing): Combined | Nothing => {
  const { app, calibration, currency } = input
  const position = positionIn(app, input.grossingChart)
  const grossing = grossingRevenue({
    position,
    chart: "top-grossing",
    country: app.country,
    isGame: isGame(app.genreId),
    ...calibration
  })
  const rate = converted(1, "USD", currency, calibration.rates)
  const inCurrency =
    grossing._tag === "NoBasis" || rate === null
      ? grossing
      : { ...grossing, value: grossing.value * rate, low: grossing.low * rate, high: grossing.high * rate }
  const local = app.currency ?? "USD"
  const price =
    app.price === null || app.price === 0 ? app.price : converted(app.price, local, currency, calibration.rates)
  const sales =
    price === null && app.price !== null
      ? noBasis("paid-revenue@2", `no exchange rate for ${local}; set estimates.rates.${local}`)
      : paidRevenue({
          downloads,
          price,
          commission: calibration.commission,
          worldwide: storeFacts[app.platform].scope === "worldwide"
        })
  return combine([inCurrency, sales])
}

const inWords = (used: ReadonlyArray<Weighted>) =>
  used.length === 1
    ? `${used[0]?.model} alone`
    : `mean of logarithms of ${used.map(({ model }) => model).join(", ")}, weighted by their measured error`

const rangeOf = ({ high, low }: { readonly low: number; readonly high: number }) => ({
  low: rounded(low),
  high: rounded(high)
})

/** Why there is no figure of a country where the counters are worldwide. */
export const ofTheWorld =
  "the figure is worldwide: the store has no counts by country, and nothing public gives a country's share"

/** What the account's own counted figures say about an estimate. */
const told = ({ level, n }: Correction) =>
  level === "account"
    ? `corrected by ${n} counted figures of the account's own apps, of this developer or category`
    : `corrected by ${n} counted figures of the account's own apps of the category`

/** A combination as the report shows it, corrected; its methods are as the models say. */
export const shown = (
  estimate: Combined | Nothing,
  model: string,
  asOfMs: number,
  scope: Scope,
  correction: Correction
): EstimatedDownloads => {
  const common = {
    calibration: correction.level,
    period: "monthly" as const,
    scope,
    model,
    notUsed: estimate.notUsed.map(({ model, reason }) => ({ model, reason }))
  }
  if (estimate.value === null) {
    const status = estimate.notUsed.some(({ notYet }) => notYet) ? "not_measured" : "unavailable"
    return {
      ...common,
      value: null,
      inCountry: null,
      range: null,
      confidence: "none",
      status,
      method: null,
      methods: [],
      inputs: [],
      provenance: { source: "model", asOf: null, status, confidence: "none", model }
    }
  }
  const figure = corrected(estimate, correction)
  const limitations = [
    ...(correction.level === "global" ? [] : [told(correction)]),
    ...(estimate.contradictory ? ["the models contradict each other: see methods for the range of each"] : []),
    ...(scope === "worldwide" ? [ofTheWorld] : []),
    ...new Set(estimate.used.flatMap((candidate) => candidate.limitations))
  ]
  return {
    ...common,
    value: rounded(figure.value),
    inCountry: scope === "country" ? rounded(figure.value) : null,
    range: {
      ...rangeOf(figure),
      coverage,
      ...estimate.evidence,
      ...(correction.level === "global" ? {} : { coverageObserved: null, n: null })
    },
    confidence: estimate.confidence,
    status: "estimated",
    method: inWords(estimate.used),
    methods: estimate.used.map((candidate) => ({
      model: candidate.model,
      value: rounded(candidate.value),
      range: rangeOf(candidate),
      weight: Math.round(candidate.weight * 100) / 100
    })),
    inputs: estimate.used.flatMap(({ inputs, model }) => inputs.map((input) => ({ model, ...input }))),
    provenance: {
      source: "model",
      asOf: isoOf(asOfMs),
      status: "estimated",
      confidence: estimate.confidence,
      model,
      ...(limitations.length === 0 ? {} : { limitations })
    }
  }
}

export const downloadsModel = "downloads@2"
export const revenueModel = "revenue@2"

/** The account's corrections, by figure. */
export interface Corrections {
  readonly downloads: Correction
  readonly revenue: Correction
}

export const estimateMarket = (
  input: MarketInput,
  corrections: Corrections = { downloads: uncorrected, revenue: uncorrected }
): { readonly estimatedDownloads: EstimatedDownloads; readonly estimatedRevenue: EstimatedRevenue } => {
  const { scope } = storeFacts[input.app.platform]
  const downloads = estimateDownloads(input)
  const revenue = estimateRevenue(input, downloads)
  return {
    estimatedDownloads: shown(downloads, downloadsModel, input.asOfMs, scope, corrections.downloads),
    estimatedRevenue: {
      ...shown(revenue, revenueModel, input.asOfMs, scope, corrections.revenue),
      currency: input.currency
    }
  }
}
