/** Vendors' doubles that plugins bring: loaded where the config has a sandbox, and only there. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { composeFrom, erased, loadConfig } from "@storeglass/gateway"
import { defineDouble, json } from "@storeglass/sandbox"
import { askUrl, freshDatabase, manifestOf, root, useTestGateway } from "@storeglass/testkit"
import { Effect, Layer, Redacted, Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { assert, describe, it } from "vitest"
import { stringify } from "yaml"
import { packageJson, useFolder } from "./folder.ts"

const { folder, write } = useFolder()

// Imports by path: a folder elsewhere could not resolve the names.
const pluginSource = (id: string) => `
import { Layer, Schema } from ${JSON.stringify(join(root, "node_modules/effect/dist/index.js"))}
import { HttpApi } from ${JSON.stringify(join(root, "node_modules/effect/dist/http-api/index.js"))}
export default {
  id: ${JSON.stringify(id)}, manifest: ${JSON.stringify(manifestOf(id))}, description: "Of somebody else.",
  config: Schema.Struct({ address: Schema.String }),
  api: HttpApi.make(${JSON.stringify(id)}),
  live: () => Layer.empty
}`
const doubleSource = (name: string) => `
import { defineDouble, json } from ${JSON.stringify(join(root, "packages/sandbox/src/index.ts"))}
export default defineDouble({
  name: ${JSON.stringify(name)},
  seed: () => ({ written: 0 }),
  control: { count: (_input, { stateOf }) => stateOf("").written },
  handle: ({ method, path }, { state }) => {
    if (method === "POST") state.written += 1
    return json(200, { path, written: state.written })
  }
})`

write({
  "ratings/package.json": packageJson("ratings", { ".": "./src/plugin.ts", "./sandbox": "./sandbox/index.ts" }),
  "ratings/src/plugin.ts": pluginSource("ratings"),
  "ratings/sandbox/index.ts": doubleSource("ratings"),
  // As packed: what publishConfig makes of the exports, under node_modules.
  "node_modules/packed-plugin/package.json": packageJson("packed-plugin", {
    ".": "./dist/plugin.js",
    "./sandbox": "./dist/sandbox/index.js"
  }),
  "node_modules/packed-plugin/dist/plugin.js": pluginSource("packed"),
  "node_modules/packed-plugin/dist/sandbox/index.js": doubleSource("packed-vendor"),
  "wrong/package.json": packageJson("wrong", { ".": "./plugin.ts", "./sandbox": "./double.ts" }),
  "wrong/plugin.ts": pluginSource("wrong"),
  "wrong/double.ts": "export default {}",
  "unbuilt/package.json": packageJson("unbuilt", { ".": "./plugin.ts", "./sandbox": "./dist/double.js" }),
  "unbuilt/plugin.ts": pluginSource("unbuilt")
})

/** The composition of a config beside the plugins, or what is wrong with it. */
const composed = (config: object) => {
  write({ "config.yaml": stringify(config) })
  return Effect.runPromise(
    loadConfig(join(folder, "config.yaml"), {}).pipe(
      Effect.flatMap((loaded) => composeFrom(loaded)),
      Effect.match({ onFailure: ({ message }) => message, onSuccess: ({ plugins }) => plugins })
    )
  )
}
const configOf = (plugins: Awaited<ReturnType<typeof composed>>, id: string) =>
  typeof plugins === "string" ? plugins : plugins.find(({ plugin }) => plugin.id === id)?.config

describe("a double of a plugin from elsewhere", () => {
  const gateway = useTestGateway({
    plugins: { ratings: { package: join(folder, "ratings"), address: "${sandbox.ratings}" } }
  })

  it("runs with the gateway, at the address that the plugin is given", async () => {
    const sandbox = gateway().running.sandbox
    const address = sandbox?.baseUrls.ratings ?? ""
    const plugin = gateway().running.composition.plugins.find((one) => one.plugin.id === "ratings")
    assert.deepEqual(plugin?.config, { address })
    assert.deepEqual((await askUrl(`${address}/mine`, { method: "POST" })).json, { path: "/mine", written: 1 })
    assert.strictEqual(await sandbox?.control.act("ratings", "count"), 1)
    sandbox?.control.fail({ kind: "429", upstream: "ratings", times: 1 })
    assert.strictEqual((await askUrl(`${address}/mine`)).status, 429)
    assert.lengthOf(sandbox?.control.requests({ upstream: "ratings" }) ?? [], 2)
  })

  it("is found in an installed package too", async () => {
    const config = {
      sandbox: {},
      plugins: { packed: { package: "packed-plugin", address: "${sandbox.packed-vendor}/v1" } }
    }
    assert.deepEqual(configOf(await composed(config), "packed"), { address: "http://127.0.0.1:9/packed-vendor/v1" })
  })

  it("that is none, or not built, is told with what to do", async () => {
    const ofOne = (id: string) => composed({ sandbox: {}, plugins: { [id]: { package: `./${id}`, address: "x" } } })
    assert.include(await ofOne("wrong"), "has no default export made with defineDouble")
    assert.include(await ofOne("unbuilt"), "doesn't exist; build the plugin")
  })

  it("has no address in a config without a sandbox", async () => {
    const told = await composed({ plugins: { ratings: { package: "./ratings", address: "${sandbox.ratings}" } } })
    assert.include(told, "${sandbox.ratings} is not set")
    assert.include(told, "name `sandbox:` in the config")
  })
})

