/** What somebody wants who searches for a term. */
import { primaryOf } from "../words/language.ts"
import { isPaired, type Language, wordsOf } from "../words/words.ts"
import { intentPhrasesOf, type ListedIntent } from "./wordLists.ts"

export const intents = ["brand", "comparison", "audience", "problem", "category", "feature"] as const
export type Intent = (typeof intents)[number]

/** A keyword as phrases are looked for in it. */
interface Read {
  readonly stems: ReadonlySet<string>
  /** Its words in a row. */
  readonly run: string
}

const readOf = (keyword: string, language: Language): Read => {
  const words = wordsOf(keyword, language)
  return { stems: new Set(words.map(({ stem }) => stem)), run: words.map(({ text }) => text).join("") }
}

/** A phrase is there by its stems in any order; where words fail, by its characters in a row. */
const finderOf = (phrase: string, language: Language): ((read: Read) => boolean) => {
  const wanted = readOf(phrase, language)
  if (isPaired(phrase)) return ({ run }) => run.includes(wanted.run)
  return ({ stems }) => wanted.stems.size > 0 && [...wanted.stems].every((stem) => stems.has(stem))
}

type Finders = ReadonlyArray<{
  readonly intent: ListedIntent
  readonly finders: ReadonlyArray<(read: Read) => boolean>
}>

/** By the language's own code: as many as there are lists. */
const known = new Map<string, Finders>()

const findersOf = (language: Language): Finders | undefined => {
  const primary = primaryOf(language.tag) ?? ""
  const before = known.get(primary)
  if (before !== undefined) return before
  const found = intentPhrasesOf(primary)?.map(([intent, phrases]) => ({
    intent,
    finders: phrases.map((phrase) => finderOf(phrase, language))
  }))
  if (found !== undefined) known.set(primary, found)
  return found
}

/**
 * Reads what a group of terms is for: what the words of at least half of them say, the most held first; `category` where
 * they say nothing else. Null where there are no word lists for the language.
 */
export const intentReader = (language: Language): ((keywords: ReadonlyArray<string>) => Intent | null) => {
  const lists = findersOf(language)
  if (lists === undefined) return () => null
  const intentOf = (keyword: string): ListedIntent | undefined => {
    const read = readOf(keyword, language)
    return lists.find(({ finders }) => finders.some((finds) => finds(read)))?.intent
  }
  return (keywords) => {
    const found = keywords.map(intentOf)
    const counted = lists.map(({ intent }) => ({ intent, count: found.filter((each) => each === intent).length }))
    const most = counted.reduce((best, next) => (next.count > best.count ? next : best))
    return most.count > 0 && most.count * 2 >= keywords.length ? most.intent : "category"
  }
}
