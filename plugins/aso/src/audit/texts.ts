/** What is counted in the texts of a listing. */

import { charCount, type Metadata } from "../rules/metadata.ts"
import { isPaired, type Language, wordsOf } from "../words/words.ts"
import type { AuditInput, DescriptionFacts, Hit, Said, TextFacts } from "./input.ts"

export type Context = Pick<AuditInput, "platform" | "language" | "brand" | "otherBrands" | "check"> & {
  readonly targets: ReadonlyArray<string>
}

export interface ShortTexts {
  readonly title: string
  /** Of storeb the short description; undefined: not known. */
  readonly subtitle: string | undefined
  readonly keywords: string | undefined
}
export type ShortFacts = {
  readonly title: TextFacts
  readonly subtitle: TextFacts | undefined
  readonly keywords: TextFacts | undefined
}

const issuesIn = ({ brand, check, language, otherBrands, platform, targets }: Context, texts: Partial<Metadata>) =>
  check({ platform, locale: language.tag, ...texts }, { ...(brand === null ? {} : { brand }), targets, otherBrands })
    .issues

type Issues = ReturnType<typeof issuesIn>
const hitsIn = (issues: Issues, field: string) => {
  const of = (severity: string): ReadonlyArray<Hit> =>
    issues.flatMap((issue) =>
      issue.field === field && issue.severity === severity
        ? [{ ruleId: issue.ruleId, message: issue.message, span: issue.span }]
        : []
    )
  return { errors: of("error"), warnings: of("warning") }
}

/** The short texts are checked together, as some rules compare them. */
export const shortFactsOf = (context: Context, { keywords, subtitle, title }: ShortTexts): ShortFacts => {
  const second = context.platform === "storea" ? "subtitle" : "shortDescription"
  const issues = issuesIn(context, {
    title,
    ...(subtitle === undefined || subtitle === "" ? {} : { [second]: subtitle }),
    ...(keywords === undefined || keywords === "" ? {} : { keywords })
  })
  return {
    title: { text: title, ...hitsIn(issues, "title") },
    subtitle: subtitle === undefined ? undefined : { text: subtitle, ...hitsIn(issues, second) },
    keywords: keywords === undefined ? undefined : { text: keywords, ...hitsIn(issues, "keywords") }
  }
}

const occurrences = (text: string, part: string): number => (part === "" ? 0 : text.split(part).length - 1)

/** How often a text says each term. */
const saidIn = (text: string, terms: ReadonlyArray<string>, language: Language): ReadonlyArray<Said> => {
  const held = wordsOf(text, language).map((word) => word.text)
  const run = held.join("")
  return terms.map((keyword) => {
    const wanted = wordsOf(keyword, language).map((word) => word.text)
    const whole = wanted.join("")
    if (isPaired(whole))
      return {
        keyword,
        times: occurrences(run, whole),
        words: Array.from(whole).length,
        of: Array.from(run).length
      }
    const times = held.filter(
      (_, at) => wanted.length > 0 && wanted.every((word, next) => held[at + next] === word)
    ).length
    return { keyword, times, words: wanted.length, of: held.length }
  })
}

export const descriptionFactsOf = (context: Context, text: string): DescriptionFacts => {
  const whole = text.trim()
  return {
    text: whole,
    length: charCount(whole),
    firstLine: charCount(whole.split(/\r?\n/)[0]?.trim() ?? ""),
    said: saidIn(whole, context.targets, context.language),
    ...hitsIn(whole === "" ? [] : issuesIn(context, { fullDescription: whole }), "fullDescription")
  }
}
