import { join } from "node:path"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import {
  AccountAdminLive,
  AccountDeletions,
  AccountExports,
  Accounts,
  AlertSource,
  AlertsLive,
  ApiKeysLive,
  AuditLogLive,
  appliedMigrations,
  CachesLive,
  ClientAddresses,
  ClockSkew,
  ConnectionAlerts,
  ConnectionHooks,
  ConnectionSchedules,
  ConnectionsLive,
  ConnectionWatch,
  ContentLive,
  CreditLedger,
  CreditUsageLive,
  coreMigrations,
  Database,
  type DatabaseAddress,
  DeliveriesLive,
  DirectoryLive,
  EmptyAnswers,
  EntitlementsLive,
  EntitlementsMisconfigured,
  EventsLive,
  FilesLive,
  Guard,
  HttpMetrics,
  Idempotency,
  innermostMessage,
  JobAdminLive,
  JobsLive,
  JobWorkersLive,
  KeptAnswerSampling,
  KeyRing,
  Lifecycle,
  LocksLive,
  MailerLive,
  MailSource,
  MemberSource,
  Middlewares,
  MigrationError,
  migrate,
  NodeIdentity,
  OperatorAlertAdminLive,
  OperatorAlertsLive,
  OutboxLive,
  Primary,
  PublicUrl,
  RateLimits,
  RedisLive,
  RequestLogLive,
  RequestRecorder,
  ScheduleAdminLive,
  SchedulesLive,
  ScheduleTickerLive,
  SecurityLog,
  SharedAnswers,
  TokensLive,
  UpstreamsLive,
  UsageReads,
  type VaultKeys,
  VaultLive,
  VendorWriteLogLive,
  VendorWritesLive,
  WatchedEgressLive,
  withDeadJobs
} from "@storeglass/core"
import { readExamples } from "@storeglass/docs"
import { AccountMembers, AlertSink, Events, Jobs, MailSender } from "@storeglass/plugin-api"
import { type Context, Duration, Effect, Layer, Option, Predicate, type Redacted } from "effect"
import { Headers, HttpRouter, HttpServer, UrlParams } from "effect/http"
import { NetAddress } from "effect/net"
import { healthOf, jobsOf, routesOf, servicesOf, workOf } from "./AnyPlugin.ts"
import { BootError } from "./BootError.ts"
import type { Composition } from "./compose.ts"
import { doubtsDirOf, type LoadedConfig } from "./config.ts"
import { corsFor } from "./cors.ts"
import * as Dispatch from "./Dispatch.ts"
import { secretHeaderNames } from "./declared.ts"
import { documentedOf } from "./documented.ts"
import { assertDurable, tellOfStandbys } from "./durability.ts"
import * as GatewayStateLive from "./GatewayStateLive.ts"
import * as GuardedRouter from "./guardedRouter.ts"
import { HostInfo } from "./HostInfo.ts"
import * as InternalPages from "./InternalPages.ts"
import { lazily } from "./json.ts"
import { openApiOf } from "./openapi/document.ts"
import { published } from "./openapi/published.ts"
import * as Operations from "./operations.ts"
import { PluginContexts } from "./PluginContexts.ts"
import * as Probes from "./Probes.ts"
import * as Pages from "./pages.ts"
import { makeFront } from "./server.ts"
import { healthReport } from "./system/health.ts"

export interface HostOptions {
  readonly loaded: LoadedConfig
  readonly composition: Composition
  readonly databaseUrl: Redacted.Redacted<string>
  readonly vaultKeys: VaultKeys
  readonly version: string
  readonly startedAtMs: number
  readonly sandbox: false | "generated" | "recordings"
  /** The sandbox's port, to which customers' webhooks may lead. */
  readonly sandboxPort?: number | undefined
  readonly sandboxPages?: ReadonlyArray<{ readonly title: string; readonly url: string }> | undefined
  /** False: no port is opened; `Dispatch` is the only way in. Default true. */
  readonly listen?: boolean
}

