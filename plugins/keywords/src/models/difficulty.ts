/**
 * kw-difficulty@2: how hard it is to rank for a keyword, 0 to 100.
 *
 * Source: product research 3.4 D, with ranks within the market in place of counts that end at a cap. An app in the first
 * ten scores 0.35 · ratings + 0.2 · ratings a day + 0.3 · match + 0.1 · recency + 0.05 · quality:
 * - ratings, ratings a day: their rank within the market; where only installs are told, the rank of those
 * - match: the title holds the phrase 1, all its words 0.8, else 0 (search results tell no subtitle)
 * - recency: 1 − days since the last release / 365
 * - quality: (average − 3) / 2, × min(ratings, 20) / 20; it hardly predicts a commercial score (3.4 F)
 * The keyword is 60 % of the mean and 40 % of the weakest of ten places. A place that nobody takes is the weakest there
 * is, so a keyword with few results is easy. Without any result, or below half of the taken places measured, there is no
 * score. The weights are a judgement, held against nothing counted: confidence is low, and the range 20 points each way.
 */
import { marketRank } from "./marketRank.ts"
import { hasAllWords, hasPhrase } from "./text.ts"
import { clamp, weightedScore } from "./weighted.ts"

export const difficultyModel = "kw-difficulty@2"

export interface Competitor {
  readonly title: string
  /** Of a market of the size of the US. */
  readonly ratings: number | null
  readonly averageRating: number | null
  readonly installs: number | null
  readonly daysSinceRelease: number | null
  readonly ageDays: number | null
}

export interface DifficultyEstimate {
  /** 0 to 100, whole; null when too little was measured. */
  readonly score: number | null
  readonly range: { readonly low: number; readonly high: number } | null
  readonly confidence: "low" | "none"
  /** Score of the weakest of ten places: whether one can get onto the first screen. */
  readonly weakest: number | null
  readonly mean: number | null
  readonly factors: ReadonlyArray<{ readonly name: string; readonly weight: number; readonly score: number | null }>
}

const places = 10
const error = 20

/** Of a score of this model, wherever it is read. */
export const difficultyRange = (score: number): { readonly low: number; readonly high: number } => ({
  low: Math.max(0, score - error),
  high: Math.min(100, score + error)
})

const popularity = ({ installs, ratings }: Competitor) =>
  ratings !== null ? marketRank("ratings", ratings) : installs !== null ? marketRank("installs", installs) : null

const quality = ({ averageRating, ratings }: Competitor) => {
  if (averageRating === null) return null
  // Where only the average is told there are enough ratings for one.
  return 100 * clamp((averageRating - 3) / 2, 0, 1) * (ratings === null ? 1 : Math.min(ratings, 20) / 20)
}

const perDay = ({ ageDays, ratings }: Competitor) =>
  ageDays === null || ratings === null ? null : marketRank("ratingsPerDay", ratings / Math.max(1, ageDays))

const signalsOf = (app: Competitor, term: string) => {
  const signal = (name: string, weight: number, score: number | null) => ({ name, weight, input: score, score })
  return [
    signal("ratings", 0.35, popularity(app)),
    signal("ratingsPerDay", 0.2, perDay(app)),
    signal("match", 0.3, hasPhrase(app.title, term) ? 100 : hasAllWords(app.title, term) ? 80 : 0),
    signal("recency", 0.1, app.daysSinceRelease === null ? null : 100 * clamp(1 - app.daysSinceRelease / 365, 0, 1)),
    signal("quality", 0.05, quality(app))
  ]
}

/** Score of one app in the first ten; null when less than half of it is known. */
export const competitorScore = (app: Competitor, term: string): number | null => {
  const signals = signalsOf(app, term)
  const present = signals.flatMap(({ score, weight }) => (score === null ? [] : [{ score, weight }]))
  const weight = present.reduce((sum, signal) => sum + signal.weight, 0)
  return weight < 0.5 ? null : present.reduce((sum, { score, weight: own }) => sum + score * own, 0) / weight
}

const meanOf = (values: ReadonlyArray<number>) =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

/** `apps` are the first results in their order; fewer than ten are all there are. */
export const difficultyOf = (term: string, apps: ReadonlyArray<Competitor>): DifficultyEstimate => {
  const top = apps.slice(0, places)
  const scores = top.flatMap((app) => competitorScore(app, term) ?? [])
  const shares = top.map((app) => signalsOf(app, term))
  const factors = ["ratings", "ratingsPerDay", "match", "recency", "quality"].map((name) => {
    const own = shares.flatMap((signals) => signals.filter((signal) => signal.name === name))
    const mean = meanOf(own.flatMap(({ score }) => score ?? []))
    return { name, weight: own[0]?.weight ?? 0, score: mean === null ? null : Math.round(mean) }
  })
  const average = meanOf(scores)
  if (average === null || scores.length < top.length / 2) {
    return { score: null, range: null, confidence: "none", weakest: null, mean: null, factors }
  }
  // Places whose app could not be scored are taken to be like the others.
  const mean = (average * top.length) / places
  const weakest = top.length < places ? 0 : Math.min(...scores)
  const { score } = weightedScore([
    { name: "mean", weight: 0.6, input: mean, score: mean },
    { name: "weakest", weight: 0.4, input: weakest, score: weakest }
  ])
  return {
    score,
    range: score === null ? null : difficultyRange(score),
    confidence: "low",
    weakest: Math.round(weakest),
    mean: Math.round(mean),
    factors
  }
}
