/**
 * The numbers that the rank models are calibrated with. An operator replaces any of them in the config
 * (`estimates.curves`, `estimates.markets`), for instance after comparing with sales of their own.
 */

/** A month's figure at a rank: `perDay × (rank + offset)^-exponent × 30`. */
export interface RankCurve {
  readonly perDay: number
  readonly offset: number
  readonly exponent: number
  /** Standard deviation of the logarithm of the anchors about the curve. */
  readonly sigma: number
  /** Last rank that the sources speak about. */
  readonly ranks: number
  /** Which apps the anchors are. */
  readonly kind: "games" | "all"
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
  "top-free": {
    perDay: 358_000,
    offset: 3,
    exponent: 0.68,
    sigma: 0.24,
    ranks: 200,
    kind: "all",
    asOf: "2011 to 2025",
    source: "Fit through published points of several years; those of 2022 alone give 453 000 × (rank + 3)^-0.81."
  },
  "top-paid": {
    perDay: 52_000,
    offset: 5.4,
    exponent: 0.886,
    sigma: 0.3,
    ranks: 200,
    kind: "all",
    asOf: "2012 to 2014",
    source: "Fit through published points of US paid apps."
  },
  "top-grossing": {
    perDay: 2_160_000,
    offset: 0,
    exponent: 0.89,
    sigma: 0.16,
    ranks: 200,
    kind: "games",
    asOf: "2021-06",
    source: "Fit through published revenue of games in the US chart, net of the store's share."
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

/**
 * Ratings for an install of an app with 300 ratings that is a year old, on storea: a published rule of thumb of one in
 * 83, undated, ±25 to 50 %. How the share varies with age, price and category is measured on storeb.
 */
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
