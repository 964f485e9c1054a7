/** The stems by which terms are compared, and which of them are nearly one. */
import { primaryOf } from "../words/language.ts"
import { type Language, wordsOf } from "../words/words.ts"
import { modifiersOf, synonymsOf } from "./wordLists.ts"

/**
 * Reads the stems of a term: without stop words and without what any app's search may hold ("app", "free"), so far as
 * others are left.
 */
export const stemReader = (language: Language): ((keyword: string) => ReadonlyArray<string>) => {
  const said = (modifiersOf(primaryOf(language.tag) ?? "") ?? []).flatMap((word) => wordsOf(word, language))
  const modifiers = new Set(said.map(({ stem }) => stem))
  return (keyword) => {
    const words = wordsOf(keyword, language)
    const content = words.filter(({ isStopWord }) => !isStopWord)
    const telling = content.filter(({ stem }) => !modifiers.has(stem))
    const read = telling.length > 0 ? telling : content.length > 0 ? content : words
    return [...new Set(read.map(({ stem }) => stem))]
  }
}

/** Languages that write compounds as one word. */
const compounding: ReadonlySet<string> = new Set("da de et fi hu is nb nl nn no ru sv uk".split(" "))

/** Of a compound: the least letters of a part, and of the rest. Hangul goes by syllables. */
const parts = { letters: { part: 4, rest: 3 }, syllables: { part: 2, rest: 1 } } as const

const hangul = /^\p{sc=Hangul}+$/u

/** How far a compound is its first or last part: the root of their lengths' ratio; 0 where it has no such part. */
const compoundLikeness = (long: string, short: string, isCompounding: boolean): number => {
  const least = hangul.test(short) ? parts.syllables : isCompounding ? parts.letters : undefined
  return least !== undefined &&
    short.length >= least.part &&
    long.length - short.length >= least.rest &&
    (long.startsWith(short) || long.endsWith(short))
    ? Math.sqrt(short.length / long.length)
    : 0
}

/** From here on two stems are taken for forms of one word that the stemmer missed. */
const formsFrom = 0.7
const formsLetters = 4

/** Languages that make nouns, verbs and adjectives of one root by endings longer than stemmers take off. */
const deriving: ReadonlySet<string> = new Set("be bg cs hr mk pl ru sk sl sr uk".split(" "))
const rootLetters = 5
const rootsFrom = 0.6

/** How far two stems begin with one root; 0 where it's too little of them. */
const rootLikeness = (one: string, other: string): number => {
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  const likeness = (2 * same) / (one.length + other.length)
  return same >= rootLetters && likeness >= rootsFrom ? likeness : 0
}

const spaced =
  /^[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Devanagari}\p{sc=Armenian}\p{sc=Georgian}\p{N}\p{M}]+$/u

/** Stems that are nearly another's, and how far: compounds, forms that stemmers miss, and listed synonyms. */
export const nearStems = (
  stems: ReadonlySet<string>,
  language: Language
): ReadonlyMap<string, ReadonlyMap<string, number>> => {
  const primary = primaryOf(language.tag) ?? ""
  const isCompounding = compounding.has(primary)
  const isDeriving = deriving.has(primary)
  const pairsOf = new Map([...stems].map((stem) => [stem, pairs(stem)]))
  const holding = new Map<string, Array<string>>()
  for (const [stem, own] of pairsOf)
    for (const pair of own) {
      const known = holding.get(pair)
      if (known === undefined) holding.set(pair, [stem])
      else known.push(stem)
    }
  const synonyms = synonymsByStem(language)
  const near = new Map<string, Map<string, number>>()
  for (const [stem, own] of pairsOf) {
    const shared = new Map<string, number>()
    for (const pair of own)
      for (const other of holding.get(pair) ?? []) if (other !== stem) shared.set(other, (shared.get(other) ?? 0) + 1)
    const found = new Map<string, number>()
    for (const [other, count] of shared) {
      const [short, long] = stem.length < other.length ? [stem, other] : [other, stem]
      const dice = (2 * count) / (own.size + (pairsOf.get(other)?.size ?? 0))
      const isForm = dice >= formsFrom && short.length >= formsLetters && spaced.test(stem) && spaced.test(other)
      const root = isDeriving ? rootLikeness(stem, other) : 0
      const likeness = Math.max(isForm ? dice : 0, root, compoundLikeness(long, short, isCompounding))
      if (likeness > 0) found.set(other, likeness)
    }
    for (const other of synonyms.get(stem) ?? [])
      if (other !== stem && stems.has(other)) found.set(other, Math.max(synonymLikeness, found.get(other) ?? 0))
    if (found.size > 0) near.set(stem, found)
  }
  return near
}

/** How far words for one thing are one. */
const synonymLikeness = 0.8

/** Stems for one thing, by each of them. */
const synonymsByStem = (language: Language): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    synonymsOf(primaryOf(language.tag) ?? "").flatMap((group) => {
      const stems = new Set(group.flatMap((word) => wordsOf(word, language).map(({ stem }) => stem)))
      return [...stems].map((stem) => [stem, stems] as const)
    })
  )

const pairs = (stem: string): ReadonlySet<string> => {
  const signs = [...stem]
  return new Set(signs.slice(1).map((sign, at) => `${signs[at]}${sign}`))
}
