import { randomUUID } from "node:crypto"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { Accounts, CreditLedger, Outbox, type OutboxMail, type PlanId, periodOf } from "@storeglass/core"
import { EmbeddedPostgres } from "@storeglass/embedded-postgres"
import { type BootOptions, boot, type HostServices, type RunningGateway } from "@storeglass/gateway"
import type { Bucket, Scope as KeyScope } from "@storeglass/plugin-api"
import { violationText } from "@storeglass/sandbox"
import { Clock, Effect, Exit, type LogLevel, Redacted, References, Schema, Scope } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { afterAll, afterEach, beforeAll, inject } from "vitest"
import { parse, stringify } from "yaml"

/** The repository's root. */
export const root = resolve(import.meta.dirname, "../../..")

export interface TestGatewayOptions {
  /** Plugins by id, with settings over those of config/sandbox.yaml; `true` takes them as they are. */
  readonly plugins?: Readonly<Record<string, true | Readonly<Record<string, unknown>>>>
  /** Plugins made by the test. */
  readonly further?: BootOptions["plugins"]
  /** Recorded answers instead of the invented stores. */
  readonly recordings?: string
  /** Further sections of the config file. */
  readonly config?: Readonly<Record<string, unknown>>
  /** Default: an empty database of its own. */
  readonly databaseUrl?: Redacted.Redacted<string>
  readonly redisUrl?: string
  /** Default None: tests provoke what would be warned of. */
  readonly logLevel?: LogLevel.LogLevel
  /** Folder of the vendors' own descriptions, against which doubles are held. Default: the one beside the checkout. */
  readonly descriptions?: string
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON; undefined when it is none. */
  readonly json: unknown
}

export interface AskOptions {
  readonly method?: string
  readonly key?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface TestAccount {
  readonly accountId: string
  readonly keyId: string
  readonly key: string
}

/** A running gateway and what a test does with it. */
export interface TestGateway {
  readonly url: string
  readonly running: RunningGateway
  readonly ask: (path: string, options?: AskOptions) => Promise<Answer>
  readonly account: (options?: {
    readonly plan?: PlanId
    readonly scopes?: ReadonlyArray<KeyScope>
  }) => Promise<TestAccount>
  /** Runs an effect with the services of the gateway. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, HostServices>) => Promise<A>
  /** Uses up what is left of a bucket but for `left` credits. */
  readonly drain: (accountId: string, bucket?: Bucket, left?: number) => Promise<void>
  /** The mails that were sent, newest first; of one address or of all. */
  readonly outbox: (to?: string) => Promise<ReadonlyArray<OutboxMail>>
  /** Credits used in a bucket this month. */
  readonly used: (accountId: string, bucket?: Bucket) => Promise<number>
}

declare module "vitest" {
  export interface ProvidedContext {
    databaseUrl: string
  }
}

/** A new, empty database on the run's PostgreSQL; dropped by the end of the run with its server. */
export const freshDatabase = () =>
  EmbeddedPostgres.createDatabase(Redacted.make(inject("databaseUrl")), `t_${randomUUID().replaceAll("-", "")}`)

// A plugin outside this repository has no run-wide PostgreSQL: then each gateway starts one of its own.
const ownDatabase = Effect.suspend(() =>
  inject("databaseUrl") === undefined ? Effect.map(EmbeddedPostgres.temporary(), ({ url }) => url) : freshDatabase()
)

// Of vendors, and not ours: read where they are, and never copied.
const besideCheckout = join(root, "../shared/vendor-specs")

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {}

// Published, this package brings the settings along.
const sandboxFile = [join(root, "config/sandbox.yaml"), join(import.meta.dirname, "sandbox.yaml")].find(existsSync)

const configText = (options: TestGatewayOptions): string => {
  const sandbox = sandboxFile === undefined ? {} : asRecord(parse(readFileSync(sandboxFile, "utf8")))
  const known = asRecord(sandbox.plugins)
  const plugins = Object.fromEntries(
    Object.entries(options.plugins ?? {}).map(([id, settings]) => [
      id,
      { ...asRecord(known[id]), ...(settings === true ? {} : settings) }
    ])
  )
  return stringify({
    server: { host: "127.0.0.1", port: 0 },
    logs: { level: "None" },
    dataDir: ".",
    database: { connectionsMax: 8 },
    sandbox: { seed: 1 },
    ...options.config,
    plugins
  })
}

const parseJson = Schema.decodeUnknownExit(Schema.fromJsonString(Schema.Unknown))

/** Sends one request and reads the whole answer. */
export const askUrl = async (url: string, { body, headers, key, method }: AskOptions = {}): Promise<Answer> => {
  const all: Record<string, string> = { ...headers }
  if (key !== undefined) all["x-api-key"] = key
  if (body !== undefined && all["content-type"] === undefined) all["content-type"] = "application/json"
  const response = await fetch(url, {
    method: method ?? "GET",
    headers: all,
    redirect: "manual",
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
  })
  const text = await response.text()
  const json = parseJson(text)
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: Exit.isSuccess(json) ? json.value : undefined
  }
}

