import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { composeFrom, type Environment, loadConfig } from "@storeglass/gateway"
import { manifestOf, root } from "@storeglass/testkit"
import { Effect, Redacted } from "effect"
import { stringify } from "yaml"
import { folderOf } from "./folder.ts"

const packageJson = JSON.stringify({ name: "x", type: "module", exports: { ".": { default: "./plugin.ts" } } })
/** The source of a plugin that works, made without an import that a folder elsewhere could not resolve. */
const source = (id: string) => `
import { Layer, Schema } from ${JSON.stringify(join(root, "node_modules/effect/dist/index.js"))}
import { HttpApi } from ${JSON.stringify(join(root, "node_modules/effect/dist/http-api/index.js"))}
globalThis.importedByTest = [...(globalThis.importedByTest ?? []), ${JSON.stringify(id)}]
export default {
  id: ${JSON.stringify(id)}, manifest: ${JSON.stringify(manifestOf(id))}, description: "Of a folder.",
  config: Schema.Struct({ address: Schema.optionalKey(Schema.String), list: Schema.optionalKey(Schema.Array(Schema.String)) }),
  api: HttpApi.make(${JSON.stringify(id)}),
  live: () => Layer.empty
}`
const imported = (): ReadonlyArray<unknown> => {
  const seen: unknown = Reflect.get(globalThis, "importedByTest")
  return Array.isArray(seen) ? seen : []
}

/** Loads a config with these files beside it, and its plugins. */
const loaded = Effect.fnUntraced(function* (
  config: object | string,
  options: { readonly files?: Readonly<Record<string, string>>; readonly environment?: Environment } = {}
) {
  const text = typeof config === "string" ? config : stringify(config)
  const folder = yield* folderOf({ "config.yaml": text, ...options.files })
  const file = join(folder, "config.yaml")
  return { folder, file, config: yield* loadConfig(file, options.environment ?? {}) }
})
const composed = Effect.fnUntraced(function* (...args: Parameters<typeof loaded>) {
  const { config } = yield* loaded(...args)
  return yield* composeFrom(config, {})
})
/** The one message, with the folder of the test as `~`. */
const messageOf = Effect.fnUntraced(function* (...args: Parameters<typeof loaded>) {
  const error = yield* Effect.flip(composed(...args))
  assert.strictEqual(error._tag, "BootError")
  return error.message.replaceAll(/\/\S*storeglass-boot-\w+/g, "~")
})

describe("plugins of a config", () => {
  it.effect("are imported when they are named there, and no others", () =>
    Effect.gen(function* () {
      const files = {
        "named/package.json": packageJson,
        "named/plugin.ts": source("named"),
        "unnamed/package.json": packageJson,
        "unnamed/plugin.ts": source("unnamed")
      }
      const composition = yield* composed({ plugins: { named: { package: "./named" } } }, { files })
      assert.deepEqual(
        composition.plugins.map(({ plugin }) => plugin.id),
        ["named", "system"]
      )
      assert.deepEqual(imported(), ["named"])
    }).pipe(Effect.scoped)
  )

  it.effect("take their settings from the file and from the environment", () =>
    Effect.gen(function* () {
      const settings = { package: "./own", address: "http://${HOST}:${PORT_OF_IT}/", list: ["${HOST}", "plain"] }
      const composition = yield* composed(
        { plugins: { own: settings } },
        {
          files: { "own/package.json": packageJson, "own/plugin.ts": source("own") },
          environment: { HOST: "example.test", PORT_OF_IT: "81" }
        }
      )
      assert.deepEqual(composition.plugins.find(({ plugin }) => plugin.id === "own")?.config, {
        address: "http://example.test:81/",
        list: ["example.test", "plain"]
      })
    }).pipe(Effect.scoped)
  )

  const own = { "own/package.json": packageJson }
  const refused = [
    {
      name: "an unknown name",
      plugins: { "no-such": null },
      files: {},
      message:
        "no-such: no such plugin (looked for plugins/no-such and the package @storeglass/no-such); check the name under plugins, or set its `package`"
    },
    {
      name: "a path with nothing there",
      plugins: { own: { package: "./nowhere" } },
      files: {},
      message: "own: no such plugin (looked for ~/nowhere); check the name under plugins, or set its `package`"
    },
    {
      name: "a package that is not installed",
      plugins: { own: { package: "@nobody/no-such-package" } },
      files: {},
      message:
        "own: no such plugin (looked for plugins/own and the package @nobody/no-such-package); check the name under plugins, or set its `package`"
    },
    {
      name: "a package that is no text",
      plugins: { own: { package: 3 } },
      files: {},
      message: "plugins.own.package: must be a package name or a path"
    },
    {
      name: "a module without a plugin",
      plugins: { own: { package: "./own" } },
      files: { ...own, "own/plugin.ts": "export const something = 1" },
      message:
        "own: ~/own/plugin.ts has no default export made with definePlugin; add `export default definePlugin({ … })`"
    },
    {
      name: "a plugin of another name",
      plugins: { own: { package: "./own" } },
      files: { ...own, "own/plugin.ts": source("other") },
      message: "own: the plugin at ~/own/plugin.ts calls itself 'other'; use that name under plugins"
    },
    {
      name: "a module that throws",
      plugins: { own: { package: "./own" } },
      files: { ...own, "own/plugin.ts": 'throw new Error("broken on purpose")' },
      message: "own: can't be imported from ~/own/plugin.ts: Error: broken on purpose"
    },
    {
      name: "a setting of an environment that is not set",
      plugins: { own: { package: "./own", list: ["a", "${NOT_SET}"] } },
      files: { ...own, "own/plugin.ts": source("own") },
      message: "plugins.own.list.1: ${NOT_SET} is not set; set it in the environment"
    },
    {
      name: "an address of a sandbox that does not run",
      plugins: { own: { package: "./own", address: "${sandbox.itunes}" } },
      files: { ...own, "own/plugin.ts": source("own") },
      message:
        "plugins.own.address: ${sandbox.itunes} is not set; set it in the environment, or name `sandbox:` in the config"
    },
    {
      name: "a setting that is unknown, with its path",
      plugins: { own: { package: "./own", adress: "x" } },
      files: { ...own, "own/plugin.ts": source("own") },
      message: "own: config: plugins.own.adress: isn't a setting; did you mean 'address'?"
    }
  ]
  it.effect.each(refused)("stop the boot for $name", ({ files, message, plugins }) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* messageOf({ plugins }, { files }), message)
    }).pipe(Effect.scoped)
  )
})

