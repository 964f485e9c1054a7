/** Which language a short text is in: by its script, else by its stop words. Null where that doesn't tell. */
import { stopLanguages, stopWordsOf } from "./words.ts"

const scripts: ReadonlyArray<readonly [RegExp, string]> = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/gu, "ja"],
  [/\p{sc=Hangul}/gu, "ko"],
  [/\p{sc=Han}/gu, "zh"],
  [/\p{sc=Thai}/gu, "th"],
  [/\p{sc=Hebrew}/gu, "he"],
  [/\p{sc=Greek}/gu, "el"],
  [/\p{sc=Devanagari}/gu, "hi"],
  [/\p{sc=Arabic}/gu, "ar"]
]
const cyrillic = /\p{sc=Cyrillic}/gu
const ukrainian = /[іїєґ]/iu
const letters = /\p{L}/gu

/** A script is a text's own from this share of its letters on; kana is in every Japanese text, beside Han. */
const shareMin = 0.3

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
const sampleMax = 1_500

export const languageOf = (text: string): string | null => {
  const sample = text.slice(0, sampleMax)
  const all = count(sample, letters)
  if (all === 0) return null
  for (const [pattern, language] of scripts) {
    if (count(sample, pattern) >= all * (language === "ja" ? 0.1 : shareMin)) return language
  }
  if (count(sample, cyrillic) >= all * shareMin) return ukrainian.test(sample) ? "uk" : "ru"
  const words = sample.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
  const hits = stopLanguages
    .filter((language) => language !== "ru")
    .map((language) => {
      const list = stopWordsOf(language)
      return { language, hits: words.filter((word) => list.has(word)).length }
    })
    .toSorted((a, b) => b.hits - a.hits)
  const [best, second] = hits
  if (best === undefined || best.hits === 0) return null
  return best.hits > (second?.hits ?? 0) ? best.language : best.hits >= 2 && best.language === "en" ? "en" : null
}

/** The primary part of a tag that a source gives, in lower case: `pt` of `pt-BR`. */
export const primaryOf = (tag: string | null | undefined): string | null =>
  /^[a-z]{2,3}(?=$|[-_])/i.exec(tag ?? "")?.[0].toLowerCase() ?? null
