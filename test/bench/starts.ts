import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { EmbeddedPostgres } from "@storeglass/embedded-postgres"
import { Effect, Redacted, Schema } from "effect"
import { parse, stringify } from "yaml"
import { limitName, root, startPeer } from "./contenders.ts"
import { startDatabase } from "./database.ts"
import { cpuMs, treeOf } from "./load/cpu.ts"
import { startServer } from "./processes.ts"
import { median, rounded } from "./table.ts"

export interface StartsOptions {
  readonly rounds: number
  readonly json: boolean
}

export const startsHelp = `npm run -s bench -- starts [options]

How long \`npm start\` takes until it's ready, from its second start on, beside a bare server, in turn.

  --rounds N       starts of each; the table has the medians (default 5)
  --short          one start of each, for CI
  --json           { rows: [{ name, readyMs, bootMs, cpuMs, ratioToHttp }] } on standard output
`

/** Undefined: help was asked for. */
export const readStartsOptions = (args: ReadonlyArray<string>): StartsOptions | undefined => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: "string" },
      short: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false }
    }
  })
  if (values.help) return undefined
  const rounds = Number(values.rounds ?? (values.short ? "1" : "5"))
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > 100) {
    throw new Error(`--rounds must be a whole number from 1 to 100, not '${values.rounds}'`)
  }
  return { rounds, json: values.json }
}

export interface StartsRow {
  readonly name: string
  /** From the start of the launcher until the address is printed. */
  readonly readyMs: number | null
  /** What the gateway itself says that its boot took. */
  readonly bootMs: number | null
  /** CPU of all its processes until then; null where the system doesn't tell. */
  readonly cpuMs: number | null
  readonly ratioToHttp: number | null
}

const Config = Schema.Struct({ plugins: Schema.Record(Schema.String, Schema.Unknown) })

/** Its 60 days are made once, for minutes after the first start. */
const slow = ["dev-seed"]

/** The default config on a free port, without the plugins that are left out. */
export const configText = Effect.fnUntraced(function* (dataDir: string, without: ReadonlyArray<string>) {
  const text = readFileSync(join(root, "config/sandbox.yaml"), "utf8")
  const { plugins } = yield* Schema.decodeUnknownEffect(Config)(parse(text))
  return stringify({
    server: { host: "127.0.0.1", port: 0 },
    logs: { level: "Warn" },
    dataDir,
    sandbox: { seed: 1 },
    plugins: Object.fromEntries(Object.entries(plugins).filter(([id]) => !without.includes(id)))
  })
})

interface Start {
  readonly readyMs: number
  readonly bootMs: number | null
  readonly cpuMs: number | null
}

/** Starts it, looks at the clock when it's ready, and ends it. */
const timed = <E, R>(start: Effect.Effect<{ readonly pid: number; readonly said: string }, E, R>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const before = performance.now()
      const { pid, said } = yield* start
      const readyMs = performance.now() - before
      const told = /\((\d+\.\d+) s\)$/.exec(said)?.[1]
      const measured: Start = {
        readyMs,
        bootMs: told === undefined ? null : Number(told) * 1000,
        cpuMs: cpuMs(treeOf(pid))
      }
      return measured
    })
  )

export const starts = Effect.fn("starts")(function* (
  { rounds }: StartsOptions,
  folder: string,
  say: (line: string) => Effect.Effect<void>
) {
  const { url: server } = yield* startDatabase
  const record = join(folder, "record.json")
  const headersFile = join(folder, "headers.json")
  for (const file of [record, headersFile]) writeFileSync(file, "{}")
  const answer = { path: "/", bytes: Buffer.from("{}"), file: record, headersFile }
  const bare = startPeer("nodeHttp.ts", answer, undefined, "2026-01-01")
  /** By the launcher, as `npm start` runs it. */
  const launched = Effect.fnUntraced(function* (
    name: string,
    without: ReadonlyArray<string>,
    databaseUrl?: Redacted.Redacted<string>
  ) {
    const own = join(folder, name.replaceAll(/\W+/g, "-"))
    mkdirSync(own)
    const file = join(own, "gateway.yaml")
    writeFileSync(file, yield* configText(own, [...without, ...slow]))
    const environment = databaseUrl === undefined ? {} : { DATABASE_URL: Redacted.value(databaseUrl) }
    return { name, start: startServer(name, [join(root, "scripts/run.mjs"), "start", "--config", file], environment) }
  })
  const database = (name: string) => EmbeddedPostgres.createDatabase(server, name)
  const contenders = [
    { name: limitName, start: bare },
    yield* launched("without accounts and MCP", ["account", "mcp"], yield* database("starts_without")),
    yield* launched("on a running database", [], yield* database("starts_with")),
    yield* launched("with its own PostgreSQL", [])
  ]
  yield* say("first starts, which don't count...")
  for (const { start } of contenders) yield* timed(start)
  const measured = contenders.map((contender) => ({ ...contender, took: [] as Array<Start> }))
  for (let round = 1; round <= rounds; round++) {
    for (const { name, start, took } of measured) {
      const one = yield* timed(start)
      took.push(one)
      yield* say(`round ${round}/${rounds}  ${name.padEnd(24)} ready in ${(one.readyMs / 1000).toFixed(2)} s`)
    }
  }
  const readyOf = (took: ReadonlyArray<Start>) => median(took.map(({ readyMs }) => readyMs)) ?? 0
  const limit = readyOf(measured[0]?.took ?? [])
  return measured.map(({ name, took }): StartsRow => {
    const of = (value: (start: Start) => number | null) => rounded(median(took.map(value)), 0)
    return {
      name,
      readyMs: of((start) => start.readyMs),
      bootMs: of((start) => start.bootMs),
      cpuMs: of((start) => start.cpuMs),
      ratioToHttp: limit === 0 ? null : rounded(readyOf(took) / limit, 1)
    }
  })
})

export const startsTableOf = (rows: ReadonlyArray<StartsRow>): string => {
  const cell = (value: number | null) => (value === null ? "-" : String(value))
  const lines = rows.map(({ bootMs, cpuMs, name, ratioToHttp, readyMs }) =>
    [name, cell(readyMs), cell(bootMs), cell(cpuMs), ratioToHttp === null ? "-" : `${ratioToHttp}x`].join(" | ")
  )
  const head = `start | ready ms | boot ms | CPU ms | to ${limitName}`
  return [head, "--- | ---: | ---: | ---: | ---:", ...lines].map((line) => `| ${line} |`).join("\n")
}
