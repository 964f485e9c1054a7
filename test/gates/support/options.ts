import { randomInt } from "node:crypto"
import { parseArgs } from "node:util"

export interface GateOptions {
  readonly names: ReadonlyArray<string>
  readonly rounds: number | undefined
  readonly seed: number
  readonly short: boolean
  readonly json: boolean
  /** The names are those of faults, which are planted into a copy. */
  readonly mutants: boolean
  /** With `mutants`: their suites run too. */
  readonly suites: boolean
}

export const help = (
  names: ReadonlyArray<string>,
  faults: ReadonlyArray<string>
) => `npm run -s gate [-- <name>... [options]]
       npm run -s gate -- --mutants [<fault>...] [--no-suites]

  <name>      ${names.join(", ")}; all when none is given
  --except <name>  all but this one; may be said again
  --rounds N  how often the gate does its worst; each has its own default
  --seed S    the seed of a run before, which chooses the same again
  --short     a short form of each, for CI
  --json      { seed, gates: [{ name, status, seconds, checks, measures }], passed, failed, skipped }

  --mutants   plants faults into a copy, one at a time, and says which gate, in its short form, and which suite
              catches each; exit 1 unless each is caught by a gate
  --no-suites with --mutants: the gates alone
  <fault>     ${faults.join(", ")}; all when none is given

The last line counts the gates, or the faults: N passed, N failed, N skipped. Exit 1 where anything fell short.
`

const number = (name: string, text: string, min: number, max: number) => {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new Error(`--${name} must be a whole number from ${min} to ${max}, not '${text}'`)
  }
  return value
}

/** Undefined: help was asked for. */
export const readOptions = (
  args: ReadonlyArray<string>,
  gates: ReadonlyArray<string>,
  faults: ReadonlyArray<string>
): GateOptions | undefined => {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    allowNegative: true,
    options: {
      except: { type: "string", multiple: true, default: [] },
      rounds: { type: "string" },
      seed: { type: "string" },
      short: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      mutants: { type: "boolean", default: false },
      suites: { type: "boolean", default: true },
      help: { type: "boolean", default: false }
    }
  })
  if (values.help) return undefined
  const known = values.mutants ? faults : gates
  const unknown = [...positionals, ...values.except].find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new Error(`there is no ${values.mutants ? "fault" : "gate"} '${unknown}'; there are ${known.join(", ")}`)
  }
  return {
    names: (positionals.length === 0 ? known : positionals).filter((name) => !values.except.includes(name)),
    rounds: values.rounds === undefined ? undefined : number("rounds", values.rounds, 1, 1_000_000),
    seed: values.seed === undefined ? randomInt(1, 2 ** 31) : number("seed", values.seed, 0, 2 ** 32 - 1),
    short: values.short,
    json: values.json,
    mutants: values.mutants,
    suites: values.suites
  }
}
