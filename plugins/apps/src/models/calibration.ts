/**
 * The numbers that the rank models are calibrated with. An operator replaces any of them in the config
 * (`estimates.curves`, `estimates.markets`), for instance after comparing with sales of their own.
 */

/** A month's figure at a rank: `perDay × rank^-exponent × 30`, never more than `topPerDay × 30`. */
export interface RankCurve {
  readonly perDay: number
  readonly exponent: number
  readonly topPerDay: number
  /** Last rank that the sources speak about. */
  readonly ranks: number
  readonly asOf: string
  readonly source: string
}

export interface RankCurves {
  readonly "top-free": RankCurve
  readonly "top-paid": RankCurve
  readonly "top-grossing": RankCurve
}

/** All curves are of the overall iPhone charts of the US. */
export const rankCurves: RankCurves = {
  // 345 000 × 10^-0.822 = 52 000.
  "top-free": {
    perDay: 345_000,
    exponent: 0.822,
    topPerDay: 156_000,
    ranks: 200,
    asOf: "2022-06",
    source:
      "Exponent: fit through six published points of a US free chart. Scale: trade press, June 2022, medians of 52 000 downloads a day at rank 10 and 156 000 at rank 1."
  },
  // 35 000 × 10^-0.944 = 3 980; 35 000 × 50^-0.944 = 871.
  "top-paid": {
    perDay: 35_000,
    exponent: 0.944,
    topPerDay: 35_000,
    ranks: 200,
    asOf: "2013-05",
    source:
      "Exponent: Garg & Telang, MIS Quarterly 37(4), 2013. Scale: trade press, May 2013, 4 000 downloads a day at rank 10 and 950 at rank 50."
  },
  // 680 000 USD a day is 20.4 million a month.
  "top-grossing": {
    perDay: 680_000,
    exponent: 0.89,
    topPerDay: 680_000,
    ranks: 200,
    asOf: "undated",
    source:
      "Published power law through four anchors of the US chart: 20.4 million USD a month at rank 1, net of the store's share."
  }
}

/** How large a market is beside the US; null where we know of no figure, so that no rank is turned into a guess. */
export interface Market {
  readonly downloads: number | null
  readonly revenue: number | null
}

/**
 * Rounded, and meant to be replaced by an operator who knows better.
 * Downloads: inhabitants (about 2024) × share of iOS among mobiles (published web statistics, 2022 to 2025), US = 1;
 * it gives 0.40 for Japan, where 0.38 was measured at rank 25 in 2013.
 * Revenue: inhabitants × spending per head on the store, 2012 to 2017 (trade press), US = 1.
 */
export const markets: Readonly<Record<string, Market>> = {
  us: { downloads: 1, revenue: 1 },
  au: { downloads: 0.075, revenue: 0.096 },
  ca: { downloads: 0.12, revenue: null },
  ch: { downloads: 0.024, revenue: null },
  cn: { downloads: 1.42, revenue: 0.8 },
  de: { downloads: 0.14, revenue: 0.069 },
  dk: { downloads: 0.016, revenue: null },
  fr: { downloads: null, revenue: 0.061 },
  gb: { downloads: 0.16, revenue: null },
  jp: { downloads: 0.4, revenue: 0.84 },
  kr: { downloads: null, revenue: 0.067 },
  no: { downloads: 0.017, revenue: null },
  ru: { downloads: null, revenue: 0.041 },
  se: { downloads: 0.029, revenue: null }
}

/** One rating for 83 installs: published rule of thumb, undated, ±25 to 50 %; 1 in 75 was measured in 2009. */
export const ratingsPerInstall = 0.012

/** What the store keeps of a sale; 0.15 for developers in its small-business programme. */
export const commission = 0.3

export const daysPerMonth = 30
export const daysPerMonthOfYear = 365.25 / 12

/** A store's public install counter: what it stands at, or, not exact, the last step that it passed. */
export interface Installs {
  readonly count: number
  readonly exact: boolean
}
