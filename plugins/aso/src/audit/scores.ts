/** How each factor is scored: pure functions of the input, part by part. */

import { byCodePoint } from "@storeglass/stores/contract"
import { charCount, limitOf } from "../rules/metadata.ts"
import { holdsWords, stemsOf } from "../words/words.ts"
import { type AuditInput, type Gap, isTold, notMeasured, type Said, type Target, type TextFacts } from "./input.ts"
import { clamp01, type FactorId, freshness, round2, sum, wanted } from "./model.ts"

/** A part of a factor: so many points, and the share of them that it gets. */
export interface Part {
  readonly id: string
  readonly max: number
  readonly share: number | Gap
  /** What was found and what all points need. */
  readonly found: number | string | null
  readonly wanted: number | string | null
  /** A sentence about it. */
  readonly message: string
}

/** Points of a factor, or why it has none. */
export interface Scored {
  readonly parts: ReadonlyArray<Part>
  readonly gap: Gap | null
}

const without = (gap: Gap): Scored => ({ parts: [], gap })
const withParts = (...parts: ReadonlyArray<Part>): Scored => ({ parts, gap: null })

/** Points of 10 over the parts that were measured; null where none was. */
export const pointsOf = ({ gap, parts }: Scored): number | null => {
  if (gap !== null) return null
  const known = parts.flatMap(({ max, share }) => (typeof share === "number" ? [{ max, share }] : []))
  const all = sum(known.map(({ max }) => max))
  return all === 0 ? null : round2((10 * sum(known.map(({ max, share }) => max * share))) / all)
}

const percent = (share: number) => `${Math.round(share * 100)}%`
const quoted = (terms: ReadonlyArray<string>) => terms.map((term) => `“${term}”`).join(", ")

export const textField = (platform: AuditInput["platform"], id: "title" | "subtitle" | "keywordField") =>
  id === "title"
    ? "title"
    : id === "keywordField"
      ? "keywords"
      : platform === "storea"
        ? "subtitle"
        : "shortDescription"
const maxOf = (platform: AuditInput["platform"], id: "title" | "subtitle" | "keywordField") =>
  limitOf(platform, textField(platform, id))?.max ?? 0

