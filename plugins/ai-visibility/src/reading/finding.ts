import { qualifiers } from "./commonWords.ts"
import { appNoun, unfamiliar } from "./languages.ts"
import type { Alias } from "./names.ts"
import { normalised, scriptOf } from "./text.ts"

/** Where a name stands in a text. */
export interface Place {
  readonly at: number
  readonly text: string
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** Letters of a name as they may be written: with and without accents, any dash, any space. */
const patternOf = (name: string) =>
  new RegExp(
    escaped(name.normalize("NFC")).replace(/\s+/g, "[\\s\\u00a0]+").replace(/[-–—]/g, "[-–—]").replace(/['’]/g, "['’]"),
    "giu"
  )

const spaced: ReadonlySet<string | undefined> = new Set(["letter", "arabic"])
/** Particles of one letter that are written together with the word. */
const arabicPrefix = /(?:^|[^\p{L}])(?:و|ف)?(?:ب|ل|ك|ال|وال|بال|لل)?$/u

/** Whether a name that begins or ends there is a word of its own. */
const isFree = (text: string, at: number, found: string): boolean => {
  const [first, last] = [[...found][0], [...found].at(-1)]
  const [before, after] = [[...text.slice(Math.max(0, at - 2), at)].at(-1), [...text.slice(at + found.length)][0]]
  const [head, tail] = [scriptOf(first), scriptOf(last)]
  const [left, right] = [scriptOf(before), scriptOf(after)]
  if (head === "arabic" && left === "arabic")
    return arabicPrefix.test(text.slice(Math.max(0, at - 4), at)) && right !== "arabic"
  if (spaced.has(head) && left === head) return false
  if (head === "katakana" && left === "katakana") return false
  if (head === "hangul" && left === "hangul") return false
  if (tail === "katakana" && right === "katakana") return false
  // The possessive of most, and of German without its apostrophe.
  return !(spaced.has(tail) && right === tail) || /^s(?![\p{L}\p{N}])/u.test(text.slice(at + found.length))
}

const startsSentence = (text: string, at: number) =>
  /(?:^|[.!?:\n•*#"“(]|[。！？])\s*$/u.test(text.slice(Math.max(0, at - 3), at))
const emphasised = (text: string, at: number, length: number) =>
  /[*_`"“„«‹「『《【[]$/u.test(text.slice(0, at)) && /^[*_`"”“»›」』》】\]]/u.test(text.slice(at + length))

/**
 * Whether a short name in a script without spaces stands for itself: it begins and ends where words do, and isn't one word of the
 * language.
 */
const isOwnWord = (text: string, { at, text: found }: Place, language: string): boolean => {
  const from = Math.max(0, at - 20)
  const segments = [
    ...new Intl.Segmenter(language === "ja" ? "ja" : "zh", { granularity: "word" }).segment(text.slice(from, at + 30))
  ]
  const starts = new Set(segments.map(({ index }) => index + from))
  const ends = at + found.length === text.length || starts.has(at + found.length)
  return starts.has(at) && ends && !segments.some(({ segment }) => segment === found)
}

/** Whether a name that is also a word is meant as the name. */
const isMeant = (
  text: string,
  { at, text: found }: Place,
  alias: Alias,
  { category, language }: { readonly category: ReadonlySet<string>; readonly language: string }
): boolean => {
  if (emphasised(text, at, found.length)) return true
  const isSame = found === alias.text
  const script = scriptOf([...found][0])
  if (script === "han" || script === "hiragana") return isOwnWord(text, { at, text: found }, language)
  const around = `${text.slice(Math.max(0, at - 30), at)} ${text.slice(at + found.length, at + found.length + 30)}`
  if (script === "arabic") return appNoun.test(around)
  if (script !== "letter") return false
  if (!isSame || !/^\p{Lu}/u.test(found)) return false
  const beside = normalised(around).split(" ")
  const neighbour = appNoun.test(around) || beside.some((word) => category.has(word))
  // German writes every noun so; elsewhere a capital within a sentence is a name.
  return neighbour || (language !== "de" && !startsSentence(text, at))
}

/** Whether it's the word that a name is made of: `peace lilies bloom twice a year`. */
const isWord = (text: string, { at, text: found }: Place, alias: Alias): boolean =>
  /^\p{Lu}/u.test(alias.text) && /^\p{Ll}/u.test(found) && !emphasised(text, at, found.length)

/** Whether it's the beginning or the end of another app's name: `Name Kids`. */
const isPartOfOther = (text: string, { at, text: found }: Place, language: string): boolean => {
  const after = /^[ \u00a0]+(\p{Lu}[\p{L}\p{N}]*)/u.exec(text.slice(at + found.length))?.[1]
  if (after === undefined || language === "de" || !/^\p{Script=Latin}/u.test(after)) return false
  return !qualifiers.has(after.toLowerCase())
}

/** Where an app is named in running text, by any of its names. */
export const placesOf = (
  text: string,
  aliases: ReadonlyArray<Alias>,
  known: { readonly category: ReadonlySet<string>; readonly language: string }
): ReadonlyArray<Place> => {
  const found: Array<Place> = []
  const plain = text.normalize("NFC")
  for (const alias of aliases) {
    if (alias.generic) continue
    for (const match of plain.matchAll(patternOf(alias.text))) {
      const place = { at: match.index, text: match[0] }
      const taken = found.some(
        ({ at, text: other }) => place.at < at + other.length && at < place.at + place.text.length
      )
      if (taken || !isFree(plain, place.at, place.text) || isPartOfOther(plain, place, known.language)) continue
      const short = [...alias.text].length <= 3 && place.text !== alias.text
      if (short || isWord(plain, place, alias) || (alias.common && !isMeant(plain, place, alias, known))) continue
      found.push(place)
    }
  }
  return found.sort((a, b) => a.at - b.at)
}

/** The sentences of a text; a line's end ends one too. */
export const sentencesOf = (text: string): ReadonlyArray<string> =>
  text
    .split(/(?<=[.!?؟])\s+|(?<=[。！？])|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "")

/** Whether a sentence says that what it names isn't known. */
export const isUnfamiliar = (sentence: string): boolean => unfamiliar.test(sentence)
