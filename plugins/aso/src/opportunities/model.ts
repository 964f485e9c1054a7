/**
 * aso-opportunity@1: how much there is to win with a term, and what to do about it.
 *
 * (0.4 · volume + 0.3 · (100 − difficulty) + 0.3 · relevance) × room, where room is 1 for a term that the app isn't ranked
 * for or only past 30, 0.9 at 11 to 30, 0.6 at 4 to 10 and 0.2 at 1 to 3. Its range is the score with volume and
 * difficulty at the ends of theirs. Where one of these isn't measured, there is no score. Terms of a relevance under 30
 * and other apps' brands are no opportunities.
 */
import { byCodePoint } from "@storeglass/stores/contract"
import { charCount, limitOf } from "../rules/metadata.ts"
import type { Snapshot, SnapshotTerm } from "../snapshot/snapshot.ts"
import { relevanceFloor } from "../words/relevance.ts"
import { holdsPhrase, holdsWords, isUnspaced, type Language, wordsOf } from "../words/words.ts"

export const opportunityModel = "aso-opportunity@1"

export const actions = [
  "add_to_title",
  "add_to_subtitle",
  "add_to_keyword_field",
  "add_to_short_description",
  "add_to_description",
  "defend",
  "ignore"
] as const
export type Action = (typeof actions)[number]

const weights = { volume: 0.4, ease: 0.3, relevance: 0.3 }
/** Up to which rank how much is left to win. */
const rooms = [
  { to: 3, room: 0.2 },
  { to: 10, room: 0.6 },
  { to: 30, room: 0.9 }
] as const
const defendedTo = 3

export const roomOf = (rank: number | null): number =>
  rank === null ? 1 : (rooms.find(({ to }) => rank <= to)?.room ?? 1)

const hundredths = (value: number) => Math.round(value * 100) / 100

const scoreOf = (volume: number, difficulty: number, relevance: number, rank: number | null) =>
  hundredths(
    (weights.volume * volume + weights.ease * (100 - difficulty) + weights.relevance * relevance) * roomOf(rank)
  )

export interface Scored {
  readonly score: number | null
  readonly range: { readonly low: number; readonly high: number } | null
}

/** Null where a part of it isn't measured: the room that a rank leaves is one of them. */
export const opportunityOf = ({
  difficulty,
  rank,
  rankStatus,
  relevance,
  volume
}: Pick<SnapshotTerm, "difficulty" | "rank" | "rankStatus" | "relevance" | "volume">): Scored => {
  if (volume.value === null || difficulty.value === null || relevance === null || rankStatus === "not_measured")
    return { score: null, range: null }
  const searched = volume.range
  const hard = difficulty.range
  return {
    score: scoreOf(volume.value, difficulty.value, relevance, rank),
    range:
      searched === null || hard === null
        ? null
        : {
            low: scoreOf(searched.low, hard.high, relevance, rank),
            high: scoreOf(searched.high, hard.low, relevance, rank)
          }
  }
}

/** The texts of a listing that its store searches; null: not known. */
export interface SearchedTexts {
  readonly platform: "storea" | "storeb"
  readonly title: string
  /** storea's subtitle, storeb's short description. */
  readonly subtitle: string | null
  /** storea's; nobody but its owner sees it. */
  readonly keywords: string | null
  readonly description: string
}

export const textsOf = ({ app, page, platform, version }: Snapshot): SearchedTexts => ({
  platform,
  title: app.name,
  // A page that was read and has none says that there is none.
  subtitle: page.status === "measured" ? (page.value.subtitle ?? "") : null,
  keywords: platform === "storea" ? (version?.keywords ?? null) : null,
  description: app.description
})

const parted = (texts: ReadonlyArray<string | null>) =>
  texts.flatMap((text) => (text === null || text === "" ? [] : [text]))

/**
 * Where a listing already says a term. On storea words combine over title, subtitle and keyword field; whether they do in
 * scripts without spaces isn't known, so there, as on storeb, the phrase must stand as one.
 */
export const coveredIn = (texts: SearchedTexts, keyword: string, language: Language): string | null => {
  const { description, keywords, platform, subtitle, title } = texts
  const short = platform === "storea" ? "subtitle" : "short description"
  const fields: ReadonlyArray<readonly [string, string | null]> =
    platform === "storea"
      ? [
          ["title", title],
          [short, subtitle],
          ["keyword field", keywords]
        ]
      : [
          ["title", title],
          [short, subtitle],
          ["description", description]
        ]
  const whole = fields.find(([, text]) => text !== null && holdsPhrase(text, keyword, language))
  if (whole !== undefined) return `the ${whole[0]} has it`
  if (platform === "storeb" || isUnspaced(keyword)) return null
  // Commas keep a phrase from reaching over the end of a field.
  const together = parted([title, subtitle, keywords]).join(" , ")
  return holdsWords(together, keyword, language) ? "its words are in the title, subtitle and keyword field" : null
}

/** Between what is there and what is added. */
const joinChars = { title: 2, subtitle: 2, keywords: 1 }

interface Place {
  readonly action: Action
  readonly name: string
  readonly free: number
  readonly needs: number
}

const freeIn = (max: number | undefined, text: string) => Math.max(0, (max ?? 0) - charCount(text))
const added = (text: string, chars: number, join: number) => chars + (text === "" ? 0 : join)

