import type { Tally } from "./Tally.ts"
import { scoreOf } from "./visibility.ts"

/** Where the score over all prompts like these lies, 19 times of 20; whole points. */
export interface Interval {
  readonly low: number
  readonly high: number
}

const z = 1.96

/** Student's quantile of 97.5%: the first two from the table, then the series of Cornish and Fisher, within 0.03. */
const quantile = (freedom: number): number => {
  if (freedom === 1) return 12.706
  if (freedom === 2) return 4.303
  const first = (z ** 3 + z) / 4
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384
  return z + first / freedom + second / freedom ** 2 + third / freedom ** 3
}

/** A sentiment of one prompt alone tells nothing of the next: it's taken as any from -1 to 1. */
const unknownSentiment = 1 / 3

/** Parts of the variance of the score that sums over prompts give, each without its factor for few prompts. */
const spreadOf = (tally: Tally) => {
  const { mm, ms, nm, nn, ns, nw, sentimentN, ss, wm, ws, ww } = tally
  const weight = tally.weightSum / tally.answersOk
  const sentiment = sentimentN === 0 ? 0 : tally.sentimentSum / sentimentN
  return {
    weights: Math.max(0, ww - 2 * weight * nw + weight ** 2 * nn),
    sentiments: Math.max(0, ss - 2 * sentiment * ms + sentiment ** 2 * mm),
    both: ws - sentiment * wm - weight * ns + weight * sentiment * nm
  }
}

/** How many independent answers these are worth to a share: as many as prompts at least, as answers at most. */
const effective = ({ answersOk, promptsOk, weightSquares, weightSum }: Tally, variance: number): number => {
  const independent = Math.max(0, weightSquares - weightSum ** 2 / answersOk) / (answersOk - 1) / answersOk
  if (independent < 1e-12) return promptsOk
  return Math.min(answersOk, Math.max(promptsOk, variance === 0 ? answersOk : (answersOk * independent) / variance))
}

/**
 * The 95% interval of `visibility@1`. Answers to one prompt are alike, so prompts are the sample, not answers: the score is a sum
 * of two ratios, and its variance that of their linear form over prompts, K / (K - 1) × Σ u², where u of a prompt is
 * 70 (w - w̄ n) / N + 15 (s - s̄ m) / M (100 for 70 without a sentiment); Student's quantile of K - 1.
 * An app that is never named, or in every answer alike, isn't certain to stay so: the interval of its share is at least that of
 * Wilson, over as many answers as they're worth by the same variance. Null with fewer than two prompts.
 */
export const intervalOf = (tally: Tally): Interval | null => {
  const { answersOk: n, answersWithOwner: named, promptsOk: prompts, sentimentN } = tally
  const { score } = scoreOf(tally)
  if (score === null || prompts < 2) return null
  const few = prompts / (prompts - 1)
  const spread = spreadOf(tally)
  const [ofWeights, ofSentiments] = sentimentN === 0 ? [100, 0] : [70, 15]
  const perWeight = ofWeights / n
  const perSentiment = sentimentN === 0 ? 0 : ofSentiments / sentimentN
  const isOnePrompt = sentimentN > 0 && tally.mm === sentimentN ** 2
  const variance =
    few *
      (perWeight ** 2 * spread.weights +
        2 * perWeight * perSentiment * spread.both +
        perSentiment ** 2 * spread.sentiments) +
    (isOnePrompt ? ofSentiments ** 2 * unknownSentiment : 0)
  const half = quantile(prompts - 1) * Math.sqrt(Math.max(0, variance))
  // Wilson's bounds of the share of answers that name it, each answer at its mean weight.
  const worth = effective(tally, (few * spread.weights) / n ** 2)
  const share = named / n
  const weight = named === 0 ? 0.5 : tally.weightSum / named
  const middle = (share + z ** 2 / (2 * worth)) / (1 + z ** 2 / worth)
  const reach = (z / (1 + z ** 2 / worth)) * Math.sqrt((share * (1 - share)) / worth + z ** 2 / (4 * worth ** 2))
  const [least, most] = [(middle - reach - share) * weight * ofWeights, (middle + reach - share) * weight * ofWeights]
  const low = score + Math.min(-half, least)
  const high = score + Math.max(half, most)
  return { low: Math.max(0, Math.round(low)), high: Math.min(100, Math.round(high)) }
}

/** Whether two scores differ by more than chance; false where one has no interval. */
export const hasChanged = (before: Interval | null, after: Interval | null): boolean =>
  before !== null && after !== null && (before.high < after.low || after.high < before.low)

/** What a score did since the one before; null where one has no interval. */
export const changeOf = (before: Interval | null, after: Interval | null): "up" | "down" | "no_change" | null => {
  if (before === null || after === null) return null
  if (!hasChanged(before, after)) return "no_change"
  return before.high < after.low ? "up" : "down"
}
