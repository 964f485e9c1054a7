import { parseArgs } from "node:util"

export interface ScaleOptions {
  readonly accounts: number
  readonly entries: number
  /** Where the large database is kept; undefined: nowhere. */
  readonly dir: string | undefined
  readonly keys: number
  readonly rounds: number
  readonly seconds: number
  readonly warmUpSeconds: number
  readonly connections: number
  readonly json: boolean
}

export const scaleHelp = `npm run -s bench -- scale [options]

The gateway on a database of 1000 accounts and on a large one, side by side in one run.

  --accounts N     accounts of the large database (default 1000000)
  --entries N      ledger entries of a year in it (default 100000000)
  --dir DIR        keep the large database there, and use it when it is there already
  --keys N         customers who call, in both (default 1000)
  --rounds N       interleaved rounds; the table has the medians (default 5)
  --seconds S      measured time of a row in a round (default 4)
  --json           { rows, scans } on standard output
`

const whole = (name: string, text: string, min: number, max: number) => {
  const value = Number(text)
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new Error(`--${name} must be a whole number from ${min} to ${max}, not '${text}'`)
  }
  return value
}

/** Undefined: help was asked for. */
export const readScaleOptions = (args: ReadonlyArray<string>): ScaleOptions | undefined => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      accounts: { type: "string", default: "1000000" },
      entries: { type: "string", default: "100000000" },
      dir: { type: "string" },
      keys: { type: "string", default: "1000" },
      rounds: { type: "string", default: "5" },
      seconds: { type: "string", default: "4" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false }
    }
  })
  if (values.help) return undefined
  return {
    accounts: whole("accounts", values.accounts, 1000, 10_000_000),
    entries: whole("entries", values.entries, 12_000, 1_000_000_000),
    dir: values.dir,
    keys: whole("keys", values.keys, 1, 100_000),
    rounds: whole("rounds", values.rounds, 1, 100),
    seconds: whole("seconds", values.seconds, 1, 600),
    warmUpSeconds: 2,
    connections: 50,
    json: values.json
  }
}
