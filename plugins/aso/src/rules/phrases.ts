/** Finding the phrases of a list in one pass over a text. */
import { foldedText } from "./fold.ts"

interface Node {
  readonly next: Map<string, Node>
  /** The phrase that ends here; `isOpen`: any ending may follow. */
  phrase?: string
  isOpen?: boolean
  isSpared?: boolean
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
const isGap = (unit: string | undefined) => unit === " " || unit === "-" || unit === "\n" || unit === "\t"

/** Whether a word begins at `start`. */
const beginsAt = (text: string, start: number) => {
  if (!isBoundAt(text, start) || !isBoundAt(text, start - 1)) return true
  if (!/[\u0590-\u06ff]/.test(text[start] ?? "")) return false
  let from = start
  while (from > 0 && start - from <= 4 && isBoundAt(text, from - 1)) from--
  return start - from <= 4 && prefix.test(text.slice(from, start))
}

const wordEnd = (text: string, from: number) => {
  let end = from
  while (isBoundAt(text, end)) end++
  return end
}

export interface PhraseList {
  /** The longest phrase at each place, left to right, none within another. */
  readonly find: (text: string) => ReadonlyArray<Found>
  readonly size: number
}

/**
 * `phrases` are folded here. A space stands for any white space or hyphen, `*` at the end for any ending of the word; what
 * begins with `!` isn't found, nor is what it holds.
 * In scripts with spaces a phrase is found as whole words only.
 */
export const phraseList = (phrases: Iterable<string>): PhraseList => {
  const root: Node = { next: new Map() }
  let size = 0
  for (const written of phrases) {
    const isOpen = written.endsWith("*")
    const isSpared = written.startsWith("!")
    const phrase = foldedText(written.slice(isSpared ? 1 : 0, isOpen ? -1 : undefined)).replace(/[\s-]+/g, " ")
    if (phrase === "") continue
    size++
    let node = root
    for (const unit of phrase.split("")) {
      let next = node.next.get(unit)
      if (next === undefined) {
        next = { next: new Map() }
        node.next.set(unit, next)
      }
      node = next
    }
    node.phrase = phrase
    if (isOpen) node.isOpen = true
    if (isSpared) node.isSpared = true
  }
  const longestAt = (text: string, start: number) => {
    let best: (Found & { readonly isSpared: boolean }) | undefined
    let node: Node | undefined = root
    let at = start
    while (at < text.length) {
      const unit: string = text[at] ?? ""
      if (isGap(unit) && at > start) {
        node = node.next.get(" ")
        let gaps = 0
        while (isGap(text[at]) && gaps < 3) {
          at++
          gaps++
        }
      } else {
        node = node.next.get(unit)
        at++
      }
      if (node === undefined) break
      if (node.phrase === undefined) continue
      const end = node.isOpen === true ? wordEnd(text, at) : at
      if (!isBoundAt(text, end) || !isBoundAt(text, end - 1)) {
        best = { start, end, phrase: node.phrase, isSpared: node.isSpared === true }
      }
    }
    return best
  }
  return {
    size,
    find: (text) => {
      const found: Array<Found> = []
      for (let at = 0; at < text.length; ) {
        const unit = text[at] ?? ""
        const best = root.next.has(unit) && beginsAt(text, at) ? longestAt(text, at) : undefined
        if (best === undefined) at++
        else {
          if (!best.isSpared) found.push(best)
          at = Math.max(best.end, at + 1)
        }
      }
      return found
    }
  }
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
