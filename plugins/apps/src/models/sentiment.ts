/**
 * Whether a review speaks for or against the app: sentiment@1.
 *
 * The text is scored with the rules of VADER (Hutto & Gilbert, 2014: negation turns a word round at 0.74, boosters add
 * 0.293, what follows "but" counts more, x / √(x² + 15) brings the sum to -1…1) over a word list of our own. The stars
 * are the author's own verdict, so the score is the mean of stars and text; stars alone where the text is short or not
 * English or holds no word of the list. From 0.05 on it is positive, from -0.05 down negative.
 */
import { boosters, lexicon, negations } from "./lexicon.ts"
import { isEnglish, words } from "./tokens.ts"

export type Polarity = "positive" | "neutral" | "negative"

export interface ReviewText {
  readonly rating: number
  readonly title: string | null
  readonly text: string
}

/** -1 to 1; null when no word of the list is in it. */
export const compound = (tokens: ReadonlyArray<string>): number | null => {
  const but = tokens.lastIndexOf("but")
  let sum = 0
  let found = false
  tokens.forEach((token, index) => {
    const valence = lexicon.get(token)
    if (valence === undefined) return
    found = true
    const before = tokens.slice(Math.max(0, index - 3), index)
    const boosted = before.reduce(
      (total, word, at) =>
        total + (boosters.get(word) ?? 0) * Math.sign(valence) * (1 - 0.05 * (before.length - 1 - at)),
      valence
    )
    const negated = before.some((word) => negations.has(word)) ? boosted * -0.74 : boosted
    sum += but < 0 || index === but ? negated : index < but ? negated * 0.5 : negated * 1.5
  })
  return found ? sum / Math.sqrt(sum * sum + 15) : null
}

const starScore = (rating: number) => (rating - 3) / 2

export const polarityOf = (review: ReviewText): Polarity => {
  const tokens = words(`${review.title ?? ""} . ${review.text}`)
  const spoken = isEnglish(tokens) ? compound(tokens) : null
  const score = spoken === null ? starScore(review.rating) : (starScore(review.rating) + spoken) / 2
  return score >= 0.05 ? "positive" : score <= -0.05 ? "negative" : "neutral"
}

/** Share of positive reviews among all sampled, in percent with one decimal; null without reviews. */
export const positivePercentage = (polarities: ReadonlyArray<Polarity>): number | null =>
  polarities.length === 0
    ? null
    : Math.round((polarities.filter((polarity) => polarity === "positive").length / polarities.length) * 1000) / 10

/** Wilson's 95 % interval of a percentage of `of`, in percent; null of nothing. */
export const percentageRange = (count: number, of: number): { readonly low: number; readonly high: number } | null => {
  if (of === 0) return null
  const square = 1.96 ** 2
  const share = count / of
  const middle = (share + square / (2 * of)) / (1 + square / of)
  const half = Math.sqrt(square * ((share * (1 - share)) / of + square / (4 * of * of))) / (1 + square / of)
  const percent = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 10
  return { low: percent(middle - half), high: percent(middle + half) }
}
