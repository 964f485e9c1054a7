/**
 * growth-relevance@2: 35·phrase + 15·named + 30·ask + 20·topic, less 40 for job offers, 30 for a link without words, 15 where
 * nothing is asked, and 12 where a question or a comparison tells of no name. A part that can't be told is null, and the others
 * count for its share.
 */

import { appWords, commonWords, type Intent, intents, listsOf } from "../texts/lists.ts"
import { cleaned } from "../texts/plain.ts"
import { folded, isUnspaced, type Word, wordsOf } from "../texts/words.ts"
import { cosine, type Topic } from "./topic.ts"

export const relevanceModel = "growth-relevance@2"
export const weights = { phrase: 35, named: 15, ask: 30, topic: 20 } as const
/** Under it a post is counted and not kept. */
export const keptFrom = 15

/** A name that a post may tell of. */
export interface Name {
  readonly name: string
  readonly of: "app" | "competitor"
}

/** What posts are looked at for. */
export interface Subject {
  readonly keywords: ReadonlyArray<string>
  readonly exclude: ReadonlyArray<string>
  readonly names: ReadonlyArray<Name>
  readonly topic: Topic | null
}

/** What is read of a post: plain text. */
export interface Readable {
  readonly title: string
  readonly text: string
  readonly language: string | null
  /** Leads elsewhere. */
  readonly isLink: boolean
  /** A review, by its stars and whose app it's of. */
  readonly review?: { readonly rating: number; readonly of: "app" | "competitor" } | undefined
}

type Field = "title" | "text"
/** Where a keyword was found, in UTF-16 units of the field. */
export interface Hit {
  readonly keyword: string
  readonly field: Field
  readonly start: number
  readonly end: number
  readonly value: number
}

export interface Parts {
  readonly phrase: number
  readonly named: number
  readonly ask: number | null
  readonly topic: number | null
  /** Points off, by reason. */
  readonly jobOffer: number
  readonly bareLink: number
}

export interface Relevance {
  readonly score: number
  readonly parts: Parts
  readonly hits: ReadonlyArray<Hit>
  readonly named: ReadonlyArray<Name>
  readonly intent: Intent | null
}

const within = { words: 8, letters: 16 }
const values = { title: 1, text: 0.7 } as const
const nearValue = 0.5
const anywhereValue = 0.25

interface Run {
  readonly from: number
  readonly to: number
}

/** Where words stand one after the other. */
const runsIn = (held: ReadonlyArray<Word>, wanted: ReadonlyArray<Word>): ReadonlyArray<Run> =>
  wanted.length === 0
    ? []
    : held.flatMap((_, at) =>
        wanted.every((word, offset) => held[at + offset]?.stem === word.stem)
          ? [{ from: at, to: at + wanted.length - 1 }]
          : []
      )

/** The shortest stretch with all of these, each where it may be; undefined where one is missing. */
const stretchOf = (places: ReadonlyArray<ReadonlyArray<Run>>): Run | undefined => {
  if (places.some((runs) => runs.length === 0)) return undefined
  let best: Run | undefined
  for (const first of places[0] ?? []) {
    let from = first.from
    let to = first.to
    for (const others of places.slice(1)) {
      const nearest = others.toSorted((a, b) => Math.abs(a.from - first.from) - Math.abs(b.from - first.from))[0]
      if (nearest === undefined) return undefined
      from = Math.min(from, nearest.from)
      to = Math.max(to, nearest.to)
    }
    if (best === undefined || to - from < best.to - best.from) best = { from, to }
  }
  return best
}

/** Keywords are read for post after post: the words of the last are kept. */
const read = new Map<string, ReadonlyArray<Word>>()
const readMax = 5_000
const wordsOfKeyword = (keyword: string, language: string | null): ReadonlyArray<Word> => {
  const key = `${language} ${keyword}`
  const known = read.get(key)
  if (known !== undefined) return known
  const words = wordsOf(keyword, language)
  if (read.size >= readMax) read.clear()
  read.set(key, words)
  return words
}