const lintPart = (
  max: number,
  { errors, warnings }: Pick<TextFacts, "errors" | "warnings">,
  isEmpty: boolean
): Part => ({
  id: "lint",
  max,
  share: isEmpty ? notMeasured("there is no text to check") : errors.length > 0 ? 0 : warnings.length > 0 ? 0.5 : 1,
  found: `${errors.length} errors, ${warnings.length} warnings`,
  wanted: "no errors, no warnings",
  message: isEmpty
    ? "There is no text that the metadata rules could be held against."
    : errors.length + warnings.length === 0
      ? "The metadata rules have nothing against it."
      : `The metadata rules find ${[
          ...(errors.length === 0 ? [] : [counted(errors.length, "error")]),
          ...(warnings.length === 0 ? [] : [counted(warnings.length, "warning")])
        ].join(" and ")}.`
})
const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`

const lengthPart = (max: number, length: number, full: number, what: string, limit?: number): Part => ({
  id: "length",
  max,
  share: clamp01(length / full),
  found: length,
  wanted: full,
  message: `${what} has ${counted(length, "character")}${limit === undefined ? "" : ` of at most ${limit}`}; ${full} get all points.`
})

/** The targets, dearest first, and which of them a text that may combine with others holds. */
const holding = (targets: ReadonlyArray<Target>, language: AuditInput["language"], texts: ReadonlyArray<string>) => {
  const text = texts.filter((part) => part !== "").join("\n")
  return new Set(
    text === "" ? [] : targets.flatMap(({ keyword }) => (holdsWords(text, keyword, language) ? [keyword] : []))
  )
}

/** Which targets the title holds, what it leaves to the subtitle, and what both leave to the keyword field. */
export interface Coverage {
  readonly targets: ReadonlyArray<Target>
  readonly title: ReadonlySet<string>
  readonly withSubtitle: ReadonlySet<string>
  readonly withKeywords: ReadonlySet<string>
}

/** Null: there are no targets. */
export const coverageOf = (input: AuditInput): Coverage | null => {
  if (!isTold(input.targets)) return null
  const targets = input.targets.value.toSorted((a, b) => b.value - a.value || byCodePoint(a.keyword, b.keyword))
  const { keywordField, language, platform, subtitle, title } = input
  const second = isTold(subtitle) ? subtitle.value.text : ""
  const held = holding(targets, language, [title.text])
  // Words combine over the fields on storea; on storeb each text stands by itself.
  const texts = platform === "storea" ? [title.text, second] : [second]
  const withSubtitle = new Set([...held, ...holding(targets, language, texts)])
  const words = isTold(keywordField) ? keywordField.value.text.replaceAll(",", " ") : ""
  const withKeywords = new Set([...withSubtitle, ...holding(targets, language, [...texts, words])])
  return { targets, title: held, withSubtitle, withKeywords }
}

const noTargets = (input: AuditInput): Gap =>
  isTold(input.targets) ? notMeasured("the app has no relevant terms whose searches are known") : input.targets

/** Share of the value of `of` that is in `held`. */
const targetPart = (
  input: AuditInput,
  max: number,
  of: ReadonlyArray<Target> | null,
  held: ReadonlySet<string>,
  what: string
): Part => {
  const all = of === null ? 0 : sum(of.map(({ value }) => value))
  if (of === null || all <= 0) {
    const gap =
      of === null || !isTold(input.targets) || input.targets.value.length === 0
        ? noTargets(input)
        : notMeasured("no target is left for it")
    return { id: "targets", max, share: gap, found: null, wanted: null, message: `Not counted: ${gap.reason}.` }
  }
  const inside = of.filter(({ keyword }) => held.has(keyword))
  const outside = of.filter(({ keyword }) => !held.has(keyword)).map(({ keyword }) => keyword)
  const share = sum(inside.map(({ value }) => value)) / all
  return {
    id: "targets",
    max,
    share,
    found: inside.map(({ keyword }) => keyword).join(", "),
    wanted: of.map(({ keyword }) => keyword).join(", "),
    message: `${what} holds ${inside.length} of ${counted(of.length, "target")}, ${percent(share)} of their value${outside.length === 0 ? "" : `; missing: ${quoted(outside)}`}.`
  }
}

const title = (input: AuditInput, coverage: Coverage | null): Scored =>
  withParts(
    lengthPart(4, charCount(input.title.text), wanted.titleLength, "The title", maxOf(input.platform, "title")),
    targetPart(input, 4, coverage?.targets ?? null, coverage?.title ?? new Set(), "The title"),
    lintPart(2, input.title, input.title.text === "")
  )

const leftBy = (coverage: Coverage | null, held: ReadonlySet<string> | undefined) =>
  coverage === null ? null : coverage.targets.filter(({ keyword }) => held?.has(keyword) !== true)

const subtitle = (input: AuditInput, coverage: Coverage | null): Scored => {
  if (!isTold(input.subtitle)) return without(input.subtitle)
  const { text } = input.subtitle.value
  const limit = maxOf(input.platform, "subtitle")
  const what = input.platform === "storea" ? "The subtitle" : "The short description"
  const inTitle = stemsOf(input.title.text, input.language)
  const words = [...stemsOf(text, input.language)]
  const fresh = words.filter((word) => !inTitle.has(word))
  return withParts(
    lengthPart(3, charCount(text), Math.round(limit * wanted.subtitleShare), what, limit),
    targetPart(input, 4, leftBy(coverage, coverage?.title), coverage?.withSubtitle ?? new Set(), what),
    lintPart(2, input.subtitle.value, text === ""),
    words.length === 0
      ? {
          id: "words",
          max: 1,
          share: notMeasured("it has no words"),
          found: null,
          wanted: null,
          message: "It has no words that could be new."
        }
      : {
          id: "words",
          max: 1,
          share: fresh.length / words.length,
          found: fresh.length,
          wanted: words.length,
          message: `${fresh.length} of its ${counted(words.length, "word")} ${fresh.length === 1 ? "isn't" : "aren't"} in the title.`
        }
  )
}

const keywordField = (input: AuditInput, coverage: Coverage | null): Scored => {
  if (!isTold(input.keywordField)) return without(input.keywordField)
  const { text } = input.keywordField.value
  return withParts(
    lengthPart(
      4,
      charCount(text),
      wanted.keywordFieldLength,
      "The keyword field",
      maxOf(input.platform, "keywordField")
    ),
    targetPart(
      input,
      4,
      leftBy(coverage, coverage?.withSubtitle),
      coverage?.withKeywords ?? new Set(),
      "The keyword field, with title and subtitle,"
    ),
    lintPart(2, input.keywordField.value, text === "")
  )
}

/** Whether a term is said, and isn't more of the text than it may be. */
const isSaid = (term: Said) => term.times > 0 && !isOversaid(term)
export const isOversaid = ({ of, times, words }: Said): boolean => times * words > wanted.termShareMax * of

const description = (input: AuditInput): Scored => {
  const { firstLine, length, said } = input.description
  const full = wanted.descriptionLength[input.platform]
  const size = lengthPart(input.platform === "storea" ? 4 : 3, length, full, "The description")
  const lint = lintPart(3, input.description, length === 0)
  if (input.platform === "storea") {
    const isShort = firstLine <= wanted.firstLine
    return withParts(
      size,
      {
        id: "firstLine",
        max: 3,
        share: length === 0 ? notMeasured("there is no description") : isShort ? 1 : 0,
        found: firstLine,
        wanted: wanted.firstLine,
        message: `Its first line has ${counted(firstLine, "character")}; the store shows about ${wanted.firstLine} before “more”.`
      },
      lint
    )
  }
  const good = said.filter(isSaid)
  const missing = said.filter(({ times }) => times === 0).map(({ keyword }) => keyword)
  const over = said.filter(isOversaid).map(({ keyword }) => keyword)
  return withParts(
    size,
    said.length === 0
      ? {
          id: "terms",
          max: 4,
          share: noTargets(input),
          found: null,
          wanted: null,
          message: `Not counted: ${noTargets(input).reason}.`
        }
      : {
          id: "terms",
          max: 4,
          share: good.length / said.length,
          found: good.map(({ keyword }) => keyword).join(", "),
          wanted: said.map(({ keyword }) => keyword).join(", "),
          message: `It says ${good.length} of ${counted(said.length, "target")} at least once and in at most 3% of its words${missing.length === 0 ? "" : `; missing: ${quoted(missing)}`}${over.length === 0 ? "" : `; too often: ${quoted(over)}`}.`
        },
    lint
  )
}

const screenshots = (input: AuditInput): Scored => {
  if (!isTold(input.screenshots)) return without(input.screenshots)
  const { count, tablet } = input.screenshots.value
  const isWithoutTablet = tablet.runs === true && tablet.count === 0
  const points =
    10 * Math.min(1, count / wanted.screenshots) - (count < wanted.screenshotsFew ? 2 : 0) - (isWithoutTablet ? 1 : 0)
  return withParts({
    id: "count",
    max: 10,
    share: clamp01(points / 10),
    found: count,
    wanted: wanted.screenshots,
    message: `${count === 1 ? "1 screenshot is" : `${count} screenshots are`} shown for phones; ${wanted.screenshots} get all points${count < wanted.screenshotsFew ? `, and under ${wanted.screenshotsFew} cost 2` : ""}${isWithoutTablet ? ". It runs on tablets and shows none for them, which costs 1" : ""}.`
  })
}

const preview = (input: AuditInput): Scored =>
  isTold(input.previews)
    ? withParts({
        id: "video",
        max: 10,
        share: input.previews.value > 0 ? 1 : 0,
        found: input.previews.value,
        wanted: 1,
        message: input.previews.value > 0 ? "The page shows a video." : "The page shows no video."
      })
    : without(input.previews)

/** Shares of its own points; a rating is 1 to 5 stars. */
export const positiveShare = (stars: ReadonlyArray<number>): number =>
  stars.filter((star) => star >= 4).length / stars.length

const ratings = ({ ratings: { average, count, newest } }: AuditInput): Scored => {
  const stars = isTold(newest) ? newest.value.slice(0, wanted.reviews) : []
  return withParts(
    {
      id: "average",
      max: 5,
      share:
        average === null
          ? notMeasured(count === 0 ? "nobody has rated it" : "the store doesn't tell its average")
          : clamp01((average - wanted.ratingFrom) / (wanted.ratingTo - wanted.ratingFrom)),
      found: average === null ? null : round2(average),
      wanted: wanted.ratingTo,
      message:
        average === null
          ? count === 0
            ? "Nobody has rated it, so it has no average."
            : "The store doesn't tell its average."
          : `Its average is ${round2(average)}; ${wanted.ratingTo} gets all points, ${wanted.ratingFrom} none.`
    },
    {
      id: "count",
      max: 3,
      share:
        count === null
          ? notMeasured("the store doesn't tell how many rated it")
          : Math.min(1, Math.log10(1 + count) / 5),
      found: count,
      wanted: 99_999,
      message:
        count === null
          ? "The store doesn't tell how many rated it."
          : `It has ${counted(count, "rating")}; 99999 get all points, by their logarithm.`
    },
    isTold(newest) && stars.length > 0
      ? {
          id: "recent",
          max: 2,
          share: positiveShare(stars),
          found: round2(positiveShare(stars)),
          wanted: 1,
          message: `${percent(positiveShare(stars))} of its newest ${counted(stars.length, "review")} give 4 or 5 stars.`
        }
      : {
          id: "recent",
          max: 2,
          share: isTold(newest) ? notMeasured("it has no reviews here") : newest,
          found: null,
          wanted: null,
          message: isTold(newest) ? "It has no reviews in this storefront." : `Reviews weren't read: ${newest.reason}.`
        }
  )
}

