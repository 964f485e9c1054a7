import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { createConnection } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PgClient } from "@effect/sql-pg"
import { type Double, type SandboxControl, startSandbox } from "@storeglass/sandbox"
import { Effect, Exit, Redacted, Schema, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll } from "vitest"
import { stringify } from "yaml"
import { ownDatabase } from "./databases.ts"
import { listening } from "./listening.ts"
import { processOutput } from "./processOutput.ts"
import { root } from "./settings.ts"
import { type Answer, type AskOptions, askUrl } from "./TestGateway.ts"

export interface WatchedGatewayOptions {
  /** The vendors, run in the test's own process: what they keep is none of the gateway's sinks. */
  readonly doubles: ReadonlyArray<Double>
  /** The `plugins` of its config; `address` gives those of the doubles' hosts. */
  readonly plugins: (address: (host: string) => string) => Readonly<Record<string, unknown>>
  /** What else its config has, over what a watched gateway needs. */
  readonly config?: Readonly<Record<string, unknown>>
}

/** A gateway in a process of its own that logs and traces all it can, and all of whose output is collected. */
export interface WatchedGateway {
  readonly url: string
  /** Of the account that it starts with. */
  readonly key: string
  readonly control: SandboxControl
  /** Runs with its database. */
  readonly run: <A, E>(work: Effect.Effect<A, E, PgClient.PgClient | SqlClient.SqlClient>) => Promise<A>
  /** Asks with that key unless told otherwise; the answer, its headers too, is one of the sinks. */
  readonly ask: (path: string, options?: AskOptions) => Promise<Answer>
  /** Stops it and gives what it wrote, by sink. `redis` is there where this machine has a redis-server. */
  readonly stop: () => Promise<Sinks>
}

/** Text by where it was written: logs, telemetry, metrics, database, answers, redis. */
export type Sinks = Readonly<Record<string, string>>

const Made = Schema.fromJsonString(Schema.Struct({ apiKey: Schema.String }))
const Names = Schema.Array(Schema.Struct({ name: Schema.String }))
const Rows = Schema.Array(Schema.Struct({ row: Schema.NullOr(Schema.String) }))

/** All rows of all tables, each after its table's name. */
export const databaseText = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* Schema.decodeUnknownEffect(Names)(
    yield* sql`SELECT schemaname || '.' || tablename AS name FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`
  )
  const texts: Array<string> = []
  for (const { name } of tables) {
    const rows = yield* Schema.decodeUnknownEffect(Rows)(yield* sql`SELECT t::text AS row FROM ${sql(name)} t`)
    texts.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return texts.join("\n")
})

/** The ways in which a text is written down: as it is, in a URL, as bytes in hex and in base64 wherever it begins. */
export const formsOf = (value: string): ReadonlyArray<string> => [
  value,
  encodeURIComponent(value),
  Buffer.from(value).toString("hex"),
  Buffer.from(value).toString("base64url").slice(0, -2),
  ...[1, 2].map((shift) =>
    Buffer.from(" ".repeat(shift) + value)
      .toString("base64url")
      .slice(4, -3)
  )
]

/** Which of these values are in which sinks, without the values. Make the values long and random: they're looked for in base64 too. */
export const leaksOf = (sinks: Sinks, secrets: ReadonlyMap<string, string>): ReadonlyArray<string> =>
  Object.entries(sinks).flatMap(([sink, text]) => {
    const plain = text.replaceAll("+", "-").replaceAll("/", "_")
    return [...secrets].flatMap(([label, value]) => {
      const form = formsOf(value).find((written) => text.includes(written) || plain.includes(written))
      if (form === undefined) return []
      const at = Math.max(text.indexOf(form), 0)
      return [`${label} is in ${sink}: …${text.slice(Math.max(0, at - 120), at)}`]
    })
  })

const collector = Effect.gen(function* () {
  const bodies: Array<string> = []
  const server = createServer((request, response) => {
    request.on("data", (chunk: Buffer) => bodies.push(chunk.toString()))
    request.on("end", () => response.writeHead(200, { "content-type": "application/json" }).end("{}"))
  })
  const { origin } = yield* listening(server)
  return { url: origin, text: () => bodies.join("\n") }
})

const stopped = async (child: ChildProcess, signal: NodeJS.Signals) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, "close")
  child.kill(signal)
  await closed
}

