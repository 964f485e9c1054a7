import type { CollectionRow } from "@storeglass/plugin-api"
import { Clock, Effect, type Layer, References } from "effect"
import { Command } from "effect/cli"
import { collectionOf } from "../AnyPlugin.ts"
import { openDatabase, vaultKeysOf, version } from "../boot.ts"
import type { Composition } from "../compose.ts"
import * as Host from "../host.ts"
import { readComposition } from "./operate.ts"
import { print, table } from "./output.ts"
import { configFlag, jsonFlag } from "./settings.ts"

/** Runs with the services of core and of the plugins of a config, without server, routes or workers. */
export const withPlugins = Effect.fn("withPlugins")(function* <A, E>(
  config: string,
  work: (composition: Composition) => Effect.Effect<A, E, Layer.Success<ReturnType<typeof Host.pluginServices>>>
) {
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
  return yield* work(composition).pipe(
    Effect.provide(Host.pluginServices(options)),
    Effect.provideService(References.MinimumLogLevel, "None"),
    Effect.mapError((error) => Host.asBootError(error, loaded))
  )
}, Effect.scoped)

type Row = CollectionRow & { readonly plugin: string }
const place = ({ platform, plugin, what }: Row) => [plugin, what, platform]
const progress = ({ done, due, lagSeconds }: Row) => [String(done), String(due), `${lagSeconds} s`]

/** How far the collection is. */
export const progressTable = (rows: ReadonlyArray<Row>): string =>
  table(
    ["plugin", "what", "platform", "done", "due", "lag"],
    rows.map((row) => [...place(row), ...progress(row)])
  )

const planTable = (rows: ReadonlyArray<Row>): string =>
  table(
    ["plugin", "what", "platform", "demand/day", "capacity/day", "uncovered", "done", "due", "lag"],
    rows.map((row) => [
      ...place(row),
      String(row.demandPerDay),
      row.capacityPerDay === null ? "unknown" : String(row.capacityPerDay),
      row.uncovered === 0 ? "none" : `${row.uncovered} a day`,
      ...progress(row)
    ])
  )

const plan = Command.make("plan", { config: configFlag, json: jsonFlag }, ({ config, json }) =>
  Effect.gen(function* () {
    const rows = yield* withPlugins(config, ({ plugins }) => collectionOf(plugins))
    const nothing = "nothing is collected: no enabled plugin has collection jobs"
    yield* print(json, rows, rows.length === 0 ? nothing : planTable(rows))
  })
).pipe(Command.withDescription("Show what must be collected each day, and what the stores' limits allow."))

export const collect = Command.make("collect").pipe(
  Command.withDescription("Collect ranks and charts."),
  Command.withSubcommands([plan])
)
