/**
 * A weighted mean that knows what it does not know (product research 3.0): the weights of missing signals are shared
 * out over the rest, and below half of the weight there is no score. The range is where the score would lie were every
 * missing signal at its worst or best.
 */

export interface Signal {
  readonly name: string
  /** Null when it was not measured. */
  readonly score: number | null
  readonly weight: number
  /** What the score was made of, as it was measured. */
  readonly input: number | null
}

export interface Factor extends Signal {
  /** How many points of the score come from it. */
  readonly points: number | null
}

export interface WeightedScore {
  /** 0 to 100, whole; null when too little was measured. */
  readonly score: number | null
  readonly range: { readonly low: number; readonly high: number } | null
  /** The share of the weight that was measured, 0 to 1. */
  readonly measured: number
  readonly factors: ReadonlyArray<Factor>
}

const measuredMin = 0.5

export const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

/** Signals are 0 to 100. */
export const weightedScore = (signals: ReadonlyArray<Signal>): WeightedScore => {
  const all = signals.reduce((sum, { weight }) => sum + weight, 0)
  const present = signals.flatMap((signal) => (signal.score === null ? [] : [{ ...signal, score: signal.score }]))
  const weight = present.reduce((sum, signal) => sum + signal.weight, 0)
  const measured = all === 0 ? 0 : weight / all
  // Weights are decimals: half of them may add up to a hair less than half.
  const enough = weight > 0 && measured >= measuredMin - 1e-9
  const factors = signals.map((signal) => ({
    ...signal,
    points: signal.score === null || !enough ? null : Math.round((signal.score * signal.weight * 100) / weight) / 100
  }))
  if (!enough) return { score: null, range: null, measured, factors }
  const sum = present.reduce((total, signal) => total + signal.score * signal.weight, 0)
  const whole = (value: number) => Math.round(clamp(value, 0, 100))
  return {
    score: whole(sum / weight),
    range: { low: whole(sum / all), high: whole((sum + (all - weight) * 100) / all) },
    measured,
    factors
  }
}
