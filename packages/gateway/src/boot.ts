import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { addressesOf, loadVaultKeys, SecurityLog, type VaultKeys } from "@storeglass/core"
import { EmbeddedPostgres } from "@storeglass/embedded-postgres"
import type { Sandbox } from "@storeglass/sandbox"
import { Clock, Context, Deferred, Effect, Fiber, Layer, Redacted, Result, type Scope, Tracer } from "effect"
import { HttpServer } from "effect/http"
import { BootError, combined } from "./BootError.ts"
import { type Composition, compose } from "./compose.ts"
import { type Environment, type GatewayConfig, type LoadedConfig, loadConfig } from "./config.ts"
import { summaryOf } from "./configSummary.ts"
import { placesOf, startDoubles, unstartedUrls } from "./doubles.ts"
import * as Host from "./host.ts"
import { InternalPages } from "./InternalPages.ts"
import { type LoadedPlugin, loadPlugins } from "./load.ts"
import system from "./system/plugin.ts"
import { version } from "./version.ts"

export interface BootOptions {
  readonly configFile: string
  readonly environment: Environment
  /** A folder of recorded answers for the sandbox, over what the config says. */
  readonly recordings?: string | undefined
  /** A folder of the vendors' own descriptions: the sandbox checks requests against them. */
  readonly descriptions?: string | undefined
  /** Plugins given as they are, beside those of the config. */
  readonly plugins?: ReadonlyArray<LoadedPlugin>
  /** False: serves this process alone, by `Dispatch`. Default true. */
  readonly listen?: boolean
  /**
   * The sandbox listens where it did at the last start, if it can: what was stored of its stores, such as the addresses of
   * icons, is still true then.
   */
  readonly keepsSandboxPort?: boolean
  /** Called with what takes long. */
  readonly onProgress?: (message: string) => Effect.Effect<void>
}

/** A gateway that listens, until its scope closes. */
export interface RunningGateway {
  /** `http://127.0.0.1:3000`. */
  readonly url: string
  /** Of the operator's pages; undefined where nothing listens. */
  readonly internalUrl: string | undefined
  readonly loaded: LoadedConfig
  readonly composition: Composition
  readonly services: Context.Context<Host.HostServices>
  /** The doubles of the vendors, when the config has a sandbox. */
  readonly sandbox: Sandbox | undefined
  readonly databaseUrl: Redacted.Redacted<string>
}

/** What is wrong with the address of the standby that usage is read from. */
export const readUrlProblem = (url: Redacted.Redacted<string>) =>
  Result.match(addressesOf(url), {
    onFailure: (why) => why,
    onSuccess: ({ length }) =>
      length === 1 ? undefined : `has ${length} hosts; name the one standby that usage is read from`
  })

/** The database that a config names, or the embedded one. */
export const openDatabase = Effect.fn("openDatabase")(function* (
  loaded: LoadedConfig,
  onSpawned: Effect.Effect<unknown> = Effect.void
): Effect.fn.Return<Redacted.Redacted<string>, BootError, Scope.Scope> {
  const problem = loaded.databaseReadUrl === undefined ? undefined : readUrlProblem(loaded.databaseReadUrl)
  if (problem !== undefined) return yield* new BootError({ subject: "database.readUrl", reason: problem })
  if (loaded.databaseUrl !== undefined) return loaded.databaseUrl
  const server = yield* EmbeddedPostgres.start({
    dataDir: `${loaded.dataDir}/postgres`,
    maxConnections: 200,
    onSpawned
  }).pipe(
    Effect.mapError(
      (cause) =>
        new BootError({
          subject: "database",
          reason: `the built-in PostgreSQL didn't start: ${cause.message.replace(/\.$/, "")}; or set DATABASE_URL to use another`,
          cause
        })
    )
  )
  return server.url
})

/** The vault's keys: those of the config, or of the key file in the data folder. */
export const vaultKeysOf = (loaded: LoadedConfig): Effect.Effect<VaultKeys, BootError> => {
  const { vault } = loaded.config
  if (vault === undefined) {
    return Effect.mapError(
      loadVaultKeys(loaded.dataDir),
      (cause) => new BootError({ subject: "vault", reason: cause.message, cause })
    )
  }
  return Effect.succeed({
    keys: Object.entries(vault.keys).map(([id, key]) => ({ id, key: Redacted.make(key) })),
    currentKeyId: vault.currentKeyId
  })
}

/** What the plugins' part of a config is read with. */
export interface PluginsConfig {
  readonly plugins: GatewayConfig["plugins"]
  readonly folder: string
  readonly environment: Environment
}

/** The plugins of a config, checked, with everything that is wrong with them. */
export const composePlugins = Effect.fn("composePlugins")(function* (
  { environment, folder, plugins }: PluginsConfig,
  sandboxUrls: Readonly<Record<string, string>>,
  further: ReadonlyArray<LoadedPlugin> = []
): Effect.fn.Return<Composition, BootError> {
  const variables: Record<string, string | undefined> = { ...environment }
  for (const [name, url] of Object.entries(sandboxUrls)) variables[`sandbox.${name}`] = url
  const { done, failed } = yield* loadPlugins(plugins, { variables, folder })
  const loaded = [{ plugin: system, settings: {}, from: "the gateway" }, ...done, ...further]
  const ids = new Set(done.map(({ plugin }) => plugin.id))
  const unloaded = new Set(Object.keys(plugins).filter((id) => !ids.has(id)))
  const composed = yield* Effect.result(compose(loaded, unloaded))
  const failure = combined([...failed, ...(Result.isFailure(composed) ? [composed.failure] : [])])
  return yield* failure ?? Effect.fromResult(composed)
})

