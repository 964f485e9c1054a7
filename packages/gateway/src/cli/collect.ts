import { Clock, Effect, References } from "effect"
import { Command } from "effect/cli"
import { collectionOf } from "../AnyPlugin.ts"
import { openDatabase, vaultKeysOf, version } from "../boot.ts"
import * as Host from "../host.ts"
import { readComposition } from "./operate.ts"
import { print, table } from "./output.ts"
import { configFlag, jsonFlag } from "./settings.ts"

const plan = Command.make("plan", { config: configFlag, json: jsonFlag }, ({ config, json }) =>
  Effect.gen(function* () {
    const { composition, loaded } = yield* readComposition(config)
    const options: Host.HostOptions = {
      loaded,
      composition,
      databaseUrl: yield* openDatabase(loaded),
      vaultKeys: yield* vaultKeysOf(loaded),
      version,
      startedAtMs: yield* Clock.currentTimeMillis,
      sandbox: false
    }
    const rows = yield* collectionOf(composition.plugins).pipe(
      Effect.provide(Host.pluginServices(options)),
      Effect.provideService(References.MinimumLogLevel, "None"),
      Effect.mapError((error) => Host.asBootError(error, loaded))
    )
    yield* print(
      json,
      rows,
      rows.length === 0
        ? "nothing is collected: no enabled plugin has collection jobs"
        : table(
            ["plugin", "what", "platform", "demand/day", "capacity/day", "uncovered", "done", "due", "lag"],
            rows.map((row) => [
              row.plugin,
              row.what,
              row.platform,
              String(row.demandPerDay),
              row.capacityPerDay === null ? "unknown" : String(row.capacityPerDay),
              row.uncovered === 0 ? "none" : `${row.uncovered} a day`,
              String(row.done),
              String(row.due),
              `${row.lagSeconds} s`
            ])
          )
    )
  }).pipe(Effect.scoped)
).pipe(Command.withDescription("Show what has to be collected each day against what the stores' limits allow."))

export const collect = Command.make("collect").pipe(
  Command.withDescription("Collection of ranks and charts."),
  Command.withSubcommands([plan])
)
