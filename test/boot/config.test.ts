import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { composeFrom, type Environment, inspectConfig, loadConfig } from "@storeglass/gateway"
import { apiVersion } from "@storeglass/plugin-api"
import { type ManifestOptions, manifestOf, root } from "@storeglass/testkit"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Effect, Redacted } from "effect"
import { parse } from "yaml"
import { folderOf } from "./folder.ts"

/** A folder with a config and these files, for the length of a test. */
const configOf = (text: string, files: Readonly<Record<string, string>> = {}) =>
  Effect.map(folderOf({ "config.yaml": text, ...files }), (folder) => join(folder, "config.yaml"))

/** What is found in a config, as `line message` with the test's folder as `~`. */
const findingsOf = Effect.fnUntraced(function* (
  text: string,
  files: Readonly<Record<string, string>> = {},
  environment: Environment = {}
) {
  const file = yield* configOf(text, files)
  const { findings } = yield* inspectConfig(file, environment)
  return findings.map(({ line, message }) =>
    `${line ?? "-"} ${message}`.replaceAll(/(file:\/\/)?\/\S*storeglass-boot-\w+/g, "~")
  )
})

const pluginSource = (id: string, options: ManifestOptions = {}) => `
import { Layer, Schema } from ${JSON.stringify(join(root, "node_modules/effect/dist/index.js"))}
import { HttpApi } from ${JSON.stringify(join(root, "node_modules/effect/dist/http-api/index.js"))}
export default {
  id: ${JSON.stringify(id)}, manifest: ${JSON.stringify(manifestOf(id, options))}, description: "Of a folder.",
  uses: ${JSON.stringify(Object.keys(options.uses ?? {}))},
  config: Schema.Struct({ minutes: Schema.optionalKey(Schema.Int), address: Schema.optionalKey(Schema.NonEmptyString) }),
  api: HttpApi.make(${JSON.stringify(id)}), live: () => Layer.empty
}`
const folderPlugin = (id: string, options?: ManifestOptions) => ({
  [`${id}/package.json`]: JSON.stringify({ name: id, type: "module", exports: { ".": "./plugin.ts" } }),
  [`${id}/plugin.ts`]: pluginSource(id, options)
})

describe("config check", () => {
  it.effect("tells every mistake of every kind in one run, with its line", () =>
    Effect.gen(function* () {
      const text = [
        "server:",
        "  prot: 3000",
        "  port: many",
        "database:",
        "  url: postgresql://app:${file:secrets/none}@db/app",
        "redis:",
        "  url: ${NO_REDIS}",
        "srever: {}",
        "plugins:",
        "  store:",
        "  old: { package: ./old }",
        "  first:",
        "    package: ./first",
        "    minuets: 3",
        "    address: ${NOT_SET}",
        "  second: { package: ./second, minutes: often }",
        "  third: { package: ./third }"
      ].join("\n")
      const files = {
        ...folderPlugin("old", { core: "^9.0.0" }),
        ...folderPlugin("first", { uses: { second: "^2.0.0", absent: "^1.0.0" } }),
        ...folderPlugin("second"),
        "third/package.json": JSON.stringify({ type: "module", exports: { ".": "./plugin.ts" } }),
        "third/plugin.ts": "throw new Error('broken on purpose')"
      }
      assert.deepEqual(yield* findingsOf(text, files), [
        "2 server.prot: isn't a setting; did you mean 'port'?",
        "3 server.port: Expected number",
        "5 database.url: can't read ${file:secrets/none}: the file doesn't exist; fix that, or name another",
        "7 redis.url: ${NO_REDIS} is not set; set it in the environment",
        "8 srever: isn't a setting; did you mean 'server'?",
        "10 store: no such plugin (looked for plugins/store and the package @storeglass/store); did you mean 'stores'? Fix the name, or set its `package`",
        `11 old: is built for plugin-api ^9.0.0, but this host has ${apiVersion}; install a version of 'old' built for ${apiVersion}, or a gateway with plugin-api ^9.0.0`,
        "12 first: uses second ^2.0.0 but this host has 1.0.0; install a version that fits",
        "12 first: uses the plugin 'absent' (^1.0.0), which is not enabled; add 'absent:' under plugins",
        "14 plugins.first.minuets: isn't a setting; did you mean 'minutes'?",
        "15 plugins.first.address: ${NOT_SET} is not set; set it in the environment",
        "16 plugins.second.minutes: Expected number",
        "17 third: can't be imported from ~/third/plugin.ts: Error: broken on purpose"
      ])
    }).pipe(Effect.scoped)
  )

  it.effect("tells each error of the YAML itself", () =>
    Effect.gen(function* () {
      const found = yield* findingsOf("plugins: {}\nplugins: {}\nserver: {}\nserver: {}")
      assert.lengthOf(found, 2)
      for (const line of found) assert.match(line, /invalid YAML: Map keys must be unique at line \d/)
    }).pipe(Effect.scoped)
  )

  it.effect("does not blame a plugin for one that is named and does not load", () =>
    Effect.gen(function* () {
      const files = {
        ...folderPlugin("user", { uses: { broken: "^1.0.0" } }),
        "broken/package.json": "{}"
      }
      const found = yield* findingsOf("plugins:\n  user: { package: ./user }\n  broken: { package: ./broken }", files)
      assert.lengthOf(found, 1)
      assert.match(found[0] ?? "", /^3 broken: no such plugin/)
    }).pipe(Effect.scoped)
  )

  it.effect("tells addresses that are none, and keys that seal nothing", () =>
    Effect.gen(function* () {
      const text = [
        "server: { publicUrl: example.com }",
        "database: { url: mysql://db/x }",
        "redis: { url: 'localhost:6379' }",
        "vault: { currentKeyId: a, keys: { a: c2hvcnQ= } }",
        "plugins: {}"
      ].join("\n")
      assert.deepEqual(yield* findingsOf(text), [
        "1 server.publicUrl: must be an http or https address",
        "2 database.url: must be an address that begins with postgresql://",
        "3 redis.url: must be an address that begins with redis://",
        '4 vault: The vault key "a" must be 32 bytes in base64.'
      ])
    }).pipe(Effect.scoped)
  )

  it.effect("shows no value of a secret", () =>
    Effect.gen(function* () {
      const text =
        "database: { url: '${file:db}' }\nserver: { port: '${CANARY}' }\nvault: { currentKeyId: a, keys: { a: '${CANARY}' } }\nplugins: {}"
      const found = yield* findingsOf(text, { db: "canary-db\n" }, { CANARY: "canary-env" })
      assert.isAbove(found.length, 0)
      assert.notInclude(found.join("\n"), "canary-")
    }).pipe(Effect.scoped)
  )
})

