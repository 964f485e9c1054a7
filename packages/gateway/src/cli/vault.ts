import { Effect } from "effect"
import { Command } from "effect/cli"
import { BootError } from "../BootError.ts"
import { gateway } from "./lazily.ts"
import { print } from "./output.ts"
import { configFlag, jsonFlag } from "./settings.ts"

const rotate = Command.make("rotate", { config: configFlag, json: jsonFlag }, ({ config, json }) =>
  Effect.flatMap(gateway, ({ coreSealedColumns, operateVault, rotateVault, undeclaredSealed }) =>
    operateVault(config, ({ currentKeyId }, { plugins }) =>
      Effect.gen(function* () {
        const columns = [...coreSealedColumns, ...plugins.flatMap(({ plugin }) => plugin.sealed ?? [])]
        const { failed, rewrapped } = yield* rotateVault(currentKeyId, columns)
        const prefixes = ["core", ...plugins.map(({ plugin }) => plugin.id.replaceAll("-", "_"))]
        const left = yield* undeclaredSealed(
          currentKeyId,
          columns,
          (table) => !prefixes.some((prefix) => table.startsWith(`${prefix}_`))
        )
        const problems = [
          ...Object.entries(failed).map(([message, count]) => `${count} left unchanged: ${message}`),
          ...left.map(
            ({ held, table }) =>
              `${held} left unchanged in ${table}, a table of a plugin that isn't enabled: run this with a config that names it`
          )
        ]
        yield* print(
          json,
          { currentKeyId, rewrapped, failed, left },
          [`${rewrapped} sealed values are now under the key "${currentKeyId}"`, ...problems].join("\n")
        )
        if (problems.length > 0) {
          return yield* new BootError({
            subject: "vault",
            reason: "some values are still under another key; keep the old keys, fix this and run it again"
          })
        }
      })
    )
  )
).pipe(
  Command.withDescription(
    "Rewrap every sealed value under the current key. Safe while the gateway runs, and safe to stop and run again."
  )
)

export const vault = Command.make("vault").pipe(
  Command.withDescription("Manage customers' sealed secrets."),
  Command.withSubcommands([rotate])
)
