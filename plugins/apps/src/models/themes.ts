/**
 * What reviews praise and complain about: themes@1.
 *
 * Every phrase of the taxonomy is counted once a review, longest first. A phrase speaks for the side in which it is
 * over-represented: its log-odds between positive and negative reviews, with a prior of ten reviews at the pooled rate
 * (Monroe, Colaresi & Quinn, 2008), so that a handful of mentions proves nothing. A theme is named when at least three
 * reviews of that side mention it.
 */
import type { Polarity } from "./sentiment.ts"
import { type Phrase, taxonomy } from "./taxonomy.ts"
import { stem, words } from "./tokens.ts"

type Side = "positive" | "negative"

export interface ThemeMentions {
  readonly theme: string
  readonly polarity: Side
  /** Reviews of that sentiment that mention it. */
  readonly mentions: number
  /** Most frequent first. */
  readonly phrases: ReadonlyArray<string>
}

const mentionsMin = 3
const priorReviews = 10
/** With fewer reviews on a side there is nothing to compare with. */
const sideMin = 5

const byFirstWord = new Map<string, Array<Phrase>>()
for (const { phrases } of taxonomy)
  for (const phrase of phrases) {
    const first = phrase.tokens[0] ?? ""
    byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), phrase])
  }

/** The phrases of the taxonomy in a text; a word belongs to the longest phrase that it is part of. */
export const phrasesIn = (text: string): ReadonlySet<Phrase> => {
  const tokens = words(text).map(stem)
  const found = new Set<Phrase>()
  for (let at = 0; at < tokens.length; ) {
    const here = (byFirstWord.get(tokens[at] ?? "") ?? []).filter((phrase) =>
      phrase.tokens.every((word, step) => tokens[at + step] === word)
    )
    const longest = Math.max(1, ...here.map((phrase) => phrase.tokens.length))
    for (const phrase of here) if (phrase.tokens.length === longest) found.add(phrase)
    at += longest
  }
  return found
}

/** Above 0: over-represented among the positive ones; below: among the negative. */
export const logOdds = (counts: {
  readonly positive: number
  readonly positiveOf: number
  readonly negative: number
  readonly negativeOf: number
}): number => {
  const rate = (counts.positive + counts.negative) / (counts.positiveOf + counts.negativeOf)
  const prior = priorReviews * Math.min(Math.max(rate, 0.001), 0.999)
  const odds = (hits: number, of: number) => (hits + prior) / (of + priorReviews - hits - prior)
  return Math.log(odds(counts.positive, counts.positiveOf) / odds(counts.negative, counts.negativeOf))
}

/** Themes of both sides, most mentioned first. */
export const themesOf = (
  reviews: ReadonlyArray<{ readonly text: string; readonly polarity: Polarity }>
): ReadonlyArray<ThemeMentions> => {
  const found = (side: Side) => reviews.filter(({ polarity }) => polarity === side).map(({ text }) => phrasesIn(text))
  const sides = { positive: found("positive"), negative: found("negative") }
  const holding = (side: Side, phrase: Phrase) => sides[side].filter((phrases) => phrases.has(phrase)).length
  const comparable = sides.positive.length >= sideMin && sides.negative.length >= sideMin
  const lift = (phrase: Phrase) =>
    logOdds({
      positive: holding("positive", phrase),
      positiveOf: sides.positive.length,
      negative: holding("negative", phrase),
      negativeOf: sides.negative.length
    })
  const speaksFor = (phrase: Phrase, side: Side) =>
    holding(side, phrase) > 0 && (!comparable || (side === "positive" ? lift(phrase) > 0 : lift(phrase) < 0))

  const mentions: Array<ThemeMentions> = []
  for (const theme of taxonomy)
    for (const side of ["positive", "negative"] as const) {
      // Without two sides to compare, only themes that can stand for nothing else are named.
      if (theme.leans !== side && (theme.leans !== "either" || !comparable)) continue
      const phrases = theme.phrases.filter((phrase) => speaksFor(phrase, side))
      const count = sides[side].filter((held) => phrases.some((phrase) => held.has(phrase))).length
      if (count < mentionsMin) continue
      const labels = phrases.sort((a, b) => holding(side, b) - holding(side, a)).map((phrase) => phrase.label)
      mentions.push({ theme: theme.name, polarity: side, mentions: count, phrases: labels.slice(0, 3) })
    }
  return mentions.sort((a, b) => b.mentions - a.mentions || a.theme.localeCompare(b.theme))
}
