import { defineCommands, jsonFlag, PluginServices, print } from "@storeglass/plugin-api/cli"
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"

/** What a command does, and the plugin whose services it does it with: loaded when it runs. */
const working = Effect.promise(async () => {
  const [{ default: plugin }, { Upkeep }] = await Promise.all([import("./plugin.ts"), import("./upkeep/Upkeep.ts")])
  return { plugin, Upkeep }
})

const forget = Command.make(
  "forget",
  {
    channel: Flag.String("channel").pipe(Flag.withDescription("The place, such as hackernews.")),
    author: Flag.String("author").pipe(Flag.withDescription("The author, as the place shows it.")),
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ author, channel, json }) {
    const { plugin, Upkeep } = yield* working
    const services = yield* PluginServices
    const rows = yield* services.run(
      plugin,
      Upkeep.use((upkeep) => upkeep.forget(channel, author))
    )
    yield* print(json, { channel, author, rows }, `${author} is erased from ${rows} threads of ${channel}.`)
  })
).pipe(Command.withDescription("Erase an author from all threads that are kept."))

export default defineCommands(
  Command.make("growth").pipe(
    Command.withDescription("What is kept of public threads."),
    Command.withSubcommands([forget])
  )
)