const nearIn = (keyword: string) => (isUnspaced(keyword) ? within.letters : within.words)

/** A keyword in one field; undefined where it isn't there. */
const hitIn = (keyword: string, held: ReadonlyArray<Word>, field: Field, language: string | null): Hit | undefined => {
  const hit = ({ from, to }: Run, value: number): Hit | undefined => {
    const first = held[from]
    const last = held[to]
    return first === undefined || last === undefined
      ? undefined
      : { keyword, field, start: first.start, end: last.end, value }
  }
  const sides = keyword.split(/\s\+\s/)
  if (sides.length > 1) {
    const found = stretchOf(sides.map((side) => runsIn(held, wordsOfKeyword(side, language))))
    return found !== undefined && found.to - found.from < nearIn(keyword) ? hit(found, values[field]) : undefined
  }
  const wanted = wordsOfKeyword(keyword, language)
  const [exact] = runsIn(held, wanted)
  if (exact !== undefined) return hit(exact, values[field])
  if (wanted.length < 2 || isUnspaced(keyword)) return undefined
  const loose = stretchOf(wanted.map((word) => runsIn(held, [word])))
  if (loose === undefined) return undefined
  const isNear = loose.to - loose.from < within.words
  const first = isNear ? loose : { from: loose.from, to: loose.from }
  return hit(first, isNear ? nearValue : anywhereValue)
}

const bestFirst = (a: Hit, b: Hit) =>
  b.value - a.value || (a.field === b.field ? a.start - b.start : a.field === "title" ? -1 : 1)

/** A name of everyday words alone. */
export const isCommonName = (name: string): boolean => {
  const words = folded(name).split(" ")
  return words.every((word) => commonWords.has(word) || appWords.has(word))
}

/** Whether a name itself says that it's an app. */
export const saysApp = (name: string): boolean =>
  folded(name)
    .split(" ")
    .some((word) => appWords.has(word))

/** Names that are told of; a common word counts only beside another sign. */
const namedIn = (
  names: ReadonlyArray<Name>,
  fields: ReadonlyArray<ReadonlyArray<Word>>,
  hits: ReadonlyArray<Hit>
): ReadonlyArray<Name> => {
  const found = names.flatMap((name) => {
    // Names don't bend: their letters count, not their stems.
    const wanted = wordsOf(name.name, null).map((word) => ({ ...word, stem: word.text }))
    const places = fields.map((held) =>
      runsIn(
        held.map((word) => ({ ...word, stem: word.text })),
        wanted
      )
    )
    return places.some((runs) => runs.length > 0) ? [{ name, places }] : []
  })
  const isSure = (name: string) => !isCommonName(name)
  return found
    .filter(({ name, places }) => {
      if (isSure(name.name)) return true
      if (found.some((other) => other.name !== name && isSure(other.name.name))) return true
      const own = folded(name.name)
      if (hits.some(({ keyword, value }) => value >= nearValue && !folded(keyword).includes(own))) return true
      return places.some((runs, at) =>
        runs.some(({ from, to }) =>
          (fields[at] ?? []).slice(Math.max(0, from - within.words), to + within.words + 1).some((word, offset) => {
            const index = Math.max(0, from - within.words) + offset
            return (index < from || index > to) && appWords.has(word.text)
          })
        )
      )
    })
    .map(({ name }) => name)
}

/** Names that a text tells of. */
export const namesIn = (
  names: ReadonlyArray<Name>,
  { language, text, title }: Pick<Readable, "language" | "text" | "title">
): ReadonlyArray<Name> => namedIn(names, [wordsOf(title, language), wordsOf(text, language)], [])

const listedMax = 4_000
const textOf = ({ text, title }: Readable) => `${title}\n${text}`.slice(0, listedMax).replaceAll("’", "'")

