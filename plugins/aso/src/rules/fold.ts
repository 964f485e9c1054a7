/** Texts as they are compared with word lists, and where each part of them stands in what was given. */

export interface Folded {
  readonly text: string
  /** Where in the given text the folded text's unit `at` begins, in UTF-16 units; `at` may be the length. */
  readonly given: (at: number) => number
}

const alike = (text: string) =>
  text
    .replace(/[İIı]/g, "i")
    .toLowerCase()
    .replace(/[ς’‘ʼ`´\u00a0\u2010\u2011]/g, (found) => sames.get(found) ?? found)
    .replace(/[أإآٱىة]/g, (found) => sames.get(found) ?? found)

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

const whole = (text: string) => alike(text.normalize("NFKC").replace(unseen, ""))

/** As `fold`, without the way back. */
export const foldedText = (text: string): string => {
  const folded = alike(text)
  return folded.length === text.length && text.normalize("NFKC") === text && !new RegExp(unseen).test(text)
    ? folded
    : whole(text)
}

/** Case, width, typographic apostrophes, the forms of a letter: all that doesn't make it another word is taken away. */
export const fold = (text: string): Folded => {
  const folded = alike(text)
  if (folded.length === text.length && text.normalize("NFKC") === text && !new RegExp(unseen).test(text)) {
    return { text: folded, given: (at) => at }
  }
  const parts: Array<string> = []
  const starts: Array<number> = []
  for (const { 0: cluster, index } of text.matchAll(clusters)) {
    const part = whole(cluster)
    parts.push(part)
    for (let at = 0; at < part.length; at++) starts.push(index)
  }
  return { text: parts.join(""), given: (at) => starts[at] ?? text.length }
}