/** A server that nobody can reach. */
const unheard = Layer.mergeAll(
  Layer.succeed(
    HttpServer.HttpServer,
    HttpServer.make({ serve: () => Effect.void, address: NetAddress.unixPathAddress("") })
  ),
  NodeHttpServer.layerHttpServices
)

/** What kept the gateway from starting, as one message. */
export const asBootError = (error: unknown, loaded: LoadedConfig): BootError => {
  if (error instanceof BootError) return error
  if (error instanceof MigrationError)
    return new BootError({ subject: error.owner, reason: error.message, cause: error })
  if (error instanceof EntitlementsMisconfigured)
    return new BootError({ subject: error.subject, reason: error.message })
  const reason = innermostMessage(error)
  switch (Predicate.hasProperty(error, "_tag") ? error._tag : undefined) {
    case "ServeError":
      return new BootError({
        subject: `port ${loaded.port}`,
        reason: `can't listen on ${loaded.host}:${loaded.port}: ${reason}; stop what uses it, or set PORT`,
        cause: error
      })
    case "ClockSkewed":
      return new BootError({ subject: "clock", reason })
    case "PrimaryMissing":
      return new BootError({ subject: "database", reason, cause: error })
    case "SqlError":
    case "JobsUnavailable":
      return new BootError({
        subject: "database",
        reason: `can't connect to PostgreSQL: ${reason}; check DATABASE_URL or database.url`,
        cause: error
      })
    default:
      return new BootError({ subject: "start", reason, cause: error })
  }
}

/** The database of a config: its primary, and connections there whose commits wait for the disk at least. */
export const database = (url: Redacted.Redacted<string>, connectionsMax: number, dataDir: string) =>
  Database.layer({ maxConnections: connectionsMax, applicationName: "storeglass" }).pipe(
    Layer.provideMerge(Primary.layer(url, join(dataDir, "primary.json")))
  )

/** What has connections of its own, on whichever server is the primary. */
const onPrimary = <A, E, R>(build: (database: DatabaseAddress) => Layer.Layer<A, E, R>) =>
  Layer.unwrap(Effect.map(Primary.Primary, (primary) => build({ primary })))

/** Runs the migrations that are missing; returns their names by owner. */
export const migrateAll = Effect.fn("migrateAll")(function* (composition: Composition) {
  const all = [
    { owner: "core", migrations: coreMigrations },
    ...composition.plugins.flatMap(({ plugin: { id, migrations } }) =>
      migrations === undefined ? [] : [{ owner: id, migrations }]
    )
  ]
  const applied = yield* appliedMigrations(all.map(({ owner }) => owner))
  return yield* Effect.forEach(all, ({ migrations, owner }) =>
    Effect.map(
      // At nearly every start nothing is missing, of any of them.
      Object.keys(migrations).every((name) => applied.get(owner)?.has(name) === true)
        ? Effect.succeed([])
        : migrate(owner, migrations),
      (ran) => ({ owner, migrations: ran })
    )
  )
})

/** The address under which callers reach the gateway. */
const publicUrlOf = ({ config, host, port }: LoadedConfig) =>
  config.server?.publicUrl ?? `http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${port}`

/** The vault, and what is sealed in it. */
const connectionServices = (vault: ReturnType<typeof VaultLive>, alerts: ReturnType<typeof AlertsLive>) =>
  Layer.mergeAll(TokensLive, ConnectionSchedules, ConnectionAlerts.pipe(Layer.provide(alerts))).pipe(
    Layer.provideMerge(ConnectionsLive),
    Layer.provideMerge(Layer.merge(vault, ConnectionWatch.layer))
  )

