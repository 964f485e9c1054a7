import { parseArgs } from "node:util"

export interface BenchOptions {
  readonly rounds: number
  readonly seconds: number
  readonly warmUpSeconds: number
  readonly connections: number
  readonly json: boolean
  /** Only these rows; all when empty. */
  readonly only: ReadonlyArray<string>
  /** A folder for the gateway's CPU profile. */
  readonly profile: string | undefined
}

export const help = `npm run -s bench -- [nodes] [options]

The gateway and its peers at one job; with \`nodes\`, one, two and three gateways on one database.

  --rounds N       interleaved rounds; the table has the medians (default 3)
  --seconds S      measured time of a row in a round (default 4)
  --warm-up S      time before it that does not count (default 1)
  --connections C  connections, each with one request under way (default 50)
  --short          one round of one second, for CI
  --only A,B       only these rows
  --profile DIR    write a CPU profile of the gateway there
  --json           { rows: [{ name, keys, rps, p50Ms, p99Ms, cpuUs, ratioToHttp }] } on standard output
`

const number = (name: string, text: string, min: number, max: number) => {
  const value = Number(text)
  if (text.trim() === "" || !(value >= min && value <= max)) {
    throw new Error(`--${name} must be a number from ${min} to ${max}, not '${text}'`)
  }
  return value
}

/** Undefined: help was asked for. */
export const readOptions = (args: ReadonlyArray<string>): BenchOptions | undefined => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: "string" },
      seconds: { type: "string" },
      "warm-up": { type: "string" },
      connections: { type: "string", default: "50" },
      short: { type: "boolean", default: false },
      only: { type: "string", default: "" },
      profile: { type: "string" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false }
    }
  })
  if (values.help) return undefined
  return {
    rounds: Math.ceil(number("rounds", values.rounds ?? (values.short ? "1" : "3"), 1, 100)),
    seconds: number("seconds", values.seconds ?? (values.short ? "1" : "4"), 0.1, 600),
    warmUpSeconds: number("warm-up", values["warm-up"] ?? (values.short ? "0.5" : "1"), 0, 60),
    connections: Math.ceil(number("connections", values.connections, 1, 1000)),
    json: values.json,
    only: values.only === "" ? [] : values.only.split(","),
    profile: values.profile
  }
}
