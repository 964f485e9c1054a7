/**
 * words@1: the words of a text in the one form in which terms, listings and rules compare them.
 *
 * NFKC and lower case by language, then ICU's word breaks; forms like `C++` and `Wi-Fi` are kept whole first. Scripts
 * without spaces are cut by ICU's dictionaries, which cut finely, and Korean compounds stay whole: so these compare by
 * pairs of characters too. Words can change with ICU, so its major version is part of the model's name.
 */
import { eachWord, partsOf } from "./breaks.ts"
import { type Language, primaryOf } from "./language.ts"
import { type Stemmer, stemmerOf, stopWordsOf } from "./lists.ts"
import { type Normal, normalOf } from "./normal.ts"

export { type Language, languageOf } from "./language.ts"

// biome-ignore lint/style/noRestrictedGlobals: which ICU cuts the words is the runtime's, not a setting.
export const wordsModel = `words@1-icu${process.versions.icu?.split(".")[0] ?? "none"}`

export interface Word {
  /** In normal form. */
  readonly text: string
  readonly stem: string
  /** The first code point in the given text, and the one behind the last. */
  readonly start: number
  readonly end: number
  readonly isStopWord: boolean
}

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
/** Scripts whose letters are compared in pairs. */
const paired =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Hangul}ー]/u

/** Whether a text holds letters of a script that puts no spaces between words. */
export const isUnspaced = (text: string): boolean => unspaced.test(text)

/** Whether words fail in this text, so that pairs of characters tell more. */
export const isPaired = (text: string): boolean => paired.test(text)

