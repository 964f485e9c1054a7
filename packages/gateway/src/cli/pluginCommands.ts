// The commands of a config's plugins. Of the plugins themselves nothing is loaded.
import { CommandFailed, CommandSettings, isPluginCommands, type PluginCommand } from "@storeglass/plugin-api/cli"
import { Effect, Predicate } from "effect"
import { BootError } from "../BootError.ts"
import { readConfigFile } from "../configFile.ts"
import { broughtBy } from "../places.ts"

const extra = { name: "./cli", called: "its commands", madeWith: "defineCommands", is: isPluginCommands } as const
const loadOne = Effect.fnUntraced(function* (id: string, named: unknown, folder: string) {
  const brought = yield* broughtBy(id, named, folder, extra)
  return (brought?.commands ?? []).map((command) => ({ id, command }))
})

const pluginsIn = (raw: unknown) =>
  Predicate.hasProperty(raw, "plugins") && Predicate.isReadonlyObject(raw.plugins) ? raw.plugins : {}

/** The settings that plugins have in a config file, read when they're asked for. */
export const commandSettings = (configFile: string) =>
  CommandSettings.of({
    of: (plugin) =>
      readConfigFile(configFile).pipe(
        Effect.map(({ raw }) => Object.entries(pluginsIn(raw)).find(([id]) => id === plugin)?.[1] ?? undefined),
        Effect.mapError(({ message }) => new CommandFailed({ message }))
      )
  })

/** The commands that the plugins of a config bring; their names must be free. */
export const pluginCommands = Effect.fn("pluginCommands")(function* (
  configFile: string,
  own: ReadonlyArray<{ readonly name: string }>
): Effect.fn.Return<ReadonlyArray<PluginCommand>, BootError> {
  const { folder, raw } = yield* readConfigFile(configFile)
  const found = yield* Effect.forEach(Object.entries(pluginsIn(raw)), ([id, entry]) =>
    loadOne(id, Predicate.hasProperty(entry, "package") ? entry.package : undefined, folder)
  )
  const taken = new Map(own.map(({ name }) => [name, "the gateway"]))
  for (const { command, id } of found.flat()) {
    const other = taken.get(command.name)
    if (other !== undefined) {
      const reason = `its command '${command.name}' is one of ${other} already; rename it`
      return yield* new BootError({ subject: id, reason })
    }
    taken.set(command.name, `'${id}'`)
  }
  return found.flat().map(({ command }) => command)
})
