/** What of a word is compared: enough that forms of one word are the same, too little to tell cases and plurals apart. */
import { lookUp } from "@storeglass/plugin-api"

const units: Readonly<Record<string, string>> = {
  min: "minut",
  mins: "minut",
  minute: "minut",
  minutes: "minut",
  minuten: "minut",
  minutos: "minut",
  minuti: "minut",
  sec: "secon",
  secs: "secon",
  hr: "hour",
  hrs: "hour",
  yr: "year",
  yrs: "year",
  photo: "photo",
  photos: "photo",
  pics: "photo"
}

const cache = new Map<string, string>()
const cacheMax = 20_000

const cut = (word: string): string => {
  const unit = lookUp(units, word)
  if (unit !== undefined) return unit
  if (/^\p{sc=Hangul}/u.test(word)) return word.slice(0, 2)
  if (/^\p{sc=Arabic}/u.test(word)) {
    const bare = word.replace(/^(?:وال|بال|لل|ال|و(?=..)|ب(?=...))/u, "").replace(/(?:ات|ون|ين|ة|اً|ا|ه)$/u, "")
    return bare.slice(0, 4)
  }
  if (/^[\p{sc=Cyrillic}]/u.test(word)) return word.slice(0, 6).replace(/(?<=.{3})[аяыиуюеёоэьйм]{1,2}$/u, "")
  if (/^\p{sc=Devanagari}/u.test(word)) return word.replace(/[ािीुूेैोौंँों]+$/u, "").slice(0, 5)
  const bare = word
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/'s?$|'(?=s$)/u, "")
  return bare.replace(/(?<=.{3})(?:ies|es|s|y|e)$/u, "").slice(0, 5)
}

export const stemOf = (word: string): string => {
  const known = cache.get(word)
  if (known !== undefined) return known
  if (cache.size >= cacheMax) cache.clear()
  const stem = cut(word)
  cache.set(word, stem)
  return stem
}

const token = /[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}]+)?/gu

export const tokensOf = (text: string): ReadonlyArray<string> => text.match(token) ?? []

export const stemsOf = (text: string): ReadonlyArray<string> =>
  tokensOf(text).flatMap((word) => {
    const suffix = /^\d+(\p{L}+)$/u.exec(word)?.[1]
    return suffix === undefined ? [stemOf(word)] : [stemOf(word), stemOf(suffix)]
  })
