// Writes what is listed in READMEs, the client, the types of the dashboard's calls and the config's JSON Schema, from the declarations. What two new plugins
// would both change is not in git: `--untracked` writes that alone. `--check` only compares what is.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import type { ApiErrorClass } from "@storeglass/plugin-api"
import * as PluginApi from "@storeglass/plugin-api"
import { Effect, Predicate, Schema } from "effect"
import { generate as generateClient } from "../packages/client/src/generator/index.ts"
import { at, recordOf } from "../packages/client/src/generator/json.ts"
import { generateSessionRoutes } from "../packages/client/src/generator/sessionRoutes.ts"
import { configSchema, configTable, jobsTable, routesTable, withBlock } from "../packages/gateway/src/generated.ts"
import { composeFrom, isDocumented, loadConfig, openApiOf } from "../packages/gateway/src/index.ts"
import { writeClientIndex } from "./client-index.mjs"

const root = resolve(import.meta.dirname, "..")
const clientFolder = join(root, "packages/client/src/generated")
const pageFolder = join(root, "packages/dashboard/page/generated")
/** The plugins whose routes the pages ask by their paths; all others are shown by what they declare. */
const askedByPages = { account: "AccountRoutes", apps: "AppsRoutes", keywords: "KeywordsRoutes" }
const madeBy = "`npm run generate`"
const identifierOf = ({ ast }: Schema.Top) => {
  const identifier = ast.annotations?.identifier
  return typeof identifier === "string" ? identifier : undefined
}
const isErrorClass = (value: unknown): value is ApiErrorClass<string> =>
  Predicate.hasProperty(value, "code") && Predicate.hasProperty(value, "wire")

/** What plugin-api declares is the same in every plugin's part of the client, so it's written once. */
const exported = Object.values(PluginApi)
const contract = {
  module: "./contract.schemas.ts",
  components: new Set(exported.flatMap((value) => (Schema.isSchema(value) ? (identifierOf(value) ?? []) : []))),
  codes: new Set(exported.flatMap((value) => (isErrorClass(value) ? value.code : [])))
}

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
  for (const { jobs, operations, plugin } of composition.plugins) {
    const file = `plugins/${plugin.id}/README.md`
    if (!existsSync(join(root, file))) continue
    block(file, "routes", routesTable(operations))
    block(file, "config", configTable(plugin))
    if (jobs.length > 0) block(file, "jobs", jobsTable(jobs))
  }
  const shapes = new Map<string, unknown>()
  for (const composed of composition.plugins) {
    // What a plugin's part of the client is does not depend on which others there are.
    const document = openApiOf({ ...composition, plugins: [composed] }, { version: "", url: "" })
    for (const [name, schema] of Object.entries(recordOf(at(document, "components", "schemas")))) {
      if (contract.components.has(name)) shapes.set(name, schema)
    }
    const { id } = composed.plugin
    const schemas = `./${id}.schemas.ts`
    const client = generateClient(document, { from: "../operation.ts", madeBy, schemas, shared: contract })
    if (!composed.operations.some(isDocumented)) continue
    files.set(join(clientFolder, `${id}.schemas.ts`), client.schemas)
    files.set(join(clientFolder, `${id}.operations.ts`), client.operations)
  }
  const errors = { properties: { error: { properties: { code: { enum: [...contract.codes] } } } } }
  const document = { components: { schemas: { ...Object.fromEntries([...shapes].sort()), errors } } }
  files.set(join(clientFolder, contract.module), generateClient(document, { madeBy }).schemas)
  for (const [id, name] of Object.entries(askedByPages)) {
    const own = composition.operations.filter(
      ({ access, plugin }) => plugin === id && (access === "session" || (id === "account" && access === "public"))
    )
    files.set(join(pageFolder, `${id}.routes.ts`), generateSessionRoutes(own, { madeBy, name }))
  }
  return {
    tracked: files,
    untracked: new Map([
      [join(root, "config/gateway.schema.json"), `${JSON.stringify(configSchema(composition), undefined, 2)}\n`]
    ])
  }
})

/** Files whose plugin is gone. */
export const leftOver = (tracked: ReadonlyMap<string, string>): ReadonlyArray<string> =>
  [clientFolder, pageFolder].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /\.(operations|schemas|routes)\.ts$/.test(name))
      .map((name) => join(folder, name))
      .filter((file) => !tracked.has(file))
  )

const write = (files: ReadonlyMap<string, string>) => {
  for (const [path, text] of files) {
    if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeFileSync(path, text)
  }
}

if (process.argv[1] === import.meta.filename) {
  const { tracked, untracked } = await Effect.runPromise(generated)
  if (process.argv.includes("--check")) {
    const stale = [...tracked].filter(([path, text]) => !existsSync(path) || readFileSync(path, "utf8") !== text)
    for (const path of [...stale.map(([file]) => file), ...leftOver(tracked)]) {
      process.stderr.write(`${path} is stale; run npm run generate\n`)
      process.exitCode = 1
    }
  } else {
    if (!process.argv.includes("--untracked")) {
      write(tracked)
      for (const path of leftOver(tracked)) rmSync(path)
    }
    write(untracked)
    writeClientIndex(root)
  }
}
