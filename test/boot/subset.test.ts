import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { composeFrom, loadConfig } from "@storeglass/gateway"
import { askUrl, at, freshDatabase, root, startTestGateway } from "@storeglass/testkit"
import { Effect, Predicate, Redacted, Schema } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { parse } from "yaml"
import { makeBundle } from "../../scripts/bundle/make.ts"
import { crawl } from "../docs/pages.ts"

const examples = [
  { file: "config/enterprise.example.yaml", count: 5, guide: "/docs/mcp" },
  { file: "config/console.example.yaml", count: 1, guide: "/docs/connect-storea" }
].map((example) => ({
  ...example,
  wanted: Object.keys(parse(readFileSync(join(root, example.file), "utf8")).plugins).sort()
}))
const pluginFolder = join(root, "plugins")
const all = readdirSync(pluginFolder)
  .filter((id) => existsSync(join(pluginFolder, id, "package.json")))
  .sort()

// Writes the address of every module that is loaded, so that what was not imported is known and not believed.
const tracer = `
import { appendFileSync } from "node:fs"
import { registerHooks } from "node:module"
registerHooks({
  load(url, context, next) {
    appendFileSync(process.env.TRACE_FILE, url + "\\n")
    return next(url, context)
  }
})
`

let folder = ""
let databaseUrl = Redacted.make("")
const files = (example: string) => ({
  config: join(folder, basename(example)),
  trace: join(folder, `${basename(example)}.trace`),
  tracer: join(folder, "tracer.mjs")
})

/** The examples with their secrets where this test may write them, and as many further plugins that must not be imported. */
const prepare = () => {
  const secrets = join(folder, "secrets")
  mkdirSync(secrets)
  writeFileSync(join(secrets, "database_url"), `${Redacted.value(databaseUrl)}\n`)
  writeFileSync(join(secrets, "vault_key"), `${randomBytes(32).toString("base64")}\n`)
  for (const { file } of examples) {
    // A relative reference, and no Redis where there is none: REDIS_URL is set, and empty.
    const text = readFileSync(join(root, file), "utf8").replaceAll("/run/secrets/", "secrets/")
    // No jobs: they would ask the real stores.
    writeFileSync(files(file).config, `${text}\njobs:\n  concurrency: 0\n`)
    writeFileSync(files(file).tracer, tracer)
  }
}

const environment = (example: string) => ({
  PATH: process.env.PATH,
  HOME: folder,
  NO_COLOR: "1",
  PORT: "0",
  PUBLIC_URL: "https://intelligence.example.com",
  REDIS_URL: "",
  TRACE_FILE: files(example).trace
})

interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

const start = (
  example: string,
  script: string,
  args: ReadonlyArray<string>,
  onOut: (out: string, stop: () => void) => void = () => {}
) =>
  new Promise<Ran>((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [
        "--import",
        files(example).tracer,
        join(root, "packages/gateway/src", script),
        ...args,
        "--config",
        files(example).config
      ],
      { cwd: folder, env: environment(example), stdio: ["ignore", "pipe", "pipe"] }
    )
    let out = ""
    let err = ""
    child.stdout.on("data", (chunk) => {
      out += chunk
      onOut(out, () => child.kill("SIGTERM"))
    })
    child.stderr.on("data", (chunk) => (err += chunk))
    child.once("error", reject)
    child.once("close", (code) => resolve({ code, out, err }))
  })

const Listed = Schema.Array(Schema.Struct({ id: Schema.String }))
const Routes = Schema.Array(Schema.Struct({ plugin: Schema.String }))

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "storeglass-subset-"))
  databaseUrl = await Effect.runPromise(freshDatabase())
  prepare()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What was loaded as a module of its own, or as a part of a file of the bundle, which names each before its code. */
const modulesOf = (trace: string) =>
  readFileSync(trace, "utf8")
    .split("\n")
    .flatMap((url) =>
      url.includes("/.storeglass/bundle/")
        ? [...readFileSync(fileURLToPath(url), "utf8").matchAll(/^\/\/ (plugins\/\S+)$/gm)].map(
            ([, file]) => `/${file}`
          )
        : [url]
    )

