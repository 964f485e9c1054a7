import { randomUUID } from "node:crypto"
import { Accounts, CreditLedger, Outbox, type OutboxMail, type PlanId, periodOf } from "@storeglass/core"
import {
  type BootOptions,
  boot,
  contextOf,
  erased,
  type HostServices,
  PluginContexts,
  type RunningGateway,
  workOf
} from "@storeglass/gateway"
import type { Bucket, JobDelivery, JobRef, Scope as KeyScope, Plugin } from "@storeglass/plugin-api"
import { violationText } from "@storeglass/sandbox"
import { Clock, Context, Effect, Exit, type LogLevel, Redacted, References, Schema, Scope } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import type { HttpApiGroup } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { afterAll, afterEach, beforeAll } from "vitest"
import type { AdjustableClock } from "./AdjustableClock.ts"
import { ownDatabase, ownDatabaseWith } from "./databases.ts"
import { besideCheckout, configFileOf } from "./settings.ts"

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
  /** The time of the gateway. Default: that of the machine. */
  readonly clock?: AdjustableClock
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
  /** Text, bytes and forms go as they are; anything else as JSON. */
  readonly body?: unknown
  readonly signal?: AbortSignal
  /** Told as soon as the head of the answer is there. */
  readonly onHead?: (response: Response) => void
}

export interface TestAccount {
  readonly accountId: string
  readonly keyId: string
  readonly key: string
}

/** A running gateway and what a test does with it. `Services` are those of the plugin under test. */
export interface TestGateway<Services = never> {
  readonly url: string
  readonly running: RunningGateway
  readonly ask: (path: string, options?: AskOptions) => Promise<Answer>
  /** Asks for one of the operator's pages, such as `/health`. */
  readonly askInternal: (path: string) => Promise<Answer>
  readonly account: (options?: {
    readonly plan?: PlanId
    readonly scopes?: ReadonlyArray<KeyScope>
  }) => Promise<TestAccount>
  /** Runs an effect with the services of the gateway, and those of the plugin under test. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, HostServices | Services>) => Promise<A>
  /** Makes one attempt at a job here and now, outside of the queue; fails when it fails. */
  readonly runJob: <A>(ref: JobRef<A>, payload: A, delivery?: Partial<JobDelivery>) => Promise<void>
  /** Uses up what is left of a bucket but for `left` credits. */
  readonly drain: (accountId: string, bucket?: Bucket, left?: number) => Promise<void>
  /** The mails that were sent, newest first; of one address or of all. */
  readonly outbox: (to?: string) => Promise<ReadonlyArray<OutboxMail>>
  /** Credits used in a bucket this month. */
  readonly used: (accountId: string, bucket?: Bucket) => Promise<number>
  /** Credits of a bucket that are neither used nor held this month. */
  readonly remaining: (accountId: string, bucket?: Bucket) => Promise<number>
}

const parseJson = Schema.decodeUnknownExit(Schema.fromJsonString(Schema.Unknown))

/** Sends one request and reads the whole answer. */
export const askUrl = async (
  url: string,
  { body, headers, key, method, onHead, signal }: AskOptions = {}
): Promise<Answer> => {
  const all: Record<string, string> = { ...headers }
  if (key !== undefined) all["x-api-key"] = key
  const sent: BodyInit | undefined =
    body instanceof Uint8Array
      ? new Uint8Array(body)
      : body === undefined || typeof body === "string" || body instanceof FormData
        ? body
        : JSON.stringify(body)
  const typed = Object.keys(all).some((name) => name.toLowerCase() === "content-type")
  // The boundary of a form is in its type, which fetch makes.
  if (sent !== undefined && !typed && !(sent instanceof FormData)) all["content-type"] = "application/json"
  const response = await fetch(url, {
    method: method ?? "GET",
    headers: all,
    redirect: "manual",
    ...(signal === undefined ? {} : { signal }),
    ...(sent === undefined ? {} : { body: sent })
  })
  onHead?.(response)
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
  const configFile = yield* configFileOf(options)
  const databaseUrl =
    options.databaseUrl ??
    (yield* options.further === undefined
      ? ownDatabaseWith(configFile, Object.keys(options.plugins ?? {}))
      : ownDatabase)
  const running = yield* boot({
    configFile,
    environment: { DATABASE_URL: Redacted.value(databaseUrl), REDIS_URL: options.redisUrl },
    recordings: options.recordings,
    descriptions: options.descriptions ?? besideCheckout,
    ...(options.further === undefined ? {} : { plugins: options.further })
  }).pipe(Effect.provideService(References.MinimumLogLevel, options.logLevel ?? "None"), (booted) =>
    options.clock === undefined ? booted : Effect.provideService(booted, Clock.Clock, options.clock.clock)
  )
  return testGateway(running, options)
})

