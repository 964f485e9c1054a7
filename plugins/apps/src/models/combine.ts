/**
 * Joins what the models say into one figure.
 *
 * The value is the weighted mean of the logarithms, since these models are wrong by factors and not by amounts.
 * The range narrows when two models of their own evidence agree within 30 %, and widens, up to the factor 3 of a
 * lifetime average, when they contradict each other. Confidence is high only when the store's own counter is among two
 * that agree; a calibrated model alone is medium; all else is low.
 */
import { type Candidate, clampSpread, type ModelAnswer, type NoBasis, spreadMax, spreadMin } from "./Candidate.ts"

export interface Combined {
  readonly value: number
  readonly low: number
  readonly high: number
  readonly confidence: "high" | "medium" | "low"
  readonly used: ReadonlyArray<Candidate>
  readonly notUsed: ReadonlyArray<NoBasis>
}

export interface Nothing {
  readonly value: null
  readonly notUsed: ReadonlyArray<NoBasis>
}

const agreement = 1.3

/** Whether two of them, of which none is coarse, lie within 30 % of each other. */
const agree = (candidates: ReadonlyArray<Candidate>) =>
  candidates.some((one, index) =>
    candidates.slice(index + 1).some((other) => Math.max(one.value / other.value, other.value / one.value) <= agreement)
  )

const spreadOf = (candidates: ReadonlyArray<Candidate>) => {
  const narrowest = Math.min(...candidates.map((candidate) => candidate.spread))
  const fine = candidates.filter((candidate) => candidate.grade !== "coarse")
  if (fine.length < 2) return clampSpread(narrowest)
  if (agree(fine)) return clampSpread(narrowest * (spreadMin / 1.6))
  const values = fine.map((candidate) => candidate.value)
  const apart = Math.sqrt(Math.max(...values) / Math.min(...values))
  return Math.max(clampSpread(narrowest), Math.min(spreadMax, apart))
}

const confidenceOf = (candidates: ReadonlyArray<Candidate>): Combined["confidence"] => {
  const fine = candidates.filter((candidate) => candidate.grade !== "coarse")
  if (fine.some((candidate) => candidate.grade === "counter") && agree(fine)) return "high"
  return fine.length > 0 ? "medium" : "low"
}

export const combine = (answers: ReadonlyArray<ModelAnswer>): Combined | Nothing => {
  const used = answers.filter((answer) => answer._tag === "Candidate")
  const notUsed = answers.filter((answer) => answer._tag === "NoBasis")
  if (used.length === 0) return { value: null, notUsed }
  const weights = used.reduce((sum, candidate) => sum + candidate.weight, 0)
  const logs = used.reduce((sum, candidate) => sum + candidate.weight * Math.log(candidate.value), 0)
  const value = Math.exp(logs / weights)
  const spread = spreadOf(used)
  return { value, low: value / spread, high: value * spread, confidence: confidenceOf(used), used, notUsed }
}

/** Whole, with three significant digits and never below 1: an estimate is not known to the unit. */
export const rounded = (value: number): number => Math.max(1, Math.round(Number(value.toPrecision(3))))
