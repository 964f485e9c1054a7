import { Cause, Effect } from "effect"
import { type Gate, type GateRun, GateSkipped } from "./gate.ts"
import type { GateOptions } from "./options.ts"
import { makePrng } from "./prng.ts"

export interface Outcome {
  readonly name: string
  readonly status: "passed" | "failed" | "skipped"
  readonly seconds: number
  /** Why it was skipped or could not be held. */
  readonly reason: string | undefined
  readonly checks: ReadonlyArray<{ readonly guarantee: string; readonly holds: boolean; readonly detail?: string }>
  readonly measures: Readonly<Record<string, number | string | null>>
}

/** Runs one gate and gathers what it found; a gate that breaks has failed. */
export const runGate = Effect.fn("runGate")(function* (gate: Gate, options: GateOptions) {
  const checks: Array<Outcome["checks"][number]> = []
  const measures: Record<string, number | string | null> = {}
  const startedMs = performance.now()
  const run: GateRun = {
    seed: options.seed,
    random: makePrng(options.seed).fork(gate.name),
    short: options.short,
    rounds: (full, short) => options.rounds ?? (options.short ? short : full),
    say: (line) =>
      Effect.sync(() => {
        const seconds = ((performance.now() - startedMs) / 1000).toFixed(1).padStart(6)
        process.stderr.write(`${gate.name.padEnd(9)} ${seconds} s  ${line}\n`)
      }),
    check: (guarantee, holds, detail) => {
      checks.push({ guarantee, holds, ...(detail === undefined ? {} : { detail }) })
      if (!holds) process.stderr.write(`${gate.name.padEnd(9)} FELL SHORT  ${guarantee}: ${detail ?? ""}\n`)
    },
    measure: (name, value) => {
      measures[name] = typeof value === "number" ? Math.round(value * 100) / 100 : value
    }
  }
  yield* run.say(gate.proves)
  const exit = yield* Effect.exit(Effect.scoped(gate.run(run)))
  const error = exit._tag === "Failure" ? Cause.squash(exit.cause) : undefined
  if (exit._tag === "Failure" && Cause.hasInterruptsOnly(exit.cause)) return yield* Effect.interrupt
  const skipped = error instanceof GateSkipped
  const held = error === undefined && checks.length > 0 && checks.every(({ holds }) => holds)
  const outcome: Outcome = {
    name: gate.name,
    status: skipped ? "skipped" : held ? "passed" : "failed",
    seconds: Math.round((performance.now() - startedMs) / 100) / 10,
    reason: error === undefined ? undefined : error instanceof Error ? error.message : String(error),
    checks,
    measures
  }
  return outcome
})

/** An outcome for people: one line, and one for each guarantee that did not hold. */
export const lineOf = ({ checks, measures, name, reason, seconds, status }: Outcome): string =>
  [
    `${name.padEnd(9)} ${status.padEnd(7)} ${String(seconds).padStart(6)} s  ${reason ?? `${checks.length} guarantees`}`,
    ...Object.entries(measures).map(([what, value]) => `            ${what}: ${value ?? "not measured"}`),
    ...checks
      .filter(({ holds }) => !holds)
      .map(({ detail, guarantee }) => `  FELL SHORT  ${guarantee}: ${detail ?? ""}`)
  ].join("\n")
