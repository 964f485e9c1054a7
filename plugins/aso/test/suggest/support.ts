import type { Random } from "@storeglass/sandbox/world"
import { checkMetadata } from "../../src/rules/check.ts"
import {
  type Check,
  type SuggestInput,
  type Suggestion,
  type SuggestKeyword,
  suggestMetadata
} from "../../src/suggest/suggest.ts"
import { languageOf } from "../../src/words/words.ts"

export const english = languageOf({ given: "en-US" })

export const keyword = (text: string, figures: Partial<SuggestKeyword> = {}): SuggestKeyword => ({
  keyword: text,
  volume: 50,
  difficulty: 40,
  relevance: 80,
  brandOf: null,
  ...figures
})
/** Each a little less searched for than the one before. */
export const keywords = (list: string): ReadonlyArray<SuggestKeyword> =>
  list.split(",").map((text, at) => keyword(text, { volume: 90 - at }))

export const suggest = (input: Partial<SuggestInput>, check: Check = checkMetadata): Suggestion =>
  suggestMetadata({ keywords: [], language: english, brand: null, ...input }, { check })

/** Only how long the texts are, and that no word of the title is said again: rules that a test can hold by itself. */
export const plainCheck: Check = (metadata) => {
  const limits = { title: 30, subtitle: 30, keywords: 100, shortDescription: 80 } as const
  const words = (text = "") => new Set(text.toLowerCase().match(/[a-z]+/g))
  const inTitle = words(metadata.title)
  const over = (["title", "subtitle", "keywords", "shortDescription"] as const).flatMap((field) =>
    (metadata[field] ?? "").length > limits[field] ? [{ ruleId: "length.over", field }] : []
  )
  const again = [...words(metadata.subtitle)].some((word) => inTitle.has(word))
    ? [{ ruleId: "subtitle.repeats-title", field: "subtitle" as const }]
    : []
  const issues = [...over, ...again].map((issue) => ({
    ...issue,
    severity: "error" as const,
    message: "",
    span: null,
    suggestion: null,
    basis: "",
    source: null
  }))
  return { issues, isValid: issues.length === 0, score: 100 - 25 * issues.length, skipped: [] }
}

const long =
  "habit tracker planner routine journal meditation productivity organizer timer countdown motivation checklist reminder calendar wellness mindfulness streak concentration"
const short = "gym run log yoga diet meal sleep calm music study focus goal mood notes water step quit"

/** Keywords of one to three words that share words, as those of one app do. */
export const someKeywords = (random: Random, count: number, words = `${long} ${short}`.split(" ")) => {
  const found = new Map<string, SuggestKeyword>()
  while (found.size < count) {
    const phrase = new Set(Array.from({ length: random.pick([1, 2, 2, 3]) }, () => random.sample(words, 1).join()))
    const text = [...phrase].join(" ")
    const figures = { volume: random.int(1, 100), difficulty: random.int(0, 99), relevance: random.int(1, 100) }
    found.set(text, keyword(text, figures))
  }
  return [...found.values()]
}
export const longWords = long.split(" ")

export const shuffled = <A>(random: Random, items: ReadonlyArray<A>): ReadonlyArray<A> =>
  items
    .map((item) => ({ item, at: random.int(0, 1_000_000) }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)

/** Rules that any of the suggested texts breaks: the best by its own account, the others checked here. */
export const broken = (
  { alternatives, checks, storea, storeb }: Suggestion,
  brand: string | null
): ReadonlyArray<string> => {
  const known = brand === null ? {} : { brand }
  const others = [
    ...[storea, ...alternatives.storea].map(({ keywords, subtitle, title }) => ({
      platform: "storea" as const,
      ...textIf("title", title.text),
      ...textIf("subtitle", subtitle.text),
      ...textIf("keywords", keywords.text)
    })),
    ...[storeb, ...alternatives.storeb].map(({ shortDescription, title }) => ({
      platform: "storeb" as const,
      ...textIf("title", title.text),
      ...textIf("shortDescription", shortDescription.text)
    }))
  ].map((texts) => checkMetadata(texts, known))
  return [checks.storea, checks.storeb, ...others]
    .flatMap(({ issues }) => issues)
    .filter(({ field, severity }) => field !== "locale" && severity !== "info")
    .map(({ field, ruleId }) => `${field} ${ruleId}`)
}

const textIf = (field: string, text: string | null) => (text === null ? {} : { [field]: text })
