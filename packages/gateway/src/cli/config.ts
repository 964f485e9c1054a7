import { Effect } from "effect"
import { Command } from "effect/cli"
import { BootError } from "../BootError.ts"
import type { Inspection } from "../inspect.ts"
import { gateway } from "./lazily.ts"
import { print } from "./output.ts"
import { configFlag, environment, jsonFlag } from "./settings.ts"

const described = ({ file, findings }: Inspection) => {
  const width = Math.max(...findings.map(({ line }) => (line === undefined ? 0 : `line ${line}`.length)))
  return new BootError({
    subject: file,
    reason: [
      findings.length === 1 ? "1 mistake" : `${findings.length} mistakes`,
      ...findings.map(({ line, message }) => {
        const place = line === undefined ? "" : `line ${line}`
        return width === 0 ? `  ${message}` : `  ${place.padEnd(width)}  ${message}`
      })
    ].join("\n")
  })
}

const check = Command.make("check", { config: configFlag, json: jsonFlag }, ({ config, json }) =>
  Effect.gen(function* () {
    const { inspectConfig } = yield* gateway
    const inspection = yield* inspectConfig(config, environment)
    const { composition, file, findings } = inspection
    if (composition === undefined || findings.length > 0) {
      if (json) yield* print(true, { ok: false, file, findings }, "")
      return yield* described(inspection)
    }
    const plugins = composition.plugins.map(({ plugin }) => `${plugin.id} ${plugin.manifest.version}`)
    yield* print(
      json,
      { ok: true, file, plugins, routes: composition.operations.length },
      `${file} is good: ${plugins.join(", ")}; ${composition.operations.length} routes`
    )
  })
).pipe(
  Command.withDescription(
    "Check the config file, what it refers to, its plugins, and that they fit together. Reports every mistake at once."
  )
)

export const config = Command.make("config").pipe(
  Command.withDescription("Work with the config file."),
  Command.withSubcommands([check])
)
