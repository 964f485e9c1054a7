import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { composeFrom, loadConfig } from "@storeglass/gateway"
import { root } from "@storeglass/testkit"
import { Effect } from "effect"
import { assert, describe, it, onTestFinished } from "vitest"
import { importsOf, type Since, sinceOf, wrongRanges } from "../../scripts/since.ts"

const plugins = readdirSync(join(root, "plugins")).map((id) => join(root, "plugins", id))
const contracts: ReadonlyMap<string, Since> = new Map([
  ["@storeglass/plugin-api", sinceOf(join(root, "packages/plugin-api/src/index.ts"))],
  ["@storeglass/stores/contract", sinceOf(join(root, "plugins/stores/src/contract.ts"))],
  ["@storeglass/charts/contract", sinceOf(join(root, "plugins/charts/src/contract.ts"))],
  ["@storeglass/keywords/contract", sinceOf(join(root, "plugins/keywords/src/contract.ts"))]
])

/** Libraries are peers too; only the contract and plugins are asked about. */
const isContract = (name: string) =>
  name === "@storeglass/plugin-api" || existsSync(join(root, "plugins", name.replace("@storeglass/", "")))

/** A plugin in a folder of its own, and the module that it imports. */
const written = (peers: Readonly<Record<string, string>>, source: string) => {
  const folder = mkdtempSync(join(tmpdir(), "storeglass-ranges-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, "src/parts"), { recursive: true })
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "tides", peerDependencies: peers }))
  writeFileSync(join(folder, "src/plugin.ts"), source)
  writeFileSync(
    join(folder, "src/parts/index.ts"),
    '/** Old. */\nexport const old = 1\n/**\n * New.\n * @since 2.3.0\n */\nexport class Fresh {}\nexport * as More from "./more.ts"\n'
  )
  writeFileSync(join(folder, "src/parts/more.ts"), "/** Newer. @since 2.4.1 */\nexport const newest = 1\n")
  return { folder, since: new Map([["@storeglass/plugin-api", sinceOf(join(folder, "src/parts/index.ts"))]]) }
}

describe("the ranges of a plugin's package.json", () => {
  it("are those of all that the plugins of the house import", () => {
    for (const folder of plugins) assert.deepEqual(wrongRanges(folder, contracts), [])
  })

  it("name every plugin that is used, and no other", async () => {
    const composition = await Effect.runPromise(
      Effect.flatMap(loadConfig(join(root, "config/sandbox.yaml"), {}), composeFrom)
    )
    for (const { plugin, requirements } of composition.plugins.filter(({ plugin }) => plugin.id !== "system")) {
      const used = Object.keys({ ...requirements.uses, ...requirements.usesIfEnabled }).map((id) => `@storeglass/${id}`)
      const peers = Object.keys(plugin.manifest.peerDependencies ?? {}).filter((name) => isContract(name))
      assert.deepEqual(peers.sort(), ["@storeglass/plugin-api", ...used].sort(), plugin.id)
      const source = join(root, "plugins", plugin.id, "src")
      const imported = readdirSync(source, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".ts"))
        .flatMap((name) => importsOf(readFileSync(join(source, name), "utf8")))
        .map(([module]) => module.split("/").slice(0, 2).join("/"))
      assert.includeMembers(peers, [...new Set(imported)].filter(isContract), plugin.id)
    }
  })

  const importing = (names: string) => `import { ${names} } from "@storeglass/plugin-api"\n`

  it("are wrong when an export came in a later minor than they begin with", () => {
    const { folder, since } = written({ "@storeglass/plugin-api": "^2.2.0" }, importing("old, type Fresh as F"))
    assert.deepEqual(wrongRanges(folder, since), [
      "tides allows @storeglass/plugin-api ^2.2.0 but imports Fresh, which was added in 2.3.0"
    ])
  })

  it("are wrong when a member of a namespace came in a later patch", () => {
    const source = `${importing("More")}export const a = More.newest`
    const { folder, since } = written({ "@storeglass/plugin-api": "^2.4.0" }, source)
    assert.deepEqual(wrongRanges(folder, since), [
      "tides allows @storeglass/plugin-api ^2.4.0 but imports More.newest, which was added in 2.4.1"
    ])
  })

  it("are right when they begin where the export came", () => {
    for (const range of ["^2.3.0", ">=2.3.0 <3.0.0", "2.3.0"]) {
      const { folder, since } = written({ "@storeglass/plugin-api": range }, importing("old, Fresh"))
      assert.deepEqual(wrongRanges(folder, since), [], range)
    }
  })

  it("are wrong when there is none for what is imported", () => {
    const { folder, since } = written({}, importing("old"))
    assert.deepEqual(wrongRanges(folder, since), [
      "tides imports @storeglass/plugin-api without a range for it in peerDependencies"
    ])
  })
})
