import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { createInterface } from "node:readline"
import { Effect, Redacted, Schema, type Scope } from "effect"
import { parse, stringify } from "yaml"
import { GateError } from "./gate.ts"

export const root = resolve(import.meta.dirname, "../../..")
export const cli = join(root, "packages/gateway/src/cli.ts")

export interface GatewayOptions {
  readonly databaseUrl: Redacted.Redacted<string>
  readonly redisUrl?: string | undefined
  /** 0, the default, takes a free one. */
  readonly port?: number
  /** Further environment, such as LD_PRELOAD and FAKETIME. */
  readonly env?: Readonly<Record<string, string>>
  /** Sections over those of config/sandbox.yaml; `server` and `logs` are merged. */
  readonly config?: Readonly<Record<string, unknown>>
  /** Plugins of config/sandbox.yaml that run. Default stores and apps. */
  readonly plugins?: ReadonlyArray<string>
  /** For Node itself, such as --max-old-space-size=256. */
  readonly nodeArgs?: ReadonlyArray<string>
}

export interface Exited {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** From the signal that ended it, or from its start, to its end. */
  readonly tookMs: number
}

/** A gateway in a process of its own, started by the command that everyone uses. */
export interface GatewayProcess {
  readonly pid: number
  readonly port: number
  readonly url: string
  /** The port of the operator's pages. */
  readonly internalPort: () => number
  /** How long it took from its start to being ready. */
  readonly bootMs: number
  /** kill -9. */
  readonly kill: Effect.Effect<Exited>
  /** SIGTERM, and waits for its end. */
  readonly terminate: Effect.Effect<Exited>
  readonly isAlive: () => boolean
  /** What it wrote, its end; the log is on standard error. */
  readonly stdout: () => string
  readonly stderr: () => string
  /** Memory that it really takes, or null where /proc does not tell. */
  readonly residentBytes: () => number | null
}

const readyMsMax = 120_000
const stopMsMax = 30_000
const outputCharsMax = 2_000_000

/** A folder that goes with the scope. */
export const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "storeglass-gate-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const Config = Schema.Struct({ plugins: Schema.Record(Schema.String, Schema.Unknown) })
const Section = Schema.Record(Schema.String, Schema.Unknown)
const sectionOf = (value: unknown) => (Schema.is(Section)(value) ? value : {})

const configText = Effect.fnUntraced(function* (folder: string, options: GatewayOptions) {
  const text = readFileSync(join(root, "config/sandbox.yaml"), "utf8")
  const base = yield* Effect.mapError(
    Schema.decodeUnknownEffect(Config)(parse(text)),
    (error) => new GateError({ message: `config/sandbox.yaml: ${error.message}` })
  )
  const wanted = options.plugins ?? ["stores", "apps"]
  const { logs, plugins, server, ...sections } = options.config ?? {}
  return stringify({
    dataDir: folder,
    // A clock that is faked is not the database's.
    ...(options.env?.LD_PRELOAD === undefined ? {} : { database: { clockSkewMsMax: null } }),
    sandbox: { seed: 1 },
    // Gates send from one address, and with few accounts, what many customers would.
    limits: { address: null, accounts: null },
    internal: { port: 0 },
    ...sections,
    server: { host: "127.0.0.1", port: options.port ?? 0, ...sectionOf(server) },
    logs: { level: "Warn", format: "json", ...sectionOf(logs) },
    plugins: { ...Object.fromEntries(wanted.map((id) => [id, base.plugins[id] ?? null])), ...sectionOf(plugins) }
  })
})

/** The rest of our environment, such as DATABASE_URL, is not theirs. */
const environmentOf = ({ databaseUrl, env, redisUrl }: GatewayOptions): Record<string, string> => ({
  PATH: process.env.PATH ?? "",
  HOME: process.env.HOME ?? "",
  // Types are stripped once and not at every start.
  NODE_COMPILE_CACHE: join(tmpdir(), `storeglass-gate-compiled-${process.getuid?.() ?? 0}`),
  DATABASE_URL: Redacted.value(databaseUrl),
  ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
  ...env
})

const hasExited = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