const ownVisibility = ({ rankings }: AuditInput) => (isTold(rankings) ? rankings.value.visibility : null)

const rankings = (input: AuditInput): Scored => {
  if (!isTold(input.rankings)) return without(input.rankings)
  const { ranked, size, visibility } = input.rankings.value
  return withParts({
    id: "visibility",
    max: 10,
    share: clamp01(visibility / 100),
    found: visibility,
    wanted: 100,
    message: `It is ranked for ${ranked} of the ${counted(size, "keyword")} of its basket whose volume is known, and seen in ${visibility} of 100 of their searches.`
  })
}

const conversion = (input: AuditInput): Scored => {
  if (!isTold(input.conversion)) return without(input.conversion)
  const { benchmark, days, downloads, pageViews } = input.conversion.value
  const found = Math.round((10_000 * downloads) / pageViews) / 10_000
  const share = `${Math.round(1_000 * found) / 10}%`
  const over = `its page on ${counted(days, "day")}`
  // The one store counts views, the other who came.
  const seen =
    input.platform === "storea"
      ? `${share} of ${counted(pageViews, "view")} of ${over} led to a first download`
      : `${share} of ${counted(pageViews, "visitor")} of ${over} got it`
  return benchmark === null
    ? without({
        status: "not_scored",
        reason: `${seen}; this gateway has no benchmark for its genre`,
        found
      })
    : withParts({
        id: "share",
        max: 10,
        share: clamp01(found / benchmark),
        found,
        wanted: benchmark,
        message: `${seen}; ${Math.round(1_000 * benchmark) / 10}% gets all points.`
      })
}

