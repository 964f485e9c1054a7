import { Effect } from "effect"
import { Command } from "effect/cli"
import { readComposition } from "./operate.ts"
import { print } from "./output.ts"
import { configFlag, jsonFlag } from "./settings.ts"

const check = Command.make("check", { config: configFlag, json: jsonFlag }, ({ config, json }) =>
  Effect.gen(function* () {
    const { composition, loaded } = yield* readComposition(config)
    const plugins = composition.plugins.map(({ plugin }) => `${plugin.id} ${plugin.version}`)
    yield* print(
      json,
      { ok: true, file: loaded.file, plugins, routes: composition.routes.length },
      `${loaded.file} is good: ${plugins.join(", ")}; ${composition.routes.length} routes`
    )
  })
).pipe(Command.withDescription("Check the config file, its plugins, and that they fit each other."))

export const config = Command.make("config").pipe(
  Command.withDescription("The config file."),
  Command.withSubcommands([check])
)
