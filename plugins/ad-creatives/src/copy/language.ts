import { plain } from "./text.ts"
import type { Listing } from "./types.ts"

/** Languages that frames and word lists exist for. */
export const written = [
  "en",
  "de",
  "fr",
  "es",
  "it",
  "pt",
  "nl",
  "pl",
  "ru",
  "tr",
  "ja",
  "ko",
  "zh-Hans",
  "zh-Hant",
  "ar",
  "th",
  "hi"
] as const
export type Written = (typeof written)[number]

export const isWritten = (lang: string): lang is Written => written.some((one) => one === lang)

/** Frequent words by which languages in one script are told apart. */
const functionWords: Readonly<Record<string, string>> = {
  en: "the and of to with your you for is are in on that this from it can or by all get more",
  de: "der die das und mit für ist nicht ein eine den von zu auf dich deine sie ihre du sich auch oder im dem",
  fr: "le la les et des une est pour avec vous votre vos dans sur du au plus ou ce pas qui en tous",
  es: "el la los las y de que una para con tu tus por es en más del al su sin como puedes",
  it: "il lo la gli le e di che una per con tuo tua è in più del della nel non sono puoi anche tuoi",
  pt: "o os as e de que uma para com seu sua você é em mais do da não no na seus são ao",
  nl: "de het een en van met voor je jouw is niet op in zijn ook aan of alle bij naar kun",
  pl: "i w z na do się jest nie dla to twoje oraz że jak od po przez swoje za lub który",
  tr: "ve bir ile için bu çok daha en olarak size da de ya her gibi kadar sizin olan veya",
  sv: "och att det en för med är på din ditt som av till du inte kan eller alla",
  da: "og at det en for med er på din dit som af til du ikke kan eller alle dine",
  nb: "og å det en for med er på din ditt som av til du ikke kan eller alle dine deg",
  fi: "ja on että ei se voit kanssa sekä tai kaikki joka myös sinun omat kun",
  id: "dan yang untuk dengan di anda ini dari dapat atau ke pada tidak semua kamu",
  vi: "và của cho với bạn các là trong được một không những để có",
  ro: "și cu pentru de la în este care nu sau din ale mai tău o",
  cs: "a v na s se je pro že do to z nebo vaše jsou jak aby",
  hu: "a az és hogy egy nem is meg van vagy ez minden",
  ca: "el la els les i de que una per amb és més del teu"
}
const words = new Map(Object.entries(functionWords).map(([lang, list]) => [lang, new Set(list.split(" "))]))

const traditional = /[們個這來為國學時會對說過現發開體電話處廣應樣點種與從後頭經將當還關長門間問題見觀視讓買賣費軟]/gu
const simplified = /[们个这来为国学时会对说过现发开体电话处广应样点种与从后头经将当还关长门间问题见观视让买卖费软]/gu

const countOf = (text: string, sign: RegExp) => text.match(sign)?.length ?? 0

const latinLanguage = (text: string): string | undefined => {
  const tokens = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const scored = [...words].map(([lang, list]) => ({ lang, hits: tokens.filter((token) => list.has(token)).length }))
  scored.sort((a, b) => b.hits - a.hits)
  const [best, second] = scored
  if (best === undefined || second === undefined || best.hits < 2) return undefined
  return best.hits / tokens.length >= 0.06 && best.hits >= second.hits * 1.2 ? best.lang : undefined
}

/** Of a text where its script or its function words tell. */
const told = (text: string): string | undefined => {
  const letters = countOf(text, /\p{L}/gu)
  if (letters < 8) return undefined
  const isMostly = (sign: RegExp, least = 0.4) => countOf(text, sign) / letters >= least
  if (isMostly(/\p{sc=Hangul}/gu)) return "ko"
  if (isMostly(/[\p{sc=Hiragana}\p{sc=Katakana}]/gu, 0.1) && isMostly(/[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/gu)) {
    return "ja"
  }
  if (isMostly(/\p{sc=Han}/gu)) return countOf(text, traditional) > countOf(text, simplified) ? "zh-Hant" : "zh-Hans"
  if (isMostly(/\p{sc=Thai}/gu)) return "th"
  if (isMostly(/\p{sc=Devanagari}/gu)) return /(?:^|\s)(?:आहे|आणि|साठी)(?=\s|$)/u.test(text) ? "mr" : "hi"
  if (isMostly(/\p{sc=Arabic}/gu)) return /[ٹڈڑے]/u.test(text) ? "ur" : /[پچژگی]/u.test(text) ? "fa" : "ar"
  if (isMostly(/\p{sc=Cyrillic}/gu))
    return /[іїєґ]/iu.test(text) ? "uk" : /[ыэё]|(?:^|\s)(?:и|с|не)\s/iu.test(text) ? "ru" : undefined
  if (isMostly(/\p{sc=Hebrew}/gu)) return "he"
  if (isMostly(/\p{sc=Greek}/gu)) return "el"
  return isMostly(/\p{sc=Latin}/gu) ? latinLanguage(text) : undefined
}

const localeOf = (tag: string): Intl.Locale | undefined => {
  try {
    return new Intl.Locale(tag.replaceAll("_", "-"))
  } catch {
    return undefined
  }
}

/** The language of a tag as frames are kept: its own code, Chinese with its script. */
export const baseOf = (tag: string): string => {
  const locale = localeOf(tag)
  if (locale === undefined) return "en"
  if (locale.language === "zh" || locale.language === "yue") {
    return locale.maximize().script === "Hant" ? "zh-Hant" : "zh-Hans"
  }
  return locale.language === "und" ? "en" : locale.language
}

const sampled = 3_000

/** The language copy is written in: the description's where it can be told, else what was asked for, else English. */
export const languageOf = (listing: Listing, asked: string): string => {
  const found = told(plain(listing.description.slice(0, sampled)))
  return found ?? (asked.trim() === "" ? baseOf(listing.languages[0] ?? "en") : baseOf(asked))
}
