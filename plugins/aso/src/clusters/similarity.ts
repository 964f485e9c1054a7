/** How alike two terms are: their words, their characters, and what a search for them finds. */
import { bigramsOf, type Language } from "../words/words.ts"
import { nearStems, stemReader } from "./stems.ts"

/** What counts how much; what isn't known is left out and the rest made whole. */
export const weights = { stems: 0.45, bigrams: 0.15, shared: 0.4 } as const

export interface Comparable {
  readonly keyword: string
  /** The first ten apps of the latest search, best first; null: not known. */
  readonly top: ReadonlyArray<string> | null
}

type Counts = ReadonlyMap<string, number>

/**
 * What a stem counts that no term is by itself: it says more of what is searched for ("free", "for kids", a year), and
 * tells less of what that is.
 */
const aside = 0.8

/** Unit vectors of TF-IDF over these terms. */
const vectorsOf = (terms: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<Counts> => {
  const holding = new Map<string, number>()
  for (const stems of terms) for (const stem of stems) holding.set(stem, (holding.get(stem) ?? 0) + 1)
  const heads = new Set(terms.flatMap((stems) => (stems.length === 1 ? stems : [])))
  const rarity = (stem: string) =>
    (Math.log((1 + terms.length) / (1 + (holding.get(stem) ?? 0))) + 1) * (heads.has(stem) ? 1 : aside)
  return terms.map((stems) => {
    const length = Math.sqrt(stems.reduce((sum, stem) => sum + rarity(stem) ** 2, 0))
    return new Map(stems.map((stem) => [stem, rarity(stem) / length]))
  })
}

/** What of `b` is in `a`; a stem that `b` lacks counts as the nearest that `a` lacks, so far as it is near. */
const held = (a: Counts, b: Counts, near: ReadonlyMap<string, Counts>): number => {
  let sum = 0
  for (const [stem, value] of a) {
    const same = b.get(stem)
    if (same !== undefined) {
      sum += value * same
      continue
    }
    let most = 0
    for (const [other, likeness] of near.get(stem) ?? [])
      if (!a.has(other)) most = Math.max(most, likeness * (b.get(other) ?? 0))
    sum += value * most
  }
  return sum
}

const sizeOf = (counts: Counts): number => {
  let size = 0
  for (const count of counts.values()) size += count
  return size
}

/** How alike any two of these counts are: twice what both hold to what they hold together. */
const diceAmong = (all: ReadonlyArray<Counts>): ((a: number, b: number) => number) => {
  const holding = new Map<string, Array<readonly [at: number, count: number]>>()
  for (const [at, counts] of all.entries())
    for (const [part, count] of counts) {
      const known = holding.get(part)
      if (known === undefined) holding.set(part, [[at, count]])
      else known.push([at, count])
    }
  // Few parts are held by many, so what is shared is summed over parts, not over pairs of all.
  const shared = new Float64Array(all.length ** 2)
  for (const holders of holding.values())
    for (const [a, count] of holders)
      for (const [b, other] of holders) {
        const at = a * all.length + b
        shared[at] = (shared[at] ?? 0) + Math.min(count, other)
      }
  const sizes = all.map(sizeOf)
  return (a, b) => {
    const size = (sizes[a] ?? 0) + (sizes[b] ?? 0)
    return size === 0 ? 0 : (2 * (shared[a * all.length + b] ?? 0)) / size
  }
}

/** Likeness from 0 to 1 of the terms at two indexes, in whole billionths so that sums are exact. */
export const similarityAmong = (
  terms: ReadonlyArray<Comparable>,
  language: Language
): ((a: number, b: number) => number) => {
  const stemsOf = stemReader(language)
  const stems = terms.map(({ keyword }) => stemsOf(keyword))
  const near = nearStems(new Set(stems.flat()), language)
  const vectors = vectorsOf(stems)
  const bigrams = diceAmong(terms.map(({ keyword }) => bigramsOf(keyword, language)))
  const tops = terms.map(({ top }) => new Map((top ?? []).slice(0, 10).map((app) => [app, 1])))
  const shared = diceAmong(tops)
  const isKnown = (at: number) => (tops[at]?.size ?? 0) > 0
  return (a, b) => {
    const one = vectors[a]
    const other = vectors[b]
    if (one === undefined || other === undefined) return 0
    const cosine = Math.min(1, (held(one, other, near) + held(other, one, near)) / 2)
    const text = weights.stems * cosine + weights.bigrams * bigrams(a, b)
    const whole =
      isKnown(a) && isKnown(b) ? text + weights.shared * shared(a, b) : text / (weights.stems + weights.bigrams)
    return Math.round(whole * 1e9)
  }
}