const updates = (input: AuditInput): Scored => {
  if (!isTold(input.daysSinceUpdate)) return without(input.daysSinceUpdate)
  const days = input.daysSinceUpdate.value
  return withParts({
    id: "age",
    max: 10,
    share: freshness(days) / 10,
    found: days,
    wanted: 30,
    message: `The present version is ${counted(days, "day")} old; up to 30 get 10 points, up to 90 7, up to 180 4, else 1.`
  })
}

const localisation = (input: AuditInput): Scored => {
  if (!isTold(input.languages)) return without(input.languages)
  const count = input.languages.value
  return withParts({
    id: "languages",
    max: 10,
    share: Math.min(wanted.languages, count) / 10,
    found: count,
    wanted: wanted.languages,
    message: `It is offered in ${counted(count, "language")}; ${wanted.languages} get all points.`
  })
}

/** Share of the others that are below, with half of those that are equal. */
export const percentile = (own: number, others: ReadonlyArray<number>): number =>
  (others.filter((other) => other < own).length + others.filter((other) => other === own).length / 2) / others.length

const positioning = (input: AuditInput): Scored => {
  const { peers } = input
  if (peers.length < wanted.competitors)
    return without(notMeasured(`${counted(peers.length, "competitor")} known; it takes ${wanted.competitors}`))
  const part = (id: string, what: string, own: number | null, of: ReadonlyArray<number | null>): Part => {
    const others = of.flatMap((other) => (other === null ? [] : [other]))
    if (own === null || others.length < wanted.competitors) {
      const reason = own === null ? `its own ${what} isn't known` : `${what} of under ${wanted.competitors} is known`
      return { id, max: 1, share: notMeasured(reason), found: null, wanted: null, message: `Not counted: ${reason}.` }
    }
    const share = percentile(own, others)
    return {
      id,
      max: 1,
      share,
      found: round2(own),
      wanted: round2(Math.max(...others)),
      message: `Its ${what} is above ${percent(share)} of ${others.length} competitors.`
    }
  }
  return withParts(
    part(
      "average",
      "average rating",
      input.ratings.average,
      peers.map(({ average }) => average)
    ),
    part(
      "count",
      "number of ratings",
      input.ratings.count,
      peers.map(({ count }) => count)
    ),
    part(
      "visibility",
      "visibility",
      ownVisibility(input),
      peers.map(({ visibility }) => visibility)
    )
  )
}

const iconReason = "rules can't judge a picture"

export const scoredFactor = (input: AuditInput, id: FactorId, coverage: Coverage | null): Scored => {
  switch (id) {
    case "title":
      return title(input, coverage)
    case "subtitle":
    case "shortDescription":
      return subtitle(input, coverage)
    case "keywordField":
      return keywordField(input, coverage)
    case "description":
      return description(input)
    case "screenshots":
      return screenshots(input)
    case "preview":
      return preview(input)
    case "icon":
      return without({ status: "not_measurable", reason: iconReason })
    case "ratings":
      return ratings(input)
    case "rankings":
      return rankings(input)
    case "conversion":
      return conversion(input)
    case "updates":
      return updates(input)
    case "localisation":
      return localisation(input)
    case "positioning":
      return positioning(input)
  }
}
