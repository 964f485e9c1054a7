/** Checking a listing against the rules: pure, synchronous, in time linear in the texts. */
import { type Letters, type Script, scriptsIn } from "../words/scripts.ts"
import { type Language, languageOf } from "../words/words.ts"
import { catalogue, rulesModel } from "./catalogue.ts"
import { foldedText } from "./fold.ts"
import { type HouseRule, houseRulesOf } from "./house.ts"
import { listedLanguage } from "./lists/index.ts"
import {
  bytesOf,
  charCountOf,
  type FieldName,
  fieldNames,
  type IssueField,
  limitOf,
  type Metadata,
  type Platform
} from "./metadata.ts"
import { type PhraseList, phraseList } from "./phrases.ts"
import {
  type Context,
  charIndex,
  type FieldText,
  fieldText,
  type Hit,
  type Known,
  type Rule,
  type Severity
} from "./rule.ts"

export type { HouseRule } from "./house.ts"
export { charCount, type FieldName, type IssueField, limitOf, type Metadata, type Platform } from "./metadata.ts"
export type { Known, OtherLocale, Severity } from "./rule.ts"
export { rulesModel }

export interface Issue {
  readonly ruleId: string
  readonly severity: Severity
  readonly field: IssueField
  readonly message: string
  /** In code points of the field's text as given. */
  readonly span: { readonly start: number; readonly end: number } | null
  readonly suggestion: string | null
  readonly basis: string
  readonly source: string | null
}

export interface CheckedField {
  readonly field: FieldName
  readonly value: string
  readonly charCount: number
  /** Null where the store has no such field. */
  readonly maxChars: number | null
  readonly utf8Bytes: number
  readonly utf16Units: number
  readonly isValid: boolean
  readonly message: string
}

export interface Checked {
  /** That the words were read in. */
  readonly language: Language
  readonly issues: ReadonlyArray<Issue>
  /** Rules that weren't applied, or not in full, and why. */
  readonly skipped: ReadonlyArray<{ readonly ruleId: string; readonly reason: string }>
  readonly fields: ReadonlyArray<CheckedField>
  /** 0 to 100. */
  readonly score: number
  /** No error. */
  readonly isValid: boolean
}

export interface CheckOptions extends Known {
  readonly houseRules?: ReadonlyArray<HouseRule> | undefined
}

/** The year of the rules. */
const rulesYear = 2026
/** Hits of a rule in a field that are told and counted. */
const hitsMax = 3
const weight = { error: 25, warning: 8, info: 2 } as const
const order = { error: 0, warning: 1, info: 2 } as const

/** Whose word lists a text's letters call for. */
const scripts: ReadonlyArray<readonly [Script, string]> = [
  ["Kana", "ja"],
  ["Hang", "ko"],
  ["Hani", "zh"],
  ["Cyrl", "ru"],
  ["Arab", "ar"],
  ["Hebr", "he"],
  ["Grek", "el"],
  ["Deva", "hi"],
  ["Thai", "th"]
]

/** The locale's language, those that the texts' scripts tell, and English, which is everywhere. */
const languagesOf = ({ locale }: Metadata, { of }: Letters): ReadonlyArray<string> => {
  const own = locale === undefined ? undefined : listedLanguage(locale)
  const told = scripts.flatMap(([script, language]) => (of(script) > 0 ? [language] : []))
  return [...new Set([...(own === undefined ? [] : [own]), ...told, "en"])]
}

/** The app's own name as a list. */
const ownNames = (brand: string | undefined): PhraseList | undefined =>
  brand === undefined || foldedText(brand).trim() === "" ? undefined : phraseList([brand.replace(/^!+|\*+$/g, "")])

const lowest = (a: Severity, b: Severity): Severity => (order[a] >= order[b] ? a : b)

interface Placed {
  readonly issue: Issue
  readonly at: number
}

const issuesOf = (
  rule: Rule,
  severity: Severity,
  text: FieldText,
  context: Context,
  brand: PhraseList | undefined
): ReadonlyArray<Placed> => {
  const hits: ReadonlyArray<Hit> = [...rule.find(text, context)]
  if (hits.length === 0) return []
  const told = hits.toSorted((a, b) => (a.range?.start ?? 0) - (b.range?.start ?? 0)).slice(0, hitsMax)
  const own =
    rule.sparesBrand && brand !== undefined ? text.found(brand).map(({ end, start }) => text.range(start, end)) : []
  return told.map((hit, index): Placed => {
    const { message, range, suggestion = null } = hit
    const isOwn = range !== null && own.some(({ end, start }) => start <= range.start && range.end <= end)
    const more = index === hitsMax - 1 && hits.length > hitsMax ? ` And ${hits.length - hitsMax} more.` : ""
    return {
      at: range?.start ?? -1,
      issue: {
        ruleId: rule.id,
        severity: isOwn ? "info" : lowest(severity, hit.severity ?? severity),
        field: text.name,
        message: `${message}${isOwn ? " It's in the app's own name." : ""}${more}`,
        span:
          range === null ? null : { start: charIndex(text.given, range.start), end: charIndex(text.given, range.end) },
        suggestion: isOwn ? null : suggestion,
        basis: rule.basis,
        source: rule.source[context.platform] || null
      }
    }
  })
}

