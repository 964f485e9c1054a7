import { Effect } from "effect"
import { Command } from "effect/cli"
import { BootError } from "../BootError.ts"
import { gateway } from "./lazily.ts"
import { print } from "./output.ts"
import { configFlag, jsonFlag } from "./settings.ts"

const rotate = Command.make("rotate", { config: configFlag, json: jsonFlag }, ({ config, json }) =>
  Effect.flatMap(gateway, ({ operateVault, rotateVault }) =>
    operateVault(config, ({ currentKeyId }) =>
      Effect.gen(function* () {
        const { failed, rewrapped } = yield* rotateVault(currentKeyId)
        const problems = Object.entries(failed)
        yield* print(
          json,
          { currentKeyId, rewrapped, failed },
          [
            `${rewrapped} sealed values are now under the key "${currentKeyId}"`,
            ...problems.map(([message, count]) => `${count} left unchanged: ${message}`)
          ].join("\n")
        )
        if (problems.length > 0) {
          return yield* new BootError({
            subject: "vault",
            reason: "some values couldn't be rewrapped; put the missing keys back and run this again"
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