describe("a reference to a file", () => {
  it.effect("stands for what is in it, but for the last line break, beside other text too", () =>
    Effect.gen(function* () {
      const text =
        "database: { url: 'postgresql://app:${file:secrets/password}@${HOST}/app' }\nredis: { url: '${file:secrets/redis}' }\nplugins: {}"
      const files = { "secrets/password": "p4ss\n", "secrets/redis": "redis://r/0\r\n" }
      const file = yield* configOf(text, files)
      const { databaseUrl, redisUrl } = yield* loadConfig(file, { HOST: "db" })
      assert.strictEqual(databaseUrl && Redacted.value(databaseUrl), "postgresql://app:p4ss@db/app")
      assert.strictEqual(redisUrl && Redacted.value(redisUrl), "redis://r/0")
    }).pipe(Effect.scoped)
  )

  it.effect("works in a plugin's settings, by an absolute path too, and is not looked into again", () =>
    Effect.gen(function* () {
      const files = { ...folderPlugin("own"), secret: "${HOST}" }
      const file = yield* configOf("", files)
      const absolute = join(dirname(file), "secret")
      writeFileSync(file, `plugins: { own: { package: ./own, address: "\${file:${absolute}}" } }`)
      const composition = yield* composeFrom(yield* loadConfig(file, { HOST: "db" }), {})
      const own = composition.plugins.find(({ plugin }) => plugin.id === "own")
      assert.deepEqual(own?.config, { address: "${HOST}" })
    }).pipe(Effect.scoped)
  )

  it.effect("names why it cannot be read: a folder, an empty file", () =>
    Effect.gen(function* () {
      const text = "database: { url: '${file:secrets}' }\nredis: { url: '${file:secrets/empty}' }\nplugins: {}"
      assert.deepEqual(yield* findingsOf(text, { "secrets/empty": "\n" }), [
        "1 database.url: can't read ${file:secrets}: it's a folder; fix that, or name another",
        "2 redis.url: can't read ${file:secrets/empty}: it's empty; fix that, or name another"
      ])
    }).pipe(Effect.scoped)
  )

  it.effect("is not needed where the environment gives the address", () =>
    Effect.gen(function* () {
      const file = yield* configOf("database: { url: '${file:none}' }\nredis: { url: '${NONE}' }\nplugins: {}")
      const environment = { DATABASE_URL: "postgresql://env/x", REDIS_URL: "redis://env" }
      const { databaseUrl } = yield* loadConfig(file, environment)
      assert.strictEqual(databaseUrl && Redacted.value(databaseUrl), "postgresql://env/x")
    }).pipe(Effect.scoped)
  )
})

describe("the configs of this repository", () => {
  const schema: object = JSON.parse(readFileSync(join(root, "config/gateway.schema.json"), "utf8"))
  const validate = new Ajv2020({ strict: false, allErrors: true }).compile(schema)
  const files = readdirSync(join(root, "config")).filter((name) => name.endsWith(".yaml"))

  it.each(files)("%s names its JSON Schema for editors, and is valid by it", (name) => {
    const text = readFileSync(join(root, "config", name), "utf8")
    assert.match(text, /^# yaml-language-server: \$schema=\.\/gateway\.schema\.json\n/)
    validate(parse(text))
    assert.deepEqual(validate.errors ?? [], [])
  })

  it("are held to a schema that refuses what the gateway refuses", () => {
    for (const wrong of [
      { plugins: {}, server: { prot: 1 } },
      { plugins: {}, server: { port: 70_000 } },
      { plugins: { charts: { everyHours: "many" } } },
      { plugins: { charts: { evryHours: 1 } } },
      {}
    ]) {
      assert.isFalse(validate(wrong), JSON.stringify(wrong))
    }
  })
})
