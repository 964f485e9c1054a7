import { userInfo } from "node:os"
import {
  AccountAdminLive,
  AccountDeletions,
  AccountExports,
  Accounts,
  Actor,
  CreditLedger,
  EventsLive,
  JobAdminLive,
  JobsLive,
  OperatorAlertAdminLive,
  OutboxLive,
  Primary,
  SchedulesLive,
  type VaultKeys,
  VaultLive
} from "@storeglass/core"
import type { Vault } from "@storeglass/plugin-api"
import { Clock, Effect, Layer, References } from "effect"
import { jobsOf } from "../AnyPlugin.ts"
import { composeFrom, openDatabase, vaultKeysOf } from "../boot.ts"
import type { Composition } from "../compose.ts"
import { loadConfig } from "../config.ts"
import * as Host from "../host.ts"
import { version } from "../version.ts"
import { environment } from "./settings.ts"

/** The config and the plugins that it names, checked, without starting anything. */
export const readComposition = Effect.fn("readComposition")(function* (configFile: string) {
  const loaded = yield* loadConfig(configFile, environment)
  const composition = yield* composeFrom(loaded)
  return { loaded, composition }
})

/** Runs with the services of core and of the plugins of a config, without server, routes or workers. */
export const withPlugins = Effect.fn("withPlugins")(function* <A, E>(
  config: string,
  work: (composition: Composition) => Effect.Effect<A, E, Layer.Success<ReturnType<typeof Host.pluginServices>>>,
  options: { readonly mayWork?: boolean } = {}
) {
  const { composition, loaded } = yield* readComposition(config)
  const host: Host.HostOptions = {
    loaded,
    composition,
    databaseUrl: yield* openDatabase(loaded),
    vaultKeys: yield* vaultKeysOf(loaded),
    version,
    startedAtMs: yield* Clock.currentTimeMillis,
    sandbox: false
  }
  return yield* work(composition).pipe(
    Effect.provide(Host.pluginServices(host, options)),
    Effect.provideService(Actor, yield* user),
    Effect.provideService(References.MinimumLogLevel, "None"),
    Effect.mapError((error) => Host.asBootError(error, loaded))
  )
}, Effect.scoped)

/** Who runs this command; a container's user may have no name. */
const user = Effect.sync(() => {
  try {
    return `cli:${userInfo().username}`
  } catch {
    return `cli:uid ${process.getuid?.() ?? "unknown"}`
  }
})

/** The database of a config, migrated, with what operates on it. */
export const operate = Effect.fn("operate")(function* <A, E>(
  configFile: string,
  work: Effect.Effect<A, E, Layer.Success<ReturnType<typeof services>>>
) {
  const { composition, loaded } = yield* readComposition(configFile)
  const databaseUrl = yield* openDatabase(loaded)
  const known = Effect.provideService(work, Actor, yield* user)
  return yield* Effect.mapError(Effect.provide(known, services(composition, databaseUrl, loaded.dataDir)), (error) =>
    error instanceof Accounts.AccountError ? error : Host.asBootError(error, loaded)
  )
}, Effect.scoped)

/** The same with the vault. */
export const operateVault = <A, E>(
  configFile: string,
  work: (
    keys: VaultKeys,
    composition: Composition
  ) => Effect.Effect<A, E, Vault | Layer.Success<ReturnType<typeof services>>>
) =>
  operate(
    configFile,
    Effect.gen(function* () {
      const { composition, loaded } = yield* readComposition(configFile)
      const keys = yield* vaultKeysOf(loaded)
      return yield* Effect.provide(work(keys, composition), VaultLive(keys))
    })
  )

const services = (
  composition: Parameters<typeof Host.migrateAll>[0],
  databaseUrl: Parameters<typeof Host.database>[0],
  dataDir: string
) =>
  Layer.mergeAll(
    AccountAdminLive.pipe(
      Layer.provideMerge(
        Layer.mergeAll(
          AccountDeletions.layer.pipe(Layer.provide(SchedulesLive)),
          AccountExports.layer,
          Accounts.layer,
          CreditLedger.layer(),
          SchedulesLive
        )
      )
    ),
    JobAdminLive,
    OutboxLive,
    OperatorAlertAdminLive
  ).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        Layer.effectDiscard(Host.migrateAll(composition)),
        EventsLive(jobsOf(composition.plugins)),
        Layer.unwrap(
          Effect.map(Primary.Primary, (primary) =>
            JobsLive({ database: { primary }, jobs: jobsOf(composition.plugins) })
          )
        )
      )
    ),
    Layer.provideMerge(Host.database(databaseUrl, 4, dataDir))
  )
