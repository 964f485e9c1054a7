import { rotateVault } from "@storeglass/core"
import { Effect } from "effect"
import { Command } from "effect/cli"
import { BootError } from "../BootError.ts"
import { operateVault } from "./operate.ts"
import { print } from "./output.ts"
import { configFlag, jsonFlag } from "./settings.ts"

const rotate = Command.make("rotate", { config: configFlag, json: jsonFlag }, ({ config, json }) =>
  operateVault(config, ({ currentKeyId }) =>
    Effect.gen(function* () {
      const { failed, rewrapped } = yield* rotateVault(currentKeyId)
      const problems = Object.entries(failed)
      yield* print(
        json,
        { currentKeyId, rewrapped, failed },
        [
          `${rewrapped} sealed values are under the key "${currentKeyId}" now`,
          ...problems.map(([message, count]) => `${count} left as they were: ${message}`)
        ].join("\n")
      )
      if (problems.length > 0) {
        return yield* new BootError({
          subject: "vault",
          reason: "some values could not be wrapped anew; put the missing keys back and run this again"
        })
      }
    })
  )
).pipe(
  Command.withDescription(
    "Wrap every sealed value under the current key, while the gateway runs. It may be stopped and run again."
  )
)

export const vault = Command.make("vault").pipe(
  Command.withDescription("Customers' sealed secrets."),
  Command.withSubcommands([rotate])
)