/** A Redis that tells every command it is sent; undefined where there is none to start. */
const watchedRedis = Effect.fnUntraced(function* (folder: string) {
  if (spawnSync("redis-server", ["--version"]).status !== 0) return undefined
  const socket = join(folder, "redis.sock")
  const args = ["--port", "0", "--unixsocket", socket, "--save", "", "--appendonly", "no", "--dir", folder]
  const child = spawn("redis-server", args, { stdio: ["ignore", "pipe", "ignore"] })
  yield* Effect.addFinalizer(() => Effect.promise(() => stopped(child, "SIGKILL")))
  yield* Effect.promise(async () => {
    let log = ""
    while (!/ready to accept connections/i.test(log)) log += String(await once(child.stdout, "data"))
  })
  const told: Array<string> = []
  const monitor = createConnection({ path: socket })
  yield* Effect.addFinalizer(() => Effect.sync(() => monitor.destroy()))
  yield* Effect.promise(async () => {
    monitor.on("data", (chunk) => told.push(String(chunk))).write("MONITOR\r\n")
    while (!told.join("").includes("+OK")) await once(monitor, "data")
  })
  return { url: socket, text: () => told.join("") }
})

const readyAt = async (child: ChildProcess, logs: () => string): Promise<string> => {
  for (;;) {
    const found = /ready at (http:\/\/[\d.:]+)/.exec(logs())?.[1]
    if (found !== undefined) return found
    if (child.exitCode !== null) throw new Error(logs())
    if (child.stdout !== null) await once(child.stdout, "data")
  }
}

/** Starts one, with its vendors, a collector of traces and, where it can be had, a Redis beside it, until the scope ends. */
export const startWatchedGateway = Effect.fn("startWatchedGateway")(function* ({
  config: more = {},
  doubles,
  plugins
}: WatchedGatewayOptions) {
  const telemetry = yield* collector
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "storeglass-watched-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
  )
  const redis = yield* watchedRedis(folder)
  const sandbox = yield* startSandbox({ doubles, size: 10 })
  const address = (host: string) => {
    const found = new Map(Object.entries(sandbox.baseUrls)).get(host)
    if (found === undefined) throw new Error(`None of the doubles has a host '${host}'.`)
    return found
  }
  const file = join(folder, "config.yaml")
  const config = {
    server: { port: 0 },
    dataDir: folder,
    logs: { level: "Debug", format: "json" },
    telemetry: { otlpUrl: telemetry.url, keptAnswersEvery: 1 },
    ...more,
    plugins: plugins(address)
  }
  writeFileSync(file, stringify(config))
  const database = yield* ownDatabase
  const env = {
    ...process.env,
    DATABASE_URL: Redacted.value(database),
    ...(redis === undefined ? {} : { REDIS_URL: redis.url })
  }
  const cli = (...args: ReadonlyArray<string>) =>
    spawn(process.execPath, [join(root, "packages/gateway/src/cli.ts"), ...args, "--config", file], {
      env,
      stdio: ["ignore", "pipe", "pipe"]
    })
  const account = ["account", "create", "--email", "watched@example.com", "--plan", "medium", "--json"]
  const { err, out } = yield* Effect.promise(() => processOutput(cli(...account)))
  const { apiKey: key } = yield* Effect.mapError(Schema.decodeEffect(Made)(out), () => new Error(`${out} ${err}`))
  const child = cli("serve")
  yield* Effect.addFinalizer(() => Effect.promise(() => stopped(child, "SIGKILL")))
  let logs = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (logs += chunk.toString()))
  const url = yield* Effect.promise(() => readyAt(child, () => logs))
  const answers: Array<string> = []
  const gateway: WatchedGateway = {
    url,
    key,
    control: sandbox.control,
    run: (work) => Effect.runPromise(Effect.provide(work, PgClient.layer({ url: database, maxConnections: 2 }))),
    ask: async (path, options) => {
      const answer = await askUrl(`${url}${path}`, { key, ...options })
      answers.push(`${JSON.stringify([...answer.headers])} ${answer.text}`)
      return answer
    },
    stop: async () => {
      const internal = /For the operator +(http:\/\/[\d.:]+)\//.exec(logs)?.[1] ?? url
      const pages = await Promise.all(["/metrics", "/health"].map((path) => askUrl(`${internal}${path}`)))
      const dump = Effect.provide(databaseText, PgClient.layer({ url: database, maxConnections: 1 }))
      const text = await Effect.runPromise(dump)
      await stopped(child, "SIGTERM")
      return {
        logs,
        telemetry: telemetry.text(),
        metrics: pages.map((page) => page.text).join("\n"),
        database: text,
        answers: answers.join("\n"),
        ...(redis === undefined ? {} : { redis: redis.text() })
      }
    }
  }
  return gateway
})

/** Starts such a gateway before the tests of a file, and stops what is left of it after them. */
export const useWatchedGateway = (options: WatchedGatewayOptions): (() => WatchedGateway) => {
  let gateway: WatchedGateway | undefined
  let scope: Scope.Closeable | undefined
  beforeAll(async () => {
    scope = await Effect.runPromise(Scope.make())
    gateway = await Effect.runPromise(Scope.provide(startWatchedGateway(options), scope))
  }, 90_000)
  afterAll(async () => {
    if (scope !== undefined) await Effect.runPromise(Scope.close(scope, Exit.void))
  })
  return () => {
    if (gateway === undefined) throw new Error("the gateway runs only within tests")
    return gateway
  }
}
