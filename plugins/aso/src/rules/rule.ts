/** What a rule is, and what it looks at. */

import type { Letters } from "../words/scripts.ts"
import { type Language, type Word, wordsOf } from "../words/words.ts"
import { type Folded, fold } from "./fold.ts"
import { type AnyListName, booksOf, type ListName } from "./lists/index.ts"
import { charCountOf, type FieldName, type IssueField, type Metadata, type Platform } from "./metadata.ts"
import { type Found, findIn, type PhraseList } from "./phrases.ts"

export type Severity = "error" | "warning" | "info"

/** In UTF-16 units of the given text. */
export interface Range {
  readonly start: number
  readonly end: number
}

export interface Hit {
  /** Null: the whole of it, or what isn't there. */
  readonly range: Range | null
  readonly message: string
  readonly suggestion?: string
  /** Where it's less than the rule's. */
  readonly severity?: Severity
}

/** A word, and where it stands in UTF-16 units of the given text. */
export interface TextWord extends Word {
  readonly range: Range
}

/** One text of a listing. */
export interface FieldText {
  readonly name: IssueField
  readonly given: string
  /** In normal form C. */
  readonly composed: string
  /** How the stores count. */
  readonly charCount: number
  readonly folded: Folded
  readonly words: ReadonlyArray<TextWord>
  /** The phrases of a list, of the listing's languages where it's by language. */
  readonly phrases: (list: AnyListName) => ReadonlyArray<Found>
  readonly found: (list: PhraseList) => ReadonlyArray<Found>
  /** A part of the folded text, in the given one. */
  readonly range: (start: number, end: number) => Range
  readonly slice: (range: Range) => string
}

