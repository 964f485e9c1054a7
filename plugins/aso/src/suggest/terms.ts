/** The keywords of a request as words, phrases and needs. */
import { byCodePoint } from "@storeglass/stores/contract"
import { holdsPhrase, isPaired, isUnspaced, type Language, type Word, wordsOf } from "../words/words.ts"
import { type Figures, type Worth, worthOf } from "./figures.ts"

export interface SuggestKeyword extends Figures {
  readonly keyword: string
  /** The other app whose brand it is. */
  readonly brandOf: string | null
}

/** One line of text that a store could take: composed, without what can't be seen, single spaces. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Zs}]+/gu, " ")
    .trim()
    .normalize("NFC")

export interface Term extends SuggestKeyword, Worth {
  readonly words: ReadonlyArray<Word>
  /** Its words without spaces. */
  readonly run: string
  /** Compared as a whole: its script puts no spaces between words. */
  readonly isWhole: boolean
}

/** Why a keyword isn't placed, whatever room there is. */
export type Refusal = "no_words" | "other_brand" | "avoided"

/** What's in a text. */
export class Text {
  readonly text: string
  private readonly language: Language
  readonly words: ReadonlyArray<Word>
  private readonly forms: ReadonlySet<string>
  private readonly spaced: string
  private readonly run: string

  constructor(text: string, language: Language) {
    this.text = text
    this.language = language
    this.words = wordsOf(text, language)
    this.forms = new Set(this.words.map((word) => word.text))
    this.spaced = this.words.map((word) => word.text).join(" ")
    this.run = runOf(this.words)
  }

  /** A word may stand within a longer one where words are written together. */
  holdsWord(word: string): boolean {
    return this.forms.has(word) || ([...word].length > 1 && isPaired(word) && this.spaced.includes(word))
  }

  /** `run` is the phrase's, which tells most that aren't held. */
  holdsPhrase(phrase: string, run: string = runOf(wordsOf(phrase, this.language))): boolean {
    return run !== "" && this.run.includes(run) && holdsPhrase(this.text, phrase, this.language)
  }
}

/** Words written without spaces. */
export const runOf = (words: ReadonlyArray<Word>): string => words.map(({ text }) => text).join("")

/** Its words without stop words, or with them where it has no others. */
export const contentOf = (words: ReadonlyArray<Word>): ReadonlyArray<Word> =>
  words.filter(({ isStopWord }) => !isStopWord)

/**
 * The keywords to place, worth most first, equals by code point; case variants count once. Those that can't be placed
 * anywhere stand apart with the reason.
 */
export const termsOf = (
  given: ReadonlyArray<SuggestKeyword>,
  language: Language,
  avoid: ReadonlyArray<string>
): {
  readonly terms: ReadonlyArray<Term>
  readonly refused: ReadonlyArray<{ readonly term: Term; readonly reason: Refusal }>
} => {
  const known = new Map<string, SuggestKeyword & { readonly words: ReadonlyArray<Word> }>()
  const clean = given
    .map((one) => ({ ...one, keyword: oneLine(one.keyword) }))
    .sort((a, b) => byCodePoint(a.keyword, b.keyword))
  for (const one of clean) {
    const words = wordsOf(one.keyword, language)
    const form = words.length === 0 ? one.keyword.toLowerCase() : words.map(({ text }) => text).join(" ")
    const before = known.get(form)
    known.set(form, {
      keyword: before?.keyword ?? one.keyword,
      words: before?.words ?? words,
      volume: most(before?.volume, one.volume),
      difficulty: most(before?.difficulty, one.difficulty),
      relevance: most(before?.relevance, one.relevance),
      brandOf: before?.brandOf ?? one.brandOf
    })
  }
  const list = [...known.values()]
  const worth = worthOf(list)
  const terms = list
    .map(
      (one, at): Term => ({
        value: 1,
        assumed: [],
        ...one,
        ...worth[at],
        run: runOf(one.words),
        isWhole: isUnspaced(one.keyword)
      })
    )
    .sort((a, b) => b.value - a.value || byCodePoint(a.keyword, b.keyword))
  const brands = terms.flatMap(({ brandOf, keyword }) => (brandOf === null ? [] : [keyword]))
  const avoided = [...new Set(avoid.map(oneLine))]
  const reasonOf = (term: Term): Refusal | undefined => {
    if (contentOf(term.words).length === 0) return "no_words"
    const text = new Text(term.keyword, language)
    if (term.brandOf !== null || brands.some((brand) => text.holdsPhrase(brand))) return "other_brand"
    return avoided.some((phrase) => text.holdsPhrase(phrase)) ? "avoided" : undefined
  }
  const judged = terms.map((term) => ({ term, reason: reasonOf(term) }))
  return {
    terms: judged.flatMap(({ reason, term }) => (reason === undefined ? [term] : [])),
    refused: judged.flatMap(({ reason, term }) => (reason === undefined ? [] : [{ term, reason }]))
  }
}

const most = (a: number | null | undefined, b: number | null): number | null =>
  a === null || a === undefined ? b : b === null ? a : Math.max(a, b)
