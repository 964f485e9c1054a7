import { lookUp } from "@storeglass/plugin-api"

/**
 * Where a count stands within a market: −log10 of the share of apps with more, as points of 100. It has no cap that the
 * known apps reach: a tenth of all apps is above 25 points, a hundredth above 51, one in a thousand above 76.
 *
 * Quantiles of the 8,921 storeb apps with at least 20 ratings in public snapshots of 2020 and 2021. Counts of one
 * country are first brought to the size of the US by the popularity multipliers of product research 3.2.
 */
const rarityMax = 3.95

/** Median, 70, 80, 90, 95, 99 and 99.9 %, and the largest. */
const shares = [0.301, 0.523, 0.699, 1, 1.301, 2, 3, rarityMax] as const
const quantiles = {
  ratings: [20, 131, 435, 991, 4_139, 13_278, 150_579, 1_264_773, 15_709_092],
  installs: [2_220, 24_100, 74_800, 174_000, 570_000, 1_840_000, 12_600_000, 118_000_000, 1_000_000_000],
  ratingsPerDay: [0.0231, 0.147, 0.449, 1.01, 3.72, 12, 121, 1_230, 5_170]
} as const

/** 0 to 100. */
export const marketRank = (kind: keyof typeof quantiles, value: number): number => {
  const bounds = quantiles[kind]
  const rarities = [0, ...shares]
  const above = bounds.findIndex((bound) => value < bound)
  if (above === 0) return 0
  if (above < 0) return 100
  const [low = 1, high = 1] = [bounds[above - 1], bounds[above]]
  const [from = 0, to = 0] = [rarities[above - 1], rarities[above]]
  const part = Math.log(value / low) / Math.log(high / low)
  return (100 * (from + part * (to - from))) / rarityMax
}

const sizes: Readonly<Record<string, number>> = {
  us: 1,
  cn: 0.45,
  jp: 0.35,
  gb: 0.3,
  de: 0.25,
  fr: 0.22,
  kr: 0.2,
  br: 0.18,
  in: 0.15,
  ca: 0.15,
  au: 0.12,
  ru: 0.12,
  it: 0.12,
  es: 0.1,
  mx: 0.1,
  tw: 0.08,
  nl: 0.07,
  se: 0.06,
  ch: 0.06,
  pl: 0.05,
  tr: 0.05,
  th: 0.05,
  id: 0.05
}

/** Against the US. */
export const marketSize = (country: string): number => lookUp(sizes, country) ?? 0.03
