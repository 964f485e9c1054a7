/**
 * metadata-suggest@1: title, subtitle and keyword field for storea, title and short description for storeb, from the
 * keywords of a request.
 *
 * It maximises Σ value × place. A keyword's place is 1 where the title holds it as a phrase, .9 where the title holds its
 * words, .75 where title and subtitle hold them together, .6 where the keyword field is needed too. These weights are
 * practice of the trade, which no store has published; they are the operator's to set. Nothing is written that the
 * caller or the live listing didn't say, and nothing that breaks a rule of ours.
 */
import { byCodePoint } from "@storeglass/stores/contract"
import type { Checked, Known } from "../rules/check.ts"
import { charCount, type FieldName, limitOf } from "../rules/metadata.ts"
import { type Language, wordsOf } from "../words/words.ts"
import type { FigureName } from "./figures.ts"
import type { Weights } from "./search.ts"
import { type Check, liveTexts, StoreFields, type Written } from "./store.ts"
import { contentOf, oneLine, type Refusal, type SuggestKeyword, type Term, Text, termsOf } from "./terms.ts"

export type { Check } from "./store.ts"
export type { SuggestKeyword } from "./terms.ts"

export const suggestModel = "metadata-suggest@1"

/** What a place counts for, of 1. */
export interface PlaceWeights {
  readonly title: number
  readonly titleWords: number
  readonly subtitle: number
  readonly keywordField: number
}
export const placeWeights: PlaceWeights = { title: 1, titleWords: 0.9, subtitle: 0.75, keywordField: 0.6 }

export interface SuggestInput {
  readonly keywords: ReadonlyArray<SuggestKeyword>
  readonly language: Language
  /** As storea writes it. Default: what the language's tag means there. */
  readonly locale?: string
  /** What the title begins with; null: nothing. */
  readonly brand: string | null
  readonly avoid?: ReadonlyArray<string>
  /** The live listing; null: not known. */
  readonly listing?: {
    readonly title?: string | null
    readonly subtitle?: string | null
    readonly shortDescription?: string | null
    readonly fullDescription?: string | null
  }
  /** What the rules are told beside: competitors' names, categories. */
  readonly known?: Omit<Known, "brand" | "targets">
}

export interface SuggestOptions {
  readonly check: Check
  readonly weights?: PlaceWeights
  /** Nodes of the search, for the best; 12 keywords and fewer are searched to the end. */
  readonly nodesMax?: number
}

export interface SuggestedText {
  /** Null: nothing could be written. */
  readonly text: string | null
  readonly charCount: number | null
  readonly maxChars: number
  /** Why there's no text. */
  readonly reason: string | null
}

export interface StoreaTexts {
  readonly title: SuggestedText
  readonly subtitle: SuggestedText
  readonly keywords: SuggestedText & { readonly keywordCount: number }
}
export interface StorebTexts {
  readonly title: SuggestedText
  readonly shortDescription: SuggestedText
}

/** Worth this share of the best. */
type Alternative<Texts> = Texts & { readonly share: number }

export interface Coverage {
  readonly keyword: string
  readonly storea: {
    /** As a phrase. */
    readonly title: boolean
    readonly subtitle: boolean
    /** All its words stand in it. */
    readonly keywordField: boolean
    /** Its words stand apart, in one field or several; null: not known in its script. */
    readonly viaCombination: boolean | null
  }
  readonly storeb: {
    readonly title: boolean
    readonly shortDescription: boolean
    /** Null: the description isn't known. */
    readonly fullDescription: boolean | null
  }
}

export const uncoveredReasons = ["other_brand", "avoided", "no_words", "rules", "no_room"] as const
export type UncoveredReason = (typeof uncoveredReasons)[number]

export interface Uncovered {
  readonly keyword: string
  readonly reason: UncoveredReason
  readonly stores: ReadonlyArray<"storea" | "storeb">
  /** What keeps it out, where the reason is `rules`. */
  readonly ruleIds: ReadonlyArray<string>
}

type Checks = Pick<Checked, "issues" | "isValid" | "score" | "skipped">

export interface Suggestion {
  readonly storea: StoreaTexts
  readonly storeb: StorebTexts
  readonly targetKeywords: ReadonlyArray<{
    readonly keyword: string
    readonly volumeScore: number | null
    readonly difficulty: number | null
    readonly relevance: number | null
    /** Figures that aren't known and count as the worst of the others. */
    readonly assumed: ReadonlyArray<FigureName>
  }>
  readonly alternatives: {
    readonly storea: ReadonlyArray<Alternative<StoreaTexts>>
    readonly storeb: ReadonlyArray<Alternative<StorebTexts>>
  }
  readonly coverage: ReadonlyArray<Coverage>
  readonly uncovered: ReadonlyArray<Uncovered>
  readonly missingInDescription: ReadonlyArray<string> | null
  readonly checks: { readonly storea: Checks; readonly storeb: Checks }
  /** How much more the best of all could be worth, as a share of that; 0: this is the best. */
  readonly gap: { readonly storea: number; readonly storeb: number }
}