const coreServices = ({
  composition,
  databaseUrl,
  loaded,
  sandbox,
  sandboxPages = [],
  sandboxPort,
  vaultKeys,
  version
}: HostOptions) => {
  const { cache, jobs, ledger } = loaded.config
  const sql = database(databaseUrl, loaded.config.database?.connectionsMax ?? 20, loaded.dataDir)
  const migrated = Layer.effectDiscard(
    assertDurable(loaded.config.database?.acceptUnsafeSettings === true).pipe(
      Effect.andThen(tellOfStandbys),
      Effect.andThen(migrateAll(composition))
    )
  )
  const redis = loaded.redisUrl === undefined ? Layer.empty : RedisLive(loaded.redisUrl)
  const egress = WatchedEgressLive({ loopbackPort: sandboxPort, ...loaded.config.egress })
  const vault = VaultLive(vaultKeys)
  const queue = onPrimary((database) => JobsLive({ database, jobs: jobsOf(composition.plugins) }))
  const events = EventsLive(jobsOf(composition.plugins))
  const stored = Layer.mergeAll(AccountAdminLive, ApiKeysLive).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        Accounts.layer.pipe(Layer.provide(events)),
        KeyRing.layer,
        SecurityLog.layer({ sandbox: sandbox !== false }),
        AuditLogLive({
          actions: Object.assign({}, ...composition.plugins.map(({ plugin }) => plugin.audits ?? {})),
          keptDays: loaded.config.audit?.keptDays
        }),
        CreditLedger.layer({ ...ledger, doubtsDir: doubtsDirOf(loaded) }),
        NodeIdentity.layer,
        AccountDeletions.layer.pipe(Layer.provide([SchedulesLive, queue, events])),
        AccountExports.layer.pipe(Layer.provide([queue, events])),
        JobAdminLive,
        ScheduleAdminLive,
        SchedulesLive,
        events,
        queue
      )
    ),
    Layer.provideMerge(migrated)
  )
  const alerts = AlertsLive(new Map(composition.plugins.flatMap(({ plugin }) => Object.entries(plugin.alerts ?? {}))))
  const mailer = MailerLive({ sandbox: sandbox !== false })
  return {
    workers: Layer.unwrap(
      Effect.map(workOf(composition.plugins), (work) =>
        Layer.merge(
          onPrimary((database) =>
            JobWorkersLive({ database, jobs: work, concurrency: jobs?.concurrency, lanes: jobs?.lanes })
          ),
          jobs?.concurrency === 0 ? Layer.empty : ScheduleTickerLive(work)
        )
      )
    ),
    services: Layer.mergeAll(
      UpstreamsLive,
      ContentLive,
      DirectoryLive,
      GatewayStateLive.layer(composition),
      egress,
      DeliveriesLive.pipe(Layer.provide(Layer.merge(egress, vault))),
      FilesLive({ publicUrl: publicUrlOf(loaded), ...loaded.config.files }),
      EntitlementsLive({
        features: Object.fromEntries(composition.plugins.map(({ plugin }) => [plugin.id, plugin.features ?? {}])),
        plans: loaded.config.plans
      }),
      alerts,
      OperatorAlertsLive(loaded.config.operators).pipe(Layer.provideMerge(mailer)),
      OperatorAlertAdminLive,
      OutboxLive,
      CachesLive(cache ?? {}),
      connectionServices(vault, alerts),
      VendorWritesLive(loaded.config.vendorWrites),
      VendorWriteLogLive,
      loaded.databaseReadUrl === undefined
        ? CreditUsageLive
        : CreditUsageLive.pipe(Layer.provide(UsageReads.layer(loaded.databaseReadUrl))),
      RequestLogLive.pipe(Layer.provideMerge(RequestRecorder.layer(loaded.config.requestLog))),
      onPrimary((database) => LocksLive({ database })),
      Operations.layer(composition, {
        version,
        url: publicUrlOf(loaded),
        sandbox: sandbox !== false,
        pages: sandboxPages
      }),
      Middlewares.layer,
      HttpMetrics.layer,
      RateLimits.layer(loaded.config.limits),
      SharedAnswers.layer({
        headers: Pages.commonHeaders(sandbox !== false),
        byOrigin: loaded.config.server?.cors !== undefined
      }),
      Lifecycle.layer(loaded.config.server ?? {})
    ).pipe(
      Layer.provideMerge(stored),
      Layer.provideMerge(sql),
      Layer.provideMerge(redis),
      Layer.provideMerge(Dispatch.layer),
      Layer.provideMerge(ClientAddresses.layer(loaded.config.server?.trustedProxies)),
      Layer.provideMerge(ConnectionHooks.layer)
    )
  }
}

