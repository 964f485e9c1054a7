/** How a brand and phrases are put together, by language. */
import { lookUp } from "@storeglass/plugin-api"
import { charCount } from "../rules/metadata.ts"
import type { Language } from "../words/words.ts"

export interface Templates {
  /** Between a brand and what follows it, the usual first. */
  readonly after: ReadonlyArray<string>
  /** Between phrases and the brand behind them. */
  readonly before: ReadonlyArray<string>
  /** Between phrases. */
  readonly comma: string
  /** Before the last phrase, in place of the comma. */
  readonly and: string | undefined
}

const western: Templates = { after: [": ", " - "], before: [" - "], comma: ", ", and: " & " }
const byLanguage: Readonly<Record<string, Templates>> = {
  fr: { ...western, after: [" : ", ": ", " - "] },
  ja: { after: ["｜", "-"], before: ["-"], comma: "・", and: undefined },
  zh: { after: ["-", "｜"], before: ["-"], comma: "、", and: undefined },
  yue: { after: ["-", "｜"], before: ["-"], comma: "、", and: undefined },
  ko: { ...western, after: [" - ", ": "], and: undefined },
  th: { ...western, comma: " ", and: undefined },
  lo: { ...western, comma: " ", and: undefined },
  km: { ...western, comma: " ", and: undefined },
  my: { ...western, comma: "၊ ", and: undefined },
  ar: { ...western, comma: "، ", and: undefined },
  fa: { ...western, comma: "، ", and: undefined },
  ur: { ...western, comma: "، ", and: undefined },
  hi: { ...western, and: undefined },
  bn: { ...western, and: undefined },
  ta: { ...western, and: undefined },
  te: { ...western, and: undefined }
}

export const templatesOf = ({ tag }: Language): Templates => lookUp(byLanguage, tag.split("-", 1)[0] ?? "") ?? western

const rightToLeft = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u
const firstLetter = (text: string) => text.match(/\p{L}/u)?.[0] ?? ""
const runsRight = (text: string) => rightToLeft.test(firstLetter(text))

/**
 * The ways to write a brand with phrases, the usual first. A brand in letters that run the other way goes behind phrases
 * that run from right to left, so that the whole does without marks of direction.
 */
export const titlesOf = (
  brand: string | undefined,
  phrases: ReadonlyArray<string>,
  templates: Templates
): ReadonlyArray<string> => {
  if (brand === undefined) return phrases.length === 0 ? [] : listsOf(phrases, templates)
  if (phrases.length === 0) return [brand]
  const first = phrases[0] ?? ""
  const isMixed = runsRight(first) && !runsRight(brand)
  return listsOf(phrases, templates).flatMap((list) => {
    const leads = templates.after.map((sign) => `${brand}${sign}${list}`)
    const trails = templates.before.map((sign) => `${list}${sign}${brand}`)
    return isMixed ? [...trails, ...leads] : [...leads, ...trails]
  })
}

/** The ways to write phrases one after the other, in their order first. */
export const listsOf = (phrases: ReadonlyArray<string>, { and, comma }: Templates): ReadonlyArray<string> => {
  const last = phrases.at(-1)
  if (last === undefined) return []
  if (phrases.length === 1) return [last]
  const rest = phrases.slice(0, -1).join(comma)
  const written = [...(and === undefined ? [] : [`${rest}${and}${last}`]), `${rest}${comma}${last}`]
  return phrases.length === 2 ? [...written, `${last}${comma}${phrases[0]}`] : written
}

/** The least that goes between two phrases, and between a brand and phrases. */
export const joints = ({ after, and, before, comma }: Templates) => ({
  list: Math.min(...[comma, ...(and === undefined ? [] : [and])].map(charCount)),
  brand: Math.min(...[...after, ...before].map(charCount))
})

const cased = /[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}]/u

const capital = (text: string, tag: string): string => {
  const [first = ""] = text
  if (!cased.test(first)) return text
  const upper = first.toLocaleUpperCase(tag).normalize("NFC")
  return charCount(upper) === 1 ? upper + text.slice(first.length) : text
}

/** Written as usual with capitals; small words of titles stay small. */
const acronyms: ReadonlyMap<string, string> = new Map(
  ["AI", "PDF", "GPS", "VPN", "QR", "TV", "HD", "3D"].map((word) => [word.toLowerCase(), word])
)
const smallWords: ReadonlySet<string> = new Set(
  "a an and as at but by for from in nor of on or per the to via vs with".split(" ")
)

/**
 * A phrase as a title writes it: as typed where it has capitals, else with those that the live listing writes, every
 * word of English with one, and of other languages the first.
 */
export const titled = (
  phrase: string,
  { tag }: Language,
  /** Words with capitals inside, as the listing writes them, by their lower case. */
  known: ReadonlyMap<string, string>,
  as: "title" | "sentence" | "inside"
): string => {
  if (phrase !== phrase.toLowerCase()) return phrase
  const isEnglish = tag === "en" || tag.startsWith("en-")
  const words = phrase.split(" ").map((word, at) => {
    const special = known.get(word) ?? (isEnglish ? acronyms.get(word) : undefined)
    if (special !== undefined && charCount(special) === charCount(word)) return special
    const isFirst = at === 0 && as !== "inside"
    const isUpper = isFirst || (as === "title" && isEnglish && !smallWords.has(word))
    return isUpper ? capital(word, tag) : word
  })
  return words.join(" ").normalize("NFC")
}
