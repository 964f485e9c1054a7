import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"
import { root } from "@storeglass/testkit"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { assert, beforeAll, describe, it } from "vitest"
import { build, pack } from "../../scripts/build.ts"
import { isForCommonJs, packages } from "../../scripts/build-packages.ts"
import { linesOf, nodeOfTheMachine, run, textsIn, useTemporaryFolder } from "./checkout.ts"

const folder = useTemporaryFolder()
const published = packages()
let tarballs: ReadonlyMap<string, string> = new Map()

const pnpm = join(root, "node_modules/pnpm/bin/pnpm.cjs")
const tarballOf = (name: string) => tarballs.get(name) ?? assert.fail(`${name} was not packed`)

// Our own lockfile says which versions are taken, which are those in pnpm's store since our own install.
/** Installs a folder's package, with our packages from the tarballs. */
const install = (at: string) => {
  const file = join(at, "package.json")
  const overrides = Object.fromEntries([...tarballs].map(([name, tarball]) => [name, `file:${tarball}`]))
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), pnpm: { overrides } }, undefined, 2))
  const lock = readFileSync(join(root, "pnpm-lock.yaml"), "utf8")
  const versions = lock.replace(/^importers:\n[\s\S]*?(?=^packages:)/m, "importers:\n\n  .: {}\n\n")
  writeFileSync(join(at, "pnpm-lock.yaml"), versions)
  const flags = ["--no-frozen-lockfile", "--prefer-offline", "--ignore-workspace", "--ignore-scripts"]
  const args = [pnpm, "install", ...flags, "--config.node-linker=hoisted", "--config.fetch-retries=0"]
  // What a slow registry leaves hanging is done at the second try: the rest is in the store by then.
  const first = run(process.execPath, args, at, 90_000)
  const { code, output } = first.code === 0 ? first : run(process.execPath, args, at)
  assert.strictEqual(code, 0, output)
}

beforeAll(() => {
  build(published)
  tarballs = pack(join(folder(), "tarballs"), published)
}, 600_000)

