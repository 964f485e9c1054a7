/** Words of posts and keywords in the one form in which they're compared. */
import { stemmer as dutch } from "@orama/stemmers/dutch"
import { stemmer as english } from "@orama/stemmers/english"
import { stemmer as french } from "@orama/stemmers/french"
import { stemmer as german } from "@orama/stemmers/german"
import { stemmer as italian } from "@orama/stemmers/italian"
import { stemmer as portuguese } from "@orama/stemmers/portuguese"
import { stemmer as russian } from "@orama/stemmers/russian"
import { stemmer as spanish } from "@orama/stemmers/spanish"
import { stemmer as swedish } from "@orama/stemmers/swedish"
import { stemmer as turkish } from "@orama/stemmers/turkish"
import { deu, eng, fra, ita, nld, pol, por, rus, spa, swe, tur } from "stopword"

export interface Word {
  /** Lower case, NFKC. */
  readonly text: string
  readonly stem: string
  /** In UTF-16 units of the text. */
  readonly start: number
  readonly end: number
}

/** Scripts that put no spaces between words: each letter counts as a word. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]/u
export const isUnspaced = (text: string): boolean => unspaced.test(text)

const pieces =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]\p{M}*|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー])[\p{L}\p{M}\p{N}])+[+#]{0,2}/gu

const stemmers: ReadonlyMap<string, (word: string) => string> = new Map([
  ["de", german],
  ["en", english],
  ["es", spanish],
  ["fr", french],
  ["it", italian],
  ["nl", dutch],
  ["pt", portuguese],
  ["ru", russian],
  ["sv", swedish],
  ["tr", turkish]
])

const stopLists: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  (
    [
      ["de", deu],
      ["en", eng],
      ["es", spa],
      ["fr", fra],
      ["it", ita],
      ["nl", nld],
      ["pl", pol],
      ["pt", por],
      ["ru", rus],
      ["sv", swe],
      ["tr", tur]
    ] as const
  ).map(([language, list]) => [language, new Set(list)])
)

export const stopWordsOf = (language: string): ReadonlySet<string> => stopLists.get(language) ?? new Set()
export const stopLanguages: ReadonlyArray<string> = [...stopLists.keys()]

/** Whether one of these languages, or any, has it as a stop word, so that it finds everything and says nothing. */
export const isStopWord = (word: string, languages: ReadonlyArray<string> = []): boolean =>
  (languages.length === 0 ? stopLanguages : languages).some((language) => stopWordsOf(language).has(word))

const plain = (word: string) => word.normalize("NFKC").toLowerCase()

/** What Korean adds to a noun; the noun keeps two signs at least, so that short words stay whole. */
const particle = /^(\p{sc=Hangul}{2,}?)(?:에서|으로|이랑|까지|부터|이나|이라니|[을를은는이가에로와과랑도만의])$/u

/** Stemming is most of what reading a text costs, and texts have the same words again and again. */
const stems = new Map<string, Map<string, string>>()
const stemsMax = 20_000

/** Short texts whose language nothing tells are mostly English. */
export const stemOf = (word: string, language: string | null): string => {
  const by = language ?? (/^[a-z]+$/.test(word) ? "en" : "")
  let known = stems.get(by)
  if (known === undefined || known.size >= stemsMax) {
    known = new Map()
    stems.set(by, known)
  }
  const found = known.get(word)
  if (found !== undefined) return found
  const stem = particle.exec(word)?.[1] ?? (stemmers.get(by)?.(word) || word)
  known.set(word, stem)
  return stem
}

export const wordsOf = (text: string, language: string | null): ReadonlyArray<Word> =>
  Array.from(text.matchAll(pieces), ({ 0: piece, index }) => {
    const word = plain(piece)
    return { text: word, stem: stemOf(word, language), start: index, end: index + piece.length }
  })

/** A keyword or name in its one form. */
export const folded = (text: string): string =>
  Array.from(text.matchAll(pieces), ({ 0: piece }) => plain(piece)).join(" ")
