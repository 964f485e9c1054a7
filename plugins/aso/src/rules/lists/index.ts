import { type PhraseBook, phraseBook } from "../phrases.ts"
import { ja, ko, th, zh } from "./asian.ts"
import { brands, commonBrands, nearBrands } from "./brands.ts"
import { da, de, en, nl, no, sv } from "./germanic.ts"
import { type ListName, type Lists, listNames } from "./lists.ts"
import { ar, el, fi, he, hi, hu, id, ms, tr, vi } from "./others.ts"
import { devices, otherPlatforms } from "./platforms.ts"
import { ca, es, fr, it, pt, ro } from "./romance.ts"
import { cs, pl, ru, uk } from "./slavic.ts"

export { type ListName, listNames } from "./lists.ts"

/** By language. */
export const languages: Readonly<Record<string, Lists>> = {
  en,
  ar,
  ca,
  cs,
  da,
  de,
  el,
  es,
  fi,
  fr,
  he,
  hi,
  hu,
  id,
  it,
  ja,
  ko,
  ms,
  nl,
  no,
  pl,
  pt,
  ro,
  ru,
  sv,
  th,
  tr,
  uk,
  vi,
  zh
}

/** Other codes of the same languages. */
const codes = new Map([
  ["nb", "no"],
  ["nn", "no"],
  ["iw", "he"],
  ["in", "id"],
  ["fil", "tl"]
])

/** The language of a tag as the lists are named; undefined where there are none. */
export const listedLanguage = (tag: string): string | undefined => {
  const [language = ""] = tag.toLowerCase().split(/[-_]/)
  const code = codes.get(language) ?? language
  return Object.hasOwn(languages, code) ? code : undefined
}

/** Lists that are the same in every language. */
const shared = {
  brands,
  commonBrands,
  nearBrands,
  devices,
  otherThanStorea: otherPlatforms.storea,
  otherThanStoreb: otherPlatforms.storeb
} as const
type SharedName = keyof typeof shared
export type AnyListName = ListName | SharedName

const books = new Map<string, PhraseBook<AnyListName>>()

const bookOf = (language: string, lists: () => ReadonlyArray<readonly [AnyListName, ReadonlyArray<string>]>) => {
  const known = books.get(language)
  if (known !== undefined) return known
  const book = phraseBook(lists())
  books.set(language, book)
  return book
}

const sharedNames = ["brands", "commonBrands", "nearBrands", "devices", "otherThanStorea", "otherThanStoreb"] as const

/** The lists of some languages and those of all, each language's made when it's first asked for. */
export const booksOf = (of: ReadonlyArray<string>): ReadonlyArray<PhraseBook<AnyListName>> => [
  bookOf("", () => sharedNames.map((name) => [name, shared[name]])),
  ...of.map((language) => bookOf(language, () => listNames.map((name) => [name, languages[language]?.[name] ?? []])))
]