/** Words that the listing lacks, for a field of words. */
const lacking = (keyword: string, held: string, language: Language): string => {
  if (isUnspaced(keyword)) return keyword
  const texts = new Set(wordsOf(held, language).map(({ text }) => text))
  const content = wordsOf(keyword, language).filter(({ isStopWord, text }) => !isStopWord && !texts.has(text))
  return content.map(({ text }) => text).join(",")
}

/** Where a term can go, the most searched place first. */
const placesFor = (
  { description, keywords, platform, subtitle, title }: SearchedTexts,
  keyword: string,
  language: Language
): ReadonlyArray<Place> => {
  const chars = charCount(keyword)
  const place = (action: Action, name: string, max: number | undefined, text: string, needs: number): Place => ({
    action,
    name,
    free: freeIn(max, text),
    needs
  })
  const inTitle = place(
    "add_to_title",
    "title",
    limitOf(platform, "title")?.max,
    title,
    added(title, chars, joinChars.title)
  )
  if (platform === "storeb") {
    return [
      inTitle,
      ...(subtitle === null
        ? []
        : [
            place(
              "add_to_short_description",
              "short description",
              limitOf(platform, "shortDescription")?.max,
              subtitle,
              added(subtitle, chars, joinChars.subtitle)
            )
          ]),
      place(
        "add_to_description",
        "description",
        limitOf(platform, "fullDescription")?.max,
        description,
        added(description, chars, 1)
      )
    ]
  }
  const words = lacking(keyword, parted([title, subtitle, keywords]).join(" , "), language)
  const field = keywords ?? ""
  return [
    inTitle,
    ...(subtitle === null
      ? []
      : [
          place(
            "add_to_subtitle",
            "subtitle",
            limitOf(platform, "subtitle")?.max,
            subtitle,
            added(subtitle, chars, joinChars.subtitle)
          )
        ]),
    place(
      "add_to_keyword_field",
      "keyword field",
      limitOf(platform, "keywords")?.max,
      field,
      added(field, charCount(words), joinChars.keywords)
    )
  ]
}

export interface Advice {
  readonly action: Action
  readonly reason: string
}

export const adviceFor = (
  texts: SearchedTexts,
  { keyword, rank }: Pick<SnapshotTerm, "keyword" | "rank">,
  language: Language
): Advice => {
  const covered = coveredIn(texts, keyword, language)
  if (rank !== null && rank <= defendedTo)
    return {
      action: "defend",
      reason: `ranked ${rank}: keep it in the listing${covered === null ? "" : `; ${covered}`}`
    }
  if (covered !== null) return { action: "ignore", reason: `covered already: ${covered}` }
  const places = placesFor(texts, keyword, language)
  const unseen = [
    ...(texts.subtitle === null ? [texts.platform === "storea" ? "the subtitle" : "the short description"] : []),
    ...(texts.platform === "storea" && texts.keywords === null ? ["the keyword field"] : [])
  ]
  const at = places.findIndex(({ free, needs }) => needs <= free)
  const told = ({ free, name, needs }: Place) =>
    name === "keyword field" && texts.keywords === null
      ? `it needs ${needs} of the keyword field's ${free} characters`
      : `the ${name} has ${free} of its characters free, ${needs} needed`
  const over = (at < 0 ? places : places.slice(0, at)).map(told)
  const unknown = unseen.length === 0 ? [] : [`${unseen.join(" and ")} couldn't be seen`]
  const fit = places[at]
  return fit === undefined
    ? { action: "ignore", reason: ["no field has room for it", ...over, ...unknown].join("; ") }
    : { action: fit.action, reason: [told(fit), ...over, ...unknown].join("; ") }
}

export interface Opportunity extends Scored {
  readonly term: SnapshotTerm
}

export interface Opportunities {
  /** Best first; those without a score last, the most relevant first. */
  readonly opportunities: ReadonlyArray<Opportunity>
  /** Terms that aren't about the app, the least relevant last. */
  readonly excluded: ReadonlyArray<SnapshotTerm>
  /** Other apps' brands, most searched first. */
  readonly brandTerms: ReadonlyArray<SnapshotTerm>
}

const falling = (a: number | null, b: number | null) => (b ?? -1) - (a ?? -1)

/** In the order of the list, so that a page knows where the one before it ended. */
export const byScore = (
  a: { readonly score: number | null; readonly relevance: number | null; readonly keyword: string },
  b: typeof a
): number => falling(a.score, b.score) || falling(a.relevance, b.relevance) || byCodePoint(a.keyword, b.keyword)

/** The same for the same snapshot, in whatever order its terms are. */
export const opportunitiesIn = (snapshot: Pick<Snapshot, "terms">): Opportunities => {
  const isIrrelevant = ({ relevance }: SnapshotTerm) => relevance !== null && relevance < relevanceFloor
  const brands = snapshot.terms.filter(({ brandOf }) => brandOf !== null)
  const others = snapshot.terms.filter(({ brandOf }) => brandOf === null)
  const ordered = (terms: ReadonlyArray<SnapshotTerm>, of: (term: SnapshotTerm) => number | null) =>
    [...terms].sort((a, b) => falling(of(a), of(b)) || byCodePoint(a.keyword, b.keyword))
  return {
    opportunities: others
      .filter((term) => !isIrrelevant(term))
      .map((term) => ({ term, ...opportunityOf(term) }))
      .sort((a, b) => byScore({ ...a.term, score: a.score }, { ...b.term, score: b.score })),
    excluded: ordered(others.filter(isIrrelevant), ({ relevance }) => relevance),
    brandTerms: ordered(brands, ({ volume }) => volume.value)
  }
}
