import { Effect } from "effect"
import { Command } from "effect/cli"
import { gateway } from "./lazily.ts"
import { print } from "./output.ts"
import { configFlag, jsonFlag } from "./settings.ts"

export const migrate = Command.make("migrate", { config: configFlag, json: jsonFlag }, ({ config, json }) =>
  Effect.gen(function* () {
    const { Host, openDatabase, readComposition } = yield* gateway
    const { composition, loaded } = yield* readComposition(config)
    const databaseUrl = yield* openDatabase(loaded)
    const ran = yield* Host.migrateAll(composition).pipe(
      Effect.provide(Host.database(databaseUrl, 2, loaded.dataDir)),
      Effect.mapError((error) => Host.asBootError(error, loaded))
    )
    const names = ran.flatMap(({ migrations, owner }) => migrations.map((name) => `${owner}/${name}`))
    yield* print(json, ran, names.length === 0 ? "nothing to do: every migration has run" : `ran ${names.join(", ")}`)
  }).pipe(Effect.scoped)
).pipe(Command.withDescription("Run pending migrations. `serve` does this too."))
