/** Texts as they are compared with word lists, and where each part of them stands in what was given. */

import { compatible } from "../words/normal.ts"

export interface Folded {
  readonly text: string
  /** Where in the given text the folded text's unit `at` begins, in UTF-16 units; `at` may be the length. */
  readonly given: (at: number) => number
}

const ascii = /^[\0-\x7f]*$/
const same = /[ς’‘ʼ`´\u00a0\u2010\u2011أإآٱىة]/g

const alike = (text: string) =>
  ascii.test(text)
    ? text.toLowerCase().replaceAll("`", "'")
    : text
        .replace(/[İIı]/g, "i")
        .toLowerCase()
        .replace(same, (found) => sames.get(found) ?? found)

const sames = new Map([
  ["ς", "σ"],
  ["’", "'"],
  ["‘", "'"],
  ["ʼ", "'"],
  ["`", "'"],
  ["´", "'"],
  ["\u00a0", " "],
  ["\u2010", "-"],
  ["\u2011", "-"],
  ["أ", "ا"],
  ["إ", "ا"],
  ["آ", "ا"],
  ["ٱ", "ا"],
  ["ى", "ي"],
  ["ة", "ه"]
])

/** Harakat, tatweel, points of Hebrew, and what isn't seen. */
const unseen =
  /[\u064b-\u065f\u0670]|[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]|[\ufe0e\ufe0f]|[\u0640\u200b-\u200f\u2060\ufeff\u00ad]/g

/** What can't be taken apart: a letter with its marks, or a syllable written in its parts. */
const clusters = /[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?|\P{M}\p{M}*|\p{M}+/gsu

const whole = (text: string) => alike(compatible(text).replace(unseen, ""))

/** Unit for unit the same place as in the given text; undefined where it isn't so. */
const simple = (text: string): string | undefined => {
  const folded = alike(text)
  return folded.length === text.length && (ascii.test(text) || (compatible(text) === text && text.search(unseen) < 0))
    ? folded
    : undefined
}

/** As `fold`, without the way back. */
export const foldedText = (text: string): string => simple(text) ?? whole(text)

/** A line with the break before it, a word with the space before it: no sign is folded with one of another piece. */
const lines = /\n[^\n]*|[^\n]+/gu
const pieces = /\s\S*|\S+/gu

/** Case, width, typographic apostrophes, the forms of a letter: all that doesn't make it another word is taken away. */
export const fold = (text: string): Folded => {
  const folded = simple(text)
  if (folded !== undefined) return { text: folded, given: (at) => at }
  const parts: Array<string> = []
  const starts: Array<number> = []
  const add = (part: string, from: number, step: 0 | 1) => {
    parts.push(part)
    for (let at = 0; at < part.length; at++) starts.push(from + at * step)
  }
  for (const { 0: line, index: lineAt } of text.matchAll(lines)) {
    const simpleLine = simple(line)
    if (simpleLine !== undefined) {
      add(simpleLine, lineAt, 1)
      continue
    }
    for (const { 0: piece, index: pieceAt } of line.matchAll(pieces)) {
      const simplePiece = simple(piece)
      if (simplePiece !== undefined) {
        add(simplePiece, lineAt + pieceAt, 1)
        continue
      }
      for (const { 0: cluster, index } of piece.matchAll(clusters)) add(whole(cluster), lineAt + pieceAt + index, 0)
    }
  }
  return { text: parts.join(""), given: (at) => starts[at] ?? text.length }
}
