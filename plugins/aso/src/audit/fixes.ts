/** What could be done about a listing. Each fix is the input as it would be then, so that its worth is the audit of that. */

import { rankWeight } from "@storeglass/keywords/contract"
import { brandOf, namePartsOf } from "@storeglass/plugin-api"
import { byCodePoint } from "@storeglass/stores/contract"
import { charCount, limitOf } from "../rules/metadata.ts"
import { holdsWords, isPaired, type Language, wordsOf } from "../words/words.ts"
import { type AuditInput, type Hit, isTold, type Target, type TextFacts, told } from "./input.ts"
import { type FactorId, round2, wanted } from "./model.ts"
import { coverageOf, isOversaid, positiveShare, textField } from "./scores.ts"
import { type Context, descriptionFactsOf, shortFactsOf } from "./texts.ts"

export const efforts = ["S", "M", "L"] as const
export type Effort = (typeof efforts)[number]

/** What is there and what the fix makes of it. */
export interface Evidence {
  readonly field: string
  readonly found: string | number | null
  readonly wanted: string | number | null
  readonly span: Hit["span"]
  readonly ruleIds: ReadonlyArray<string>
}

export interface Proposal {
  readonly id: string
  readonly factorId: FactorId
  readonly action: string
  readonly effort: Effort
  readonly evidence: Evidence
  readonly after: AuditInput
}

/** How good an input is; null: it can't be said. */
type Worth = (input: AuditInput) => number | null

const text = (field: string, found: string | number | null, becomes: string | number | null): Evidence => ({
  field,
  found,
  wanted: becomes,
  span: null,
  ruleIds: []
})

type Short = "title" | "subtitle" | "keywordField"

const factsIn = (input: AuditInput, field: Short): TextFacts | undefined => {
  if (field === "title") return input.title
  const part = input[field]
  return isTold(part) ? part.value : undefined
}

const withFacts = (input: AuditInput, field: Short, facts: TextFacts): AuditInput =>
  field === "title" ? { ...input, title: facts } : { ...input, [field]: told(facts) }

const contextOf = (input: AuditInput): Context => ({
  ...input,
  targets: isTold(input.targets) ? input.targets.value.map(({ keyword }) => keyword) : []
})

/** The listing with another text in this place, held against the rules anew. */
export const withText = (input: AuditInput, field: Short, becomes: string): AuditInput => {
  const textOf = (name: Short) => (name === field ? becomes : factsIn(input, name)?.text)
  const facts = shortFactsOf(contextOf(input), {
    title: textOf("title") ?? "",
    subtitle: textOf("subtitle"),
    keywords: textOf("keywordField")
  })
  return {
    ...input,
    title: facts.title,
    subtitle: facts.subtitle === undefined ? input.subtitle : told(facts.subtitle),
    keywordField: facts.keywords === undefined ? input.keywordField : told(facts.keywords)
  }
}

/** Of candidates at most so many are held against the rules, best first. */
const checkedMax = 6

/** The text that is worth most and that the rules have nothing against. */
const bestText = (input: AuditInput, field: Short, candidates: ReadonlyArray<string>, worth: Worth) => {
  const max = limitOf(input.platform, textField(input.platform, field))?.max ?? 0
  const ordered = [...new Set(candidates)]
    .filter((candidate) => charCount(candidate) <= max)
    .map((candidate) => ({
      candidate,
      worth: worth(withFacts(input, field, { text: candidate, errors: [], warnings: [] })) ?? 0
    }))
    // Of equal worth, the first.
    .sort((a, b) => b.worth - a.worth)
  for (const { candidate } of ordered.slice(0, checkedMax)) {
    const after = withText(input, field, candidate)
    const facts = factsIn(after, field)
    if (facts !== undefined && facts.errors.length + facts.warnings.length === 0) return { candidate, after }
  }
  return undefined
}