const isPair = (text: string, at: number) =>
  (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00

/** How many code points stand before a UTF-16 unit. */
export const charIndex = (text: string, unit: number): number => {
  let count = 0
  for (let at = 0; at < unit; at++) {
    count++
    if (isPair(text, at)) at++
  }
  return count
}

const surrogate = /[\ud800-\udfff]/

/** The words of a text, with where they stand in its UTF-16 units. */
const placed = (given: string, words: ReadonlyArray<Word>): ReadonlyArray<TextWord> => {
  const isPlain = !surrogate.test(given)
  let unit = 0
  let point = 0
  const unitOf = (wanted: number) => {
    if (isPlain) return wanted
    if (wanted < point) {
      unit = 0
      point = 0
    }
    for (; point < wanted && unit < given.length; point++) unit += isPair(given, unit) ? 2 : 1
    return unit
  }
  return words.map(({ end, isStopWord, start, stem, text }) => ({
    text,
    stem,
    start,
    end,
    isStopWord,
    range: { start: unitOf(start), end: unitOf(end) }
  }))
}

/** `read`, once a text, however many rules ask. */
export const readOnce = <A>(read: (text: FieldText) => A): ((text: FieldText) => A) => {
  const kept = new WeakMap<FieldText, { readonly value: A }>()
  return (text) => {
    const known = kept.get(text) ?? { value: read(text) }
    kept.set(text, known)
    return known.value
  }
}

export const fieldText = (
  name: IssueField,
  given: string,
  languages: ReadonlyArray<string>,
  language: Language
): FieldText => {
  let composed: string | undefined
  let count: number | undefined
  let folded: Folded | undefined
  let words: ReadonlyArray<TextWord> | undefined
  let phrases: FieldText["phrases"] | undefined
  const kept = new Map<PhraseList, ReadonlyArray<Found>>()
  const text: FieldText = {
    name,
    given,
    get composed() {
      composed ??= given.normalize("NFC")
      return composed
    },
    get charCount() {
      count ??= charCountOf(text.composed)
      return count
    },
    get folded() {
      folded ??= fold(given)
      return folded
    },
    get words() {
      words ??= placed(given, wordsOf(given, language))
      return words
    },
    found: (list) => {
      const known = kept.get(list)
      if (known !== undefined) return known
      const found = list.find(text.folded.text)
      kept.set(list, found)
      return found
    },
    phrases: (list) => {
      phrases ??= findIn(booksOf(languages), text.folded.text)
      return phrases(list)
    },
    range: (start, end) => ({ start: text.folded.given(start), end: text.folded.given(end) }),
    slice: ({ end, start }) => given.slice(start, end)
  }
  return text
}

/** Another locale of the same listing. */
export interface OtherLocale {
  readonly locale: string
  readonly title?: string | undefined
  readonly subtitle?: string | undefined
  readonly keywords?: string | undefined
}

/** What is known beside the texts. */
export interface Known {
  /** The app's own name, in which a hit is only information. */
  readonly brand?: string | undefined
  /** Terms that it should be found by, the most important first. */
  readonly targets?: ReadonlyArray<string> | undefined
  /** Names of competitors. */
  readonly otherBrands?: ReadonlyArray<string> | undefined
  readonly otherLocales?: ReadonlyArray<OtherLocale> | undefined
  /** Names of the app's categories. */
  readonly categories?: ReadonlyArray<string> | undefined
  /** The storefront that it is for. */
  readonly country?: string | undefined
  /** How much a term is searched for, 0 to 100; null: not measured. */
  readonly volumeOf?: ((term: string) => number | null) | undefined
  /** The year that it is. Default: that of the rules. */
  readonly year?: number | undefined
  /** The app's live locales as its account keeps them, where `otherLocales` aren't given. */
  readonly keptLocales?: ReadonlyArray<OtherLocale> | undefined
  /** Why some of it isn't known, in place of what the rules say by themselves. */
  readonly unknown?: Partial<Readonly<Record<"targets" | "otherBrands" | "volumeOf" | "otherLocales", string>>>
}

export interface Context extends Known {
  readonly platform: Platform
  readonly metadata: Metadata
  readonly year: number
  /** Of all its texts. */
  readonly letters: Letters
  /** Languages whose word lists are looked at. */
  readonly languages: ReadonlyArray<string>
  /** That of the listing. */
  readonly language: Language
  readonly text: (field: FieldName) => FieldText | undefined
}

/** A listing that a rule fires on (`hit` is what it marks) or doesn't. */
export interface Example extends Omit<Metadata, "platform"> {
  readonly platform?: Platform
  readonly known?: Known
  readonly hit?: string
}

export interface Rule {
  readonly id: string
  /** When it fires, in a sentence. */
  readonly says: string
  /** Null: the store has no such rule. */
  readonly severity: Readonly<Record<Platform, Severity | null>>
  /** What it stands on. */
  readonly basis: string
  readonly source: Readonly<Record<Platform, string>>
  /** The day on which its source was last read, as YYYY-MM-DD. */
  readonly checkedOn: string
  readonly fields: ReadonlyArray<IssueField>
  /** Its word lists, without which it doesn't know a language. */
  readonly lists?: ReadonlyArray<ListName>
  /** Whether a hit within the app's own name is only information. */
  readonly sparesBrand: boolean
  /** Why it can't be applied; undefined where it can. */
  readonly lacks?: (context: Context) => string | undefined
  /** What it's applied without; undefined where nothing is amiss. */
  readonly partly?: (context: Context) => string | undefined
  readonly find: (text: FieldText, context: Context) => Iterable<Hit>
  readonly bad: ReadonlyArray<Example>
  readonly good: ReadonlyArray<Example>
}

type Severities = Partial<Readonly<Record<Platform, Severity>>>
interface Written extends Omit<Rule, "severity" | "checkedOn" | "sparesBrand" | "source"> {
  readonly severity: Severities
  readonly source: Partial<Readonly<Record<Platform, string>>>
  readonly checkedOn?: string
  readonly sparesBrand?: boolean
}

/** The day on which all sources were read for this version of the rules. */
export const checkedOn = "2026-11-23"

export const rule = (written: Written): Rule => {
  const { severity, source } = written
  const any = source.storea ?? source.storeb ?? ""
  return {
    checkedOn,
    sparesBrand: true,
    ...written,
    severity: { storea: severity.storea ?? null, storeb: severity.storeb ?? null },
    source: { storea: source.storea ?? any, storeb: source.storeb ?? any }
  }
}

/** A hit for each phrase of a list. */
export const listed = (
  text: FieldText,
  list: ListName,
  tell: (words: string) => { readonly message: string; readonly suggestion?: string }
): ReadonlyArray<Hit> =>
  text.phrases(list).map(({ end, start }) => {
    const range = text.range(start, end)
    return { range, ...tell(text.slice(range)) }
  })

/** A hit for each match of a pattern, which is global, in the given text. */
export const matches = (
  text: FieldText,
  pattern: RegExp,
  tell: (words: string) => { readonly message: string; readonly suggestion?: string } | undefined
): ReadonlyArray<Hit> =>
  [...text.given.matchAll(pattern)].flatMap(({ 0: words, index }) => {
    const told = tell(words)
    return told === undefined ? [] : [{ range: { start: index, end: index + words.length }, ...told }]
  })