const exactUpTo = 12
const nodesDefault = 15_000
const alternativesMax = 3
/** An alternative gets this share of the nodes. */
const alternativeShare = 12
const scale = 1_000

/** As `suggesting`, without pauses. */
export const suggestMetadata = (input: SuggestInput, options: SuggestOptions): Suggestion => {
  const steps = suggesting(input, options)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Pauses now and then, since it computes for long. */
export function* suggesting(input: SuggestInput, options: SuggestOptions): Generator<void, Suggestion> {
  const { language } = input
  const { refused, terms } = termsOf(input.keywords, language, input.avoid ?? [])
  const listing = input.listing ?? {}
  const brand = input.brand === null ? undefined : oneLine(input.brand) || undefined
  const known: Known = {
    ...input.known,
    otherBrands: [...(input.known?.otherBrands ?? [])].sort(byCodePoint),
    targets: terms.map(({ keyword }) => keyword),
    ...(brand === undefined ? {} : { brand })
  }
  const unwanted = [
    ...(input.avoid ?? []).map(oneLine),
    ...refused.flatMap(({ reason, term }) => (reason === "other_brand" ? [term.keyword] : []))
  ]
  const isWelcome = (text: string) => {
    const held = new Text(text, language)
    return !unwanted.some((phrase) => held.holdsPhrase(phrase))
  }
  const { weights = placeWeights } = options
  const common = {
    terms,
    language,
    locale: input.locale ?? language.tag,
    brand,
    spellings: spellingsOf([listing.title, listing.subtitle], language),
    known,
    check: options.check,
    weights: {
      title: Math.round(weights.title * scale),
      titleWords: Math.round(weights.titleWords * scale),
      second: Math.round(weights.subtitle * scale),
      field: Math.round(weights.keywordField * scale)
    } satisfies Weights
  }
  const nodesMax = terms.length <= exactUpTo ? Number.POSITIVE_INFINITY : (options.nodesMax ?? nodesDefault)

  const fieldsA = yield* StoreFields.of({
    ...common,
    platform: "storea",
    live: liveTexts([listing.subtitle]).filter(isWelcome)
  })
  const storea = yield* solved(fieldsA, nodesMax)
  const fieldsB = yield* StoreFields.of({
    ...common,
    platform: "storeb",
    live: liveTexts([listing.shortDescription]).filter(isWelcome)
  })
  const storeb = yield* solved(fieldsB, nodesMax)

  const description = listing.fullDescription ? new Text(listing.fullDescription, language) : undefined
  const coverage = terms.map((term) =>
    coverageOf(term, { storea: storea.best, storeb: storeb.best, description, language })
  )
  return {
    storea: storeaTexts(fieldsA, storea.best),
    storeb: storebTexts(fieldsB, storeb.best),
    targetKeywords: [...terms, ...refused.map(({ term }) => term)]
      .sort((a, b) => b.value - a.value || byCodePoint(a.keyword, b.keyword))
      .map(({ assumed, difficulty, keyword, relevance, volume }) => ({
        keyword,
        volumeScore: volume,
        difficulty,
        relevance,
        assumed
      })),
    alternatives: {
      storea: storea.others.map((other) => ({ ...storeaTexts(fieldsA, other), share: shareOf(other, storea.best) })),
      storeb: storeb.others.map((other) => ({ ...storebTexts(fieldsB, other), share: shareOf(other, storeb.best) }))
    },
    coverage,
    uncovered: [
      ...terms.flatMap((term, k) => uncoveredOf(term, coverage[k], { storea: fieldsA, storeb: fieldsB })),
      ...refused.map(({ reason, term }): Uncovered => refusal(term, reason))
    ],
    missingInDescription:
      description === undefined
        ? null
        : terms.flatMap(({ keyword, run }) =>
            description.holdsPhrase(keyword, run) || fieldsB.rulesAgainst(keyword).includes(otherApp) ? [] : [keyword]
          ),
    checks: {
      storea: options.check(fieldsA.metadataOf(storea.best), known),
      storeb: options.check(fieldsB.metadataOf(storeb.best), known)
    },
    gap: { storea: gapOf(storea.best), storeb: gapOf(storeb.best) }
  }
}

const empty: Written = {
  chosen: { title: [], second: [], units: [], value: 0, bound: 0, nodes: 0 },
  title: null,
  second: null,
  keywords: [],
  titlePhrases: [],
  secondPhrases: []
}

function* solved(fields: StoreFields, nodesMax: number) {
  const best = (yield* fields.best(nodesMax)) ?? empty
  const others: Array<Written> = []
  const used = new Set(best.chosen.title)
  while (others.length < alternativesMax) {
    const other = yield* fields.best(nodesMax / alternativeShare, used)
    if (other === undefined) break
    others.push(other)
    for (const p of other.chosen.title) used.add(p)
  }
  return { best, others }
}

const gapOf = ({ chosen: { bound, value } }: Written) => (bound <= 0 ? 0 : rounded((bound - value) / bound))
const shareOf = (other: Written, best: Written) =>
  best.chosen.value <= 0 ? 1 : rounded(other.chosen.value / best.chosen.value)
const rounded = (share: number) => Math.round(share * 10_000) / 10_000

const textOf = (
  platform: "storea" | "storeb",
  field: FieldName,
  text: string | null,
  reason: string
): SuggestedText => ({
  text,
  charCount: text === null ? null : charCount(text),
  maxChars: limitOf(platform, field)?.max ?? 0,
  reason: text === null ? reason : null
})

const titleText = (fields: StoreFields, platform: "storea" | "storeb", { title }: Written) => {
  const { titleRules } = fields
  const reason =
    titleRules.length > 0
      ? `The brand itself breaks ${titleRules.join(", ")}.`
      : "No brand is known, and no keyword makes a title that keeps the rules."
  return textOf(platform, "title", title, reason)
}

const storeaTexts = (fields: StoreFields, written: Written): StoreaTexts => {
  const { keywords, second } = written
  return {
    title: titleText(fields, "storea", written),
    subtitle: textOf("storea", "subtitle", second, nothingBelow),
    keywords: {
      ...textOf(
        "storea",
        "keywords",
        keywords.length === 0 ? null : keywords.join(","),
        "No keyword needs a word that isn't in the title or subtitle already and keeps the rules."
      ),
      keywordCount: keywords.length
    }
  }
}

const storebTexts = (fields: StoreFields, written: Written): StorebTexts => ({
  title: titleText(fields, "storeb", written),
  shortDescription: textOf("storeb", "shortDescription", written.second, nothingBelow)
})

const nothingBelow = "No keyword is left that adds something, fits and keeps the rules."

const coverageOf = (
  { isWhole, keyword, run, words }: Term,
  of: {
    readonly storea: Written
    readonly storeb: Written
    readonly description: Text | undefined
    readonly language: Language
  }
): Coverage => {
  const texts = (list: ReadonlyArray<string | null>) =>
    list.flatMap((text) => (text === null ? [] : [new Text(text, of.language)]))
  const holds = (list: ReadonlyArray<Text>) => list.some((text) => text.holdsPhrase(keyword, run))
  const content = contentOf(words)
  const holdsWords = (list: ReadonlyArray<Text>) =>
    content.every((word) => list.some((text) => text.holdsWord(word.text)))
  const title = texts(of.storea.titlePhrases)
  const subtitle = texts(of.storea.secondPhrases)
  const field = texts(of.storea.keywords)
  const inTitle = holds(title)
  const inSubtitle = holds(subtitle)
  const inField = isWhole ? holds(field) : holdsWords(field)
  return {
    keyword,
    storea: {
      title: inTitle,
      subtitle: inSubtitle,
      keywordField: inField,
      viaCombination: isWhole ? null : !inTitle && !inSubtitle && holdsWords([...title, ...subtitle, ...field])
    },
    storeb: {
      title: holds(texts(of.storeb.titlePhrases)),
      shortDescription: holds(texts(of.storeb.secondPhrases)),
      fullDescription: of.description === undefined ? null : of.description.holdsPhrase(keyword, run)
    }
  }
}

const uncoveredOf = (
  { keyword }: Term,
  coverage: Coverage | undefined,
  fields: { readonly storea: StoreFields; readonly storeb: StoreFields }
): ReadonlyArray<Uncovered> => {
  if (coverage === undefined) return []
  const { storea, storeb } = coverage
  const stores = [
    ...(storea.title || storea.subtitle || storea.keywordField || storea.viaCombination ? [] : (["storea"] as const)),
    ...(storeb.title || storeb.shortDescription || storeb.fullDescription ? [] : (["storeb"] as const))
  ]
  if (stores.length === 0) return []
  const ruleIds = [...new Set(stores.flatMap((store) => fields[store].rulesAgainst(keyword)))].sort()
  const reason = ruleIds.includes(otherApp) ? "other_brand" : ruleIds.length > 0 ? "rules" : "no_room"
  return [{ keyword, reason, stores, ruleIds }]
}

const otherApp = "any.other-app"

const refusal = ({ keyword }: Term, reason: Refusal): Uncovered => ({
  keyword,
  reason,
  stores: ["storea", "storeb"],
  ruleIds: []
})

/** Words of one sign with capitals that aren't at their beginning alone. */
const spellingsOf = (
  texts: ReadonlyArray<string | null | undefined>,
  language: Language
): ReadonlyMap<string, string> => {
  const spellings = new Map<string, string>()
  for (const text of texts) {
    if (text === null || text === undefined) continue
    const signs = [...oneLine(text)]
    for (const { end, start } of wordsOf(signs.join(""), language)) {
      const written = signs.slice(start, end).join("")
      const isShouted = written.length > 3 && written === written.toUpperCase()
      if (/\p{L}.*\p{Lu}/u.test(written) && !isShouted) spellings.set(written.toLowerCase(), written)
    }
  }
  return spellings
}