/** What a post is after; null where its language has no lists, or where nothing tells. */
export const intentOf = (post: Readable): Intent | null => {
  const lists = listsOf(post.language)
  if (post.review !== undefined && post.review.rating <= 2) return "complaint"
  if (lists === undefined) return null
  const text = textOf(post)
  if (post.review === undefined && lists.solved.test(text)) return "praise"
  const found = intents.find((intent) => lists[intent].test(text) || (intent === "question" && /[?？]/.test(text)))
  if (found === undefined && post.review !== undefined && post.review.rating >= 4) return "praise"
  return found ?? null
}

const askValues: Partial<Record<Intent, number>> = {
  recommendation: 1,
  alternative: 1,
  problem: 0.8,
  comparison: 0.6,
  question: 0.4
}
/** A complaint asks for an answer where it's about the app or a competitor. */
const askOf = (post: Readable, intent: Intent | null, named: ReadonlyArray<Name>): number | null => {
  if (intent === "complaint") return named.length > 0 ? 0.8 : 0
  if (intent !== null) return askValues[intent] ?? 0
  return listsOf(post.language) === undefined ? null : 0
}

const rounded = (value: number) => Math.round(value * 100) / 100

/** Points off for what asks for nothing that an answer would give. */
const unasked = ({ ask, named }: Pick<Parts, "ask" | "named">): number => {
  if (ask === 0) return 15
  return ask !== null && ask <= 0.6 && named === 0 ? 12 : 0
}

/** The score that parts make: whoever has the parts has the score. */
export const scoreOf = (parts: Parts): number => {
  let sum = 0
  let share = 0
  for (const part of ["phrase", "named", "ask", "topic"] as const) {
    const value = parts[part]
    if (value === null) continue
    sum += weights[part] * value
    share += weights[part]
  }
  return Math.max(0, Math.round((sum * 100) / share - parts.jobOffer - parts.bareLink - unasked(parts)))
}

/** Whether a post has a word that it mustn't have. */
export const isExcluded = (post: Readable, exclude: ReadonlyArray<string>): boolean => {
  if (exclude.length === 0) return false
  const fields = [wordsOf(post.title, post.language), wordsOf(post.text, post.language)]
  return exclude.some((word) => fields.some((held) => runsIn(held, wordsOfKeyword(word, post.language)).length > 0))
}

/** How far a post is about it; undefined where no keyword and no name is in it, or an excluded word is. */
export const relevanceOf = (subject: Subject, given: Readable): Relevance | undefined => {
  const post = { ...given, title: cleaned(given.title), text: cleaned(given.text) }
  if (isExcluded(post, subject.exclude)) return undefined
  const title = wordsOf(post.title, post.language)
  const text = wordsOf(post.text, post.language)
  const hits = subject.keywords
    .flatMap((keyword) => {
      const found = [hitIn(keyword, title, "title", post.language), hitIn(keyword, text, "text", post.language)]
      return found.filter((hit) => hit !== undefined)
    })
    .toSorted(bestFirst)
  const told = namedIn(subject.names, [title, text], hits)
  const reviewed = subject.names.find((name) => name.of === post.review?.of)
  const named = reviewed === undefined || told.includes(reviewed) ? told : [reviewed, ...told]
  const isReview = post.review !== undefined
  if (hits.length === 0 && named.length === 0 && !isReview) return undefined
  const intent = intentOf(post)
  const asked = askOf(post, intent, isReview && named.length === 0 ? [{ name: "", of: "app" }] : named)
  const parts: Parts = {
    phrase: hits[0]?.value ?? 0,
    named: named.length > 0 || isReview ? 1 : 0,
    ask: asked,
    topic: subject.topic === null ? null : rounded(Math.min(1, cosine(subject.topic, [...title, ...text]) / 0.3)),
    jobOffer: !isReview && (listsOf(post.language)?.job.test(textOf(post)) ?? false) ? 40 : 0,
    bareLink: post.isLink && text.length === 0 ? 30 : 0
  }
  return { score: scoreOf(parts), parts, hits, named, intent }
}
