/** Finding the phrases of many lists in one pass over a text. */
import { foldedText } from "./fold.ts"

/** What ends at a place of the tree. */
interface End<Name> {
  readonly list: Name
  readonly phrase: string
  /** Any ending of the word may follow. */
  isOpen: boolean
  isSpared: boolean
}

interface Node<Name> {
  readonly next: Map<number, Node<Name>>
  readonly ends: Array<End<Name>>
}

export interface Found {
  /** In the folded text. */
  readonly start: number
  readonly end: number
  readonly phrase: string
}

const letter = /[\p{L}\p{N}\p{M}]/u
/** Scripts that put no spaces between words, and Hangul, whose particles follow the word at once. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}\p{Script=Hangul}ー]/u

/** What each UTF-16 unit is, once it was asked: 1 no letter, 2 a letter of a script with spaces, 3 of one without. */
const kinds = new Uint8Array(65_536)
const kindOf = (code: number): number => {
  const known = kinds[code] ?? 1
  if (known !== 0) return known
  const unit = String.fromCharCode(code)
  const isLetter = letter.test(unit) || (code & 0xf800) === 0xd800
  const kind = isLetter ? (unspaced.test(unit) ? 3 : 2) : 1
  kinds[code] = kind
  return kind
}

/** The article, prepositions and conjunctions that Arabic and Hebrew write with the word. */
const prefix = /^(?:(?:و|ف)?(?:ال|بال|لل|كال|ب|ل|ك|و|ف)|ו?(?:[בלמכש]?ה|[בלמכש])|ו)$/

/** Whether a letter is there whose word is told by its bounds. */
const isBoundAt = (text: string, at: number) => at >= 0 && at < text.length && kindOf(text.charCodeAt(at)) === 2
const space = 32
const isGap = (code: number) => code === space || code === 45 || code === 10 || code === 9

/** Whether a word begins at `start`. */
const beginsAt = (text: string, start: number) => {
  if (!isBoundAt(text, start) || !isBoundAt(text, start - 1)) return true
  const code = text.charCodeAt(start)
  if (code < 0x590 || code > 0x6ff) return false
  let from = start
  while (from > 0 && start - from <= 4 && isBoundAt(text, from - 1)) from--
  return start - from <= 4 && prefix.test(text.slice(from, start))
}

const wordEnd = (text: string, from: number) => {
  let end = from
  while (isBoundAt(text, end)) end++
  return end
}

/** Lists by their names. */
export interface PhraseBook<Name extends string = string> {
  readonly root: Node<Name>
}

/**
 * The phrases are folded here. A space stands for any white space or hyphen, `*` at the end for any ending of the word;
 * what begins with `!` isn't found, nor is what it holds.
 * In scripts with spaces a phrase is found as whole words only.
 */
export const phraseBook = <Name extends string>(
  lists: Iterable<readonly [name: Name, phrases: Iterable<string>]>
): PhraseBook<Name> => {
  const root: Node<Name> = { next: new Map(), ends: [] }
  for (const [list, phrases] of lists) {
    for (const written of phrases) {
      const isOpen = written.endsWith("*")
      const isSpared = written.startsWith("!")
      const phrase = foldedText(written.slice(isSpared ? 1 : 0, isOpen ? -1 : undefined)).replace(/[\s-]+/g, " ")
      if (phrase === "") continue
      let node = root
      for (let at = 0; at < phrase.length; at++) {
        const code = phrase.charCodeAt(at)
        const next: Node<Name> = node.next.get(code) ?? { next: new Map(), ends: [] }
        node.next.set(code, next)
        node = next
      }
      const known = node.ends.find((end) => end.list === list)
      if (known === undefined) node.ends.push({ list, phrase, isOpen, isSpared })
      else {
        known.isOpen ||= isOpen
        known.isSpared ||= isSpared
      }
    }
  }
  return { root }
}

interface Candidate extends Found {
  /** Behind the phrase itself. */
  readonly at: number
  readonly isSpared: boolean
}

/** Puts the longest phrase of each list that begins at `start` into `best`. */
const longestAt = <Name extends string>(
  { root }: PhraseBook<Name>,
  text: string,
  start: number,
  best: Map<Name, Candidate>
): void => {
  let node: Node<Name> | undefined = root
  let at = start
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (at > start && isGap(code)) {
      node = node.next.get(space)
      let gaps = 0
      while (gaps < 3 && isGap(text.charCodeAt(at))) {
        at++
        gaps++
      }
    } else {
      node = node.next.get(code)
      at++
    }
    if (node === undefined) return
    for (const { isOpen, isSpared, list, phrase } of node.ends) {
      const end = isOpen ? wordEnd(text, at) : at
      if (isBoundAt(text, end) && isBoundAt(text, end - 1)) continue
      const other = best.get(list)
      if (other === undefined || other.at < at) best.set(list, { start, end, phrase, at, isSpared })
      else if (other.at === at) {
        best.set(list, { ...other, end: Math.max(end, other.end), isSpared: isSpared || other.isSpared })
      }
    }
  }
}

const nothing: ReadonlyArray<Found> = []

/** Of each list in some books the longest phrase at each place of a folded text, left to right, none within another. */
export const findIn = <Name extends string>(
  books: ReadonlyArray<PhraseBook<Name>>,
  text: string
): ((list: Name) => ReadonlyArray<Found>) => {
  const found = new Map<Name, Array<Found>>()
  /** Where the last phrase of each list ends. */
  const ends = new Map<Name, number>()
  const best = new Map<Name, Candidate>()
  for (let start = 0; start < text.length; start++) {
    if (!beginsAt(text, start)) continue
    const code = text.charCodeAt(start)
    for (const book of books) if (book.root.next.has(code)) longestAt(book, text, start, best)
    if (best.size === 0) continue
    for (const [list, { end, isSpared, phrase }] of best) {
      if (start < (ends.get(list) ?? 0)) continue
      ends.set(list, end)
      if (isSpared) continue
      const known = found.get(list)
      if (known === undefined) found.set(list, [{ start, end, phrase }])
      else known.push({ start, end, phrase })
    }
    best.clear()
  }
  return (list) => found.get(list) ?? nothing
}

/** One list by itself. */
export interface PhraseList {
  /** The longest phrase at each place, left to right, none within another. */
  readonly find: (text: string) => ReadonlyArray<Found>
}

export const phraseList = (phrases: Iterable<string>): PhraseList => {
  const books = [phraseBook([["all", phrases]])]
  return { find: (text) => findIn(books, text)("all") }
}

/** Of things in their order, the last whose `key` is at most `limit`. */
export const lastUpTo = <T>(sorted: ReadonlyArray<T>, limit: number, key: (each: T) => number): T | undefined =>
  sorted[placeOf(sorted, limit, key) - 1]

/** Of things in their order, the first whose `key` is above `limit`. */
export const firstAbove = <T>(sorted: ReadonlyArray<T>, limit: number, key: (each: T) => number): T | undefined =>
  sorted[placeOf(sorted, limit, key)]

const placeOf = <T>(sorted: ReadonlyArray<T>, limit: number, key: (each: T) => number): number => {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    const each = sorted[middle]
    if (each !== undefined && key(each) <= limit) low = middle + 1
    else high = middle
  }
  return low
}
