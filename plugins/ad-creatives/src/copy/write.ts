/** Writes a copy with no model: sentences of the listing in frames of its language. */
import { type Evidence, evidenceOf, unfounded } from "./claims.ts"
import { categoryOf, type Frames, framesOf } from "./frames.ts"
import { isWritten, languageOf } from "./language.ts"
import { usable } from "./points.ts"
import { stemsOf } from "./stems.ts"
import { hasStoreName } from "./stores.ts"
import { folded, lengthOf, plain, unspaced } from "./text.ts"
import {
  type About,
  type Brief,
  type Copy,
  copyLimits,
  type KeyPoint,
  type Listing,
  type Style,
  styles
} from "./types.ts"

const nameMax = 30

/** How an app is called in a sentence: its name without what it says about itself. */
export const calledOf = ({ name }: Listing): string | undefined => {
  const said = usable(name)
  if (said === undefined) return undefined
  const called =
    said
      .split(/\s[-–—|·•]\s|[:：｜]\s?|\s\(/u)
      .find((part) => part.trim() !== "")
      ?.trim() ?? said
  return lengthOf(called) <= nameMax && !hasStoreName(called) ? called : undefined
}

const isStyle = (style: string): style is Style => styles.some((one) => one === style)

/** Points near the angle and the audience first; else as they come. */
const ordered = (points: ReadonlyArray<string>, { angle, audience }: Brief): ReadonlyArray<string> => {
  const meant = new Set(stemsOf(folded(plain(`${angle ?? ""} ${audience ?? ""}`))))
  if (meant.size === 0) return points
  const nearness = (text: string) => stemsOf(folded(text)).filter((stem) => meant.has(stem)).length
  return points
    .map((text, at) => ({ text, at, near: nearness(text) }))
    .sort((a, b) => b.near - a.near || a.at - b.at)
    .map(({ text }) => text)
}

const stopped = (text: string, { stop }: Frames) => (/[.!?…。！？؟।]["”»」]?$/u.test(text) ? text : text + stop)
const capital = (text: string) => text.replace(/^\p{Ll}/u, (first) => first.toUpperCase())

interface Material {
  readonly frames: Frames
  readonly name: string | undefined
  readonly lead: string | undefined
  readonly points: ReadonlyArray<string>
  readonly subtitle: string | undefined
  readonly category: string | undefined
  readonly gap: string
}

const materialOf = ({ brief, keyPoints, listing }: About, lang: string): Material => {
  const frames = framesOf(lang)
  const name = calledOf(listing)
  const lead = isStyle(brief.style) && isWritten(lang) && name !== undefined ? frames.leads[brief.style] : undefined
  const category = categoryOf(listing.genreName)
  return {
    frames,
    name,
    lead: name === undefined ? undefined : lead?.replace("{name}", () => name),
    points: ordered(
      keyPoints.flatMap(({ text }) => usable(text) ?? []),
      brief
    ).map(capital),
    subtitle: listing.subtitle === null ? undefined : usable(listing.subtitle),
    category: category === undefined || !isWritten(lang) ? undefined : frames.categories[category],
    gap: lang === "ja" || lang.startsWith("zh") ? "" : " "
  }
}

const primaryTexts = function* ({ category, frames, gap, lead, name, points }: Material) {
  const max = copyLimits.primaryText
  const sentences = points.map((point) => stopped(point, frames))
  const opened = lead === undefined ? [] : [lead]
  // A lead with the first that fits, and one more where there's room.
  for (const start of opened.length > 0 ? [opened, []] : [[]]) {
    for (const [at, sentence] of sentences.entries()) {
      const one = [...start, sentence].join(gap)
      if (lengthOf(one) > max) continue
      for (const other of sentences.slice(at + 1)) yield [...start, sentence, other].join(gap)
      yield one
    }
  }
  const named =
    name === undefined
      ? undefined
      : stopped(
          frames.named.replace("{name}", () => name),
          frames
        )
  if (named !== undefined && category !== undefined) yield `${named}${gap}${stopped(category, frames)}`
  if (lead !== undefined) yield `${lead}${gap}${frames.plain}`
  yield frames.plain
}

const clauses = (points: ReadonlyArray<string>) =>
  points.flatMap((point) =>
    point.split(/\s[–—-]\s|[:：;；]\s|(?<=\p{L}{3}),\s(?!and|und|et|y|e|или|и)|[。，]/u).slice(0, 1)
  )

const short = (texts: ReadonlyArray<string | undefined>, min: number) =>
  texts.flatMap((text) => {
    const bare = text?.replace(/[.。।]+$/u, "").trim()
    return bare === undefined || lengthOf(bare) < (unspaced.test(bare) ? min / 2 : min) ? [] : [bare]
  })

const headlines = function* ({ category, frames, name, points, subtitle }: Material) {
  yield* short([...points.slice(0, 3), subtitle, ...points.slice(3), ...clauses(points)], 10)
  if (name !== undefined) {
    if (category !== undefined) yield `${name}: ${category}`
    yield frames.named.replace("{name}", () => name)
    yield name
  }
  if (category !== undefined) yield category
  yield frames.short
}

const descriptions = function* ({ category, frames, name, points, subtitle }: Material) {
  yield* short([subtitle, ...points, ...clauses(points)], 8)
  if (category !== undefined) yield category
  if (name !== undefined) yield frames.named.replace("{name}", () => name)
  yield frames.short
}

/** The most that is tried: what a hostile listing offers has an end. */
const triesMax = 60

const firstSound = (
  field: "primaryText" | "headline" | "description",
  texts: Iterable<string>,
  evidence: Evidence,
  last: string
): string => {
  let tries = 0
  for (const text of texts) {
    if (text === "" || lengthOf(text) > copyLimits[field] || plain(text) !== text) continue
    if (tries++ >= triesMax) break
    if (unfounded(text, evidence).length === 0) return text
  }
  return last
}

/** As `writeCopy`, of what claims are held against already. */
export const writtenOf = (about: About, evidence: Evidence): Copy => {
  const material = materialOf(about, evidence.lang)
  const { frames } = material
  const headline = firstSound("headline", headlines(material), evidence, frames.short)
  // What one field says isn't said twice, where there's more to say.
  const others = material.points.filter((point) => point !== headline)
  const shown = others.length > 0 ? { ...material, points: others } : material
  const primaryText = firstSound("primaryText", primaryTexts(shown), evidence, frames.plain)
  const isNew = (text: string) => text !== headline && !primaryText.includes(text)
  return {
    primaryText,
    headline,
    description: firstSound("description", [...descriptions(material)].filter(isNew), evidence, frames.short),
    callToAction: frames.calls[about.listing.price === 0 ? 0 : 2] ?? ""
  }
}

/** Deterministic; what it writes passes `checkClaims` as it is. */
export const writeCopy = (listing: Listing, keyPoints: ReadonlyArray<KeyPoint>, brief: Brief): Copy => {
  const about = { listing, keyPoints, brief }
  return writtenOf(about, evidenceOf(about, languageOf(listing, brief.lang)))
}
