import type { Tally } from "./Tally.ts"
import { scoreOf } from "./visibility.ts"

/** Where the score of all possible answers lies, 19 times of 20; whole points. */
export interface Interval {
  readonly low: number
  readonly high: number
}

const z = 1.96

/** Variance of a mean, from its sums. With one value, or none, it's unknown. */
const varianceOfMean = (n: number, sum: number, squares: number): number | undefined =>
  n < 2 ? undefined : Math.max(0, squares - sum ** 2 / n) / (n - 1) / n

/**
 * The 95% interval of `visibility@1`: normal, of the means of weights and of sentiments, which are taken as independent. An app
 * that is never named, or in every answer alike, isn't certain to stay so: the interval of its share is at least that of Wilson.
 * Null with fewer than two answers.
 */
export const intervalOf = (tally: Tally): Interval | null => {
  const { answersOk: n, answersWithOwner: named, sentimentN } = tally
  const { score } = scoreOf(tally)
  const weights = varianceOfMean(n, tally.weightSum, tally.weightSquares)
  if (score === null || weights === undefined) return null
  const sentiments = varianceOfMean(sentimentN, tally.sentimentSum, tally.sentimentSquares) ?? 0
  const [ofWeights, ofSentiments] = sentimentN === 0 ? [100, 0] : [70, 15]
  const half = z * Math.sqrt(ofWeights ** 2 * weights + ofSentiments ** 2 * sentiments)
  // Wilson's bounds of the share of answers that name it, each answer at its mean weight.
  const share = named / n
  const weight = named === 0 ? 0.5 : tally.weightSum / named
  const middle = (share + z ** 2 / (2 * n)) / (1 + z ** 2 / n)
  const reach = (z / (1 + z ** 2 / n)) * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n ** 2))
  const [least, most] = [(middle - reach - share) * weight * ofWeights, (middle + reach - share) * weight * ofWeights]
  const low = score + Math.min(-half, least)
  const high = score + Math.max(half, most)
  return { low: Math.max(0, Math.round(low)), high: Math.min(100, Math.round(high)) }
}

/** Whether two scores differ by more than chance; false where one has no interval. */
export const hasChanged = (before: Interval | null, after: Interval | null): boolean =>
  before !== null && after !== null && (before.high < after.low || after.high < before.low)
