import { CommandFailed, PluginServices } from "@storeglass/plugin-api/cli"
import { Effect } from "effect"
import { gateway } from "./lazily.ts"

/** What plugins' commands do on the database of a config. */
export const pluginServices = (configFile: string) =>
  PluginServices.of({
    run: (plugin, work) =>
      Effect.gen(function* () {
        const { contextOf, PluginContexts, withPlugins } = yield* gateway
        return yield* withPlugins(
          configFile,
          () => Effect.flatMap(PluginContexts, (contexts) => Effect.provideContext(work, contextOf(contexts, plugin))),
          { mayWork: true }
        )
      }).pipe(Effect.mapError(({ message }) => new CommandFailed({ message })))
  })