describe("every published package, as packed", () => {
  it("is what publint wants", async () => {
    for (const { manifest } of published) {
      const data = new Uint8Array(readFileSync(tarballOf(manifest.name)))
      const { messages, pkg } = await publint({ pack: { tarball: data.buffer }, strict: true })
      assert.deepEqual(
        messages.map((message) => `${manifest.name}: ${formatMessage(message, pkg)}`),
        []
      )
    }
  })

  it("has types that are not wrong, for those who import it", async () => {
    for (const each of published) {
      const { manifest } = each
      const data = new Uint8Array(readFileSync(tarballOf(manifest.name)))
      const analysis = await checkPackage(createPackageFromTarballData(data))
      if (analysis.types === false) return assert.fail(`${manifest.name} has no types`)
      // Our packages are ES modules, but for the client: who resolves as Node 10 did, or requires, is not served.
      const notServed = isForCommonJs(each) ? ["node10"] : ["node10", "node16-cjs"]
      const problems = analysis.problems.filter(
        (problem) =>
          !("resolutionKind" in problem && notServed.includes(problem.resolutionKind)) &&
          !("resolutionOption" in problem && problem.resolutionOption === "node10")
      )
      assert.deepEqual(problems, [], manifest.name)
    }
  })

  it("holds what was built, its package.json, its README and its recorded answers, no sources and no tests", () => {
    for (const { manifest } of published) {
      const { output } = run("tar", ["tzf", tarballOf(manifest.name)], folder())
      for (const file of output.trim().split("\n")) {
        assert.match(
          file,
          /^package\/(dist\/|built\/|template\/|package\.json$|LICENSE$|README\.md$|CHANGELOG\.md$|examples\.gen\.json$|guide\/[\w-]+\.md$)/,
          manifest.name
        )
      }
      const { output: text } = run("tar", ["xzOf", tarballOf(manifest.name), "package/package.json"], folder())
      assert.notMatch(text, /"(workspace|catalog):|\.\/src\//, manifest.name)
    }
  })
})

describe("the client, as packed", () => {
  const program = (use: string) => `
    const server = require("node:http").createServer((request, response) => response.end('{"data":{"status":"ok"}}'))
    const ask = async ({ createClient, generate, RequestError, StoreglassError }, other) => {
      const client = createClient({ baseUrl: "http://127.0.0.1:" + server.address().port })
      const { data } = await client.system.health()
      const error = await client.apps.get({ id: ".." }).catch((cause) => cause)
      const told = [data.status, error.code, error instanceof RequestError, error instanceof other.StoreglassError]
      process.stdout.write(JSON.stringify([...told, typeof generate]))
      server.close()
    }
    server.listen(0, "127.0.0.1", async () => {
      const required = { ...require("@storeglass/client"), ...require("@storeglass/client/generator") }
      const imported = { ...(await import("@storeglass/client")), ...(await import("@storeglass/client/generator")) }
      await ask(${use})
    })`

  const consumer = () => {
    const own = join(folder(), "consumer/node_modules/@storeglass/client")
    if (existsSync(own)) return join(folder(), "consumer")
    mkdirSync(own, { recursive: true })
    const { code, output } = run(
      "tar",
      ["xzf", tarballOf("@storeglass/client"), "-C", own, "--strip-components=1"],
      folder()
    )
    assert.strictEqual(code, 0, output)
    return join(folder(), "consumer")
  }

  it.each(["required, imported", "imported, required"])(
    "works by require and by import, and each knows the other's errors (%s)",
    (use) => {
      writeFileSync(join(consumer(), "main.cjs"), program(use))
      // Without Node's own help for requiring ES modules, which Node 20 didn't have from the start.
      const flags = process.allowedNodeEnvironmentFlags.has("--no-require-module") ? ["--no-require-module"] : []
      const { code, output } = run(process.execPath, [...flags, "main.cjs"], consumer())
      assert.deepEqual([code, output], [0, '["ok","INVALID_INPUT",true,true,"function"]'])
    }
  )

  it.each(["typed.cts", "typed.mts"])("has types for both kinds of program (%s)", (file) => {
    const commonJs = file.endsWith(".cts")
    const text = [
      commonJs ? 'import sg = require("@storeglass/client")' : 'import * as sg from "@storeglass/client"',
      'const client: sg.Client = sg.createClient({ baseUrl: "http://127.0.0.1" })',
      "export const rank = async (): Promise<number | undefined> =>",
      '  (await client.keywords.ranks({ keyword: "photo" })).data.rankings[0]?.rank',
      "// @ts-expect-error: the keyword is missing",
      "export const wrong = () => client.keywords.ranks()"
    ]
    writeFileSync(join(consumer(), file), text.join("\n"))
    const flags = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--types", ""]
    const tsc = join(root, "node_modules/typescript/bin/tsc")
    const { code, output } = run(process.execPath, [tsc, ...flags, "--ignoreConfig", file], consumer())
    assert.strictEqual(code, 0, output)
  })
})

describe("npm pack, without pnpm", () => {
  it("refuses to make a tarball that could not be used, and says what to do", { timeout: 360_000 }, () => {
    for (const { folder: at, manifest } of published) {
      const { code, output } = run("npm", ["pack", "--pack-destination", folder()], join(root, at))
      assert.notStrictEqual(code, 0, manifest.name)
      assert.include(output, "npm run build -- --pack FOLDER", manifest.name)
    }
  })
})

describe("a plugin outside this repository", () => {
  const at = () => join(folder(), "rating-watch")

  it("is written by the packed generator, on the machine's own Node, in at most 10 files and 190 lines", () => {
    const { code, output } = run("tar", ["xzf", tarballOf("create-storeglass-plugin")], folder())
    assert.strictEqual(code, 0, output)
    const main = join(folder(), "package/dist/main.js")
    const created = run(nodeOfTheMachine, [main, "rating-watch"], folder())
    assert.strictEqual(created.code, 0, created.output)
    assert.include(created.output, "npm install")
    const texts = textsIn(at())
    assert.isAtMost(texts.size, 10)
    assert.isAtMost(linesOf(texts.values()), 190)
    assert.notMatch([...texts].join("\n"), /workspace:|catalog:|my-?plugin/i)
    const again = run(nodeOfTheMachine, [main, "rating-watch"], folder())
    assert.strictEqual(again.code, 1)
    assert.match(again.output, /already exists; nothing was written/)
    const wrong = run(nodeOfTheMachine, [main, "Rating_Watch"], folder())
    assert.match(wrong.output, /try 'rating-watch'/)
  })

  it("passes its own tests against the published packages", { timeout: 360_000 }, () => {
    install(at())
    const { code, output } = run(process.execPath, [pnpm, "run", "test"], at())
    assert.strictEqual(code, 0, output)
    assert.match(output, /Tests .*passed/)
    assert.notMatch(output, /failed|skipped/)
  })

  it("is loaded by a gateway from npm, by the name of its package", { timeout: 360_000 }, () => {
    const packed = run(process.execPath, [pnpm, "pack", "--pack-destination", folder()], at())
    assert.strictEqual(packed.code, 0, packed.output)
    const host = join(folder(), "host")
    mkdirSync(host)
    const plugin = `file:${join(folder(), "storeglass-rating-watch-0.1.0.tgz")}`
    const ours = { "@storeglass/gateway": "*", "@storeglass/plugin-api": "*", "@storeglass/stores": "*" }
    const dependencies = { ...ours, effect: "*", "storeglass-rating-watch": plugin }
    writeFileSync(join(host, "package.json"), JSON.stringify({ name: "host", private: true, dependencies }))
    install(host)
    const yaml = "plugins:\n  stores:\n  rating-watch:\n    package: storeglass-rating-watch\n"
    writeFileSync(join(host, "storeglass.yaml"), yaml)
    const routes = run(join(host, "node_modules/.bin/storeglass"), ["routes"], host)
    assert.strictEqual(routes.code, 0, routes.output)
    assert.match(routes.output, /rating-watch +GET +\/v1\/rating-watch\/:id\/rating +1 /)

    // Its documentation has its scripts, and the changes that come with each package.
    const reading = `
      import { createRequire } from "node:module"
      import { pathToFileURL } from "node:url"
      const { resolve } = createRequire(import.meta.resolve("@storeglass/gateway"))
      const { makeSite } = await import(new URL("./site.js", pathToFileURL(resolve("@storeglass/docs"))))
      const packages = [resolve("@storeglass/plugin-api"), resolve("@storeglass/core")]
      const none = { plugins: [], operations: [], plans: {}, headers: {}, settings: () => ({}) }
      const site = makeSite({ ...none, packages, version: "0.1.0", url: "http://127.0.0.1", sandbox: false })
      const textOf = (path) => new TextDecoder().decode(site(path).body)
      const missing = [...textOf("/docs").matchAll(/(?:href|src|data-\\w+)="(\\/docs\\/[^"]+)"/g)].filter(([, path]) => site(path) === undefined)
      process.stdout.write(JSON.stringify([missing.map(([, path]) => path), textOf("/docs/changelog").includes(">2.0.0<"), textOf("/docs/search.json").length > 1000]))
    `
    writeFileSync(join(host, "docs.mjs"), reading)
    const read = run(process.execPath, ["docs.mjs"], host)
    assert.deepEqual(JSON.parse(read.output), [[], true, true])
  })
})
