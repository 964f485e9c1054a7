import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { openApiOf } from "@storeglass/gateway"
import { root, sampleApp, startTestGateway, type TestGateway } from "@storeglass/testkit"
import { createPluginInCheckout, createPluginPackage, ScaffoldError, wrongWithId } from "create-storeglass-plugin"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { parseDocument } from "yaml"
import { configTable, jobsTable, routesTable, withBlock } from "../../packages/gateway/src/generated.ts"
import { linesOf, linkedCheckout, runNode, temporaryFolder, textsIn } from "./checkout.ts"

const sandbox = (checkout: string) => join(checkout, "config/sandbox.yaml")
const create = (checkout: string, id: string) => createPluginInCheckout({ id, checkout, config: sandbox(checkout) })
const thrownBy = (use: () => unknown): string => {
  try {
    use()
  } catch (error) {
    assert.instanceOf(error, ScaffoldError)
    return error.message
  }
  return assert.fail("it was accepted")
}

// The shortest and the longest id: lines change their width with it.
const ids = ["p", "rating-watch", "an-id-as-long-as-they-may-become"]
const biome = join(root, "node_modules/@biomejs/biome/bin/biome")
const tsc = join(root, "node_modules/typescript/bin/tsc")

describe("a new plugin of the checkout", () => {
  it("has at most 10 files and 190 lines, tests included, whatever its id", () => {
    const checkout = linkedCheckout(temporaryFolder())
    for (const id of ids) {
      const { files, folder } = create(checkout, id)
      const texts = textsIn(folder)
      assert.deepEqual([...texts.keys()].sort(), [...files])
      assert.isAtMost(texts.size, 10)
      assert.isAtMost(linesOf(texts.values()), 190)
      assert.notMatch([...texts].join("\n"), /my-?plugin|\{core\}|\{stores\}/i)
    }
  })

  it("is as the house formats, lints and types it, whatever its id", { timeout: 60_000 }, () => {
    const checkout = linkedCheckout(temporaryFolder())
    for (const id of ids) create(checkout, id)
    writeFileSync(join(checkout, ".gitignore"), "node_modules/\n")
    const lint = runNode([biome, "check", ...ids.map((id) => `plugins/${id}`)], checkout)
    assert.strictEqual(lint.code, 0, lint.output)
    const include = ids.flatMap((id) => [`plugins/${id}/src`, `plugins/${id}/test`])
    const config = { extends: "./tsconfig.json", compilerOptions: { declaration: true }, include }
    writeFileSync(join(checkout, "tsconfig.new.json"), JSON.stringify(config))
    const types = runNode([tsc, "-p", "tsconfig.new.json"], checkout)
    assert.strictEqual(types.code, 0, types.output)
  })

  it("touches nothing but its folder and one line of the config", () => {
    const checkout = linkedCheckout(temporaryFolder())
    const before = readFileSync(sandbox(checkout), "utf8")
    const others = textsIn(join(checkout, "config"))
    create(checkout, "rating-watch")
    const after = readFileSync(sandbox(checkout), "utf8")
    assert.strictEqual(after.replace("\n  rating-watch:", ""), before)
    assert.notStrictEqual(after, before)
    for (const [file, text] of textsIn(join(checkout, "config"))) {
      if (file !== "sandbox.yaml") assert.strictEqual(text, others.get(file), file)
    }
    createPluginInCheckout({ id: "unlisted", checkout, config: undefined })
    assert.strictEqual(readFileSync(sandbox(checkout), "utf8"), after)
  })

  it("is served, metered, documented, and a tool of the MCP server", async () => {
    const checkout = linkedCheckout(temporaryFolder())
    const { folder } = create(checkout, "rating-watch")
    const mcp = existsSync(join(root, "plugins/mcp/package.json"))
    const check = async (gateway: TestGateway) => {
      const { accountId, key } = await gateway.account()
      const id = await sampleApp(gateway)
      const path = `/v1/rating-watch/${id}/rating`
      const answer = await gateway.ask(path, { key })
      assert.strictEqual(answer.status, 200, answer.text)
      assert.strictEqual(answer.headers.get("x-credit-cost"), "1")
      assert.strictEqual(answer.headers.get("x-data-source"), "store_live")
      assert.strictEqual(await gateway.used(accountId), 1)
      const documents = JSON.stringify(await gateway.ask("/openapi.json"))
      assert.include(documents, "/v1/rating-watch/{id}/rating")
      assert.include(documents, "ratingWatch_rating")

      const composed = gateway.running.composition.plugins.find(({ plugin }) => plugin.id === "rating-watch")
      if (composed === undefined) return assert.fail("it does not run")
      const readme = readFileSync(join(folder, "README.md"), "utf8")
      const routes = withBlock(readme, "routes", routesTable(composed.operations))
      assert.strictEqual(routes, readme)
      assert.strictEqual(withBlock(readme, "config", configTable(composed.plugin)), readme)
      assert.strictEqual(jobsTable(composed.jobs).split("\n").length, 2)
      assert.isDefined(openApiOf(gateway.running.composition, { version: "0.0.0", url: "http://127.0.0.1" }))

      if (!mcp) return
      const call = { name: "ratingWatch_rating", arguments: { id } }
      const tool = await gateway.ask("/mcp", {
        method: "POST",
        key,
        headers: {
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": "2025-06-18"
        },
        body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: call }
      })
      assert.match(tool.text, /"averageRating":/)
      assert.strictEqual(await gateway.used(accountId), 2)
    }
    const plugins = {
      stores: true,
      "rating-watch": { package: folder },
      ...(mcp ? { mcp: true as const } : {})
    } as const
    await Effect.runPromise(
      Effect.scoped(Effect.flatMap(startTestGateway({ plugins }), (gateway) => Effect.promise(() => check(gateway))))
    )
  })
})

