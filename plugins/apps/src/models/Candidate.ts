/** What every model of a monthly figure answers: a figure with its interval and its evidence, or why there is none. */

export interface ModelInput {
  readonly name: string
  readonly value: number | string
}

/** What a model's interval rests on. */
export interface Evidence {
  /** Share of `n` counted figures that lay in the interval; null where nothing could be held against it. */
  readonly coverageObserved: number | null
  /** Figures it was held against. */
  readonly n: number | null
  readonly calibratedOn: string
  /** `YYYY-MM-DD`. */
  readonly fittedAt: string
}

export interface Candidate {
  readonly _tag: "Candidate"
  /** `name@version`. */
  readonly model: string
  /** A month; above 0. */
  readonly value: number
  /** The figure lies between `low` and `high` in `coverage` of the cases. */
  readonly low: number
  readonly high: number
  readonly evidence: Evidence
  /** Whether it is a store's own public counter that moved by this much. */
  readonly counted: boolean
  readonly inputs: ReadonlyArray<ModelInput>
  readonly limitations: ReadonlyArray<string>
}

export interface NoBasis {
  readonly _tag: "NoBasis"
  readonly model: string
  readonly reason: string
  /** Nothing is missing but time: it can be measured later. */
  readonly notYet: boolean
}

export type ModelAnswer = Candidate | NoBasis

/** The share of cases that every interval is made for. */
export const coverage = 0.8
/** Standard deviations from the middle of a normal distribution to either end of such an interval. */
export const z = 1.2816

/** Factors below and above a figure, as in `value × below … value × above`. */
export interface Factors {
  readonly below: number
  readonly above: number
}

/** The interval of a log-normal error of this standard deviation. */
export const factorsOf = (sigma: number): Factors => ({ below: Math.exp(-z * sigma), above: Math.exp(z * sigma) })

/** The interval of a figure that has several independent errors: their logarithms add as squares. */
export const together = (...errors: ReadonlyArray<Factors>): Factors => ({
  below: Math.exp(-Math.hypot(...errors.map(({ below }) => Math.log(below)))),
  above: Math.exp(Math.hypot(...errors.map(({ above }) => Math.log(above))))
})

/** Half the interval as a standard deviation of the logarithm. */
export const sigmaOf = ({ high, low }: { readonly low: number; readonly high: number }) =>
  Math.log(high / low) / (2 * z)

export const candidate = ({
  factors,
  value,
  ...fields
}: Omit<Candidate, "_tag" | "low" | "high" | "counted"> & {
  readonly factors: Factors
  readonly counted?: boolean
}): ModelAnswer =>
  Number.isFinite(value) && value > 0
    ? {
        _tag: "Candidate",
        counted: false,
        ...fields,
        value,
        low: value * Math.min(factors.below, 1),
        high: value * Math.max(factors.above, 1)
      }
    : noBasis(fields.model, "its inputs don't give a positive figure")

export const noBasis = (model: string, reason: string, notYet = false): NoBasis => ({
  _tag: "NoBasis",
  model,
  reason,
  notYet
})