/** Ends a process that we started, by its own id, and waits for its end. */
export const endChild = (child: ChildProcess, signal: NodeJS.Signals): Effect.Effect<Exited> =>
  Effect.callback<Exited>((resume) => {
    const startedMs = performance.now()
    const done = () =>
      resume(Effect.succeed({ code: child.exitCode, signal: child.signalCode, tookMs: performance.now() - startedMs }))
    if (hasExited(child) || child.pid === undefined) return done()
    const limit = setTimeout(() => child.kill("SIGKILL"), stopMsMax)
    child.once("exit", () => {
      clearTimeout(limit)
      done()
    })
    child.kill(signal)
  })

const keepEnd = (stream: NodeJS.ReadableStream | null) => {
  let text = ""
  stream?.setEncoding("utf8").on("data", (chunk: string) => {
    text = (text + chunk).slice(-outputCharsMax)
  })
  return () => text
}

const residentOf = (pid: number) => {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
    return kilobytes === undefined ? null : Number(kilobytes) * 1024
  } catch {
    return null
  }
}

/** Writes a config for a gateway; gives its path. The folder goes with the scope. */
export const writeConfig = Effect.fn("writeConfig")(function* (options: GatewayOptions) {
  const folder = yield* temporaryFolder
  const file = join(folder, "gateway.yaml")
  writeFileSync(file, yield* configText(folder, options))
  return file
})

/** Starts a gateway and waits until it is ready; it ends with the scope at the latest. */
export const startGateway = Effect.fn("startGateway")(function* (
  options: GatewayOptions
): Effect.fn.Return<GatewayProcess, GateError, Scope.Scope> {
  const file = yield* writeConfig(options)
  const startedMs = performance.now()
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn(process.execPath, [...(options.nodeArgs ?? []), cli, "serve", "--config", file], {
        env: environmentOf(options),
        stdio: ["ignore", "pipe", "pipe"]
      }).on("error", () => {})
    ),
    (started) => endChild(started, "SIGKILL")
  )
  const stderr = keepEnd(child.stderr)
  const stdout = keepEnd(child.stdout)
  const port = yield* Effect.callback<number, GateError>((resume) => {
    createInterface(child.stdout).on("line", (line) => {
      const found = /ready at http:\/\/[\d.]+:(\d+)/.exec(line)?.[1]
      if (found !== undefined) resume(Effect.succeed(Number(found)))
    })
    // Not "exit": what it said last is still to be read then.
    child.once("close", (code) =>
      resume(Effect.fail(new GateError({ message: `a gateway ended with ${code} at its start.\n${stderr().trim()}` })))
    )
  }).pipe(
    Effect.timeoutOrElse({
      duration: readyMsMax,
      orElse: () => Effect.fail(new GateError({ message: `a gateway did not get ready.\n${stderr().trim()}` }))
    })
  )
  const pid = child.pid ?? 0
  return {
    pid,
    port,
    url: `http://127.0.0.1:${port}`,
    internalPort: () => Number(/For the operator +http:\/\/[\d.]+:(\d+)/.exec(stdout())?.[1]),
    bootMs: performance.now() - startedMs,
    kill: endChild(child, "SIGKILL"),
    terminate: endChild(child, "SIGTERM"),
    isAlive: () => !hasExited(child),
    stdout,
    stderr,
    residentBytes: () => residentOf(pid)
  }
})

/** Runs a command of the CLI to its end and gives what it printed. */
export const runCli = Effect.fn("runCli")(function* (
  args: ReadonlyArray<string>,
  options: GatewayOptions
): Effect.fn.Return<string, GateError> {
  return yield* Effect.scoped(
    Effect.gen(function* () {
      const file = yield* writeConfig(options)
      const child = yield* Effect.acquireRelease(
        Effect.sync(() =>
          spawn(process.execPath, [cli, ...args, "--config", file], {
            env: environmentOf(options),
            stdio: ["ignore", "pipe", "pipe"]
          }).on("error", () => {})
        ),
        (started) => endChild(started, "SIGKILL")
      )
      const stdout = keepEnd(child.stdout)
      const stderr = keepEnd(child.stderr)
      const code = yield* Effect.callback<number | null>((resume) => {
        child.once("close", (ended) => resume(Effect.succeed(ended)))
      }).pipe(Effect.timeoutOption(readyMsMax))
      if (code._tag === "Some" && code.value === 0) return stdout()
      return yield* new GateError({ message: `storeglass ${args.join(" ")} failed.\n${stderr().trim()}` })
    })
  )
})