describe("the line in the config", () => {
  const enabled = (yaml: string) => {
    const checkout = linkedCheckout(temporaryFolder())
    const config = join(checkout, "config.yaml")
    writeFileSync(config, yaml)
    createPluginInCheckout({ id: "new-one", checkout, config })
    return readFileSync(config, "utf8")
  }

  it("comes after the last plugin, in the layout that is there", () => {
    assert.strictEqual(
      enabled("# A\nplugins:\n    stores:\n        a: 1 # b\n    # c\n\n# d\nlogs:\n    level: Info\n"),
      "# A\nplugins:\n    stores:\n        a: 1 # b\n    new-one:\n    # c\n\n# d\nlogs:\n    level: Info\n"
    )
    assert.strictEqual(enabled("plugins:\n  stores:"), "plugins:\n  stores:\n  new-one:")
    assert.strictEqual(enabled("plugins:\r\n  stores:\r\n"), "plugins:\r\n  stores:\r\n  new-one:\r\n")
    assert.strictEqual(
      enabled("plugins: {} # none\nlogs:\n  level: Info\n"),
      "plugins: # none\n  new-one:\nlogs:\n  level: Info\n"
    )
  })

  it("keeps every config of the house what it was, but for the new plugin", () => {
    for (const name of ["sandbox.yaml", "hosted.yaml"]) {
      const yaml = readFileSync(join(root, "config", name), "utf8")
      const before: unknown = parseDocument(yaml).toJS()
      const document = parseDocument(enabled(yaml))
      assert.deepEqual(document.errors, [])
      assert.isTrue(document.hasIn(["plugins", "new-one"]))
      document.deleteIn(["plugins", "new-one"])
      assert.deepEqual(document.toJS(), before)
    }
  })

  it("is refused where the file has no list of plugins, or has the plugin already; then nothing is written", () => {
    const checkout = linkedCheckout(temporaryFolder())
    const config = join(checkout, "config.yaml")
    for (const [yaml, message] of [
      ["logs:\n  level: Info\n", /no section 'plugins:'/],
      ["plugins: { stores: {} }\n", /no section 'plugins:'/],
      ["plugins:\n  new-one:\n", /already names 'new-one' under plugins/],
      ['plugins:\n  "new-one": {}\n', /already names 'new-one' under plugins/]
    ] as const) {
      writeFileSync(config, yaml)
      assert.match(
        thrownBy(() => createPluginInCheckout({ id: "new-one", checkout, config })),
        message
      )
      assert.isFalse(existsSync(join(checkout, "plugins/new-one")))
    }
    const absent = join(checkout, "absent.yaml")
    assert.match(
      thrownBy(() => createPluginInCheckout({ id: "new-one", checkout, config: absent })),
      /no such config file/
    )
  })
})

describe("what is refused", () => {
  it("is an id that is no folder, package and config key at once, with one that is", () => {
    for (const id of [
      "",
      "a b",
      "Rating",
      "1st",
      "-a",
      "a-",
      "a--b",
      "a_b",
      "../x",
      "ä",
      "a".repeat(33),
      "core",
      "system"
    ]) {
      assert.isString(wrongWithId(id), id)
      assert.throws(() => createPluginPackage({ id, folder: "/nonexistent/folder" }), ScaffoldError)
    }
    assert.match(wrongWithId("RatingWatch") ?? "", /try 'rating-watch'/)
    assert.match(wrongWithId("rating_watch") ?? "", /try 'rating-watch'/)
    for (const id of [...ids, "a1", "app-2-go"]) assert.isUndefined(wrongWithId(id), id)
  })

  it("is a folder that is there already, which stays as it is, and so does the config", () => {
    const checkout = linkedCheckout(temporaryFolder())
    mkdirSync(join(checkout, "plugins/rating-watch"))
    const before = readFileSync(sandbox(checkout), "utf8")
    assert.match(
      thrownBy(() => create(checkout, "rating-watch")),
      /already exists; nothing was written/
    )
    assert.strictEqual(readFileSync(sandbox(checkout), "utf8"), before)
    assert.strictEqual(textsIn(join(checkout, "plugins/rating-watch")).size, 0)
  })
})