beforeAll(() => makeBundle(), 120_000)

describe.each(examples)("$file", { timeout: 120_000 }, ({ count, file, guide, wanted }) => {
  it(`names plugins that there are, ${count} of them`, () => {
    assert.lengthOf(wanted, count)
    assert.deepEqual(
      wanted.filter((id) => !all.includes(id)),
      []
    )
  })

  it("starts as it is with secrets from files, serves and documents these plugins alone, imports no other, and stops on SIGTERM", async () => {
    let checked: Promise<void> | undefined
    const check = async (url: string, stop: () => void) => {
      try {
        const document = (await askUrl(`${url}/openapi.json`)).json
        const tags = at(document, "tags")
        const names = Array.isArray(tags) ? tags.map((tag) => String(at(tag, "name"))) : []
        assert.includeMembers(names, ["system"])
        for (const name of names) assert.include([...wanted, "system"], name)
        assert.deepEqual(at(document, "servers"), [{ url: "https://intelligence.example.com" }])
        const pages = await crawl(url)
        const reference = [...pages.keys()].filter((path) => path.startsWith("/docs/reference/"))
        assert.isNotEmpty(reference)
        for (const path of reference) assert.include(names, path.split("/")[3]?.replace(/\.md$/, ""))
        assert.isTrue(pages.has(guide), [...pages.keys()].join(" "))
        assert.strictEqual((await askUrl(`${url}/ready`)).status, 200)
        const mcp = await askUrl(`${url}/mcp`, { method: "POST", body: {} })
        assert.strictEqual(mcp.status !== 404, wanted.includes("mcp"), mcp.text)
      } finally {
        stop()
      }
    }
    const ran = await start(file, "start.ts", [], (out, stop) => {
      const url = /ready at (http:\/\/\S+)/.exec(out)?.[1]?.replace("0.0.0.0", "127.0.0.1")
      if (url !== undefined && checked === undefined) {
        checked = check(url, stop)
        // It is awaited below, once the process has ended.
        checked.catch(() => {})
      }
    })
    assert.isDefined(checked, ran.err)
    await checked
    assert.strictEqual(ran.code, 0, ran.err)
    const loaded = modulesOf(files(file).trace)
    // A contract alone is imported of a plugin that these would use if it were enabled.
    const plugins = new Set(loaded.flatMap((url) => /\/plugins\/([\w-]+)\/src\/(?!contract\.ts)/.exec(url)?.[1] ?? []))
    assert.deepEqual([...plugins].sort(), wanted)
  })

  it("is shown by the command line as it is: plugins and routes of these alone", async () => {
    const plugins = await start(file, "cli.ts", ["plugins", "--json"])
    const ids = Schema.decodeUnknownSync(Schema.fromJsonString(Listed))(plugins.out).map(({ id }) => id)
    assert.deepEqual(ids.sort(), [...wanted, "system"].sort())
    const routes = await start(file, "cli.ts", ["routes", "--json"])
    const owners = Schema.decodeUnknownSync(Schema.fromJsonString(Routes))(routes.out).map(({ plugin }) => plugin)
    assert.deepEqual(
      owners.filter((id) => ![...wanted, "system"].includes(id)),
      []
    )
    const check = await start(file, "cli.ts", ["config", "check"])
    assert.deepEqual([check.code, check.err], [0, ""])
  })

  it.runIf(wanted.includes("mcp"))("offers the tools of these plugins alone over MCP", async () => {
    // The same plugins on the sandbox, with a key.
    const tools = await Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const gateway = yield* startTestGateway({ plugins: Object.fromEntries(wanted.map((id) => [id, true])) })
          const { key } = yield* Effect.promise(() => gateway.account())
          const answer = yield* Effect.promise(() =>
            gateway.ask("/mcp", {
              method: "POST",
              key,
              headers: { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18" },
              body: { jsonrpc: "2.0", id: 1, method: "tools/list" }
            })
          )
          const operations = gateway.running.composition.operations.map(({ id }) => id)
          const found = at(answer.json, "result", "tools")
          return { operations, names: Array.isArray(found) ? found.map((tool) => String(at(tool, "name"))) : [] }
        })
      )
    )
    // The essential ones, and those that find and call the others.
    assert.isAbove(tools.names.length, 10)
    for (const name of tools.names) assert.include([...tools.operations, "find_tools", "call_tool"], name)
  })
})

