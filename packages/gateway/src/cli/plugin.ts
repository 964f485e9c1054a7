import { relative, resolve } from "node:path"
import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { BootError } from "../BootError.ts"
import { print } from "./output.ts"
import { configFlag, jsonFlag } from "./settings.ts"

/** The checkout that this gateway runs from, if it does. */
const checkout = resolve(import.meta.dirname, "../../../..")

const create = Command.make(
  "new",
  {
    id: Argument.String("id").pipe(
      Argument.withDescription("Lowercase letters, digits and hyphens, such as ad-library.")
    ),
    noConfig: Flag.Boolean("no-config").pipe(
      Flag.withDescription("Don't add it to the config file."),
      Flag.withDefault(false)
    ),
    config: configFlag,
    json: jsonFlag
  },
  ({ config, id, json, noConfig }) =>
    Effect.gen(function* () {
      const { createPluginInCheckout, createPluginPackage, isCheckout, ScaffoldError } = yield* Effect.promise(
        () => import("create-storeglass-plugin")
      )
      const created = yield* Effect.try({
        try: () =>
          isCheckout(checkout)
            ? createPluginInCheckout({ id, checkout, config: noConfig ? undefined : resolve(config) })
            : createPluginPackage({ id, folder: resolve(id) }),
        catch: (cause) =>
          cause instanceof ScaffoldError
            ? new BootError({ subject: "plugin new", reason: cause.message })
            : new BootError({ subject: "plugin new", reason: `can't write the plugin: ${String(cause)}`, cause })
      })
      const folder = relative(process.cwd(), created.folder)
      const lines = [
        `${folder}: ${created.files.join(", ")}`,
        ...(created.config === undefined
          ? []
          : [`${relative(process.cwd(), created.config)}: a line under plugins enables it`]),
        "",
        isCheckout(checkout) ? `Next: npm test -- plugins/${id}` : `Next: cd ${folder} && npm install && npm test`
      ]
      yield* print(json, { id, ...created }, lines.join("\n"))
    })
).pipe(Command.withDescription("Create a plugin with a route, a test and a README, and enable it."))

export const plugin = Command.make("plugin").pipe(
  Command.withDescription("Develop plugins."),
  Command.withSubcommands([create])
)
