import { spawn } from "node:child_process"
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root, useTestGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { afterAll, assert, describe, it } from "vitest"
import { at } from "./support.ts"

const cli = join(import.meta.dirname, "../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js")
const parse = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Unknown))

describe("the inspector", () => {
  const gateway = useTestGateway({
    plugins: { stores: true, apps: true, charts: true, keywords: { collect: { enabled: false } }, mcp: true }
  })
  const home = mkdtempSync(join(tmpdir(), "storeglass-inspector-"))
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  const inspect = (args: ReadonlyArray<string>) =>
    new Promise<{ readonly code: number; readonly output: string; readonly errors: string }>((resolve, reject) => {
      const { HTTP_PROXY: _, HTTPS_PROXY: __, ...environment } = process.env
      const env = { ...environment, HOME: home, MCP_CATALOG_PATH: join(home, "mcp.json") }
      // Into files: it exits without waiting for a pipe to take what it said.
      const [output, errors] = [join(home, "output"), join(home, "errors")]
      const files = [openSync(output, "w"), openSync(errors, "w")] as const
      const child = spawn(process.execPath, [cli, "--cli", ...args], {
        env,
        timeout: 60_000,
        stdio: ["ignore", ...files]
      })
      child.once("error", reject).once("close", (code) => {
        for (const file of files) closeSync(file)
        resolve({ code: code ?? 1, output: readFileSync(output, "utf8"), errors: readFileSync(errors, "utf8") })
      })
    })
  const search = ["--method", "tools/call", "--tool-name", "apps_search", "--tool-arg", "q=photo", "limit=1"]

  it("lists all tools and finds no schema that a client could stumble over", async () => {
    const names = gateway()
      .running.composition.operations.filter(({ access, endpoint }) => access === "key" && endpoint !== undefined)
      .map(({ id }) => id)
    // Named, they are listed however long the list is.
    for (const [address, count] of [
      [`${gateway().url}/mcp?tools=${names.join(",")}`, names.length],
      [`${gateway().url}/mcp`, undefined]
    ] as const) {
      const listed = await inspect([address, "--method", "tools/list", "--strict"])
      assert.strictEqual(listed.code, 0, listed.errors)
      const tools = at(parse(listed.output), "tools")
      const found = Array.isArray(tools) ? tools.length : 0
      assert.isAbove(found, 10)
      if (count !== undefined) assert.strictEqual(found, count)
    }
  }, 90_000)

  it("calls a tool over HTTP with the key in a header", async () => {
    const { accountId, key } = await gateway().account()
    const called = await inspect([`${gateway().url}/mcp`, ...search, "--header", `X-API-Key: ${key}`])
    assert.strictEqual(called.code, 0, called.errors)
    assert.strictEqual(at(parse(called.output), "structuredContent", "data", "query"), "photo")
    assert.strictEqual(await gateway().used(accountId), 1)
  }, 90_000)

  it("calls a tool over stdio with the key in the environment", async () => {
    const { accountId, key } = await gateway().account()
    const command = [process.execPath, join(root, "packages/gateway/src/cli.ts"), "mcp", "--url", gateway().url]
    const called = await inspect(["-e", `STOREGLASS_API_KEY=${key}`, ...search, "--", ...command])
    assert.strictEqual(called.code, 0, called.errors)
    assert.strictEqual(at(parse(called.output), "structuredContent", "data", "query"), "photo")
    assert.strictEqual(await gateway().used(accountId), 1)
  }, 90_000)
})
