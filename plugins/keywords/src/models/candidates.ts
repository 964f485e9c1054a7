/**
 * keyword-candidates@1: terms by which people may look for an app, from what it says of itself.
 *
 * The name's parts, what stands behind a separator first ("Duo: Language Lessons"), the word that the name begins with
 * (most often the brand), the subtitle's phrases, then pairs of neighbouring words and words by themselves; those that
 * the description uses often come first within their kind.
 */
import { stopWords, words } from "./text.ts"

export const candidatesModel = "keyword-candidates@1"

export interface SaysOfItself {
  readonly name: string
  readonly subtitle: string | null
  readonly description: string
}

const wordsMax = 4

const phrasesOf = (text: string): ReadonlyArray<string> => {
  const [head = "", ...tail] = text.split(/\s*[:|–—(),.&+•·/]\s*|\s+-\s+/u)
  return [...tail, head]
    .map((part) => words(part))
    .filter((part) => part.length > 0 && part.length <= wordsMax)
    .map((part) => part.join(" "))
}

const isTelling = (term: string) =>
  [...term].length >= 2 && words(term).some((word) => !stopWords.has(word) && !/^\p{N}+$/u.test(word))

export const candidateTerms = ({ description, name, subtitle }: SaysOfItself, limit: number): ReadonlyArray<string> => {
  const spoken = ` ${words(description).join(" ")} `
  const uses = (term: string) => spoken.split(` ${term} `).length - 1
  const sources = subtitle === null ? [name] : [name, subtitle]
  const telling = sources.flatMap((source) => words(source)).filter((word) => !stopWords.has(word))
  const pairs = sources.flatMap((source) => {
    const own = words(source).filter((word) => !stopWords.has(word))
    return own.slice(1).map((word, index) => `${own[index]} ${word}`)
  })
  const often = (terms: ReadonlyArray<string>) => [...terms].sort((a, b) => uses(b) - uses(a))
  const brand = words(name).find((word) => !stopWords.has(word)) ?? ""
  const all = [
    ...phrasesOf(name),
    brand,
    ...(subtitle === null ? [] : phrasesOf(subtitle)),
    ...often(pairs),
    ...often(telling)
  ]
  return [...new Set(all)].filter(isTelling).slice(0, limit)
}
