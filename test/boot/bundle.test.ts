/** What a gateway of a checkout loads from its second start on is the same, in fewer files, and never older than its sources. */
import { execFile } from "node:child_process"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { manifestOf, root } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, beforeAll, describe, it } from "vitest"
import { stringify } from "yaml"
import { clearOld, makeBundle } from "../../scripts/bundle/make.ts"
import { bundles, isFresh, readManifest } from "../../scripts/bundle/state.mjs"
import { packageJson, useFolder } from "./folder.ts"

const { folder, write } = useFolder()
const cli = join(root, "packages/gateway/src/cli.ts")
const tracer = join(folder, "tracer.mjs")
// Names every file that is loaded, on standard error.
write({
  "tracer.mjs": `
import { registerHooks } from "node:module"
registerHooks({
  load(url, context, next) {
    if (url.startsWith("file:")) process.stderr.write("loaded " + url + "\\n")
    return next(url, context)
  }
})`,
  "foreign/package.json": packageJson("foreign", { ".": "./plugin.ts" }),
  "foreign/plugin.ts": `
import { Layer, Schema } from ${JSON.stringify(join(root, "node_modules/effect/dist/index.js"))}
import { HttpApi } from ${JSON.stringify(join(root, "node_modules/effect/dist/http-api/index.js"))}
export default {
  id: "foreign", manifest: ${JSON.stringify(manifestOf("foreign"))}, description: "Comes from elsewhere.",
  config: Schema.Struct({}), api: HttpApi.make("foreign"), live: () => Layer.empty
}`
})

const storeglass = async (args: ReadonlyArray<string>, environment: Readonly<Record<string, string>> = {}) => {
  const { stderr, stdout } = await promisify(execFile)(process.execPath, ["--import", tracer, cli, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, NO_COLOR: "1", ...environment },
    maxBuffer: 64_000_000
  })
  const loaded = stderr.split("\n").flatMap((line) => /^loaded (.*)$/.exec(line)?.[1] ?? [])
  const bundled = loaded.filter((url) => url.startsWith(pathToFileURL(bundles).href))
  return { out: stdout, loaded, bundled }
}
const unbundled = { STOREGLASS_BUNDLE: "off" }

/** Modules of ours: those that were loaded alone, and those in files of the bundle, which names each before its code. */
const modulesIn = (loaded: ReadonlyArray<string>) =>
  new Set(
    loaded.flatMap((url) => {
      const own = url.startsWith(pathToFileURL(root).href) ? url.slice(pathToFileURL(root).href.length + 1) : ""
      if (!own.startsWith(".storeglass/")) return /^(packages|plugins)\//.test(own) ? [own] : []
      return [...readFileSync(fileURLToPath(url), "utf8").matchAll(/^\/\/ ((?:packages|plugins)\/\S+\.ts)$/gm)].map(
        ([, file = ""]) => file
      )
    })
  )

const config = (plugins: object) => {
  const file = join(folder, `${Object.keys(plugins).join("-")}.yaml`)
  writeFileSync(file, stringify({ database: { url: "postgres://unused.example/none" }, plugins }))
  return file
}

const manifest = () => {
  const found = readManifest()
  assert.isDefined(found)
  return found
}

beforeAll(() => makeBundle(), 120_000)

describe("the bundle", { timeout: 120_000 }, () => {
  it("gives the same plugins and routes as the sources, from a fraction of their files", async () => {
    const sandbox = join(root, "config/sandbox.yaml")
    for (const command of ["plugins", "routes"]) {
      const args = [command, "--json", "--config", sandbox]
      const [one, other] = await Promise.all([storeglass(args), storeglass(args, unbundled)])
      assert.strictEqual(one.out, other.out)
      assert.isNotEmpty(one.bundled)
      assert.isEmpty(other.bundled)
      assert.isBelow(one.loaded.length, other.loaded.length / 3)
      const sources = one.loaded.filter((url) => /\/(packages|plugins)\/[\w-]+\/(src|sandbox)\//.test(url))
      // What is imported late, or by others alone, is in no file that's loaded before.
      const [bundled, apart] = [modulesIn(one.loaded), modulesIn(other.loaded)]
      assert.isAbove(bundled.size, 500)
      assert.isEmpty([...bundled].filter((file) => !apart.has(file)))
      assert.sameMembers(
        sources.map((url) => url.slice(url.lastIndexOf("/") + 1)),
        ["cli.ts", "bundled.ts"]
      )
    }
  })

  it("isn't used where a plugin comes from elsewhere, which has the one Effect of all", async () => {
    const file = config({ foreign: { package: "./foreign" } })
    const { out } = await storeglass(["plugins", "--json", "--config", file])
    const Listed = Schema.fromJsonString(Schema.Array(Schema.Struct({ id: Schema.String })))
    assert.deepInclude(Schema.decodeUnknownSync(Listed)(out), { id: "foreign" })
    assert.strictEqual(out, (await storeglass(["plugins", "--json", "--config", file], unbundled)).out)
  })

  it("is of these sources, of which each counts: none may be gone, of another size or another time", () => {
    const made = manifest()
    assert.isTrue(isFresh(made))
    const files = made.sources.map(([file]) => file)
    const wanted = ["packages/core/src/index.ts", "plugins/aso/src/plugin.ts", "plugins/aso/package.json"]
    assert.includeMembers(files, [...wanted, "packages/gateway/src/cli/serving.ts", "scripts/bundle/make.ts"])
    for (const [index, [file, size, mtimeMs]] of made.sources.entries()) {
      if (index % 100 !== 0) continue
      const changed = [
        [`${file}.gone`, size, mtimeMs],
        [file, size + 1, mtimeMs],
        [file, size, mtimeMs + 1]
      ] as const
      for (const one of changed) assert.isFalse(isFresh({ ...made, sources: made.sources.with(index, one) }), file)
    }
    assert.isFalse(isFresh({ ...made, build: "of-nobody" }))
  })

  it("takes away every build but the newest, those in use and those in the making", () => {
    const mine = `${process.pid}`
    // No process has a number that high.
    const nobodys = "99999999"
    write({
      "builds/manifest.json": "{}",
      "builds/newest/run.js": "",
      "builds/old/run.js": "",
      "builds/left/used-by-99999999": "",
      "builds/used/used-by-99999999": "",
      [`builds/used/used-by-${mine}`]: "",
      [`builds/made-by-${mine}/run.js`]: "",
      [`builds/made-by-${nobodys}/run.js`]: ""
    })
    const builds = join(folder, "builds")
    clearOld(builds, "newest")
    assert.sameMembers(readdirSync(builds), ["manifest.json", "newest", "used", `made-by-${mine}`])
  })
})