describe("a config file", () => {
  const refused = [
    {
      name: "an unknown section",
      text: "plugins: {}\nservers: {}",
      message: "servers: isn't a setting; did you mean 'server'?"
    },
    {
      name: "an unknown key below",
      text: "plugins: {}\nserver: { prot: 1 }",
      message: "server.prot: isn't a setting; did you mean 'port'?"
    },
    { name: "no plugins", text: "server: {}", message: "plugins: is required" },
    {
      name: "a port that is none",
      text: "plugins: {}\nserver: { port: 70000 }",
      message: "server.port: Expected a value between 0 and 65535"
    },
    {
      name: "a number that is text",
      text: "plugins: {}\ndatabase: { connectionsMax: many }",
      message: "database.connectionsMax: Expected number"
    },
    {
      name: "a level that is none",
      text: "plugins: {}\nlogs: { level: Loud }",
      message: /^logs\.level: Expected "Debug" \| "Info"/
    },
    {
      name: "two sections of one name",
      text: "plugins: {}\nplugins: {}",
      message: /^invalid YAML: Map keys must be unique/
    },
    { name: "what is no YAML", text: "plugins: [", message: /^invalid YAML: / },
    { name: "nothing", text: "", message: /^Expected object/ },
    { name: "a list", text: "- plugins", message: /^Expected object/ },
    {
      name: "an own database address from an environment that is not set",
      text: "plugins: {}\ndatabase: { url: '${PGURL}' }",
      message: /^database\.url: \$\{PGURL\} is not set; set it in the environment$/,
      subject: ""
    },
    {
      name: "a Redis address from an environment that is not set",
      text: "plugins: {}\nredis: { url: '${R}' }",
      message: /^redis\.url: \$\{R\} is not set; set it in the environment$/,
      subject: ""
    }
  ]
  it.effect.each(refused)("is refused for $name", ({ message, subject = "~/config.yaml: ", text }) =>
    Effect.gen(function* () {
      const said = yield* messageOf(text)
      assert.isTrue(said.startsWith(subject), said)
      const rest = said.slice(subject.length)
      if (typeof message === "string") assert.strictEqual(rest, message)
      else assert.match(rest, message)
    }).pipe(Effect.scoped)
  )

  it.effect("is refused with all its mistakes at once, a line each", () =>
    Effect.gen(function* () {
      const said = yield* messageOf("plugins: {}\nserver: { prot: 1, port: -1 }\nfoo: 1")
      assert.deepEqual(
        said
          .replace("~/config.yaml: ", "")
          .split("\n")
          .map((line) => line.trim().split(":")[0])
          .sort(),
        ["foo", "server.port", "server.prot"]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("is refused when it cannot be read", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(loadConfig("/nowhere/config.yaml", {}))
      assert.strictEqual(error.message, "/nowhere/config.yaml: can't read the config file; check STOREGLASS_CONFIG")
    })
  )

  it.effect("gives way to the environment: PORT, DATABASE_URL and REDIS_URL", () =>
    Effect.gen(function* () {
      const text = "plugins: {}\nserver: { port: 4000 }\ndatabase: { url: postgresql://file/x }\nredis: { url: '${R}' }"
      const { config: plain } = yield* loaded(text, { environment: { R: "redis://file" } })
      const value = (secret: Redacted.Redacted<string> | undefined) => secret && Redacted.value(secret)
      assert.deepEqual(
        [plain.port, value(plain.databaseUrl), value(plain.redisUrl)],
        [4000, "postgresql://file/x", "redis://file"]
      )
      const environment = { PORT: "0", DATABASE_URL: "postgresql://env/x", REDIS_URL: "redis://env" }
      const { config: set } = yield* loaded(text, { environment })
      assert.deepEqual(
        [set.port, value(set.databaseUrl), value(set.redisUrl)],
        [0, "postgresql://env/x", "redis://env"]
      )
      const { config: empty } = yield* loaded("plugins: {}", {
        environment: { PORT: "", DATABASE_URL: "", REDIS_URL: "" }
      })
      assert.deepEqual(
        [empty.port, empty.host, empty.databaseUrl, empty.redisUrl],
        [3000, "127.0.0.1", undefined, undefined]
      )
    }).pipe(Effect.scoped)
  )

  it.effect.each(["abc", "-1", "65536", "1e3", "80 ", "0x50", "3000000000"])("is not read with PORT '%s'", (PORT) =>
    Effect.gen(function* () {
      const said = yield* messageOf("plugins: {}", { environment: { PORT } })
      assert.strictEqual(said, `PORT: '${PORT}' isn't a port; set a number from 0 to 65535`)
    }).pipe(Effect.scoped)
  )
})
