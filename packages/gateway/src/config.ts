import { resolve } from "node:path"
import { accountRateDefaults, isNetwork, keyShareDefault } from "@storeglass/core"
import { Effect, Predicate, Record, Redacted, Result, Schema } from "effect"
import { BootError, combined } from "./BootError.ts"
import { type ConfigFile, readConfigFile } from "./configFile.ts"
import { problemsOf } from "./problems.ts"
import { expand, failOf, type References } from "./references.ts"

const Int = (description: string, min: number, max: number) =>
  Schema.Int.check(Schema.isBetween({ minimum: min, maximum: max })).annotate({ description })
const Text = (description: string) => Schema.NonEmptyString.annotate({ description })
const optional = Schema.optionalKey
const Network = Schema.String.check(
  Schema.makeFilter((text: string) =>
    isNetwork(text) ? undefined : "must be an address or a network such as 10.0.0.0/8"
  )
).annotate({ description: "An address or a network." })

/** One entry under `plugins`: the plugin's own settings, and for a plugin from elsewhere where it is. */
const PluginEntry = Schema.Record(Schema.String, Schema.Unknown).annotate({
  description:
    "The plugin's settings, by its own schema. `package` says where to find a plugin that isn't in plugins/: an npm package or a path relative to this file."
})

const Rate = Schema.Struct({
  perSecond: Int("Requests a second.", 1, 1_000_000),
  burst: Int("Requests at once, after a pause.", 1, 10_000_000)
})
const rateText = (key: string) => {
  const rates = Object.entries(accountRateDefaults).map(
    ([plan, { burst, perSecond }]) => `${plan} ${perSecond}, burst ${burst}`
  )
  return `${key} Defaults: ${rates.join("; ")}.`
}

