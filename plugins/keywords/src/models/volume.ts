/**
 * kw-volume@1: how much a keyword is searched, 0 to 100, from what anyone can see.
 *
 * Source: product research 3.2, the recommended mix: 0.45 · autocomplete-prefix@1 + 0.25 · ratings of the leader on a
 * logarithmic scale + 0.15 · number of results + 0.15 · share of titles that hold the keyword. The leader is the app with
 * the most ratings in the upper half of the first ten, as in the popularity score of 3.2 C; a million ratings are 100.
 * Results count against the 200 that the search gives at most, as in 3.2 B. Confidence is medium with suggestions,
 * else low.
 */
import { type Autocompletion, autocompleteScore } from "./autocomplete.ts"
import { hasAllWords } from "./text.ts"
import { clamp, type WeightedScore, weightedScore } from "./weighted.ts"

export const volumeModel = "kw-volume@1"

export interface VolumeInputs {
  readonly term: string
  /** Null: the suggestions were not read. */
  readonly autocompletion: Autocompletion | null
  /** Ratings of the upper half of the first ten; null where the store does not tell. */
  readonly topRatings: ReadonlyArray<number | null>
  readonly topTitles: ReadonlyArray<string>
  /** Null: not searched. */
  readonly resultCount: number | null
  /** How many results the store gives at most. */
  readonly resultCountMax: number
}

export interface VolumeEstimate extends WeightedScore {
  readonly confidence: "medium" | "low" | "none"
}

const ratingsFull = 1_000_000

export const volumeOf = (inputs: VolumeInputs): VolumeEstimate => {
  const { autocompletion, resultCount, resultCountMax, term, topRatings, topTitles } = inputs
  const known = topRatings.flatMap((ratings) => (ratings === null ? [] : [ratings]))
  const leader = known.length === 0 ? null : Math.max(...known)
  const titles = topTitles.filter((title) => hasAllWords(title, term)).length
  const titleRatio = topTitles.length === 0 ? null : titles / topTitles.length
  const scored = weightedScore([
    {
      name: "autocomplete",
      weight: 0.45,
      input: autocompletion?.prefixLength ?? null,
      score: autocompletion === null ? null : autocompleteScore(term, autocompletion)
    },
    {
      name: "leaderRatings",
      weight: 0.25,
      input: leader,
      score: leader === null ? null : clamp((100 * Math.log10(1 + leader)) / Math.log10(1 + ratingsFull), 0, 100)
    },
    {
      name: "resultCount",
      weight: 0.15,
      input: resultCount,
      score: resultCount === null ? null : 100 * Math.min(1, resultCount / resultCountMax)
    },
    {
      name: "titleMatches",
      weight: 0.15,
      input: titleRatio,
      score: titleRatio === null ? null : 100 * titleRatio
    }
  ])
  return { ...scored, confidence: scored.score === null ? "none" : autocompletion === null ? "low" : "medium" }
}
