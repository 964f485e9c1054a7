/**
 * kw-difficulty@1: how hard it is to rank for a keyword, 0 to 100.
 *
 * Source: product research 3.4, the recommended form of D (aso-cli, MIT) with ratings on a logarithmic scale. An app in
 * the first ten scores 0.2 · ratings + 0.1 · quality + 0.1 · recency + 0.3 · match + 0.3 · ratings a day:
 * - ratings: log10(1 + n) / log10(1 + 100 000); where only installs are told, log10(1 + n) / log10(1 + 100 000 000)
 * - quality: (average − 3) / 2, × min(ratings, 20) / 20
 * - recency: 1 − days since the last release / 365
 * - match: the title holds the phrase 1, all its words 0.8, else 0 (search results tell no subtitle)
 * - ratings a day: 0.25 · x up to one a day, then on a line to 1 at a hundred a day
 * The keyword is 60 % of the mean and 40 % of the weakest of ten places. A place that nobody takes is the weakest there
 * is, so a keyword with few results is easy. Below half of the taken places measured there is no score.
 */
import { hasAllWords, hasPhrase } from "./text.ts"
import { clamp, weightedScore } from "./weighted.ts"

export const difficultyModel = "kw-difficulty@1"

export interface Competitor {
  readonly title: string
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
  readonly confidence: "medium" | "low" | "none"
  /** Score of the weakest of ten places: whether one can get onto the first screen. */
  readonly weakest: number | null
  readonly mean: number | null
  readonly factors: ReadonlyArray<{ readonly name: string; readonly weight: number; readonly score: number | null }>
}

const places = 10

const popularity = ({ installs, ratings }: Competitor) =>
  ratings !== null
    ? Math.min(1, Math.log10(1 + ratings) / Math.log10(100_001))
    : installs !== null
      ? Math.min(1, Math.log10(1 + installs) / Math.log10(100_000_001))
      : null

const quality = ({ averageRating, ratings }: Competitor) => {
  if (averageRating === null) return null
  // Where only the average is told there are enough ratings for one.
  return clamp((averageRating - 3) / 2, 0, 1) * (ratings === null ? 1 : Math.min(ratings, 20) / 20)
}

const perDay = ({ ageDays, ratings }: Competitor) => {
  if (ageDays === null || ratings === null) return null
  const rate = ratings / Math.max(1, ageDays)
  return rate <= 1 ? 0.25 * rate : Math.min(1, 0.25 + (0.75 * (rate - 1)) / 99)
}

const signalsOf = (app: Competitor, term: string) => {
  const signal = (name: string, weight: number, value: number | null) => ({
    name,
    weight,
    input: value,
    score: value === null ? null : 100 * value
  })
  return [
    signal("ratings", 0.2, popularity(app)),
    signal("quality", 0.1, quality(app)),
    signal("recency", 0.1, app.daysSinceRelease === null ? null : clamp(1 - app.daysSinceRelease / 365, 0, 1)),
    signal("match", 0.3, hasPhrase(app.title, term) ? 1 : hasAllWords(app.title, term) ? 0.8 : 0),
    signal("ratingsPerDay", 0.3, perDay(app))
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
  const factors = ["ratings", "quality", "recency", "match", "ratingsPerDay"].map((name) => {
    const own = shares.flatMap((signals) => signals.filter((signal) => signal.name === name))
    const mean = meanOf(own.flatMap(({ score }) => score ?? []))
    return { name, weight: own[0]?.weight ?? 0, score: mean === null ? null : Math.round(mean) }
  })
  if (scores.length < top.length / 2) {
    return { score: null, range: null, confidence: "none", weakest: null, mean: null, factors }
  }
  const free = places - top.length
  // Places whose app could not be scored are taken to be like the others.
  const average = meanOf(scores) ?? 0
  const mean = (average * top.length) / places
  const weakest = free > 0 ? 0 : Math.min(...scores)
  const { score } = weightedScore([
    { name: "mean", weight: 0.6, input: mean, score: mean },
    { name: "weakest", weight: 0.4, input: weakest, score: weakest }
  ])
  const unknown = top.length === 0 ? 0 : 1 - scores.length / top.length
  const error = 7 + 30 * unknown
  const value = score ?? 0
  return {
    score,
    range: { low: Math.round(clamp(value - error, 0, 100)), high: Math.round(clamp(value + error, 0, 100)) },
    confidence: unknown > 0 || factors.some((factor) => factor.score === null) ? "low" : "medium",
    weakest: Math.round(weakest),
    mean: Math.round(mean),
    factors
  }
}
