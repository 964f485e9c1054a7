import { spawnSync } from "node:child_process"
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { erased } from "@storeglass/gateway"
import { apiVersion, definePlugin } from "@storeglass/plugin-api"
import { manifestOf, root, startTestGateway, type TestGateway } from "@storeglass/testkit"
import { Effect, Layer, Schema } from "effect"
import { HttpApi } from "effect/http-api"
import * as SemVer from "effect/SemVer"
import { assert, describe, it } from "vitest"
import { apiReport, contracts } from "../../scripts/build-api-report.ts"
import { packages, staleManifests } from "../../scripts/build-packages.ts"
import { runNode, temporaryFolder, textsIn } from "./checkout.ts"

const oldPlugin = join(import.meta.dirname, "fixtures/built-for-2.0")
const pluginOfOne = join(import.meta.dirname, "fixtures/built-for-1.0")
const served = <A>(options: Parameters<typeof startTestGateway>[0], use: (gateway: TestGateway) => Promise<A>) =>
  Effect.runPromise(
    Effect.scoped(Effect.flatMap(startTestGateway(options), (gateway) => Effect.promise(() => use(gateway))))
  )

describe("a plugin compiled against plugin-api 2.0.0", () => {
  it("is not newer than the host, which is of the same major version", () => {
    const built = SemVer.parseUnsafe("2.0.0")
    const host = SemVer.parseUnsafe(apiVersion)
    assert.isFalse(SemVer.isGreaterThan(built, host))
    assert.strictEqual(host.major, built.major)
  })

  it("is loaded by its path, served, metered and documented as it is", async () => {
    const plugins = { "old-greetings": { package: oldPlugin, hello: "Hello" } }
    await served({ plugins }, async (gateway) => {
      const { accountId, key } = await gateway.account()
      const answer = await gateway.ask("/v1/old-greetings?name=Ada&times=2", { key })
      assert.strictEqual(answer.status, 200, answer.text)
      assert.match(answer.text, /"text":"Hello Ada, Hello Ada"/)
      assert.strictEqual(answer.headers.get("x-credit-cost"), "2")
      assert.strictEqual(answer.headers.get("x-data-source"), "stored")
      const refused = await gateway.ask("/v1/old-greetings?name=you", { key })
      assert.strictEqual(refused.status, 400)
      assert.match(refused.text, /"code":"TOO_RUDE"/)
      const strict = await gateway.ask("/v1/old-greetings?name=Ada&times=9", { key })
      assert.match(strict.text, /INVALID_INPUT.*times/)
      assert.strictEqual(await gateway.used(accountId), 2)
      assert.include((await gateway.ask("/openapi.json")).text, "/v1/old-greetings")
    })
  })
})

describe("a plugin built for a plugin-api that this host is not", () => {
  it("is refused as it was compiled for 1.0.0, with what it was built for", async () => {
    const plugins = { "old-greetings": { package: pluginOfOne, hello: "Hello" } }
    const error = await Effect.runPromise(Effect.scoped(Effect.flip(startTestGateway({ plugins }))))
    assert.strictEqual(
      error instanceof Error ? error.message : "",
      `old-greetings: is built for plugin-api ^1.0.0, but this host has ${apiVersion}; install a version of 'old-greetings' built for ${apiVersion}, or a gateway with plugin-api ^1.0.0`
    )
  })

  const builtFor = (core: string) => {
    class Api extends HttpApi.make("visitor") {}
    const plugin = definePlugin({
      id: "visitor",
      manifest: manifestOf("visitor", { core }),
      description: "Visits.",
      config: Schema.Struct({}),
      api: Api,
      live: () => Layer.empty
    })
    return { plugin: erased(plugin), settings: {}, from: "the test" }
  }
  const bootMessage = (core: string) =>
    Effect.runPromise(
      Effect.scoped(Effect.flip(startTestGateway({ further: [builtFor(core)] }))).pipe(
        Effect.map((error) => (error instanceof Error ? error.message : String(error)))
      )
    )

  it("is refused at boot, with its name, both versions and what to install", async () => {
    for (const core of ["^1.1.0", "^3.0.0", "^0.9.0", `>${apiVersion}`]) {
      assert.strictEqual(
        await bootMessage(core),
        `visitor: is built for plugin-api ${core}, but this host has ${apiVersion}; install a version of 'visitor' built for ${apiVersion}, or a gateway with plugin-api ${core}`
      )
    }
  })

  it("is refused when its range is none, with one that is", async () => {
    assert.strictEqual(
      await bootMessage("the newest"),
      `visitor: plugin-api: 'the newest' isn't a version range, or '${apiVersion}' isn't a version; write them like ^1.2.0 and 1.2.3`
    )
  })
})