describe("a plugin that the config does not name", () => {
  it("may be broken beyond import beside those that it names", async () => {
    const bomb = join(folder, "bomb")
    mkdirSync(bomb, { recursive: true })
    writeFileSync(join(bomb, "package.json"), JSON.stringify({ type: "module", exports: { ".": "./plugin.ts" } }))
    writeFileSync(join(bomb, "plugin.ts"), 'throw new Error("imported")')
    const without = join(folder, "without.yaml")
    writeFileSync(without, "plugins:\n  stores:\n")
    const within = join(folder, "within.yaml")
    writeFileSync(within, "plugins:\n  stores:\n  bomb: { package: ./bomb }\n")
    const composed = (file: string) => Effect.flatMap(loadConfig(file, {}), (loaded) => composeFrom(loaded, {}))
    const { plugins } = await Effect.runPromise(composed(without))
    assert.deepEqual(plugins.map(({ plugin }) => plugin.id).sort(), ["stores", "system"])
    const failure = await Effect.runPromise(Effect.flip(composed(within)))
    assert.include(failure.message, "Error: imported")
  })
})

describe("every plugin", { timeout: 60_000 }, () => {
  /** A plugin with all that it uses, and all that these use. */
  const closureOf = async (id: string) => {
    const { plugins } = await Effect.runPromise(
      Effect.flatMap(loadConfig(join(root, "config/sandbox.yaml"), {}), (loaded) => composeFrom(loaded))
    )
    const uses = new Map(plugins.map(({ plugin, requirements }) => [plugin.id, Object.keys(requirements.uses)]))
    const found = new Set<string>()
    const add = (name: string) => {
      if (found.has(name)) return
      found.add(name)
      for (const used of uses.get(name) ?? []) add(used)
    }
    add(id)
    return [...found].sort()
  }

  it.each(all)("%s starts alone with what it uses, and serves, documents and lists nothing else", async (id) => {
    const ids = await closureOf(id)
    await Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const gateway = yield* startTestGateway({ plugins: Object.fromEntries(ids.map((one) => [one, true])) })
          const { composition } = gateway.running
          assert.deepEqual(composition.plugins.map(({ plugin }) => plugin.id).sort(), [...ids, "system"].sort())
          const health = yield* Effect.promise(() => gateway.ask("/v1/health"))
          assert.strictEqual(at(health.json, "data", "checks", "database"), "ok")
          const { key } = yield* Effect.promise(() => gateway.account())
          const version = yield* Effect.promise(() => gateway.ask("/v1/version", { key }))
          const served = at(version.json, "data", "plugins")
          assert.deepEqual(Object.keys(Predicate.isObject(served) ? served : {}).sort(), [...ids, "system"].sort())
          const documented = new Set(
            JSON.stringify((yield* Effect.promise(() => gateway.ask("/openapi.json"))).json).match(
              /"tags":\["[\w-]+"\]/g
            )
          )
          for (const tag of documented) assert.include([...ids, "system"], /\["([\w-]+)"\]/.exec(tag)?.[1])
          const pages = yield* Effect.promise(() => crawl(gateway.url))
          for (const page of pages.values()) assert.strictEqual(page.status, 200, page.path)
          for (const path of pages.keys()) {
            const plugin = /^\/docs\/reference\/([\w-]+)/.exec(path)?.[1]
            if (plugin !== undefined) assert.include([...ids, "system"], plugin)
          }
        })
      )
    )
  })
})