/** A term as it's written in a title. */
const displayed = (keyword: string, { tag }: Language): string =>
  keyword.replace(/(^|[\s-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toLocaleUpperCase(tag))

const listed = (phrases: ReadonlyArray<string>): ReadonlyArray<string> => {
  const last = phrases.at(-1)
  if (last === undefined) return []
  if (phrases.length === 1) return [last]
  if (phrases.some(isPaired)) return [phrases.join("・"), phrases.join(" ")]
  return [`${phrases.slice(0, -1).join(", ")} & ${last}`, phrases.join(", ")]
}

/** Every choice of up to so many, in their order. */
const choices = <A>(of: ReadonlyArray<A>, max: number): ReadonlyArray<ReadonlyArray<A>> => {
  const chosen: Array<ReadonlyArray<A>> = [[]]
  for (const next of of) {
    for (const before of chosen.slice()) if (before.length < max) chosen.push([...before, next])
  }
  return chosen
}

const targetsMax = 5
const titleTexts = (input: AuditInput, missing: ReadonlyArray<Target>): ReadonlyArray<string> => {
  const now = input.title.text
  const brand = input.brand ?? brandOf(now)
  const isParted = namePartsOf(now).length > 1
  return choices(missing.slice(0, targetsMax), 2).flatMap((chosen) =>
    listed(chosen.map(({ keyword }) => displayed(keyword, input.language))).flatMap((phrases) => [
      ...(isParted ? [`${now} & ${phrases}`, `${now}, ${phrases}`] : []),
      `${now}: ${phrases}`,
      `${now} - ${phrases}`,
      `${brand}: ${phrases}`,
      `${brand} - ${phrases}`
    ])
  )
}

const subtitleTexts = (input: AuditInput, now: string, missing: ReadonlyArray<Target>): ReadonlyArray<string> =>
  choices(missing.slice(0, targetsMax), 4).flatMap((chosen) =>
    listed(chosen.map(({ keyword }) => displayed(keyword, input.language))).flatMap((phrases) =>
      // A short description is a sentence, which a list of phrases may follow and not replace.
      now === "" ? [phrases] : input.platform === "storea" ? [phrases, `${now}, ${phrases}`] : [`${now} ${phrases}.`]
    )
  )

/** The field with the words that the targets lack, most valuable first, as far as they fit. */
const keywordTexts = (input: AuditInput, now: string, missing: ReadonlyArray<Target>): ReadonlyArray<string> => {
  const max = limitOf(input.platform, "keywords")?.max ?? 0
  const around = [input.title.text, isTold(input.subtitle) ? input.subtitle.value.text : ""].join("\n")
  const has = (field: string, word: string) =>
    holdsWords(`${around}\n${field.replaceAll(",", " ")}`, word, input.language)
  return [
    missing.reduce((field, { keyword }) => {
      const words = isPaired(keyword)
        ? [keyword]
        : wordsOf(keyword, input.language).flatMap((word) => (word.isStopWord ? [] : [word.text]))
      const longer = words.reduce(
        (sofar, word) => (has(sofar, word) ? sofar : sofar === "" ? word : `${sofar},${word}`),
        field.replace(/,\s*$/, "")
      )
      return charCount(longer) <= max ? longer : field
    }, now)
  ]
}

const called: Readonly<Record<string, string>> = {
  title: "title",
  subtitle: "subtitle",
  shortDescription: "short description",
  keywords: "keyword field"
}

const textFixes = (input: AuditInput, field: Short, factorId: FactorId, worth: Worth): ReadonlyArray<Proposal> => {
  const facts = factsIn(input, field)
  if (facts === undefined) return []
  const name = textField(input.platform, field)
  const what = called[name] ?? name
  const fixes: Array<Proposal> = []
  const coverage = coverageOf(input)
  if (coverage !== null) {
    const held = { title: coverage.title, subtitle: coverage.withSubtitle, keywordField: coverage.withKeywords }[field]
    const missing = coverage.targets.filter(({ keyword, value }) => value > 0 && !held.has(keyword))
    const candidates =
      missing.length === 0
        ? []
        : field === "title"
          ? titleTexts(input, missing)
          : field === "subtitle"
            ? subtitleTexts(input, facts.text, missing)
            : keywordTexts(input, facts.text, missing)
    const best = bestText(
      input,
      field,
      candidates.filter((candidate) => candidate !== facts.text),
      worth
    )
    if (best !== undefined) {
      fixes.push({
        id: `${factorId}.targets`,
        factorId,
        action:
          facts.text === "" ? `Give it the ${what} “${best.candidate}”.` : `Change the ${what} to “${best.candidate}”.`,
        effort: "S",
        evidence: text(name, facts.text, best.candidate),
        after: best.after
      })
    }
  }
  return [...fixes, ...lintFix(factorId, what, name, facts, withFacts(input, field, cleared(facts)))]
}

const cleared = <F extends Pick<TextFacts, "errors" | "warnings">>(facts: F): F => ({
  ...facts,
  errors: [],
  warnings: []
})

const lintFix = (
  factorId: FactorId,
  what: string,
  field: string,
  { errors, warnings }: Pick<TextFacts, "errors" | "warnings">,
  after: AuditInput
): ReadonlyArray<Proposal> => {
  const hits = [...errors, ...warnings]
  const [first] = hits
  if (first === undefined) return []
  const ruleIds = [...new Set(hits.map(({ ruleId }) => ruleId))].sort(byCodePoint)
  return [
    {
      id: `${factorId}.lint`,
      factorId,
      action: `Resolve what the metadata rules find in the ${what}: ${ruleIds.join(", ")}.`,
      effort: "S",
      evidence: { field, found: hits.length, wanted: 0, span: first.span, ruleIds },
      after
    }
  ]
}

const descriptionFixes = (input: AuditInput): ReadonlyArray<Proposal> => {
  const now = input.description
  const full = wanted.descriptionLength[input.platform]
  const fixes: Array<Proposal> = []
  const add = (id: string, action: string, evidence: Evidence, description: AuditInput["description"]) =>
    fixes.push({
      id: `description.${id}`,
      factorId: "description",
      action,
      effort: "S",
      evidence,
      after: { ...input, description }
    })
  if (now.length < full) {
    const grown = now.length === 0 ? 1 : full / now.length
    add("length", `Lengthen the description to ${full} characters.`, text("description.length", now.length, full), {
      ...now,
      length: full,
      said: now.said.map((term) => ({ ...term, of: Math.round(term.of * grown) }))
    })
  }
  if (input.platform === "storea" && now.firstLine > wanted.firstLine) {
    add(
      "firstLine",
      `Shorten the description's first line to ${wanted.firstLine} characters.`,
      text("description.firstLine", now.firstLine, wanted.firstLine),
      { ...now, firstLine: wanted.firstLine }
    )
  }
  if (input.platform === "storeb") {
    const missing = now.said.filter(({ times }) => times === 0)
    if (missing.length > 0 && now.length > 0) {
      const names = missing.map(({ keyword }) => keyword)
      add(
        "terms",
        `Say in the description: ${names.map((name) => `“${name}”`).join(", ")}.`,
        text("description.terms", 0, names.join(", ")),
        descriptionFactsOf(contextOf(input), [now.text, ...names].join("\n"))
      )
    }
    const over = now.said.filter(
      (term) => isOversaid(term) && Math.floor((wanted.termShareMax * term.of) / term.words) > 0
    )
    if (over.length > 0) {
      const rarer = now.said.map((term) =>
        over.includes(term) ? { ...term, times: Math.floor((wanted.termShareMax * term.of) / term.words) } : term
      )
      const times = (said: typeof now.said) =>
        said.flatMap((term, index) =>
          over.some(({ keyword }) => keyword === now.said[index]?.keyword) ? [`${term.keyword} ${term.times}×`] : []
        )
      add(
        "overuse",
        `Say less often in the description: ${over.map(({ keyword }) => `“${keyword}”`).join(", ")}.`,
        text("description.overuse", times(now.said).join(", "), times(rarer).join(", ")),
        { ...now, said: rarer }
      )
    }
  }
  return [
    ...fixes,
    ...lintFix("description", "description", "fullDescription", now, { ...input, description: cleared(now) })
  ]
}

const pictureFixes = (input: AuditInput): ReadonlyArray<Proposal> => {
  const fixes: Array<Proposal> = []
  if (isTold(input.screenshots)) {
    const { count, tablet } = input.screenshots.value
    if (count < wanted.screenshots) {
      fixes.push({
        id: "screenshots.count",
        factorId: "screenshots",
        action: `Show ${wanted.screenshots} screenshots.`,
        effort: "M",
        evidence: text("screenshots", count, wanted.screenshots),
        after: { ...input, screenshots: told({ count: wanted.screenshots, tablet }) }
      })
    }
    if (tablet.runs === true && tablet.count === 0) {
      fixes.push({
        id: "screenshots.tablet",
        factorId: "screenshots",
        action: "Show screenshots for tablets too.",
        effort: "M",
        evidence: text("screenshots.tablet", 0, 1),
        after: { ...input, screenshots: told({ count, tablet: { ...tablet, count: 1 } }) }
      })
    }
  }
  if (isTold(input.previews) && input.previews.value === 0) {
    fixes.push({
      id: "preview.video",
      factorId: "preview",
      action: "Add a preview video.",
      effort: "M",
      evidence: text("previews", 0, 1),
      after: { ...input, previews: told(1) }
    })
  }
  return fixes
}

const averageStep = 0.2
const firstRatings = 100
const ratingFixes = (input: AuditInput): ReadonlyArray<Proposal> => {
  const { average, count, newest } = input.ratings
  const fixes: Array<Proposal> = []
  const add = (id: string, action: string, evidence: Evidence, ratings: Partial<AuditInput["ratings"]>) =>
    fixes.push({
      id: `ratings.${id}`,
      factorId: "ratings",
      action,
      effort: "L",
      evidence,
      after: { ...input, ratings: { ...input.ratings, ...ratings } }
    })
  if (average !== null && average < wanted.ratingTo) {
    const better = Math.min(wanted.ratingTo, round2(average + averageStep))
    add("average", `Raise the average rating to ${better}.`, text("averageRating", average, better), {
      average: better
    })
  }
  if (count !== null) {
    const more = count === 0 ? firstRatings : 2 * count
    add(
      "count",
      count === 0
        ? `Get its first ${more} ratings: ask at a good moment in the app.`
        : `Double its ratings to ${more}: ask at a good moment in the app.`,
      text("ratingCount", count, more),
      { count: more }
    )
  }
  if (isTold(newest) && newest.value.length > 0) {
    const stars = newest.value.slice(0, wanted.reviews)
    const low = stars.filter((star) => star < 4).length
    const turned = Math.min(low, Math.ceil(stars.length / 10))
    if (turned > 0) {
      const better = [
        ...stars.filter((star) => star >= 4),
        ...Array.from({ length: turned }, () => 5),
        ...stars
          .filter((star) => star < 4)
          .sort((a, b) => a - b)
          .slice(turned)
      ]
      add(
        "recent",
        `Fix what the newest low reviews complain about, until ${Math.round(100 * positiveShare(better))}% give 4 or 5 stars.`,
        text("newestReviews.positive", stars.length - low, stars.length - low + turned),
        { newest: told(better) }
      )
    }
  }
  return fixes
}

const goal = 3
const reach = 30
const rankingFixes = (input: AuditInput): ReadonlyArray<Proposal> => {
  if (!isTold(input.rankings)) return []
  const { terms, visibility, volume } = input.rankings.value
  if (volume === null || volume <= 0) return []
  const [best] = terms
    .filter(({ rank }) => rank > goal && rank <= reach)
    .map((term) => ({ ...term, gain: term.volume * (rankWeight(goal) - rankWeight(term.rank)) }))
    .sort((a, b) => b.gain - a.gain || byCodePoint(a.keyword, b.keyword))
  if (best === undefined || best.gain <= 0) return []
  return [
    {
      id: "rankings.term",
      factorId: "rankings",
      action: `Bring it from ${best.rank} to ${goal} for “${best.keyword}”, which gains the most.`,
      effort: "L",
      evidence: text(`rank.${best.keyword}`, best.rank, goal),
      after: {
        ...input,
        rankings: told({
          ...input.rankings.value,
          visibility: Math.min(100, round2(visibility + (100 * best.gain) / volume)),
          terms: terms.map((term) => (term.keyword === best.keyword ? { ...term, rank: goal } : term))
        })
      }
    }
  ]
}

const moreLanguages = 3
const productFixes = (input: AuditInput): ReadonlyArray<Proposal> => {
  const fixes: Array<Proposal> = []
  if (isTold(input.daysSinceUpdate) && input.daysSinceUpdate.value > 30) {
    fixes.push({
      id: "updates.release",
      factorId: "updates",
      action: "Release an update.",
      effort: "L",
      evidence: text("daysSinceUpdate", input.daysSinceUpdate.value, 0),
      after: { ...input, daysSinceUpdate: told(0) }
    })
  }
  if (isTold(input.languages) && input.languages.value < wanted.languages) {
    const now = input.languages.value
    const more = Math.min(wanted.languages, now + moreLanguages)
    fixes.push({
      id: "localisation.languages",
      factorId: "localisation",
      action: `Offer it in ${more} languages.`,
      effort: "L",
      evidence: text("languages", now, more),
      after: { ...input, languages: told(more) }
    })
  }
  return fixes
}

export const proposalsFor = (input: AuditInput, worth: Worth): ReadonlyArray<Proposal> => [
  ...textFixes(input, "title", "title", worth),
  ...textFixes(input, "subtitle", input.platform === "storea" ? "subtitle" : "shortDescription", worth),
  ...(input.platform === "storea" ? textFixes(input, "keywordField", "keywordField", worth) : []),
  ...descriptionFixes(input),
  ...pictureFixes(input),
  ...ratingFixes(input),
  ...rankingFixes(input),
  ...productFixes(input)
]
