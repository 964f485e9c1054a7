import { type PhraseList, phraseList } from "../phrases.ts"
import { ja, ko, th, zh } from "./asian.ts"
import { da, de, en, nl, no, sv } from "./germanic.ts"
import type { ListName, Lists } from "./lists.ts"
import { ar, el, fi, he, hi, hu, id, ms, tr, vi } from "./others.ts"
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

const made = new Map<string, PhraseList>()

/** A list of some languages together, made when it's first asked for. */
export const listOf = (name: ListName, of: ReadonlyArray<string>): PhraseList => {
  const key = `${name} ${of.join(" ")}`
  const found = made.get(key)
  if (found !== undefined) return found
  const list = phraseList(of.flatMap((language) => languages[language]?.[name] ?? []))
  made.set(key, list)
  return list
}
