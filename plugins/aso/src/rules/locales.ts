/** The locales of each store's listings, and those that a storefront of storea searches. */
import { lookUp } from "@storeglass/plugin-api"
import type { Platform } from "./metadata.ts"

const split = (text: string) => text.split(" ")

/** 50 on storea, the last 11 since 2026-03-31. */
export const storeLocales: Readonly<Record<Platform, ReadonlyArray<string>>> = {
  storea: split(
    "ar-SA ca cs da de-DE el en-AU en-CA en-GB en-US es-ES es-MX fi fr-CA fr-FR he hi hr hu id it ja ko ms nl-NL no pl pt-BR pt-PT ro ru sk sv th tr uk vi zh-Hans zh-Hant bn-BD gu-IN kn-IN ml-IN mr-IN or-IN pa-IN sl-SI ta-IN te-IN ur-PK"
  ),
  storeb: split(
    "af am ar az-AZ be bg bn-BD ca cs-CZ da-DK de-DE el-GR en-AU en-CA en-GB en-IN en-SG en-US en-ZA es-419 es-ES es-US et eu-ES fa fa-AE fa-AF fa-IR fi-FI fil fr-CA fr-FR gl-ES gu hi-IN hr hu-HU hy-AM id is-IS it-IT iw-IL ja-JP ka-GE kk km-KH kn-IN ko-KR ky-KG lo-LA lt lv mk-MK ml-IN mn-MN mr-IN ms ms-MY my-MM ne-NP nl-NL no-NO pa pl-PL pt-BR pt-PT rm ro ru-RU si-LK sk sl sq sr sv-SE sw ta-IN te-IN th tr-TR uk ur vi zh-CN zh-HK zh-TW zu"
  )
}

const listed = {
  us: "en-US ar-SA es-MX fr-FR ko pt-BR ru vi zh-Hans zh-Hant",
  gb: "en-GB",
  ca: "en-CA fr-CA",
  "au nz": "en-AU en-GB",
  "de at": "de-DE en-GB",
  ch: "de-DE en-GB fr-FR it",
  fr: "fr-FR en-GB",
  be: "en-GB fr-FR nl-NL",
  lu: "en-GB de-DE fr-FR",
  nl: "nl-NL en-GB",
  es: "es-ES ca en-GB",
  pt: "pt-PT en-GB",
  br: "pt-BR en-GB",
  it: "it en-GB",
  "mx ar bo cl co cr do ec gt hn ni pa pe py sv uy ve": "es-MX en-GB",
  se: "sv en-GB",
  no: "no en-GB",
  dk: "da en-GB",
  fi: "fi en-GB",
  pl: "pl en-GB",
  cz: "cs en-GB",
  sk: "sk en-GB",
  hu: "hu en-GB",
  ro: "ro en-GB",
  hr: "hr en-GB",
  si: "sl-SI en-GB",
  gr: "el en-GB",
  tr: "tr en-GB",
  il: "he en-GB",
  ua: "uk en-GB ru",
  ru: "ru en-GB uk",
  "ae bh dz eg iq jo kw lb ly ma om qa sa tn ye": "ar-SA en-GB",
  jp: "ja en-US",
  kr: "ko en-GB",
  cn: "zh-Hans en-GB",
  "hk mo tw": "zh-Hant en-GB",
  sg: "en-GB zh-Hans",
  my: "en-GB ms zh-Hans",
  id: "id en-GB",
  th: "th en-GB",
  vn: "vi en-GB",
  in: "en-GB hi bn-BD gu-IN kn-IN ml-IN mr-IN or-IN pa-IN ta-IN te-IN ur-PK",
  pk: "en-GB ur-PK",
  bd: "en-GB bn-BD"
}

const byStorefront = new Map(
  Object.entries(listed).flatMap(([countries, locales]) =>
    split(countries).map((country) => [country, split(locales)] as const)
  )
)

/** The locales whose keywords a storefront of storea searches, its own first; undefined where it isn't known. */
export const searchedLocales = (country: string): ReadonlyArray<string> | undefined =>
  byStorefront.get(country.toLowerCase())

const languageOf = (tag: string) => tag.toLowerCase().split(/[-_]/)[0] ?? ""
const same = new Map([
  ["iw", "he"],
  ["nb", "no"],
  ["nn", "no"],
  ["in", "id"],
  ["zh-cn", "zh-hans"],
  ["zh-sg", "zh-hans"],
  ["zh-tw", "zh-hant"],
  ["zh-hk", "zh-hant"],
  ["zh-mo", "zh-hant"]
])
const plain = (tag: string) => {
  const lower = tag.replaceAll("_", "-").toLowerCase()
  return same.get(lower) ?? same.get(languageOf(lower)) ?? lower
}

/** The locale of a store that a tag means: itself in its writing, or the only one of its language. */
export const storeLocaleOf = (platform: Platform, tag: string): string | undefined => {
  const locales = storeLocales[platform]
  const given = plain(tag)
  const exact = locales.find((locale) => plain(locale) === given)
  if (exact !== undefined) return exact
  const language = plain(languageOf(tag))
  const ofLanguage = locales.filter((locale) => plain(languageOf(locale)) === language)
  const isBare = !/[-_]/.test(tag)
  return ofLanguage.length === 1 || isBare ? ofLanguage[0] : undefined
}

const firstOf: Readonly<Record<string, string>> = {
  en: "us",
  ca: "es",
  cs: "cz",
  da: "dk",
  el: "gr",
  he: "il",
  hi: "in",
  ja: "jp",
  ko: "kr",
  ms: "my",
  sv: "se",
  uk: "ua",
  vi: "vn",
  "zh-Hans": "cn",
  "zh-Hant": "tw"
}

/** The storefront that a locale is first for. */
export const storefrontOf = (locale: string): string | undefined => {
  const store = storeLocaleOf("storea", locale) ?? locale
  const country = lookUp(firstOf, store) ?? /[-_]([a-z]{2})$/i.exec(store)?.[1]?.toLowerCase() ?? store.toLowerCase()
  return searchedLocales(country) === undefined ? undefined : country
}
