import { Effect } from "effect"
import { Command } from "effect/cli"
import { gateway } from "./lazily.ts"
import { print, table } from "./output.ts"
import { configFlag, jsonFlag } from "./settings.ts"

export const plugins = Command.make("plugins", { config: configFlag, json: jsonFlag }, ({ config, json }) =>
  Effect.gen(function* () {
    const { readComposition } = yield* gateway
    const { composition } = yield* readComposition(config)
    const rows = composition.plugins.map(({ from, jobs, plugin, operations, requirements }) => ({
      id: plugin.id,
      version: plugin.manifest.version,
      description: plugin.description,
      core: requirements.core,
      uses: requirements.uses,
      routes: operations.length,
      jobs: jobs.map(({ name }) => name),
      from
    }))
    yield* print(
      json,
      rows,
      table(
        ["plugin", "version", "routes", "uses", "what it does"],
        rows.map((row) => [row.id, row.version, String(row.routes), Object.keys(row.uses).join(", "), row.description])
      )
    )
  })
).pipe(Command.withDescription("List the enabled plugins."))

export const routes = Command.make("routes", { config: configFlag, json: jsonFlag }, ({ config, json }) =>
  Effect.gen(function* () {
    const { readComposition } = yield* gateway
    const { composition } = yield* readComposition(config)
    const rows = composition.operations.map(({ access, bucket, credits, description, id, method, path, plugin }) => ({
      plugin,
      method,
      path,
      credits,
      bucket,
      access,
      operationId: id,
      description
    }))
    yield* print(
      json,
      rows,
      table(
        ["plugin", "method", "path", "credits", "bucket", "access"],
        rows.map((row) => [row.plugin, row.method, row.path, String(row.credits), row.bucket, row.access])
      )
    )
  })
).pipe(Command.withDescription("List the routes of the enabled plugins, with their prices."))
