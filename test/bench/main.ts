// `npm run -s bench`: the gateway and its peers at the same job, side by side in one run. Progress goes to standard
// error; the table, or with --json the rows, to standard output.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { periodOf } from "@storeglass/core"
import { Cause, Clock, Effect } from "effect"
import {
  type Answer,
  type Contender,
  gatewayName,
  names,
  peers,
  startGateway,
  startPeer,
  takeAnswer,
  unloggedName
} from "./contenders.ts"
import { createBenchDatabase, makeCustomers, startDatabase, type Totals } from "./database.ts"
import { type Load, measure } from "./measure.ts"
import { type BenchOptions, help, readOptions } from "./options.ts"
import { BenchError, type ServerProcess } from "./processes.ts"
import { scale, scaleTableOf } from "./scale.ts"
import { readScaleOptions, type ScaleOptions, scaleHelp } from "./scaleOptions.ts"
import { readStartsOptions, type StartsOptions, starts, startsHelp, startsTableOf } from "./starts.ts"
import { rowsOf, tableOf } from "./table.ts"

const keyCounts = [1000, 1] as const
/** Load on each before the first round, which does not count: a server's first seconds are spent compiling it. */
const firstSeconds = 8
const say = (line: string) => Effect.sync(() => process.stderr.write(`${line}\n`))
const print = (text: string) => Effect.sync(() => process.stdout.write(`${text}\n`))

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "storeglass-bench-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** Customers whose keys are in a file for the load generator. */
const customersWithKeys = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  const customers = makeCustomers(Math.max(...keyCounts))
  const first = customers[0]
  if (first === undefined) return yield* Effect.die("no customers")
  const keysFile = join(folder, "keys.txt")
  writeFileSync(keysFile, customers.map(({ key }) => key).join("\n"), { mode: 0o600 })
  return { folder, customers, first, keysFile }
})

/** Starts the database, the gateway and the peers, all idle until they are measured. */
const startAll = Effect.fn("startAll")(function* (options: BenchOptions) {
  const unknown = options.only.find((name) => !names.includes(name))
  if (unknown !== undefined) {
    return yield* new BenchError({ message: `--only: there is no row '${unknown}'; there are ${names.join(", ")}` })
  }
  const { customers, first, folder, keysFile } = yield* customersWithKeys

  yield* say("starting PostgreSQL (fsync on)...")
  const { url } = yield* startDatabase
  const databaseOf = (name: string) => createBenchDatabase(url, `bench_${name.replaceAll(/[^a-z]/g, "_")}`, customers)
  yield* say("starting the gateway and its peers...")
  const gatewayDatabase = yield* databaseOf(gatewayName)
  const gateway = yield* startGateway(folder, gatewayDatabase, { profile: options.profile })
  const answer = yield* takeAnswer(folder, gateway.port, first)
  const period = periodOf(yield* Clock.currentTimeMillis)
  const contenders: Array<Contender> = []
  for (const { charges, name, script } of peers) {
    if (options.only.length > 0 && !options.only.includes(name)) continue
    const database = charges ? yield* databaseOf(name) : undefined
    contenders.push({ name, database, servers: [yield* startPeer(script, answer, database, period)] })
  }
  if (options.only.length === 0 || options.only.includes(unloggedName)) {
    const database = yield* databaseOf(unloggedName)
    const server = yield* startGateway(folder, database, { isLogged: false })
    // It has the answer as the other has it.
    yield* takeAnswer(join(folder, "unlogged"), server.port, first)
    contenders.push({ name: unloggedName, database, servers: [server] })
  }
  if (options.only.length === 0 || options.only.includes(gatewayName)) {
    contenders.push({ name: gatewayName, database: gatewayDatabase, servers: [gateway] })
  }
  yield* say(`serving ${answer.path}, ${answer.bytes.length} bytes`)
  return { answer, contenders, keysFile }
})

const lineOf = (name: string, keys: number, load: Load, charged: Totals | undefined) => {
  const shown = (value: number | null) => value?.toFixed(1) ?? "-"
  const told = [
    `${name.padEnd(29)} ${String(keys).padStart(4)} keys  ${String(Math.round(load.rps)).padStart(6)} requests/s`,
    `p50 ${shown(load.p50Ms)} ms`,
    `p99 ${shown(load.p99Ms)} ms`,
    `CPU ${shown(load.cpuUs)} us`,
    `load generator ${shown(load.clientCpuUs)} us`
  ]
  if (charged !== undefined) told.push(`${(charged.charges / charged.commits).toFixed(1)} charges a commit`)
  return told.join(", ")
}