const Mail = { type: "object", required: ["to"], properties: { to: { type: "string" } } }
write({
  "descriptions/mail.json": JSON.stringify({
    openapi: "3.1.0",
    paths: {
      "/emails": {
        post: {
          requestBody: { content: { "application/json": { schema: Mail } } },
          responses: { 200: { description: "sent" } }
        }
      }
    }
  })
})

describe("a double that its vendor describes", () => {
  const double = defineDouble({
    name: "mail",
    describedBy: { files: ["mail.json"] },
    handle: () => json(200, { sent: true })
  })
  const plugin = erased({
    id: "mailing",
    manifest: manifestOf("mailing"),
    description: "Of the test.",
    config: Schema.Struct({}),
    api: HttpApi.make("mailing"),
    live: () => Layer.empty
  })
  const gateway = useTestGateway({
    further: [{ plugin, settings: {}, from: "the test", double }],
    descriptions: join(folder, "descriptions")
  })
  const send = (body: object) => askUrl(`${gateway().running.sandbox?.baseUrls.mail}/emails`, { method: "POST", body })

  it("takes what is as described", async () => {
    assert.strictEqual((await send({ to: "ann@example.com" })).status, 200)
  })

  it.fails("fails the test that sends it anything else, whatever the double made of it", async () => {
    assert.strictEqual((await send({ to: "ann@example.com", colour: "red" })).status, 200)
  })

  it("blames no later test", () => {
    assert.deepEqual(gateway().running.sandbox?.control.violations(), [])
  })
})

// Notes the address of every module that is loaded.
const hooks = `
import { appendFileSync } from "node:fs"
import { registerHooks } from "node:module"
registerHooks({ load: (url, context, next) => {
  appendFileSync(process.env.MODULES_FILE, url + "\\n")
  return next(url, context)
} })`

/** The modules of a gateway that was booted with a config and is ready. */
const modulesOf = async (name: string, config: object): Promise<ReadonlyArray<string>> => {
  write({ "hooks.mjs": hooks, [`${name}.yaml`]: stringify(config), [`${name}.txt`]: "" })
  const modules = join(folder, `${name}.txt`)
  const databaseUrl = await Effect.runPromise(freshDatabase())
  const child = spawn(
    process.execPath,
    [
      "--import",
      join(folder, "hooks.mjs"),
      join(root, "packages/gateway/src/cli.ts"),
      "serve",
      "--config",
      join(folder, `${name}.yaml`)
    ],
    {
      env: {
        PATH: process.env.PATH,
        PORT: "0",
        DATABASE_URL: Redacted.value(databaseUrl),
        MODULES_FILE: modules,
        // From a bundle its modules wouldn't be loaded one by one.
        STOREGLASS_BUNDLE: "off"
      },
      stdio: ["ignore", "pipe", "inherit"]
    }
  )
  const exit = once(child, "exit")
  try {
    for await (const line of createInterface(child.stdout)) if (line.includes("ready at")) break
  } finally {
    child.kill("SIGTERM")
    await exit
  }
  return readFileSync(modules, "utf8").split("\n")
}

describe("the modules of a gateway", () => {
  const isSandbox = (url: string) => /\/packages\/sandbox\/|\/plugins\/[^/]+\/sandbox\/|dev-seed/.test(url)
  const plugins = { stores: null, apps: null, charts: { collectOnStart: false }, keywords: null, mcp: null }
  const common = { dataDir: ".", logs: { level: "None" }, jobs: { concurrency: 0 } }

  it("hold neither sandbox nor double when the config has none", { timeout: 60_000 }, async () => {
    const modules = await modulesOf("hosted", { ...common, plugins })
    assert.include(modules.join("\n"), "/plugins/stores/src/plugin.ts")
    assert.deepEqual(modules.filter(isSandbox), [])
    // Nor is anything of a plugin that the config doesn't name, or of what that one needs.
    assert.notMatch(modules.join("\n"), /\/plugins\/account\/|simplewebauthn/)
  })

  it("hold the doubles of the config's plugins when it has one", { timeout: 60_000 }, async () => {
    const modules = (await modulesOf("sandboxed", { ...common, sandbox: {}, plugins: { stores: null } })).join("\n")
    assert.include(modules, "/packages/sandbox/src/Sandbox.ts")
    assert.include(modules, "/plugins/stores/sandbox/index.ts")
    // What only tests need of it isn't loaded either.
    assert.notInclude(modules, "/ajv/")
  })
})
