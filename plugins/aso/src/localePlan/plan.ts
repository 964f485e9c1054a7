/**
 * locale-plan@1: terms for the locales that a storefront of storea searches and a listing lacks.
 *
 * Open terms are those that are about the app (relevance 30 and more), aren't a brand, and aren't said yet by the listing's
 * used locales. A term whose search wasn't measured isn't planned: nobody knows then whose name it may be. Locales are filled in the storefront's order, each with the open terms worth most (volume ×
 * (1 − difficulty/100) × relevance/100; what has no value comes last): a term goes to one locale, whole, since words combine
 * within a locale alone. A locale gets terms in its own script. Where that is the listing's language or no script of the
 * listing's, one of them makes a title too; else the live name stands and the keyword field, which nobody sees, takes all.
 * That a storefront searches these locales is the store's help; that terms of one language work in a locale of another is
 * practice of the trade. Nothing is planned that has an error or a warning by our rules.
 */
import { byCodePoint } from "@storeglass/stores/contract"
import type { Checked, Known, OtherLocale } from "../rules/check.ts"
import { charCount, limitOf } from "../rules/metadata.ts"
import type { Check } from "../suggest/suggest.ts"
import { oneLine } from "../suggest/terms.ts"
import { templatesOf, titled, titlesOf } from "../suggest/wording.ts"
import { primaryOf } from "../words/language.ts"
import { relevanceFloor } from "../words/relevance.ts"
import { targetValue } from "../words/targets.ts"
import { holdsWords, isUnspaced, type Language, languageOf, wordsOf } from "../words/words.ts"
import { isWrittenIn, scriptOf } from "./scripts.ts"

export const localePlanModel = "locale-plan@1"

export const openReasons = ["no_room", "rules", "script", "words", "not_measured"] as const
export type OpenReason = (typeof openReasons)[number]

export interface PlanTerm {
  readonly keyword: string
  /** 0 to 100, as the others; null: not known. */
  readonly volume: number | null
  readonly difficulty: number | null
  readonly relevance: number | null
  readonly rank: number | null
  readonly rankStatus: "ranked" | "not_in_top_n" | "not_measured"
  readonly brandOf: string | null
  readonly isOwnBrand: boolean
}

/** The texts of a locale that the listing has. */
export interface UsedLocale extends OtherLocale {
  readonly locale: string
}

export interface PlanInput {
  readonly terms: ReadonlyArray<PlanTerm>
  /** Of the storefront, in its order, without those that the listing has. */
  readonly unused: ReadonlyArray<string>
  readonly used: ReadonlyArray<UsedLocale>
  /** The name that is live, which a locale without one of its own shows. */
  readonly name: string
  readonly brand: string | null
  /** What the listing is read in. */
  readonly language: Language
  readonly check: Check
  readonly known: Omit<Known, "brand" | "otherLocales">
}

export interface PlannedTerm extends PlanTerm {
  readonly value: number | null
  readonly place: "title" | "keyword_field"
}

export interface PlannedLocale {
  readonly locale: string
  readonly language: Language
  /** Null: the live name stands. */
  readonly title: string | null
  readonly keywords: ReadonlyArray<string>
  readonly terms: ReadonlyArray<PlannedTerm>
  readonly checks: Pick<Checked, "issues" | "skipped" | "score" | "isValid">
}

export interface LocalePlan {
  readonly locales: ReadonlyArray<PlannedLocale>
  /** About the app and said by no locale, planned ones neither. */
  readonly leftOver: ReadonlyArray<PlanTerm & { readonly reason: OpenReason; readonly ruleIds: ReadonlyArray<string> }>
  /** Terms about the app that the used locales say already. */
  readonly covered: number
}

type Valued = PlanTerm & { readonly value: number | null }

interface Refused {
  readonly reason: Exclude<OpenReason, "not_measured" | "script">
  readonly ruleIds: ReadonlyArray<string>
}
const noRoom: Refused = { reason: "no_room", ruleIds: [] }

/** Where a term is tried and breaks rules so often, the rest of the list isn't better. */
const triesMax = 80

const searchedText = ({ keywords = "", subtitle = "", title = "" }: OtherLocale) =>
  [title, subtitle, keywords].join(" , ")

const languages = new Map<string, Language>()
const languageIn = (locale: string): Language => {
  const known = languages.get(locale) ?? languageOf({ given: locale })
  languages.set(locale, known)
  return known
}

/** What must stand in the keyword field for a term, in its order: its words, or itself where words aren't told apart. */
const neededFor = (keyword: string, language: Language): ReadonlyArray<string> => {
  if (isUnspaced(keyword)) return [keyword.replaceAll(" ", "")]
  const signs = [...keyword]
  const words = wordsOf(keyword, language).filter(({ isStopWord }) => !isStopWord)
  return [...new Set(words.map(({ end, start }) => signs.slice(start, end).join("")))]
}

const isOurs = ({ field, severity }: Checked["issues"][number]) => severity !== "info" && field !== "locale"

class LocaleFields {
  private readonly input: PlanInput
  private readonly locale: string
  readonly language: Language
  /** What the terms are in: where the script is the listing's, they're of its storefront and not of this locale. */
  private readonly reading: Language
  private readonly known: Known
  private readonly room = limitOf("storea", "keywords")?.max ?? 0
  readonly keywords: Array<string> = []
  title: string | null = null

  constructor(locale: string, input: PlanInput) {
    this.locale = locale
    this.input = input
    this.language = languageIn(locale)
    this.reading = scriptOf(locale) === scriptOf(input.language.tag) ? input.language : this.language
    this.known = input.brand === null ? input.known : { ...input.known, brand: input.brand }
  }

