/**
 * growth-learned@1: naive Bayes over the parts of relevance and the words of threads that a project's owner decided on. The score
 * is 100 / (1 + e^−x), with x the sum of the prior and of the weights of what a thread has.
 */
import type { Parts } from "../scoring/relevance.ts"
import { paired } from "../scoring/topic.ts"
import { stopWordsOf, wordsOf } from "../texts/words.ts"

export const learnedModel = "growth-learned@1"
/** So many decisions at least, of each side so many, and the newest so many at most. */
export const decisionsMin = 30
export const sideMin = 5
export const decisionsMax = 500
/** A word counts where so many of the decisions have it, and so many words at most do. */
export const wordDecisionsMin = 3
export const wordsMax = 200
const wordCharsMax = 40

const partNames = ["phrase", "named", "ask", "topic", "jobOffer", "bareLink"] as const
const levels = ["unknown", "none", "low", "mid", "high"] as const
export type Level = (typeof levels)[number]

export const statuses = ["learned", "too_few", "one_sided"] as const

export interface Thread {
  readonly title: string
  readonly excerpt: string
  readonly language: string | null
  readonly parts: Parts
}
export interface Decision extends Thread {
  /** Approved or answered; else dismissed as not relevant or spam. */
  readonly isHelpful: boolean
}
export interface Weight {
  readonly feature: string
  /** How many of each side have it. */
  readonly helpful: number
  readonly unhelpful: number
  readonly weight: number
}
export interface Weights {
  readonly status: (typeof statuses)[number]
  readonly decisions: number
  readonly helpful: number
  readonly unhelpful: number
  /** Null: nothing is learned yet. */
  readonly prior: number | null
  readonly weights: ReadonlyArray<Weight>
  readonly byFeature: ReadonlyMap<string, number>
}
export interface Judged {
  readonly score: number
  readonly features: ReadonlyArray<{ readonly feature: string; readonly weight: number }>
}

const rounded = (value: number) => Math.round(value * 10_000) / 10_000

/** Points off are none or some; a part that's null is unknown. */
export const levelOf = (value: number | null): Level => {
  if (value === null) return "unknown"
  if (value <= 0) return "none"
  if (value < 0.5) return "low"
  return value < 0.8 ? "mid" : "high"
}

const partFeatures = (parts: Parts) => partNames.map((part) => `${part}:${levelOf(parts[part])}`)

const number = /^\p{N}+$/u
/** What tells of who wrote it or where, and not of what it's about. */
const addresses = /(?<!\S)(?:\S*https?:\/\/\S+|\S*@\S+)/gu

const wordFeatures = ({ excerpt, language, title }: Thread): ReadonlyArray<string> => {
  const stops = stopWordsOf(language ?? "en")
  const found = new Set<string>()
  for (const { stem, text } of paired(wordsOf(`${title}\n${excerpt}`.replaceAll(addresses, " "), language))) {
    const isOne = stem.length >= 2 && stem.length <= wordCharsMax && !stops.has(text) && !number.test(text)
    if (isOne) found.add(`word:${stem}`)
  }
  return [...found]
}

/** How much more often it's there on the one side than on the other: ln(((h+1)/(H+k)) / ((u+1)/(U+k))). */
const weightOf = (
  [helpful, unhelpful]: readonly [number, number],
  all: readonly [number, number],
  kinds: number
): number => rounded(Math.log((helpful + 1) / (all[0] + kinds) / ((unhelpful + 1) / (all[1] + kinds))))

/** A decision by what its thread has. */
export interface Read {
  readonly isHelpful: boolean
  readonly features: ReadonlyArray<string>
}
export const readOf = ({ isHelpful, ...thread }: Decision): Read => ({
  isHelpful,
  features: [...partFeatures(thread.parts), ...wordFeatures(thread)]
})

/** What decisions tell; the same ones give the same weights, in whatever order. */
export const weigh = (decisions: ReadonlyArray<Read>): Weights => {
  const helpful = decisions.filter(({ isHelpful }) => isHelpful).length
  const all = [helpful, decisions.length - helpful] as const
  const told = { decisions: decisions.length, helpful, unhelpful: all[1] }
  const none = { ...told, prior: null, weights: [], byFeature: new Map<string, number>() }
  if (decisions.length < decisionsMin) return { ...none, status: "too_few" }
  if (Math.min(...all) < sideMin) return { ...none, status: "one_sided" }

  const counts = new Map<string, [number, number]>()
  const count = (feature: string, isHelpful: boolean) => {
    const [h, u] = counts.get(feature) ?? [0, 0]
    counts.set(feature, isHelpful ? [h + 1, u] : [h, u + 1])
  }
  for (const decision of decisions) {
    for (const feature of decision.features) count(feature, decision.isHelpful)
  }
  const row = (feature: string, kinds: number): Weight => {
    const both = counts.get(feature) ?? [0, 0]
    return { feature, helpful: both[0], unhelpful: both[1], weight: weightOf(both, all, kinds) }
  }
  // A level that no decision has says nothing: smoothing alone would make it a sign for the smaller side.
  const parts = partNames
    .flatMap((part) => levels.map((level) => `${part}:${level}`))
    .flatMap((feature) => (counts.has(feature) ? [row(feature, levels.length)] : []))
  const moved = ({ helpful, unhelpful, weight }: Weight) => Math.abs(weight) * (helpful + unhelpful)
  const words = [...counts.keys()]
    .filter((feature) => feature.startsWith("word:"))
    .map((feature) => row(feature, 2))
    .filter(({ helpful, unhelpful }) => helpful + unhelpful >= wordDecisionsMin)
    .sort((a, b) => moved(b) - moved(a) || (a.feature < b.feature ? -1 : 1))
    .slice(0, wordsMax)
  const weights = [...parts, ...words]
  return {
    ...told,
    status: "learned",
    prior: rounded(Math.log((all[0] + 1) / (all[1] + 1))),
    weights,
    byFeature: new Map(weights.map(({ feature, weight }) => [feature, weight]))
  }
}

/** The score of a thread by weights; undefined: they have learned nothing yet. */
export const judge = ({ byFeature, prior }: Weights, thread: Thread): Judged | undefined => {
  if (prior === null) return undefined
  const features = [...partFeatures(thread.parts), ...wordFeatures(thread)].flatMap((feature) => {
    const weight = byFeature.get(feature)
    return weight === undefined ? [] : [{ feature, weight }]
  })
  const sum = features.reduce((total, { weight }) => total + weight, prior)
  return { score: Math.round(100 / (1 + Math.exp(-sum))), features }
}

/** What urgency takes for relevance where a project has its learned score take part. */
export const rankedBy = (relevance: number, learned: number): number => Math.round((relevance + learned) / 2)