const testGateway = (running: RunningGateway, { clock }: TestGatewayOptions): TestGateway => {
  const run: TestGateway["run"] = (effect) => {
    const provided = Effect.provideContext(effect, running.services)
    return Effect.runPromise(clock === undefined ? provided : Effect.provideService(provided, Clock.Clock, clock.clock))
  }
  const runJob: TestGateway["runJob"] = (ref, payload, delivery) =>
    run(
      Effect.gen(function* () {
        const jobs = yield* workOf(running.composition.plugins)
        const job = jobs.find(({ name }) => name === ref.name)
        if (job === undefined) return yield* Effect.die(new Error(`no enabled plugin declares the job ${ref.name}`))
        const encoded = yield* Effect.orDie(Schema.encodeEffect(ref.payload)(payload))
        yield* job.run(encoded, { id: randomUUID(), attempt: 1, attemptsMax: job.attempts ?? 10, ...delivery })
      })
    )
  const usageOf = (accountId: string, bucket: Bucket) =>
    run(
      Effect.flatMap(CreditLedger.CreditLedger, (ledger) =>
        Effect.map(ledger.usage(accountId), (usage) => usage?.buckets[bucket])
      )
    )
  return {
    url: running.url,
    running,
    run,
    runJob,
    used: async (accountId, bucket = "general") => (await usageOf(accountId, bucket))?.used ?? 0,
    remaining: async (accountId, bucket = "general") => (await usageOf(accountId, bucket))?.remaining ?? 0,
    outbox: (to) => run(Effect.flatMap(Outbox, (outbox) => outbox.list({ to }))),
    ask: (path, options) => askUrl(`${running.url}${path}`, options),
    askInternal: (path) => askUrl(`${running.internalUrl ?? running.url}${path}`),
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
    // The file's tests are kept until the run ends, and what they see with them.
    scope = undefined
    gateway = undefined
  })
  return () => {
    if (gateway === undefined) throw new Error("the gateway runs only within tests")
    return gateway
  }
}

/**
 * The same for the tests of one plugin, whose services `run` gives too, those in `own` included. Where `plugins` doesn't name
 * it, it is enabled as it is.
 */
export const usePluginGateway = <Id extends string, G extends HttpApiGroup.Constraint, Config, Needs, Offers, Own>(
  plugin: Plugin<Id, G, Config, Needs, Offers, Own>,
  { settings = {}, ...options }: TestGatewayOptions & { readonly settings?: unknown } = {}
): (() => TestGateway<Needs | Offers | Own>) => {
  const named = options.plugins?.[plugin.id] !== undefined
  const given = { plugin: erased(plugin), settings, from: "the test" }
  const start = useTestGateway(named ? options : { ...options, further: [...(options.further ?? []), given] })
  return () => {
    const gateway = start()
    const contexts = Context.get(gateway.running.services, PluginContexts)
    return {
      ...gateway,
      run: (effect) => gateway.run(Effect.provideContext(effect, contextOf(contexts, plugin)))
    }
  }
}