/** The config file. Unknown keys are refused with their path. */
export const GatewayConfig = Schema.Struct({
  server: optional(
    Schema.Struct({
      host: optional(Text("Address to listen on. Default 127.0.0.1: only this machine.")),
      port: optional(Int("Port to listen on. Default 3000; 0 picks a free one. PORT overrides it.", 0, 65_535)),
      lameDuckMs: optional(
        Int("After SIGTERM, how long new requests are still accepted while readiness is false. Default 0.", 0, 300_000)
      ),
      drainMsMax: optional(
        Int("After that, how long running requests may take to finish. Default 10 000.", 0, 300_000)
      ),
      requestsMax: optional(Int("Maximum requests handled at once. Default 2 000.", 1, 1_000_000)),
      requestsPerAccountMax: optional(
        Int("Maximum requests of one account handled at once. Default 500.", 1, 1_000_000)
      ),
      publicRequestsMax: optional(
        Int(
          "Maximum of those that need no key, such as MCP's messages; the rest is for customers. Default half of requestsMax.",
          1,
          1_000_000
        )
      ),
      connectionsMax: optional(Int("Maximum open connections. Default 20 000.", 1, 1_000_000)),
      connectionsPerAddressMax: optional(
        Int(
          "Maximum open connections from one address, or one /64 of IPv6; those in trustedProxies have no such limit. Default 500.",
          1,
          1_000_000
        )
      ),
      trustedProxies: optional(
        Schema.Array(Network).annotate({
          description:
            "Your load balancers, as addresses or networks such as 10.0.0.0/8: their X-Forwarded-For is believed. Default none."
        })
      ),
      publicUrl: optional(Text("The address where callers reach the gateway, for OpenAPI and docs.")),
      cors: optional(
        Schema.Struct({
          origins: Schema.Array(
            Schema.String.check(
              Schema.isPattern(/^(?:\*|https?:\/\/[^/?#\s]+)$/, {
                message: "must be * or an origin such as https://app.example.com"
              })
            ).annotate({ description: "An origin such as https://app.example.com, or * for any." })
          )
        }).annotate({
          description:
            "Web pages of other origins that may call the API. Anyone who opens a page can read a key in it. Default none."
        })
      )
    }).annotate({ description: "The HTTP server." })
  ),
  internal: optional(
    Schema.Struct({
      host: optional(Text("Address to listen on. Default 127.0.0.1: only this machine.")),
      port: optional(
        Int("Port to listen on. Default server.port + 1000; 0 picks a free one, as it does when that is 0.", 0, 65_535)
      )
    }).annotate({
      description: "The operator's pages, apart from the API: GET /metrics, /health with all its details, and /ready."
    })
  ),
  database: optional(
    Schema.Struct({
      url: optional(
        Text(
          "PostgreSQL address. Of several hosts, as in postgresql://user:password@a:5432,b:5432/storeglass, the one that isn't in recovery is used. Without it, the built-in PostgreSQL runs on dataDir. DATABASE_URL overrides it."
        )
      ),
      readUrl: optional(
        Text(
          "Address of a standby that usage is read from, for as long as it's synchronous and synchronous_commit is remote_apply; otherwise, and by default, usage is read from the primary."
        )
      ),
      clockSkewMsMax: optional(
        Schema.NullOr(
          Int(
            "How far the clocks of this machine and PostgreSQL may be apart; beyond it the gateway doesn't start, and isn't ready. Default 30 000; null: no bound.",
            100,
            86_400_000
          )
        )
      ),
      connectionsMax: optional(Int("Maximum connections of this process. Default 20.", 6, 1000)),
      acceptUnsafeSettings: optional(
        Schema.Boolean.annotate({
          description:
            "Start although the server has fsync or full_page_writes off: for data that may be lost, or storage that makes up for it. Default false."
        })
      )
    }).annotate({ description: "PostgreSQL, which holds accounts, keys, the ledger, jobs and the plugins' tables." })
  ),
  redis: optional(
    Schema.Struct({
      url: optional(
        Text("Redis address. Without it, each process has its own caches and limits. REDIS_URL overrides it.")
      )
    }).annotate({ description: "Redis, through which nodes share caches, rate limits and breakers." })
  ),
  dataDir: optional(
    Text("Folder for the built-in database and key files, relative to this file. Default ../.storeglass.")
  ),
  vault: optional(
    Schema.Struct({
      currentKeyId: Text("Id of the key that seals new secrets."),
      keys: Schema.Record(Schema.String, Schema.NonEmptyString).annotate({
        description: "Keys by id: 32 bytes each, in base64. Without `vault`, a key file is kept in dataDir."
      })
    }).annotate({ description: "Keys that seal customers' secrets." })
  ),
  jobs: optional(
    Schema.Struct({
      concurrency: optional(
        Int(
          "Jobs at once in each lane that doesn't set its own number; each plugin has one such lane. 0: this node runs none. Default 4.",
          0,
          256
        )
      ),
      lanes: optional(
        Schema.Record(Schema.String, Int("Jobs at once; 0: this node leaves the lane to others.", 0, 256)).annotate({
          description: "Jobs at once by lane, as `storeglass jobs status` lists them: `<plugin>` or `<plugin>.<lane>`."
        })
      )
    }).annotate({ description: "Background jobs. Jobs never wait for those of another lane." })
  ),
  cache: optional(
    Schema.Struct({ memoryBytesMax: optional(Int("Memory for cached upstream answers. Default 64 MiB.", 1, 2 ** 40)) })
  ),
  egress: optional(
    Schema.Struct({
      http: optional(Schema.Boolean.annotate({ description: "Allow http as well as https. Default false." })),
      ports: optional(
        Schema.Array(Int("A port.", 1, 65_535)).annotate({
          description: "Ports that may be called. Default 80 and 443."
        })
      ),
      nameservers: optional(
        Schema.Array(Text("`address` or `address:port`.")).annotate({
          description: "Name servers to ask. Default: the machine's."
        })
      ),
      requestsMax: optional(Int("Maximum calls at once. Default 64.", 1, 10_000)),
      loopbackPort: optional(
        Int("One port of this machine that may be called, for tests and the sandbox. Default none.", 1, 65_535)
      )
    }).annotate({
      description: "Calls to addresses that customers give, such as webhooks. Only public addresses are called."
    })
  ),
  files: optional(
    Schema.Struct({
      bytesMax: optional(Int("Longest file, in bytes. Default 5 MiB.", 1024, 8 * 1024 * 1024)),
      accountBytesMax: optional(Int("Bytes of files one account may keep. Default 200 MiB.", 1024, 2 ** 40))
    }).annotate({ description: "Generated files, such as images and exports, kept in PostgreSQL until they expire." })
  ),
  billing: optional(
    Schema.Struct({
      emptyAnswers: optional(
        Schema.Literals(["charged", "free"]).annotate({
          description:
            "What an answer costs that has nothing in it for its caller: nothing was collected yet, or the page is past the last. Default charged, as every success."
        })
      )
    }).annotate({ description: "What is charged." })
  ),
  idempotency: optional(
    Schema.Struct({
      runMsMax: optional(
        Int("A request with an Idempotency-Key that takes longer is stopped. Default 120 000.", 1_000, 3_600_000)
      ),
      recordsPerAccountMax: optional(
        Int("Maximum Idempotency-Keys of one account that are kept at a time. Default 100 000.", 1, 100_000_000)
      )
    }).annotate({ description: "Requests with an Idempotency-Key, and their answers, which are kept for a day." })
  ),
  vendorWrites: optional(
    Schema.Struct({
      settleMsMax: optional(
        Int(
          "How long a request waits for the outcome of a change whose answer was lost; then it's 502 WRITE_OUTCOME_UNKNOWN, and is settled in the background. Default 10 000.",
          100,
          60_000
        )
      )
    }).annotate({ description: "Changes at vendors." })
  ),
  ledger: optional(
    Schema.Struct({
      batchMax: optional(Int("Maximum charges in one statement. Default 256.", 1, 10_000)),
      statementsMax: optional(Int("Ledger statements in flight at once. Default 2.", 1, 64)),
      patienceMs: optional(Int("How long a charge may wait for the database. Default 3 000.", 100, 60_000)),
      doubtsDir: optional(
        Text(
          "Folder where charges are written down that the database didn't confirm, until they are given back; relative to this file. It should outlive the process. Default `doubts` in dataDir."
        )
      )
    })
  ),
  operators: optional(
    Schema.Struct({
      mail: optional(
        Schema.Array(
          Schema.String.check(
            Schema.isPattern(/^[^\s@<>]+@[^\s@<>]+$/, { message: "must be an e-mail address such as ops@example.com" })
          ).annotate({ description: "An e-mail address." })
        ).annotate({
          description: "Who is mailed what operators must see to, once a cause and day. Default none."
        })
      )
    }).annotate({ description: "Who operates this gateway." })
  ),
  requestLog: optional(
    Schema.Struct({
      enabled: optional(
        Schema.Boolean.annotate({ description: "Keep a row of each request of a known account. Default true." })
      ),
      keepDays: optional(Int("Rows are kept for so many days. Default 30.", 1, 400)),
      rowsPerSecondMax: optional(
        Int(
          "Most rows of one account in a second. Over it, its successes are sampled, and a row says how many it stands for. Default 100.",
          1,
          10_000
        )
      ),
      processRowsPerSecondMax: optional(
        Int(
          "Most rows of one process in a second. Over it, successes of the accounts that ask most are sampled in the same way. Default 1 000.",
          1,
          1_000_000
        )
      ),
      queueMax: optional(
        Int(
          "Most rows that wait for the database; what comes then is dropped and counted. Default 20 000.",
          100,
          1_000_000
        )
      )
    }).annotate({
      description:
        "The log of customers' requests: address, status, cost, never headers or bodies. An account may switch its own off."
    })
  ),
  logs: optional(
    Schema.Struct({
      level: optional(Schema.Literals(["Debug", "Info", "Warn", "Error", "None"])),
      format: optional(Schema.Literals(["pretty", "json"]))
    }).annotate({ description: "Log lines on standard error. They never contain secrets." })
  ),
  telemetry: optional(
    Schema.Struct({
      otlpUrl: optional(Text("OTLP/HTTP collector for traces, metrics and logs, such as http://127.0.0.1:4318.")),
      keptAnswersEvery: optional(
        Int(
          "One in this many answers from memory leaves a span; those that the caller traces always do. Default 100; 0: none.",
          0,
          1_000_000
        )
      )
    })
  ),
  metrics: optional(
    Schema.Struct({
      enabled: optional(
        Schema.Boolean.annotate({ description: "Serve GET /metrics on the internal port. Default true." })
      )
    })
  ),
  sandbox: optional(
    Schema.Struct({
      seed: optional(Int("Seed of the invented stores. Default 1.", 0, 2 ** 31)),
      recordings: optional(
        Text("Folder of recorded answers to serve instead of invented ones, relative to the working directory.")
      )
    }).annotate({ description: "Run the upstreams as servers on loopback; ${sandbox.<name>} gives their addresses." })
  ),
  limits: optional(
    Schema.Struct({
      address: optional(
        Schema.NullOr(Rate).annotate({
          description:
            "For each client address (of IPv6 its /64): requests without a key and with a wrong one. Default 50 a second, burst 1 000; null: no limit."
        })
      ),
      accounts: optional(
        Schema.NullOr(Schema.Struct(Record.map(accountRateDefaults, () => optional(Schema.NullOr(Rate))))).annotate({
          description: rateText("For each account, by its plan; null: no limit.")
        })
      ),
      keys: optional(
        Schema.NullOr(Schema.Number.check(Schema.isBetween({ minimum: 0.01, maximum: 1 }))).annotate({
          description: `The share of its account's rate that a single key may take, so that one key can't stop the account's others. Default ${keyShareDefault}; null: all of it.`
        })
      )
    }).annotate({
      description:
        "Requests a second, beside the credits of the month. Over it: 429 TOO_MANY_REQUESTS with Retry-After. Counted over all nodes with Redis, and by each node without."
    })
  ),
  audit: optional(
    Schema.Struct({
      keptDays: optional(Int("Days for which rows of the audit log are kept. Default 400.", 30, 36_500))
    }).annotate({ description: "Who changed what, as `storeglass audit` lists it." })
  ),
  plans: optional(
    Schema.Record(
      Schema.String,
      Schema.Struct({
        features: optional(
          Schema.Record(
            Schema.String,
            Schema.NullOr(Int("How much of the feature the plan includes; null: unlimited, 0: none.", 0, 2 ** 31))
          ).annotate({ description: "Features by name, as plugins declare them; overrides the plugin's own limits." })
        )
      })
    ).annotate({ description: "What plans include besides credits, by plan id." })
  ),
  plugins: Schema.Record(Schema.String, Schema.NullOr(PluginEntry)).annotate({
    description: "The plugins to run, in any order. Others aren't even imported."
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
  readonly databaseReadUrl: Redacted.Redacted<string> | undefined
  readonly redisUrl: Redacted.Redacted<string> | undefined
  readonly dataDir: string
  readonly host: string
  readonly port: number
  /** Of the operator's pages. */
  readonly internal: { readonly host: string; readonly port: number }
}

const highestPort = 65_535
/** Where the operator's pages are unless the config says so: as many nodes on one machine as have ports of their own. */
const internalPortOf = (port: number) => (port === 0 ? 0 : port + 1_000 > highestPort ? port - 1_000 : port + 1_000)

const decode = Schema.decodeUnknownEffect(GatewayConfig, { onExcessProperty: "error", errors: "all" })

const portOf = (text: string) => {
  const port = Number(text)
  return /^\d{1,5}$/.test(text) && port <= 65_535
    ? Effect.succeed(port)
    : Effect.fail(new BootError({ subject: "PORT", reason: `'${text}' isn't a port; set a number from 0 to 65535` }))
}

/** Names that the environment overrides aren't looked up: an address that nobody asks for may be missing. */
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

/** Where charges in doubt are written down. */
export const doubtsDirOf = ({ config, dataDir, folder }: LoadedConfig) =>
  config.ledger?.doubtsDir === undefined ? resolve(dataDir, "doubts") : resolve(folder, config.ledger.doubtsDir)

/** Reads and checks a config file. Every mistake is reported with its path; the first line is the first mistake. */
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
  // A name that is not set must not quietly mean the built-in database, or no Redis.
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
  const listensOn = port.success ?? config.server?.port ?? 3000
  return {
    file: path,
    folder,
    config,
    environment,
    databaseUrl: secret(environment.DATABASE_URL ?? config.database?.url),
    databaseReadUrl: secret(config.database?.readUrl),
    redisUrl: secret(environment.REDIS_URL ?? config.redis?.url),
    dataDir: resolve(folder, config.dataDir ?? "../.storeglass"),
    host: config.server?.host ?? "127.0.0.1",
    port: listensOn,
    internal: {
      host: config.internal?.host ?? "127.0.0.1",
      port: config.internal?.port ?? internalPortOf(listensOn)
    }
  }
})
