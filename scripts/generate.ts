// Writes what is listed in READMEs, the config's JSON Schema and the client, from the declarations. `--check` only compares.
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { Effect } from "effect"
import { generate as generateClient } from "../packages/client/src/generator/index.ts"
import {
  configSchema,
  configTable,
  jobsTable,
  pluginsTable,
  routesTable,
  withBlock
} from "../packages/gateway/src/generated.ts"
import { composeFrom, loadConfig, openApiOf } from "../packages/gateway/src/index.ts"

const root = resolve(import.meta.dirname, "..")

/** The files and what they should hold. */
export const generated = Effect.gen(function* () {
  const loaded = yield* loadConfig(join(root, "config/sandbox.yaml"), {})
  const composition = yield* composeFrom(loaded)
  const files = new Map<string, string>()
  const block = (file: string, name: string, text: string) => {
    const path = join(root, file)
    const document = files.get(path) ?? readFileSync(path, "utf8")
    const next = withBlock(document, name, text)
    if (next !== undefined) files.set(path, next)
  }
  block("README.md", "plugins", pluginsTable(composition))
  for (const { jobs, operations, plugin } of composition.plugins) {
    const file = `plugins/${plugin.id}/README.md`
    if (!existsSync(join(root, file))) continue
    block(file, "routes", routesTable(operations))
    block(file, "config", configTable(plugin))
    if (jobs.length > 0) block(file, "jobs", jobsTable(jobs))
  }
  files.set(join(root, "config/gateway.schema.json"), `${JSON.stringify(configSchema(composition), undefined, 2)}\n`)
  const document = openApiOf(composition, { version: "", url: "" })
  const client = generateClient(document, { from: "../operation.ts", madeBy: "`npm run generate`" })
  files.set(join(root, "packages/client/src/generated/schemas.ts"), client.schemas)
  files.set(join(root, "packages/client/src/generated/operations.ts"), client.operations)
  return files
})

if (process.argv[1] === import.meta.filename) {
  const files = await Effect.runPromise(generated)
  let stale = 0
  for (const [path, text] of files) {
    if (existsSync(path) && readFileSync(path, "utf8") === text) continue
    stale += 1
    if (process.argv.includes("--check")) process.stderr.write(`${path} is stale; run npm run generate\n`)
    else writeFileSync(path, text)
  }
  process.exitCode = process.argv.includes("--check") && stale > 0 ? 1 : 0
}