const Status = Schema.fromJsonString(
  Schema.Struct({ releases: Schema.Array(Schema.Struct({ name: Schema.String, newVersion: Schema.String })) })
)

/** What changesets would release from a repository of our package.json files with these changesets and one more. */
const statusWith = (names: ReadonlyArray<string>, changeset: string) => {
  const folder = temporaryFolder()
  const files = ["package.json", "pnpm-workspace.yaml", ...packages().map((each) => `${each.folder}/package.json`)]
  for (const file of [...files, ...names.map((name) => `.changeset/${name}`)]) {
    cpSync(join(root, file), join(folder, file), { recursive: true })
  }
  const git = (...args: ReadonlyArray<string>) => spawnSync("git", args, { cwd: folder })
  git("init", "--quiet", "--initial-branch=main")
  git("add", ".")
  git("-c", "user.name=test", "-c", "user.email=test@example.com", "commit", "--quiet", "-m", "all")
  writeFileSync(join(folder, ".changeset/one-more.md"), changeset)
  const cli = join(root, "node_modules/@changesets/cli/bin.js")
  const { output } = runNode([cli, "status", "--output=status.json"], folder)
  const file = join(folder, "status.json")
  const status = existsSync(file) ? Schema.decodeUnknownSync(Status)(readFileSync(file, "utf8")) : undefined
  return { output, status }
}

describe("what is published", () => {
  it("names no version outside its package.json", () => {
    for (const { folder } of packages()) {
      for (const [file, text] of textsIn(join(root, folder, "src"))) {
        assert.notMatch(
          text,
          /^\s*(export const )?(version|apiVersion)\b[^\n]{0,20}"\d+\.\d+\.\d+"/m,
          `${folder}/src/${file}`
        )
      }
    }
  })

  it("says in its package.json what publishing needs", () => {
    assert.deepEqual([...staleManifests().keys()], [], "run npm run build")
    const folders = packages().map(({ folder }) => folder)
    for (const id of readdirSync(join(root, "plugins"))) {
      if (existsSync(join(root, "plugins", id, "package.json"))) assert.include(folders, `plugins/${id}`, "is private")
    }
    assert.includeMembers(
      packages().map(({ manifest }) => manifest.name),
      ["@storeglass/plugin-api", "@storeglass/core", "@storeglass/gateway", "@storeglass/testkit", "@storeglass/stores"]
    )
  })

  it.each(contracts)("of $package has no other contract than the committed API report tells", (contract) => {
    const committed = readFileSync(contract.file, "utf8")
    assert.strictEqual(apiReport(contract), committed, "run npm run api-report, and add a changeset")
  })

  it("is released package by package: a minor of the contract raises no plugin", () => {
    const { status } = statusWith(["config.json"], '---\n"@storeglass/plugin-api": minor\n---\n\nMore.\n')
    const next = SemVer.format({ ...SemVer.parseUnsafe(apiVersion), minor: SemVer.parseUnsafe(apiVersion).minor + 1 })
    assert.deepEqual(
      status?.releases.map(({ name, newVersion }) => [name, newVersion]),
      [["@storeglass/plugin-api", next]]
    )
  })

  it("has pending changesets that can be read, of packages that there are", () => {
    const { output, status } = statusWith(
      readdirSync(join(root, ".changeset")),
      '---\n"@storeglass/core": patch\n---\n\nA.\n'
    )
    assert.include(status?.releases.map(({ name }) => name) ?? [], "@storeglass/core", output)
  })

  it("has an OpenAPI fragment in git for every plugin in git that has routes", () => {
    if (!existsSync(join(root, ".git"))) return
    const tracked = spawnSync("git", ["ls-files", "plugins"], { cwd: root, encoding: "utf8" }).stdout.split("\n")
    const withRoutes = tracked.flatMap((file) => /^plugins\/([^/]+)\/src\/api\.ts$/.exec(file)?.[1] ?? [])
    assert.isNotEmpty(withRoutes)
    // What is the operator's alone is in no document.
    const isPublished = (id: string) => {
      const api = readFileSync(join(root, `plugins/${id}/src/api.ts`), "utf8")
      return (api.match(/Endpoint\.\w+\(/g) ?? []).length !== (api.match(/access: "internal"/g) ?? []).length
    }
    for (const id of withRoutes.filter(isPublished)) assert.include(tracked, `plugins/${id}/test/${id}.openapi.json`)
  })
})
