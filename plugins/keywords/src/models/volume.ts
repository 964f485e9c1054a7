/**
 * kw-volume@2: how much a keyword is searched, 0 to 100, from what the store completes.
 *
 * A store completes what is typed with what is searched most. So a term that it lists in the place i (from 0) for a
 * beginning of p letters is about the (1 + i)·N(p)-th most searched of all, N(p) being the number of beginnings of that
 * length: its rank within the market. log2 N is the entropy of p letters: 4.14, 7.70 and 11.0 bits for one to three
 * (Shannon, 1951), 1.5 bits for each further one; for scripts that write syllables or words 9 bits and then 5. On a scale
 * of 24 bits of terms, 100 is the head and 11 the least of what is completed at all.
 *
 * A term that isn't completed when typed in full is searched little: 0 to 10, by the share of the first ten titles that
 * hold it. Where neither completions nor results say anything there is no score. Numbers of ratings and of results have no
 * part in it: both end at a cap for most keywords. Held against no counted searches, so the confidence is low: the range
 * is a rank ten times better or worse.
 */
import type { Autocompletion } from "./autocomplete.ts"
import { hasPhrase, isSyllabic } from "./text.ts"
import { clamp, type Factor } from "./weighted.ts"

export const volumeModel = "kw-volume@2"

export interface VolumeInputs {
  readonly term: string
  /** Null: the suggestions were not read. */
  readonly autocompletion: Autocompletion | null
  readonly topTitles: ReadonlyArray<string>
  /** Null: not searched. */
  readonly resultCount: number | null
}

export interface VolumeEstimate {
  readonly score: number | null
  readonly range: { readonly low: number; readonly high: number } | null
  readonly confidence: "low" | "none"
  readonly factors: ReadonlyArray<Factor>
}

const termBits = 24
const latinBits = [4.14, 3.56, 3.3] as const
const furtherBits = { latin: 1.5, syllabic: 5 } as const
const firstSyllableBits = 9
const suggestedMin = 11
const unsuggestedMax = 10

const bitsOf = (prefix: ReadonlyArray<string>): number =>
  prefix
    .filter((letter) => letter.trim() !== "")
    .reduce((sum, letter, index) => {
      if (isSyllabic(letter)) return sum + (index === 0 ? firstSyllableBits : furtherBits.syllabic)
      return sum + (latinBits[index] ?? furtherBits.latin)
    }, 0)

const scoreAt = (bits: number) => (100 * (termBits - bits)) / (termBits - latinBits[0])

/** A rank ten times better or worse, in points. */
const tenfold = Math.ceil(scoreAt(0) - scoreAt(Math.log2(10)))

/** Of a score of this model, wherever it is read. */
export const volumeRange = (score: number): { readonly low: number; readonly high: number } =>
  score <= unsuggestedMax
    ? { low: 0, high: unsuggestedMax + tenfold }
    : { low: Math.max(0, score - tenfold), high: Math.min(100, score + tenfold) }

const nothing = { score: null, range: null, confidence: "none" as const }
const estimate = (score: number) => ({ score, range: volumeRange(score), confidence: "low" as const })

export const volumeOf = ({ autocompletion, resultCount, term, topTitles }: VolumeInputs): VolumeEstimate => {
  const titles =
    topTitles.length === 0 ? null : topTitles.filter((title) => hasPhrase(title, term)).length / topTitles.length
  const factor = (name: string, weight: number, input: number | null, score: number | null): Factor => ({
    name,
    weight,
    input,
    score: score === null ? null : Math.round(score),
    points: score === null ? null : Math.round(score * weight * 100) / 100
  })
  const prefix = autocompletion?.prefixLength ?? null
  const place = autocompletion?.position ?? null
  if (prefix !== null && place !== null) {
    const bits = bitsOf([...term].slice(0, prefix)) + Math.log2(1 + place)
    const score = Math.round(clamp(scoreAt(bits), suggestedMin, 100))
    return {
      ...estimate(score),
      factors: [
        factor("autocomplete", 1, prefix, score),
        factor("titleMatches", 0, titles, titles === null ? null : 100 * titles)
      ]
    }
  }
  const weight = unsuggestedMax / 100
  const factors = [
    factor("autocomplete", 1 - weight, null, autocompletion === null ? null : 0),
    factor("titleMatches", weight, titles, titles === null ? null : 100 * titles)
  ]
  if (autocompletion === null || titles === null || resultCount === 0) return { ...nothing, factors }
  return { ...estimate(Math.round(unsuggestedMax * titles)), factors }
}
