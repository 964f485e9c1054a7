/** What every model of a monthly figure answers: a candidate with its evidence, or why there is none. */

export interface ModelInput {
  readonly name: string
  readonly value: number | string
}

export interface Candidate {
  readonly _tag: "Candidate"
  /** `name@version`. */
  readonly model: string
  /** A month; above 0. */
  readonly value: number
  /** Share in the combination, before normalising. */
  readonly weight: number
  /** The figure is believed to lie between value ÷ spread and value × spread. */
  readonly spread: number
  /**
   * - `counter`: the store's own public counter moved by this much
   * - `calibrated`: a model inside the range it was fitted on
   * - `coarse`: a model outside of it, or one that averages over the app's whole life
   */
  readonly grade: "counter" | "calibrated" | "coarse"
  readonly inputs: ReadonlyArray<ModelInput>
  readonly limitations: ReadonlyArray<string>
}

export interface NoBasis {
  readonly _tag: "NoBasis"
  readonly model: string
  readonly reason: string
}

export type ModelAnswer = Candidate | NoBasis

export const candidate = (fields: Omit<Candidate, "_tag">): ModelAnswer =>
  Number.isFinite(fields.value) && fields.value > 0
    ? { _tag: "Candidate", ...fields }
    : noBasis(fields.model, "its inputs don't give a positive figure")

export const noBasis = (model: string, reason: string): NoBasis => ({ _tag: "NoBasis", model, reason })

/** No model is believed to be closer than this, nor is any used that is further off. */
export const spreadMin = 1.3
export const spreadMax = 3

export const clampSpread = (spread: number) => Math.min(spreadMax, Math.max(spreadMin, spread))