// A command that only looks must leave no work behind.
const noWork = Layer.merge(
  Layer.succeed(Jobs, Jobs.of({ enqueue: () => Effect.void, abort: () => Effect.succeed("none") })),
  Layer.succeed(Events, Events.of({ publish: () => Effect.void, publishAll: () => Effect.void, isHeard: () => false }))
)

/** The services of the plugins over those of the core, which learns from them who belongs to an account and what tells them. */
const withPlugins = ({ composition }: HostOptions, services: ReturnType<typeof coreServices>["services"]) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const members = yield* Effect.serviceOption(AccountMembers)
      const { use } = yield* MemberSource
      if (Option.isSome(members)) use(members.value)
      const sender = yield* Effect.serviceOption(MailSender)
      if (Option.isSome(sender)) (yield* MailSource).use(sender.value)
      const sink = yield* Effect.serviceOption(AlertSink)
      if (Option.isSome(sink)) (yield* AlertSource).use(sink.value)
    })
  ).pipe(Layer.provideMerge(servicesOf(composition.plugins, services)))

/** The services of core and plugins without server, routes or workers: what commands that ask a plugin need. */
export const pluginServices = (options: HostOptions, { mayWork = false } = {}) => {
  const { services } = coreServices(options)
  return bindState(undefined).pipe(
    Layer.provideMerge(withPlugins(options, mayWork ? services : Layer.merge(services, noWork)))
  )
}

const bindState = (health: Effect.Effect<Effect.Success<typeof healthReport>> | undefined) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { bind } = yield* GatewayStateLive.GatewayStateBinding
      yield* bind({ contexts: yield* PluginContexts, health })
    })
  )

