/** The terms of a keyword field. */
import { foldedText } from "./fold.ts"
import { type Range, readOnce, type TextWord } from "./rule.ts"

export interface Term {
  /** Folded, without the spaces around it. */
  readonly folded: string
  readonly text: string
  readonly range: Range
}

/** What a store reads as a separator, and what people write as one. */
export const separators = /[,，、]/u

/** With where they stand. */
export const termsIn = (given: string): ReadonlyArray<Term> => {
  const found: Array<Term> = []
  let from = 0
  for (const part of given.split(separators)) {
    const text = part.trim()
    const start = from + (part.length - part.trimStart().length)
    if (text !== "")
      found.push({ folded: foldedText(text).replace(/\s+/g, " "), text, range: { start, end: start + text.length } })
    from += part.length + 1
  }
  return found
}

export const termsOf = readOnce(({ given }) => termsIn(given))

/** The words of each term. */
export const wordsByTerm = readOnce(
  (text): ReadonlyArray<{ readonly term: Term; readonly words: ReadonlyArray<TextWord> }> => {
    const { words } = text
    let at = 0
    return termsOf(text).map((term) => {
      const own: Array<TextWord> = []
      for (; at < words.length; at++) {
        const word = words[at]
        if (word === undefined || word.range.start >= term.range.end) break
        if (word.range.start >= term.range.start) own.push(word)
      }
      return { term, words: own }
    })
  }
)