/** `composePlugins` of a config that was loaded; without addresses the sandbox's are made up. */
export const composeFrom = Effect.fnUntraced(function* (
  { config, environment, folder }: LoadedConfig,
  sandboxUrls?: Readonly<Record<string, string>>,
  further: ReadonlyArray<LoadedPlugin> = []
): Effect.fn.Return<Composition, BootError> {
  const named = { plugins: config.plugins, folder }
  const urls = sandboxUrls ?? (config.sandbox === undefined ? {} : yield* unstartedUrls(named))
  return yield* composePlugins({ ...named, environment }, urls, further)
})

/** Below those that systems lend to outgoing connections, so that nobody takes it between two starts. */
const firstPorts = Array.from({ length: 20 }, (_, index) => 23_110 + index)
const lastPort = (file: string): ReadonlyArray<number> => {
  try {
    const port = Number(readFileSync(file, "utf8"))
    return Number.isInteger(port) && port > 1023 && port < 65_536 ? [port] : []
  } catch {
    return []
  }
}
const notePort = (file: string, port: string) => {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, port)
  } catch {
    // Then it listens elsewhere the next time.
  }
}

/**
 * The built-in PostgreSQL of an earlier start comes up while the plugins are loaded. Not beside a plugin from elsewhere:
 * loading that may replace this process.
 */
const openEarly = Effect.fn("openEarly")(function* (loaded: LoadedConfig) {
  const { config, databaseUrl, dataDir } = loaded
  const isKnown = ["data", "location"].some((name) => existsSync(join(dataDir, "postgres", name)))
  const isOurs = Object.values(config.plugins).every((entry) => entry?.package === undefined)
  if (databaseUrl !== undefined || !isKnown || !isOurs) return undefined
  const spawned = yield* Deferred.make<void>()
  const opening = yield* Effect.forkScoped(openDatabase(loaded, Deferred.succeed(spawned, undefined)))
  // Loading leaves no time to spawn anything.
  yield* Effect.raceFirst(Deferred.await(spawned), Fiber.await(opening))
  return opening
})

/** Starts a gateway: sandbox, database, checks, migrations, services, server, in this order. */
export const boot = Effect.fn("boot")(function* (
  options: BootOptions
): Effect.fn.Return<RunningGateway, BootError, Scope.Scope> {
  const startedAtMs = yield* Clock.currentTimeMillis
  const progress = options.onProgress ?? (() => Effect.void)
  const loaded = yield* loadConfig(options.configFile, options.environment)
  const recordings = options.recordings ?? loaded.config.sandbox?.recordings
  const opening = yield* openEarly(loaded)
  const wanted = loaded.config.sandbox !== undefined || options.recordings !== undefined
  const portFile = join(loaded.dataDir, "sandbox-port")
  const sandbox = wanted
    ? yield* startDoubles({
        ports: options.keepsSandboxPort === true ? [...lastPort(portFile), ...firstPorts] : [],
        plugins: loaded.config.plugins,
        folder: loaded.folder,
        seed: loaded.config.sandbox?.seed ?? 1,
        recordings,
        further: (options.plugins ?? []).flatMap(({ double }) => double ?? []),
        descriptions: options.descriptions
      })
    : undefined
  if (sandbox !== undefined && options.keepsSandboxPort === true) notePort(portFile, new URL(sandbox.origin).port)
  const composition = yield* composeFrom(loaded, sandbox === undefined ? {} : placesOf(sandbox), options.plugins)
  if (loaded.databaseUrl === undefined) yield* progress("starting the built-in PostgreSQL")
  const databaseUrl = yield* opening === undefined ? openDatabase(loaded) : Fiber.join(opening)
  const vaultKeys = yield* vaultKeysOf(loaded)
  yield* progress("migrating and starting the gateway")
  const services = yield* Layer.build(
    Host.layer({
      loaded,
      composition,
      databaseUrl,
      vaultKeys,
      version,
      startedAtMs,
      sandbox: sandbox === undefined ? false : recordings === undefined ? "generated" : "recordings",
      sandboxPort: sandbox === undefined ? undefined : Number(new URL(sandbox.origin).port),
      sandboxPages: sandbox?.pages,
      listen: options.listen ?? true
    })
  ).pipe(
    // What the services do later isn't part of the boot: a request's span is a root, with what its handler does below it.
    Effect.updateContext((context: Context.Context<Scope.Scope>) => Context.omit(Tracer.ParentSpan)(context)),
    Effect.mapError((error) => Host.asBootError(error, loaded))
  )
  const log = yield* Effect.provideContext(SecurityLog.SecurityLog, services)
  yield* log.told("security.config_loaded", summaryOf(loaded, composition, version))
  const { address } = yield* Effect.provideContext(HttpServer.HttpServer, services)
  const port = address._tag === "UnixPathAddress" ? loaded.port : address.port
  const { url: internalUrl } = yield* Effect.provideContext(InternalPages, services)
  return { url: `http://${loaded.host}:${port}`, internalUrl, loaded, composition, services, sandbox, databaseUrl }
})