/** The whole gateway: services, plugins, routes, jobs and the listening server. */
export const layer = (options: HostOptions) => {
  const { composition, loaded, sandbox, startedAtMs, version } = options
  const server = loaded.config.server ?? {}
  const { services, workers } = coreServices(options)
  const info = Layer.succeed(HostInfo, { version, startedAtMs, sandbox, composition })
  const url = publicUrlOf(loaded)

  const plugins = withPlugins(options, services)
  const probes = Layer.unwrap(
    Effect.map(PluginContexts, (contexts) =>
      Probes.layer(
        Effect.provideService(healthOf(composition.plugins), PluginContexts, contexts),
        withDeadJobs(jobsOf(composition.plugins)).map(({ name }) => name)
      )
    )
  )
  const { keptAnswersEvery = 100, otlpUrl } = loaded.config.telemetry ?? {}
  const guard = Guard.layer.pipe(
    Layer.provide(Idempotency.layer(loaded.config.idempotency ?? {})),
    Layer.provide(Layer.succeed(PublicUrl, server.publicUrl ?? "")),
    Layer.provide(Layer.succeed(EmptyAnswers, loaded.config.billing?.emptyAnswers ?? "charged")),
    Layer.provide(Layer.succeed(KeptAnswerSampling, otlpUrl === undefined ? 0 : keptAnswersEvery))
  )
  const routes = routesOf(composition.plugins).pipe(
    Layer.provide(GuardedRouter.layer(composition.operations)),
    Layer.provide(guard)
  )
  const documented = documentedOf(composition, { version, url, sandbox: sandbox !== false })
  const app = Layer.mergeAll(
    routes,
    Pages.docs({
      ...documented,
      home: Pages.hasDashboard(composition.operations) ? "/dashboard" : "/docs",
      document: lazily(() =>
        published(openApiOf(composition, { version, url }), readExamples(documented.plugins.map(({ from }) => from)))
      )
    }),
    Pages.ready
  )
  const serve = Layer.effectDiscard(
    Effect.gen(function* () {
      const handle = yield* Effect.provideService(
        HttpRouter.toHttpEffect(app),
        HttpRouter.RouterConfig,
        Pages.routerConfig
      )
      const lifecycle = yield* Lifecycle.Lifecycle
      const secret = secretHeaderNames(composition.operations)
      const outermost = Pages.outermost(handle, {
        operations: composition.operations,
        sandbox: sandbox !== false,
        lifecycle,
        rates: yield* RateLimits.RateLimits,
        addresses: yield* ClientAddresses.ClientAddresses,
        log: yield* SecurityLog.SecurityLog
      })
      const answered = server.cors === undefined ? outermost : corsFor(server.cors, composition.operations)(outermost)
      const dispatch = yield* Dispatch.Dispatch
      yield* dispatch.bind(
        answered.pipe(
          Effect.provideService(Lifecycle.Lifecycle, lifecycle),
          Effect.provideService(ClockSkew.ClockSkew, yield* ClockSkew.ClockSkew),
          Effect.provideService(Headers.CurrentRedactedNames, secret)
        )
      )
      yield* HttpServer.serveEffect(answered).pipe(
        // Traces hold the names of parameters alone: callers put keys, and what they search for, into values.
        Effect.provideService(UrlParams.CurrentRedactedNames, [/^/]),
        Effect.provideService(Headers.CurrentRedactedNames, secret)
      )
      const runFork = Effect.runForkWith(yield* Effect.context<never>())
      const security = yield* SecurityLog.SecurityLog
      front.open({
        take: (yield* Guard.Guard).takeShared,
        onCrowded: (address) => {
          runFork(
            Effect.logWarning(
              `${address} has as many connections as server.connectionsPerAddressMax allows; more are closed at once. If it is your load balancer, name it in server.trustedProxies`
            )
          )
        },
        onMalformed: (address, status) => {
          runFork(security.bounded("security.request_malformed", address, { status }))
        }
      })
      // The first to stop: requests in progress end, and then connections that are kept without need.
      yield* Effect.addFinalizer(() =>
        Effect.gen(function* () {
          yield* lifecycle.drain
          yield* front.stopListening
          const [took] = yield* Effect.timed(Effect.timeoutOption(lifecycle.drained, drainMsMax))
          yield* front.close(Math.max(0, drainMsMax - Duration.toMillis(took)))
        })
      )
    })
  )
  const drainMsMax = server.drainMsMax ?? 10_000
  const state = Layer.unwrap(
    Effect.contextWith((context: Context.Context<HostInfo | Lifecycle.Lifecycle | Probes.Probes>) =>
      Effect.succeed(bindState(Effect.provideContext(healthReport, context)))
    )
  )
  const front = makeFront({
    connectionsMax: server.connectionsMax ?? 20_000,
    connectionsPerAddressMax: server.connectionsPerAddressMax ?? 500,
    addresses: ClientAddresses.makeClientAddresses(server.trustedProxies ?? [])
  })
  const http =
    options.listen === false
      ? unheard
      : NodeHttpServer.layer(() => front.server, { port: loaded.port, host: loaded.host })
  return Layer.merge(serve, state).pipe(
    Layer.provideMerge(options.listen === false ? InternalPages.none : InternalPages.layer(loaded)),
    Layer.provideMerge(http),
    Layer.provide(guard),
    Layer.provideMerge(workers),
    Layer.provideMerge(probes),
    Layer.provideMerge(ClockSkew.layer(loaded.config.database)),
    Layer.provideMerge(info),
    Layer.provideMerge(plugins)
  )
}

export type HostServices = Layer.Success<ReturnType<typeof layer>>