/** Forms that ICU would cut, in normal form. Not within a longer Latin word. */
const wholes =
  /(?<![a-z0-9])(?:[a-z]\+\+|[acfjqx]#|\.net|[a-z]{1,2}&[a-z]{1,2}|[a-z]-[a-z]{2,}|(?:wi|hi|sci|lo)-fi|\d+[a-z]{1,2})(?![a-z0-9+#&])/g

/** Articles and prepositions that lose their vowel before the next word: l'anglais, dell'app. */
const elided: ReadonlyMap<string, RegExp> = new Map([
  ["fr", /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quelqu|aujourd)'(?=.)/],
  ["it", /^(?:[cdlmnstv]|un|gl|dell|all|nell|sull|dall|coll|quest|quell|tutt|bell|anch)'(?=.)/],
  ["ca", /^[dlmnst]'(?=.)/]
])

/** The article and what is written with it, off where three letters stay. */
const arabicArticle = /^(?:[وف]?(?:[بك]?ال|لل))(?=.{3})/

/** What a language makes of a word. */
interface Form {
  readonly stem: string
  readonly isStopWord: boolean
}

interface Lexicon {
  readonly primary: string
  readonly stopWords: ReadonlySet<string>
  readonly stemmer: Stemmer | undefined
  readonly elided: RegExp | undefined
  /** Of the last words that were read. */
  readonly forms: Map<string, Form>
}

const lexicons = new Map<string, Lexicon>()

const lexiconOf = (primary: string): Lexicon => {
  const known = lexicons.get(primary)
  if (known !== undefined) return known
  const lexicon = {
    primary,
    stopWords: new Set((stopWordsOf(primary) ?? []).map((word) => normalOf(word, primary).text)),
    stemmer: stemmerOf(primary),
    elided: elided.get(primary),
    forms: new Map<string, Form>()
  }
  // Only listed languages are kept, so that made-up tags don't fill the memory.
  if (lexicon.stemmer !== undefined || lexicon.stopWords.size > 0) lexicons.set(primary, lexicon)
  return lexicon
}

const latin = /^[a-z]/

/** Latin words between letters of another script are mostly English. */
const usesOther = (word: string, { primary }: Lexicon): boolean => notLatin.has(primary) && latin.test(word)
const notLatin: ReadonlySet<string> = new Set(
  "am ar be bg bn el fa gu he hi hy ja ka kk km kn ko ky lo mk ml mn mr my ne or pa ru si sr ta te tg th uk ur yue zh".split(
    " "
  )
)

/** A nasal before a consonant of its own row, which is written as a dot as well: हिन्दी, हिंदी. */
const nasals = /ङ्(?=[क-घ])|ञ्(?=[च-झ])|ण्(?=[ट-ढ])|न्(?=[त-ध])|म्(?=[प-भ])|ँ/g
const nukta = /\u093c/g
/** Of a syllable's last consonant and the same at the next one's start, as in 런닝, borrowed words have one or both. */
const doubled = /([\u11ab\u11af\u11b7\u11b8])(?=([\u1102\u1105\u1106\u1107]))/g
const initials: ReadonlyMap<string, string> = new Map([
  ["\u11ab", "\u1102"],
  ["\u11af", "\u1105"],
  ["\u11b7", "\u1106"],
  ["\u11b8", "\u1107"]
])

/** Spellings of one word as one. */
const spelt = (word: string, primary: string): string => {
  switch (primary) {
    case "hi":
    case "mr":
    case "ne":
      return word.normalize("NFD").replace(nukta, "").replace(nasals, "ं").normalize("NFC")
    case "ko":
      return word
        .normalize("NFD")
        .replace(doubled, (last, _, next) => (initials.get(last) === next ? "" : last))
        .normalize("NFC")
    default:
      return word
  }
}

const stemOf = (word: string, lexicon: Lexicon): string => {
  const plain = spelt(word.replace(/'s?$/, "").replaceAll(/['-]/g, ""), lexicon.primary)
  const bare = lexicon.primary === "ar" ? plain.replace(arabicArticle, "") : plain
  if (bare === "") return word
  // Of plurals such as Fotos and Apps the stemmer of German knows nothing.
  const singular = lexicon.primary === "de" ? bare.replace(/(?<=\p{L}{2}[op])s$/u, "") : bare
  const stemmed = lexicon.stemmer === undefined ? singular : lexicon.stemmer.stem(singular)
  return stemmed === "" ? bare : stemmed
}

const formsMax = 4_000
const formChars = 24

const formOf = (word: string, lexicon: Lexicon): Form => {
  const known = lexicon.forms.get(word)
  if (known !== undefined) return known
  const used = usesOther(word, lexicon) ? lexiconOf("en") : lexicon
  const form = { stem: stemOf(word, used), isStopWord: used.stopWords.has(word) }
  if (word.length <= formChars) {
    if (lexicon.forms.size >= formsMax) lexicon.forms.clear()
    lexicon.forms.set(word, form)
  }
  return form
}

interface Token extends Word {
  /** Whether only signs that join words stand between this one and the one before. */
  readonly joined: boolean
}

/** Between words of one phrase. */
const joint = /^[\s'&/+·・_-]*$/u
const isJoint = (text: string, from: number, to: number) =>
  from === to || (to - from === 1 && text.charCodeAt(from) === 32) || joint.test(text.slice(from, to))

const tokensIn = (normal: Normal, language: Language): ReadonlyArray<Token> => {
  const lexicon = lexiconOf(primaryOf(language.tag) ?? "en")
  const { text: whole } = normal
  const tokens: Array<Token> = []
  let behind = 0
  const add = (index: number, end: number, isStopWord?: true) => {
    const text = whole.slice(index, end)
    const form = formOf(text, lexicon)
    tokens.push({
      text,
      stem: form.stem,
      start: normal.startOf(index),
      end: normal.endOf(end - 1),
      isStopWord: isStopWord ?? form.isStopWord,
      joined: isJoint(whole, behind, index)
    })
    behind = end
  }
  const cut = (from: number, to: number) => {
    if (from >= to) return
    const part = from === 0 && to === whole.length ? whole : whole.slice(from, to)
    eachWord(part, (start, end) => {
      const article = lexicon.elided?.exec(part.slice(start, end))?.[0].length ?? 0
      if (article > 0) add(from + start, from + start + article, true)
      add(from + start + article, from + end)
    })
  }
  let from = 0
  for (const { 0: kept, index } of whole.matchAll(wholes)) {
    cut(from, index)
    add(index, index + kept.length)
    from = index + kept.length
  }
  cut(from, whole.length)
  return tokens
}

/** Terms and titles are read over and over, so the words of the last short texts are kept. */
const read = new Map<string, ReadonlyArray<Token>>()
const readMax = 2_000
const readChars = 120

const tokensOf = (text: string, language: Language): ReadonlyArray<Token> => {
  const tokens = () => tokensIn(normalOf(text, primaryOf(language.tag) ?? "en"), language)
  if (text.length > readChars) return tokens()
  const key = `${language.tag}\n${text}`
  const known = read.get(key)
  if (known !== undefined) return known
  const found = tokens()
  const [oldest] = read.keys()
  if (read.size >= readMax && oldest !== undefined) read.delete(oldest)
  read.set(key, found)
  return found
}

/** In order. */
export const wordsOf = (text: string, language: Language): ReadonlyArray<Word> => tokensOf(text, language)

/** Without stop words. */
export const stemsOf = (text: string, language: Language): ReadonlySet<string> =>
  new Set(tokensOf(text, language).flatMap(({ isStopWord, stem }) => (isStopWord ? [] : [stem])))

/** Words in a row as one where their script goes in pairs: spaces say little there. */
const runsOf = (tokens: ReadonlyArray<Token>): ReadonlyArray<string> => {
  const runs: Array<string> = []
  let open = false
  for (const { joined, text } of tokens) {
    const goesInPairs = paired.test(text)
    const last = runs.at(-1)
    if (open && goesInPairs && joined && last !== undefined) runs[runs.length - 1] = last + text
    else runs.push(text)
    open = goesInPairs
  }
  return runs
}

/** How often each pair of characters stands in the words; a word of one character is its own pair. */
export const bigramsOf = (text: string, language: Language): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const run of runsOf(tokensOf(text, language))) {
    const signs = [...run]
    if (signs.length === 1) counts.set(run, (counts.get(run) ?? 0) + 1)
    for (let at = 1; at < signs.length; at++) {
      const pair = `${signs[at - 1]}${signs[at]}`
      counts.set(pair, (counts.get(pair) ?? 0) + 1)
    }
  }
  return counts
}

/** Whether a text holds the words of a phrase one after the other; anywhere in a row where words fail. */
export const holdsPhrase = (text: string, phrase: string, language: Language): boolean =>
  holdsTokens(tokensOf(text, language), tokensOf(phrase, language))

const holdsTokens = (held: ReadonlyArray<Token>, wanted: ReadonlyArray<Token>): boolean => {
  if (wanted.length === 0) return false
  const run = wanted.map((word) => word.text).join("")
  if (paired.test(run) && [...run].length > 1) return holdsRun(held, run)
  return held.some((_, at) =>
    wanted.every((word, offset) => {
      const other = held[at + offset]
      return other !== undefined && other.text === word.text && (offset === 0 || other.joined)
    })
  )
}

/** Whether words in a row, written without spaces, hold this. */
const holdsRun = (held: ReadonlyArray<Token>, run: string): boolean => {
  let row = ""
  for (const { joined, text } of held) {
    if (!joined && row.includes(run)) return true
    row = joined ? row + text : text
  }
  return row.includes(run)
}

/** Whether a text holds the phrase or all words of it, in any order and place; stop words don't count beside others. */
export const holdsWords = (text: string, phrase: string, language: Language): boolean => {
  const words = tokensOf(phrase, language)
  const content = words.filter(({ isStopWord }) => !isStopWord)
  const held = tokensOf(text, language)
  if (holdsTokens(held, words)) return true
  const texts = new Set(held.map((word) => word.text))
  const wanted = content.length > 0 ? content : words
  return wanted.length > 0 && wanted.every((word) => texts.has(word.text) || holdsTokens(held, [word]))
}

/** Why words can't be told apart on this machine; undefined: they can. */
export const missingFromIcu = (): string | undefined => {
  const lower = "I".toLocaleLowerCase("tr")
  return partsOf("สวัสดีครับ") < 2 || partsOf("機械学習") < 2 || lower !== "ı"
    ? "this Node has no full ICU, so words of Thai, Japanese and others can't be told apart: use a build with full-icu (the default), without --with-intl=small-icu or system-icu that lacks dictionaries."
    : undefined
}
