import { readFileSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { Effect, Predicate, Redacted, Result, Schema } from "effect"
import { type Document, LineCounter, parseDocument } from "yaml"
import { BootError, combined } from "./BootError.ts"
import { problemsOf } from "./problems.ts"
import { expand, failOf, type References } from "./references.ts"

const Int = (description: string, min: number, max: number) =>
  Schema.Int.check(Schema.isBetween({ minimum: min, maximum: max })).annotate({ description })
const Text = (description: string) => Schema.NonEmptyString.annotate({ description })
const optional = Schema.optionalKey

/** One entry under `plugins`: the plugin's own settings, and for a plugin from elsewhere where it is. */
const PluginEntry = Schema.Record(Schema.String, Schema.Unknown).annotate({
  description:
    "Settings of the plugin, by its own schema. `package` names where it is when it is not in plugins/: an npm package or a path relative to this file."
})

/** The config file. Unknown keys are refused with their path. */
export const GatewayConfig = Schema.Struct({
  server: optional(
    Schema.Struct({
      host: optional(Text("Address to listen on. Default 127.0.0.1: nothing beyond this machine.")),
      port: optional(Int("Port to listen on. Default 3000; 0 takes a free one. PORT overrides it.", 0, 65_535)),
      lameDuckMs: optional(
        Int("After SIGTERM: how long requests are still taken while readiness is false. Default 0.", 0, 300_000)
      ),
      drainMsMax: optional(
        Int("After that: how long requests at work may take to finish. Default 10 000.", 0, 300_000)
      ),
      requestsMax: optional(Int("Most requests at work at once. Default 2 000.", 1, 1_000_000)),
      requestsPerAccountMax: optional(Int("Most requests of one account at work at once. Default 500.", 1, 1_000_000)),
      connectionsMax: optional(Int("Most open connections. Default 20 000.", 1, 1_000_000)),
      publicUrl: optional(Text("The address under which callers reach the gateway, for OpenAPI and docs."))
    }).annotate({ description: "The HTTP server." })
  ),
  database: optional(
    Schema.Struct({
      url: optional(
        Text("PostgreSQL address. Without it a PostgreSQL of our own runs on dataDir. DATABASE_URL overrides it.")
      ),
      connectionsMax: optional(Int("Most connections of this process. Default 20.", 4, 1000))
    }).annotate({ description: "PostgreSQL, which holds accounts, keys, the ledger, jobs and the plugins' tables." })
  ),
  redis: optional(
    Schema.Struct({
      url: optional(Text("Redis address. Without it caches and limits are each process's own. REDIS_URL overrides it."))
    }).annotate({ description: "Redis, which several nodes share for caches, rate limits and breakers." })
  ),
  dataDir: optional(Text("Folder for the own database and key files, relative to this file. Default ../.storeglass.")),
  vault: optional(
    Schema.Struct({
      currentKeyId: Text("Id of the key that new secrets are sealed with."),
      keys: Schema.Record(Schema.String, Schema.NonEmptyString).annotate({
        description: "Keys by id: 32 bytes in base64 each. Without `vault` a key file is kept in dataDir."
      })
    }).annotate({ description: "Keys that customers' secrets are sealed with." })
  ),
  jobs: optional(
    Schema.Struct({
      concurrency: optional(
        Int(
          "Jobs at once in each lane that does not say, which is one for each plugin; 0: this node runs none. Default 4.",
          0,
          256
        )
      ),
      lanes: optional(
        Schema.Record(Schema.String, Int("Jobs at once; 0: this node leaves the lane to others.", 0, 256)).annotate({
          description: "Jobs at once by lane, as `storeglass jobs status` lists them: `<plugin>` or `<plugin>.<lane>`."
        })
      )
    }).annotate({ description: "Background jobs. A lane's jobs never wait for those of another." })
  ),
  cache: optional(
    Schema.Struct({ memoryBytesMax: optional(Int("Memory for cached upstream answers. Default 64 MiB.", 1, 2 ** 40)) })
  ),
  egress: optional(
    Schema.Struct({
      http: optional(Schema.Boolean.annotate({ description: "Allow http beside https. Default false." })),
      ports: optional(
        Schema.Array(Int("A port.", 1, 65_535)).annotate({
          description: "Ports that may be called. Default 80 and 443."
        })
      ),
      nameservers: optional(
        Schema.Array(Text("`address` or `address:port`.")).annotate({
          description: "Name servers to ask. Default: those of the machine."
        })
      ),
      requestsMax: optional(Int("Most calls at once. Default 64.", 1, 10_000)),
      loopbackPort: optional(
        Int("One port of this machine that may be called, for tests and the sandbox. Default none.", 1, 65_535)
      )
    }).annotate({
      description: "Calls to addresses that customers give, as for webhooks. Only public addresses are called."
    })
  ),
  files: optional(
    Schema.Struct({
      bytesMax: optional(Int("Longest file, in bytes. Default 5 MiB.", 1024, 8 * 1024 * 1024)),
      accountBytesMax: optional(Int("Bytes of files that one account may keep. Default 200 MiB.", 1024, 2 ** 40))
    }).annotate({ description: "Generated files, as images and exports, kept in PostgreSQL until they expire." })
  ),
  ledger: optional(
    Schema.Struct({
      batchMax: optional(Int("Most charges in one statement. Default 256.", 1, 10_000)),
      statementsMax: optional(Int("Ledger statements in flight at once. Default 2.", 1, 64)),
      patienceMs: optional(Int("How long a charge may wait for the database. Default 3 000.", 100, 60_000))
    })
  ),
  logs: optional(
    Schema.Struct({
      level: optional(Schema.Literals(["Debug", "Info", "Warn", "Error", "None"])),
      format: optional(Schema.Literals(["pretty", "json"]))
    }).annotate({ description: "Log lines on standard error. Secrets are never among them." })
  ),
  telemetry: optional(
    Schema.Struct({
      otlpUrl: optional(Text("OTLP/HTTP collector that traces, metrics and logs go to, as http://127.0.0.1:4318.")),
      keptAnswersEvery: optional(
        Int(
          "Of answers given from memory, one in so many leaves a span; those whose caller traces them always do. Default 100; 0: none.",
          0,
          1_000_000
        )
      )
    })
  ),
  metrics: optional(
    Schema.Struct({ enabled: optional(Schema.Boolean.annotate({ description: "Serve GET /metrics. Default true." })) })
  ),
  sandbox: optional(
    Schema.Struct({
      seed: optional(Int("Seed of the invented stores. Default 1.", 0, 2 ** 31)),
      recordings: optional(Text("Folder of recorded answers to serve instead, relative to the working directory."))
    }).annotate({ description: "Start the upstreams as servers on loopback; ${sandbox.<name>} gives their addresses." })
  ),
  plans: optional(
    Schema.Record(
      Schema.String,
      Schema.Struct({
        features: optional(
          Schema.Record(
            Schema.String,
            Schema.NullOr(Int("How much of the feature the plan has; null: without limit. 0: none.", 0, 2 ** 31))
          ).annotate({ description: "Features by name, as plugins declare them, in place of the plugin's own limits." })
        )
      })
    ).annotate({ description: "What plans include beside credits, by plan id." })
  ),
  plugins: Schema.Record(Schema.String, Schema.NullOr(PluginEntry)).annotate({
    description: "The plugins that run, in any order. What is not named here is not even imported."
  })
})
export type GatewayConfig = typeof GatewayConfig.Type

/** What the environment may set. */
export interface Environment {
  readonly PORT?: string | undefined
  readonly DATABASE_URL?: string | undefined
  readonly REDIS_URL?: string | undefined
  readonly [name: string]: string | undefined
}

export interface LoadedConfig {
  readonly file: string
  readonly folder: string
  readonly config: GatewayConfig
  readonly environment: Environment
  readonly databaseUrl: Redacted.Redacted<string> | undefined
  readonly redisUrl: Redacted.Redacted<string> | undefined
  readonly dataDir: string
  readonly host: string
  readonly port: number
}

const decode = Schema.decodeUnknownEffect(GatewayConfig, { onExcessProperty: "error", errors: "all" })

const portOf = (text: string) => {
  const port = Number(text)
  return /^\d{1,5}$/.test(text) && port <= 65_535
    ? Effect.succeed(port)
    : Effect.fail(new BootError({ subject: "PORT", reason: `'${text}' is no port; set a number from 0 to 65535` }))
}

/** A config file as it is written. */
export interface ConfigFile {
  readonly path: string
  readonly folder: string
  readonly document: Document.Parsed
  readonly lines: LineCounter
  readonly raw: unknown
}

/** Reads a config file and parses its YAML. */
export const readConfigFile = Effect.fn("readConfigFile")(function* (
  file: string
): Effect.fn.Return<ConfigFile, BootError> {
  const path = resolve(file)
  const text = yield* Effect.try({
    try: () => readFileSync(path, "utf8"),
    catch: () => new BootError({ subject: path, reason: "the config file cannot be read; check STOREGLASS_CONFIG" })
  })
  const lines = new LineCounter()
  const document = parseDocument(text, { uniqueKeys: true, lineCounter: lines })
  if (document.errors.length > 0) {
    const problems = document.errors.map(({ message }) => ({
      at: [],
      message: `no valid YAML: ${(message.split("\n")[0] ?? "").replace(/:$/, "")}`
    }))
    return yield* failOf(problems, path)
  }
  return { path, folder: dirname(path), document, lines, raw: document.toJS() }
})

/** Names that the environment gives another value are not looked up: an address that nobody asks for may be missing. */
const withoutOverridden = (raw: unknown, environment: Environment) => {
  if (!Predicate.isObject(raw)) return raw
  const overridden = { database: environment.DATABASE_URL, redis: environment.REDIS_URL }
  return Object.fromEntries(
    Object.entries(raw).map(([name, section]) => {
      if (Reflect.get(overridden, name) === undefined || !Predicate.hasProperty(section, "url")) return [name, section]
      const { url: _, ...rest } = section
      return [name, rest]
    })
  )
}

/** Puts in what the sections refer to, but for those of the plugins: they may name the sandbox, which has yet to start. */
const expandSections = (raw: unknown, references: References) => {
  if (!Predicate.isObject(raw)) return { value: raw, problems: [] }
  const { plugins, ...sections } = { plugins: undefined, ...raw }
  const { problems, value } = expand(sections, references)
  return { value: Predicate.isObject(value) && "plugins" in raw ? { ...value, plugins } : value, problems }
}

/** Reads and checks a config file. Every mistake is told with its path; the first line is the first mistake. */
export const loadConfig = Effect.fn("loadConfig")(function* (
  file: string,
  environment: Environment
): Effect.fn.Return<LoadedConfig, BootError> {
  return yield* settle(yield* readConfigFile(file), environment)
})

/** Checks a config file that was read. */
export const settle = Effect.fnUntraced(function* (
  { folder, path, raw }: ConfigFile,
  environment: Environment
): Effect.fn.Return<LoadedConfig, BootError> {
  // A name that is not set must not quietly mean the own database, or no Redis.
  const expanded = expandSections(withoutOverridden(raw, environment), { variables: environment, folder })
  const decoded = yield* Effect.result(decode(expanded.value))
  const port = yield* Effect.result(
    environment.PORT === undefined || environment.PORT === "" ? Effect.undefined : portOf(environment.PORT)
  )
  if (Result.isFailure(decoded) || Result.isFailure(port) || expanded.problems.length > 0) {
    const unset = new Set(expanded.problems.map(({ at }) => at.join(".")))
    const wrong = Result.isFailure(decoded)
      ? problemsOf(decoded.failure).filter(({ at }) => !unset.has(at.join(".")))
      : []
    const failures = [
      ...(wrong.length === 0 ? [] : [failOf(wrong, path)]),
      ...(expanded.problems.length === 0 ? [] : [failOf(expanded.problems)]),
      ...(Result.isFailure(port) ? [port.failure] : [])
    ]
    return yield* combined(failures) ?? Effect.die(new Error("no failure"))
  }
  const config = decoded.success
  const secret = (value: string | undefined) => (value === undefined || value === "" ? undefined : Redacted.make(value))
  return {
    file: path,
    folder,
    config,
    environment,
    databaseUrl: secret(environment.DATABASE_URL ?? config.database?.url),
    redisUrl: secret(environment.REDIS_URL ?? config.redis?.url),
    dataDir: resolve(folder, config.dataDir ?? "../.storeglass"),
    host: config.server?.host ?? "127.0.0.1",
    port: port.success ?? config.server?.port ?? 3000
  }
})