  private rulesOf(texts: { readonly title?: string; readonly keywords?: string }, field: "title" | "keywords") {
    const { issues } = this.input.check({ platform: "storea", locale: this.locale, ...texts }, this.known)
    return issues.filter((issue) => isOurs(issue) && issue.field === field).map(({ ruleId }) => ruleId)
  }

  /** Whether people may see a term in this locale's name. */
  private mayShow(script: string): boolean {
    const { tag } = this.input.language
    return primaryOf(this.locale) === primaryOf(tag) || script !== scriptOf(tag)
  }

  /** The first term of which a title can be made. */
  takeTitle(terms: ReadonlyArray<Valued>): Valued | undefined {
    const { brand } = this.input
    if (brand === null || !this.mayShow(scriptOf(this.locale))) return undefined
    const max = limitOf("storea", "title")?.max ?? 0
    for (const term of terms.slice(0, triesMax)) {
      const phrase = titled(term.keyword, this.language, new Map(), "title")
      const title = titlesOf(brand, [phrase], templatesOf(this.language)).find(
        (each) => charCount(each) <= max && this.rulesOf({ title: each }, "title").length === 0
      )
      if (title === undefined) continue
      this.title = title
      return term
    }
    return undefined
  }

  /** Undefined: the term is in; else what keeps it out. */
  add(term: Valued): Refused | undefined {
    const held = `${this.title ?? this.input.name} , ${this.keywords.join(",")}`
    const missing = neededFor(term.keyword, this.reading).filter((word) => !holdsWords(held, word, this.reading))
    const keywords = [...this.keywords, ...missing].join(",")
    if (charCount(keywords) > this.room) return noRoom
    const broken = this.rulesOf({ title: this.title ?? this.input.name, keywords }, "keywords")
    if (broken.length > 0) return { reason: "rules", ruleIds: [...new Set(broken)].sort(byCodePoint) }
    // A word may be cut otherwise within the field than it was typed.
    const after = `${this.title ?? this.input.name} , ${keywords}`
    if (!holdsWords(after, term.keyword, this.reading)) return { reason: "words", ruleIds: [] }
    this.keywords.push(...missing)
    return undefined
  }

  get isFull(): boolean {
    return this.room - charCount(this.keywords.join(",")) < 3
  }

  checks() {
    const keywords = this.keywords.join(",")
    const { isValid, issues, score, skipped } = this.input.check(
      {
        platform: "storea",
        locale: this.locale,
        ...(this.title === null ? {} : { title: this.title }),
        ...(keywords === "" ? {} : { keywords })
      },
      this.known
    )
    return { isValid, issues, score, skipped }
  }
}

const byValue = (a: Valued, b: Valued) =>
  (b.value ?? -1) - (a.value ?? -1) || (b.relevance ?? -1) - (a.relevance ?? -1) || byCodePoint(a.keyword, b.keyword)

/** The same for the same terms and locales, in whatever order terms and used locales are. Pauses between locales. */
export function* planning(input: PlanInput): Generator<void, LocalePlan> {
  const { language, unused, used } = input
  const about = input.terms
    .filter(
      ({ brandOf, isOwnBrand, relevance }) => brandOf === null && !isOwnBrand && (relevance ?? 0) >= relevanceFloor
    )
    .map((term): Valued => ({ ...term, keyword: oneLine(term.keyword), value: targetValue(term) }))
    .filter(({ value }) => value !== 0)
    .sort(byValue)
  const said = used.map((one) => ({ text: searchedText(one), language: languageIn(one.locale) }))
  const isSaid = ({ keyword }: Valued) =>
    said.some(({ language: read, text }) => holdsWords(text, keyword, read) || holdsWords(text, keyword, language))
  const unsaid = about.filter((term) => !isSaid(term))
  const covered = about.length - unsaid.length
  const unknown = unsaid.filter(({ rankStatus }) => rankStatus === "not_measured")
  let open = unsaid.filter(({ rankStatus }) => rankStatus !== "not_measured")
  const refused = new Map<string, Refused>()
  const locales: Array<PlannedLocale> = []
  for (const locale of unused) {
    const script = scriptOf(locale)
    const fitting = open.filter(({ keyword }) => isWrittenIn(keyword, script))
    const fields = new LocaleFields(locale, input)
    const taken = new Map<string, PlannedTerm>()
    const first = fields.takeTitle(fitting)
    if (first !== undefined) taken.set(first.keyword, { ...first, place: "title" })
    let misses = 0
    for (const term of fitting) {
      if (taken.has(term.keyword)) continue
      const kept = fields.isFull || misses >= triesMax ? noRoom : fields.add(term)
      if (kept === undefined) {
        taken.set(term.keyword, { ...term, place: "keyword_field" })
        continue
      }
      misses += 1
      // Rules and words are the term's own; that there's no room is so of each locale alone.
      if (kept !== noRoom || !refused.has(term.keyword)) refused.set(term.keyword, kept)
    }
    open = open.filter(({ keyword }) => !taken.has(keyword))
    locales.push({
      locale,
      language: fields.language,
      title: fields.title,
      keywords: fields.keywords,
      terms: [...taken.values()].sort((a, b) => (a.place === b.place ? byValue(a, b) : a.place === "title" ? -1 : 1)),
      checks: fields.checks()
    })
    yield
  }
  return {
    locales,
    covered,
    leftOver: [
      ...open.map(({ value: _, ...term }) => ({
        ...term,
        ...(refused.get(term.keyword) ?? { reason: "script" as const, ruleIds: [] })
      })),
      ...unknown.map(({ value: _, ...term }) => ({ ...term, reason: "not_measured" as const, ruleIds: [] }))
    ]
  }
}

/** As `planning`, without pauses. */
export const localePlanOf = (input: PlanInput): LocalePlan => {
  const steps = planning(input)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
