/**
 * kw-interpretation@1: the scores of a keyword in words.
 *
 * Source: product research 1.3 (bands of volume and difficulty) and 3.4: stable below 0.5, moderate to 1.5, volatile
 * above; to be trusted from seven days of history and ten results on.
 */

export const interpretationModel = "kw-interpretation@1"

export const volumeBands = ["very high", "medium", "low-medium", "low"] as const
export const difficultyBands = ["very hard", "medium", "easy-medium", "easy"] as const
export const stabilities = ["stable", "moderate", "volatile"] as const

const band = <L>(score: number, [top, high, middle, low]: readonly [L, L, L, L]): L =>
  score >= 70 ? top : score >= 40 ? high : score >= 20 ? middle : low

export const volumeBand = (score: number | null) => (score === null ? null : band(score, volumeBands))
export const difficultyBand = (score: number | null) => (score === null ? null : band(score, difficultyBands))
export const stabilityOf = (volatility: number | null): (typeof stabilities)[number] | null =>
  volatility === null ? null : volatility < 0.5 ? "stable" : volatility <= 1.5 ? "moderate" : "volatile"

export const isTrustworthy = (historicalDays: number, resultCount: number | null): boolean =>
  historicalDays >= 7 && resultCount !== null && resultCount >= 10
