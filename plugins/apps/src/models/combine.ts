/**
 * Joins what the models say into one figure.
 *
 * The value is the mean of the logarithms, each model weighted by 1/σ² of its own measured error. The range starts from
 * the models' own, weighted alike, as if their errors were the same one (they share inputs), and widens with the spread
 * of their values: its square gains (z·s)², where s² is the weighted variance of the logarithms. A weighted mean lies
 * within s of at least one value and z is above 1, so the range never excludes every model. Two models further apart
 * than 1.96·√(σ₁² + σ₂²) contradict each other: the range then reaches from the lowest low to the highest high.
 */
import { type Candidate, type Evidence, type ModelAnswer, type NoBasis, sigmaOf, z } from "./Candidate.ts"

export interface Combined {
  readonly value: number
  readonly low: number
  readonly high: number
  readonly evidence: Evidence
  readonly confidence: "high" | "medium" | "low"
  /** Whether two of the models exclude each other. */
  readonly contradictory: boolean
  readonly used: ReadonlyArray<Weighted>
  readonly notUsed: ReadonlyArray<NoBasis>
}

/** A model's answer with its share in the figure; all shares add up to 1. */
export type Weighted = Candidate & { readonly weight: number }

export interface Nothing {
  readonly value: null
  readonly notUsed: ReadonlyArray<NoBasis>
}

/** Standard deviations that 95 % of differences stay within. */
const joint = 1.96
/** No error is taken for smaller than this, so that no model silences the others. */
const sigmaMin = 0.05

/** Half the range, as a factor: at most this for a high and a medium confidence. */
const confidentFactors = { high: 1.5, medium: 2.5 } as const

const excludes = (one: Candidate, other: Candidate) =>
  Math.abs(Math.log(one.value / other.value)) > joint * Math.hypot(sigmaOf(one), sigmaOf(other))

const confidenceOf = (
  used: ReadonlyArray<Candidate>,
  range: { readonly low: number; readonly high: number },
  contradictory: boolean
): Combined["confidence"] => {
  const factor = Math.sqrt(range.high / range.low)
  if (contradictory || factor > confidentFactors.medium) return "low"
  // Ranges that nothing counted was held against are the models' own word.
  if (used.every(({ evidence }) => evidence.coverageObserved === null)) return "low"
  return used.length > 1 && used.some(({ counted }) => counted) && factor <= confidentFactors.high ? "high" : "medium"
}

const unique = (texts: ReadonlyArray<string>) => [...new Set(texts)].join("; ")

export const combine = (answers: ReadonlyArray<ModelAnswer>): Combined | Nothing => {
  const candidates = answers.filter((answer) => answer._tag === "Candidate")
  const notUsed = answers.filter((answer) => answer._tag === "NoBasis")
  const [first] = candidates
  if (first === undefined) return { value: null, notUsed }
  const precisions = candidates.map((each) => Math.max(sigmaMin, sigmaOf(each)) ** -2)
  const total = precisions.reduce((sum, precision) => sum + precision, 0)
  const used = candidates.map((each, index) => ({ ...each, weight: (precisions[index] ?? 0) / total }))
  if (used.length === 1) {
    const { evidence, high, low, value } = first
    const confidence = confidenceOf(used, first, false)
    return { value, low, high, evidence, confidence, contradictory: false, used, notUsed }
  }
  const mean = (of: (each: Candidate) => number) => used.reduce((sum, each) => sum + each.weight * of(each), 0)
  const log = mean(({ value }) => Math.log(value))
  const apart = z * Math.sqrt(mean(({ value }) => (Math.log(value) - log) ** 2))
  const below = Math.hypot(
    mean(({ low, value }) => Math.log(value / low)),
    apart
  )
  const above = Math.hypot(
    mean(({ high, value }) => Math.log(high / value)),
    apart
  )
  const contradictory = used.some((one, index) => used.slice(index + 1).some((other) => excludes(one, other)))
  const range = contradictory
    ? { low: Math.min(...used.map(({ low }) => low)), high: Math.max(...used.map(({ high }) => high)) }
    : { low: Math.exp(log - below), high: Math.exp(log + above) }
  return {
    value: Math.exp(log),
    ...range,
    evidence: {
      coverageObserved: null,
      n: null,
      calibratedOn: unique(used.map(({ evidence }) => evidence.calibratedOn)),
      fittedAt: used.map(({ evidence }) => evidence.fittedAt).sort()[0] ?? first.evidence.fittedAt
    },
    confidence: confidenceOf(used, range, contradictory),
    contradictory,
    used,
    notUsed
  }
}

/** Whole, with three significant digits and never below 1: an estimate is not known to the unit. */
export const rounded = (value: number): number => Math.max(1, Math.round(Number(value.toPrecision(3))))