const bench = Effect.fn("bench")(function* (options: BenchOptions) {
  const { answer, contenders, keysFile } = yield* startAll(options)
  const measured = keyCounts.flatMap((keys) =>
    contenders.map((contender) => {
      const loads: Array<Load> = []
      return { name: contender.name, keys, contender, loads }
    })
  )
  yield* say("warming up...")
  const cold = { ...options, seconds: firstSeconds, warmUpSeconds: 0 }
  for (const contender of contenders) yield* measure(contender, answer, keysFile, Math.max(...keyCounts), cold)
  for (let round = 1; round <= options.rounds; round++) {
    for (const { contender, keys, loads, name } of measured) {
      const busy = loadavg()[0] ?? 0
      const { charged, load } = yield* measure(contender, answer, keysFile, keys, options)
      loads.push(load)
      yield* say(
        `round ${round}/${options.rounds}  ${lineOf(name, keys, load, charged)}, load average ${busy.toFixed(1)}`
      )
    }
  }
  const rows = rowsOf(measured)
  yield* print(
    options.json ? JSON.stringify({ rows }) : tableOf(rows, [...peers.map(({ name }) => name), unloggedName])
  )
})

const parsed = <A>(read: (args: ReadonlyArray<string>) => A, args: ReadonlyArray<string>) =>
  Effect.try({
    try: () => read(args),
    catch: (cause) =>
      new BenchError({ message: `${cause instanceof Error ? cause.message : cause}; --help lists them` })
  })

const runScale = Effect.fnUntraced(function* (options: ScaleOptions) {
  const report = yield* scale(options, yield* temporaryFolder, say)
  yield* print(options.json ? JSON.stringify(report) : scaleTableOf(report))
})

const runStarts = Effect.fnUntraced(function* (options: StartsOptions) {
  const rows = yield* starts(options, yield* temporaryFolder, say)
  yield* print(options.json ? JSON.stringify({ rows }) : startsTableOf(rows))
})

/** One, two and three gateways on one database; the connections go to them in turn. */
const runNodes = Effect.fnUntraced(function* (options: BenchOptions) {
  const { customers, first, folder, keysFile } = yield* customersWithKeys
  const { url } = yield* startDatabase
  const database = yield* createBenchDatabase(url, "bench_nodes", customers)
  const servers: Array<ServerProcess> = []
  const answers: Array<Answer> = []
  for (let node = 1; node <= 3; node++) {
    const own = join(folder, `node${node}`)
    mkdirSync(own)
    const server = yield* startGateway(own, database, {})
    servers.push(server)
    answers.push(yield* takeAnswer(own, server.port, first))
  }
  const [answer] = answers
  if (answer === undefined) return yield* Effect.die("no answer")
  const measured = keyCounts.flatMap((keys) =>
    servers.map((_, index) => {
      const contender: Contender = {
        name: `${index + 1} node${index === 0 ? "" : "s"}`,
        database,
        servers: servers.slice(0, index + 1)
      }
      return { name: contender.name, keys, contender, loads: [] as Load[] }
    })
  )
  for (const { contender } of measured) yield* measure(contender, answer, keysFile, 1000, options)
  for (let round = 1; round <= options.rounds; round++) {
    for (const { contender, keys, loads, name } of measured) {
      const { charged, load } = yield* measure(contender, answer, keysFile, keys, options)
      loads.push(load)
      yield* say(`round ${round}/${options.rounds}  ${lineOf(name, keys, load, charged)}`)
    }
  }
  const rows = rowsOf(measured)
  yield* print(options.json ? JSON.stringify({ rows }) : tableOf(rows, ["1 node"]))
})

const main = Effect.gen(function* () {
  const [command, ...rest] = process.argv.slice(2)
  if (command === "scale") {
    const options = yield* parsed(readScaleOptions, rest)
    return yield* options === undefined ? print(scaleHelp) : Effect.scoped(runScale(options))
  }
  if (command === "starts") {
    const options = yield* parsed(readStartsOptions, rest)
    return yield* options === undefined ? print(startsHelp) : Effect.scoped(runStarts(options))
  }
  const nodes = command === "nodes"
  const options = yield* parsed(readOptions, nodes ? rest : process.argv.slice(2))
  if (nodes && options !== undefined) return yield* Effect.scoped(runNodes(options))
  yield* options === undefined ? print(`${help}\n${scaleHelp}\n${startsHelp}`) : Effect.scoped(bench(options))
})

main.pipe(
  Effect.tapCause((cause) => {
    if (Cause.hasInterruptsOnly(cause)) return Effect.void
    const error = Cause.squash(cause)
    return say(`bench: ${error instanceof Error ? error.message : String(error)}`)
  }),
  NodeRuntime.runMain({ disableErrorReporting: true })
)
