/** What of a page is kept for a project, in the form in which rows have it. */
import type { GrowthChannel, Post } from "../contract.ts"
import { canonicalUrl } from "../keys/canonical.ts"
import type { Scanned } from "../projects/ProjectTable.ts"
import type { Scored } from "../schema.ts"
import { hintsOf } from "../scoring/hints.ts"
import { keptFrom, type Name, type Relevance, relevanceModel, relevanceOf, type Subject } from "../scoring/relevance.ts"
import { type Moments, momentsOf, type Openness, urgencyModel } from "../scoring/urgency.ts"
import { languageOf } from "../texts/language.ts"
import type { Intent } from "../texts/lists.ts"
import { cleaned, plainText, shortened } from "../texts/plain.ts"

export interface Candidate extends Moments {
  readonly key: string
  readonly kind: Post["kind"]
  readonly nativeId: string | null
  readonly title: string
  readonly excerpt: string
  readonly url: string | null
  readonly author: string | null
  readonly publishedMs: number
  readonly points: number | null
  readonly replies: number | null
  readonly language: string | null
  readonly sameLink: string | null
  /** Of a review: whose app it's of, and its stars. */
  readonly reviewOf: string | null
  readonly stars: number | null
  readonly score: number
  readonly intent: Intent | null
  readonly scored: Scored
  /** False: it's no thread to keep. Where it's one that was kept, what it says and how it stands is. */
  readonly isKept: boolean
  /** The same for the same text in the same state. */
  readonly state: string
}

const excerptMax = 500
const titleMax = 300
const authorMax = 200
const urlMax = 2_048
const textMax = 20_000
const leadMax = 160

/** An app's name up to its first separator: what people call it. */
export const aliasOf = (name: string): string => name.split(/\s*(?::|\||–|—|\s-\s|\()/u)[0]?.trim() || name

export const subjectOf = (
  project: Pick<Scanned, "appName" | "competitors" | "exclude" | "keywords" | "topic">
): Subject => {
  const names: Array<Name> = project.competitors.map((name) => ({ name, of: "competitor" }))
  if (project.appName !== null) names.unshift({ name: aliasOf(project.appName), of: "app" })
  return { keywords: project.keywords, exclude: project.exclude, names, topic: project.topic }
}

const points = (text: string, at: number) => [...text.slice(0, at)].length

/** At most 500 characters around a place, and where they begin in the text. */
const excerptOf = (text: string, at: number): { readonly excerpt: string; readonly from: number } => {
  const signs = [...text]
  if (signs.length <= excerptMax) return { excerpt: text, from: 0 }
  const place = points(text, at)
  const from = Math.max(0, Math.min(place - leadMax, signs.length - excerptMax + 2))
  const body = signs.slice(from, from + excerptMax - 2).join("")
  const isCut = from + excerptMax - 2 < signs.length
  return { excerpt: `${from > 0 ? "…" : ""}${body}${isCut ? "…" : ""}`, from: from - (from > 0 ? 1 : 0) }
}

const matchedOf = (
  title: string,
  text: string,
  excerpt: string,
  from: number,
  { hits }: Relevance
): Scored["matched"] =>
  hits.map(({ end, field, keyword, start }) => {
    const whole = field === "title" ? title : text
    const shift = field === "title" ? 0 : from
    const span = { start: points(whole, start) - shift, end: points(whole, end) - shift }
    const length = [...(field === "title" ? shortened(title, titleMax) : excerpt)].length
    return { keyword, field, span: span.start >= 0 && span.end <= length ? span : null }
  })

const opennessOf = (post: Post): Openness => (post.review?.of === "competitor" ? "competitor_review" : post.open)

export const isOwnAccount = (own: ReadonlySet<string>, channel: string, author: string | null) =>
  author !== null && own.has(`${channel}:${author}`.toLowerCase())

/** What nothing was looked for in. */
const nothing: Relevance = {
  score: 0,
  parts: { phrase: 0, named: 0, ask: 0, topic: 0, jobOffer: 0, bareLink: 0 },
  hits: [],
  named: [],
  intent: null
}

export const candidateOf = (
  project: Pick<Scanned, "languages" | "listing" | "topic">,
  subject: Subject,
  channel: Pick<GrowthChannel, "halfLifeMs" | "rules">,
  post: Post
): Candidate => {
  const plain = post.isHtml ? plainText : cleaned
  const title = plain(post.title)
  const text = shortened(plain(post.text), textMax)
  const language = languageOf(`${title}\n${text}`) ?? post.language
  const isWanted = project.languages.length === 0 || (language !== null && project.languages.includes(language))
  const told = isWanted
    ? relevanceOf(subject, { title, text, language, isLink: post.link !== null, review: post.review })
    : undefined
  const relevance = told ?? nothing
  const isKept = relevance.score >= keptFrom
  const isOwnComplaint =
    relevance.intent === "complaint" &&
    post.review?.of !== "competitor" &&
    (post.review?.of === "app" || relevance.named.some(({ of }) => of === "app"))
  const urge = { open: opennessOf(post), isOwnComplaint }
  const moments = momentsOf({
    ...urge,
    relevance: relevance.score,
    publishedMs: post.publishedMs,
    halfLifeMs: channel.halfLifeMs
  })
  const inText = relevance.hits.find(({ field }) => field === "text")
  const { excerpt, from } = excerptOf(text, inText?.start ?? 0)
  return {
    key: post.key.slice(0, urlMax),
    kind: post.kind,
    nativeId: post.nativeId,
    title: shortened(title, titleMax),
    excerpt,
    url: post.url === null || post.url.length > urlMax ? null : post.url,
    author: post.author === null ? null : shortened(cleaned(post.author), authorMax),
    publishedMs: Math.round(post.publishedMs),
    points: post.points === null ? null : Math.round(post.points),
    replies: post.replies === null ? null : Math.round(post.replies),
    language,
    sameLink: post.link === null ? null : (canonicalUrl(post.link)?.slice(0, urlMax) ?? null),
    reviewOf: post.review?.appId ?? null,
    stars: post.review?.rating ?? null,
    score: relevance.score,
    intent: relevance.intent,
    ...moments,
    scored: {
      parts: relevance.parts,
      matched: matchedOf(title, text, excerpt, from, relevance),
      hints: isKept
        ? hintsOf({
            intent: relevance.intent,
            text: `${title} ${text}`,
            language,
            listing: project.listing ?? "",
            topic: project.topic,
            rules: channel.rules.text
          })
        : [],
      scoredBy: [relevanceModel, urgencyModel],
      urge
    },
    isKept,
    state: JSON.stringify([title, text, post.open])
  }
}
