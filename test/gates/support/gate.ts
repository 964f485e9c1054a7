import { Data, type Effect, type Scope } from "effect"
import type { Prng } from "./prng.ts"

/** The gate could not be held: something that it stands on failed. Counts as failed. */
export class GateError extends Data.TaggedError("GateError")<{ readonly message: string }> {}

/** The machine lacks what the gate needs. Counts as skipped, and is said plainly. */
export class GateSkipped extends Data.TaggedError("GateSkipped")<{ readonly message: string }> {}

/** What a gate is run with, and where it puts what it found. */
export interface GateRun {
  readonly seed: number
  readonly random: Prng
  /** The short form, as CI runs it. */
  readonly short: boolean
  /** How often: --rounds, else the full number, or the short one. */
  readonly rounds: (full: number, short: number) => number
  /** A line on standard error: how far it is. */
  readonly say: (line: string) => Effect.Effect<void>
  /** A guarantee; the gate fails when one of them does not hold. `detail` says what was seen. */
  readonly check: (guarantee: string, holds: boolean, detail?: string) => void
  /** A number for the report. */
  readonly measure: (name: string, value: number | string | null) => void
}

export interface Gate {
  readonly name: string
  /** What it proves, in a line. */
  readonly proves: string
  readonly run: (run: GateRun) => Effect.Effect<void, GateError | GateSkipped, Scope.Scope>
}
