import type { InventedApp } from "./InventedApp.ts"
import type { Market } from "./markets.ts"
import { normalOf, smooth, unit } from "./random.ts"

export interface StarRatings {
  /** Five counts, five stars first. */
  readonly counts: readonly [number, number, number, number, number]
  readonly average: number
}

/** Standard normal: how much more an app is liked in one country than elsewhere. */
export const affinity = (app: InventedApp, market: Market): number => {
  const own = normalOf(unit(app.key, 41, market.key), unit(app.key, 42, market.key))
  return own + (market.country === app.developer.home ? 0.9 : 0)
}

/** Expected ratings a day, once an app is settled. */
export const ratingsPerDay = (app: InventedApp, market: Market): number =>
  10 ** (-0.9 + 1.05 * app.popularity) * market.weight * 10 ** (0.35 * affinity(app, market))

/**
 * Days of settled life that an app has lived, with a rush after its launch and good and bad seasons. Its slope stays
 * above zero, so that counts only grow.
 */
const livedDays = (app: InventedApp, day: number): number => {
  const age = day - app.releaseDay + 1
  const wave = (periodDays: number, share: number): number => {
    const turn = (2 * Math.PI) / periodDays
    const phase = unit(app.key, 43, periodDays) * 2 * Math.PI
    return (share / turn) * (Math.sin(turn * age + phase) - Math.sin(phase))
  }
  return age + 15 * (1 - Math.exp(-age / 8)) + wave(97, 0.4) + wave(7, 0.3)
}

export const ratingCount = (app: InventedApp, market: Market, day: number): number =>
  Math.floor(ratingsPerDay(app, market) * livedDays(app, day))

export const ratingAverage = (app: InventedApp, market: Market, day: number): number => {
  const drift = 0.12 * smooth(app.key ^ 0x44, day, 160)
  const local = 0.18 * (unit(app.key, 45, market.key) - 0.5)
  return Number(Math.min(4.95, Math.max(1.2, app.quality + drift + local)).toFixed(5))
}

// Five stars first: people who rate either love or hate.
const shape = [2.4, 0.9, 0.5, 0.35, 0.85] as const

const tilted = (tilt: number): { readonly shares: ReadonlyArray<number>; readonly mean: number } => {
  const weights = shape.map((weight, i) => weight * Math.exp(tilt * (5 - i)))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const shares = weights.map((weight) => weight / total)
  return { shares, mean: shares.reduce((sum, share, i) => sum + share * (5 - i), 0) }
}

/** The shares of five, four, three, two and one stars whose mean is `mean`. */
export const starShares = (mean: number): ReadonlyArray<number> => {
  let low = -4
  let high = 4
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2
    if (tilted(middle).mean < mean) low = middle
    else high = middle
  }
  return tilted((low + high) / 2).shares
}

export const starRatings = (app: InventedApp, market: Market, day: number): StarRatings => {
  const total = ratingCount(app, market, day)
  const average = ratingAverage(app, market, day)
  const [, four = 0, three = 0, two = 0, one = 0] = starShares(average).map((share) => Math.floor(share * total))
  return { average, counts: [total - four - three - two - one, four, three, two, one] }
}