/** Boots a gateway with these plugins on a database of its own, and stops it with the scope. */
export const startTestGateway = Effect.fn("startTestGateway")(function* (options: TestGatewayOptions = {}) {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "storeglass-test-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
  )
  const configFile = join(folder, "config.yaml")
  yield* Effect.sync(() => writeFileSync(configFile, configText(options)))
  const databaseUrl = options.databaseUrl ?? (yield* ownDatabase)
  const running = yield* boot({
    configFile,
    environment: { DATABASE_URL: Redacted.value(databaseUrl), REDIS_URL: options.redisUrl },
    recordings: options.recordings,
    descriptions: options.descriptions ?? besideCheckout,
    ...(options.further === undefined ? {} : { plugins: options.further })
  }).pipe(Effect.provideService(References.MinimumLogLevel, options.logLevel ?? "None"))
  return testGateway(running)
})

const testGateway = (running: RunningGateway): TestGateway => {
  const run: TestGateway["run"] = (effect) => Effect.runPromise(Effect.provideContext(effect, running.services))
  const used: TestGateway["used"] = (accountId, bucket = "general") =>
    run(
      Effect.flatMap(CreditLedger.CreditLedger, (ledger) =>
        Effect.map(ledger.usage(accountId), (usage) => usage?.buckets[bucket].used ?? 0)
      )
    )
  return {
    url: running.url,
    running,
    run,
    used,
    outbox: (to) => run(Effect.flatMap(Outbox, (outbox) => outbox.list({ to }))),
    ask: (path, options) => askUrl(`${running.url}${path}`, options),
    account: ({ plan = "medium", scopes } = {}) =>
      run(
        Effect.gen(function* () {
          const accounts = yield* Accounts.Accounts
          const account = yield* accounts.create({ email: `${randomUUID()}@example.com`, plan })
          const made = yield* accounts.createKey({
            accountId: account.id,
            name: "test",
            ...(scopes === undefined ? {} : { scopes })
          })
          return { accountId: account.id, keyId: made.key.id, key: Redacted.value(made.value) }
        })
      ),
    drain: (accountId, bucket = "general", left = 0) =>
      run(
        Effect.gen(function* () {
          const ledger = yield* CreditLedger.CreditLedger
          const usage = yield* ledger.usage(accountId)
          const credits = (usage?.buckets[bucket].remaining ?? 0) - left
          if (credits <= 0) return
          yield* ledger.settle({
            id: uuidV7Unsafe(),
            accountId,
            bucket: bucket === "general" ? 0 : bucket === "aiVisibility" ? 1 : 2,
            period: periodOf(yield* Clock.currentTimeMillis),
            credits,
            operationId: yield* ledger.operationId("test drain")
          })
        })
      )
  }
}

/** The ledger's entries of an account, oldest first. */
export const entriesOf = (accountId: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql<{ id: string; kind: string; used_delta: number; operation: string }>`
        SELECT e.id, e.kind, e.used_delta, o.name AS operation FROM core_credit_entries e
        JOIN core_operations o ON o.id = e.operation_id WHERE e.account_id = ${accountId}::uuid ORDER BY e.at, e.id`
  )

const startMsMax = 60_000

/** Starts a gateway before the tests of the suite at hand, and stops it after them. */
export const useTestGateway = (options: TestGatewayOptions = {}): (() => TestGateway) => {
  let gateway: TestGateway | undefined
  let scope: Scope.Closeable | undefined
  beforeAll(async () => {
    scope = await Effect.runPromise(Scope.make())
    gateway = await Effect.runPromise(Scope.provide(startTestGateway(options), scope))
    for (const told of gateway.running.sandbox?.undescribed ?? []) process.stderr.write(`${told}\n`)
  }, startMsMax)
  // A test that asks a vendor for what it does not have fails, whatever the double made of it.
  afterEach(() => {
    const control = gateway?.running.sandbox?.control
    const violations = control?.violations() ?? []
    control?.clearViolations()
    if (violations.length > 0) throw new Error(violations.map(violationText).join("\n"))
  })
  afterAll(async () => {
    if (scope !== undefined) await Effect.runPromise(Scope.close(scope, Exit.void))
  })
  return () => {
    if (gateway === undefined) throw new Error("the gateway runs only within tests")
    return gateway
  }
}