const checkedField = (
  platform: Platform,
  field: FieldName,
  value: string,
  issues: ReadonlyArray<Issue>
): CheckedField => {
  const limit = limitOf(platform, field)
  const composed = value.normalize("NFC")
  const count = charCountOf(composed)
  const room = limit === undefined ? 0 : limit.max - count
  return {
    field,
    value,
    charCount: count,
    maxChars: limit?.max ?? null,
    utf8Bytes: bytesOf(composed),
    utf16Units: composed.length,
    isValid: !issues.some((issue) => issue.field === field && issue.severity === "error"),
    message:
      limit === undefined
        ? `${platform} has no such field; it isn't checked.`
        : `${count}/${limit.max} characters (${room >= 0 ? `${room} remaining` : `${-room} over`})`
  }
}

/** Why a rule's word lists don't know the listing's language; undefined where they do. */
const unlisted = ({ lists = [] }: Rule, { locale }: Metadata): string | undefined =>
  lists.length > 0 && locale !== undefined && listedLanguage(locale) === undefined
    ? `There are no word lists for '${locale}'; only English words were looked for.`
    : undefined

export const checkMetadata = (metadata: Metadata, options: CheckOptions = {}): Checked => {
  const { platform } = metadata
  const given = fieldNames.flatMap((name) => {
    const value = metadata[name]
    return value === undefined ? [] : [{ name, value }]
  })
  const letters = scriptsIn(given.flatMap(({ name, value }) => (name === "developerName" ? [] : [value])).join(" "))
  const languages = languagesOf(metadata, letters)
  const language = languageOf({
    given: metadata.locale,
    country: options.country,
    platform,
    text: given.map(({ value }) => value.slice(0, 1_000)).join(" ")
  })
  const texts = new Map<IssueField, FieldText>(
    given
      .filter(({ name }) => limitOf(platform, name) !== undefined)
      .map(({ name, value }) => [name, fieldText(name, value, languages, language)])
  )
  const { houseRules, ...known } = options
  const context: Context = {
    ...known,
    year: known.year ?? rulesYear,
    platform,
    metadata,
    letters,
    languages,
    language,
    text: (field) => texts.get(field)
  }
  if (metadata.locale !== undefined) texts.set("locale", fieldText("locale", metadata.locale, languages, language))
  const brand = ownNames(known.brand)
  const skipped: Array<{ ruleId: string; reason: string }> = []
  const placed: Array<Placed> = []
  for (const rule of [...catalogue, ...houseRulesOf(houseRules ?? [])]) {
    const severity = rule.severity[platform]
    const fields = rule.fields.flatMap((name) => texts.get(name) ?? [])
    if (severity === null || fields.length === 0) continue
    const lack = rule.lacks?.(context)
    if (lack !== undefined) {
      skipped.push({ ruleId: rule.id, reason: lack })
      continue
    }
    const unknown = unlisted(rule, metadata) ?? rule.partly?.(context)
    if (unknown !== undefined) skipped.push({ ruleId: rule.id, reason: unknown })
    for (const text of fields) placed.push(...issuesOf(rule, severity, text, context, brand))
  }
  const places = new Map<IssueField, number>([...fieldNames, "locale" as const].map((name, index) => [name, index]))
  const issues = placed
    .toSorted(
      (a, b) =>
        order[a.issue.severity] - order[b.issue.severity] ||
        (places.get(a.issue.field) ?? 0) - (places.get(b.issue.field) ?? 0) ||
        a.at - b.at
    )
    .map(({ issue }) => issue)
  const lost = issues.reduce((sum, { severity }) => sum + weight[severity], 0)
  return {
    language,
    issues,
    skipped,
    fields: given.map(({ name, value }) => checkedField(platform, name, value, issues)),
    score: Math.max(0, 100 - lost),
    isValid: !issues.some(({ severity }) => severity === "error")
  }
}
