import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { useTestGateway } from "@storeglass/testkit"
import { Redacted } from "effect"
import { afterEach, assert, describe, it } from "vitest"
import { BridgeProcess, cli } from "./bridgeProcess.ts"
import { fixturePlugin, Waiting } from "./fixture.ts"
import { at, modernMeta } from "./support.ts"

describe("storeglass mcp", () => {
  const waiting = new Waiting()
  const plugins = { stores: true, apps: true, mcp: true } as const
  const gateway = useTestGateway({ plugins, further: [fixturePlugin(waiting)] })
  const running: Array<BridgeProcess> = []
  const start = (args: ReadonlyArray<string>, environment: Readonly<Record<string, string>>) => {
    const started = new BridgeProcess(args, environment)
    running.push(started)
    return started
  }
  afterEach(async () => {
    for (const { child } of running.splice(0)) child.kill("SIGKILL")
  })

  it("says plainly that the key is missing, and prints nothing that is not the protocol's", async () => {
    const refused = start(["--url", gateway().url], { STOREGLASS_API_KEY: " " })
    assert.strictEqual(await refused.ended(), 1)
    assert.match(refused.errors, /^storeglass: STOREGLASS_API_KEY: is not set; set it to the API key/)
    assert.deepEqual(refused.answers, [])
    const address = start(["--url", "nowhere"], { STOREGLASS_API_KEY: "k" })
    assert.strictEqual(await address.ended(), 1)
    assert.match(address.errors, /'nowhere' isn't an address/)
  })

  it("carries the messages of a running gateway, of all revisions, and ends with its input", async () => {
    const { accountId, key } = await gateway().account()
    const bridge = start(["--url", gateway().url, "--toolsets", "fixture"], { STOREGLASS_API_KEY: key })
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } }
    bridge.send({ id: 0, method: "initialize", params })
    assert.strictEqual(at(await bridge.answer(0), "result", "protocolVersion"), "2025-06-18")
    bridge.send({ method: "notifications/initialized" })
    bridge.send({ id: "a", method: "tools/list" })
    const tools = at(await bridge.answer("a"), "result", "tools")
    assert.isTrue(Array.isArray(tools) && tools.every((tool) => at(tool, "_meta", "toolset") === "fixture"))
    bridge.send({ id: 2, method: "tools/call", params: { name: "fixture_whoami" } })
    assert.deepEqual(at(await bridge.answer(2), "result", "structuredContent"), { data: accountId })
    bridge.send({ id: 3, method: "tools/call", params: { name: "fixture_whoami", _meta: modernMeta } })
    assert.strictEqual(at(await bridge.answer(3), "result", "resultType"), "complete")
    bridge.send({ id: 4, method: "nope" })
    assert.strictEqual(at(await bridge.answer(4), "error", "code"), -32601)
    bridge.child.stdin.end("{\n")
    assert.strictEqual(await bridge.ended(), 0, bridge.errors)
    assert.strictEqual(bridge.answers.filter((answer) => at(answer, "error", "code") === -32700).length, 1)
    assert.strictEqual(bridge.answers.length, 6)
    assert.strictEqual(await gateway().used(accountId), 2)
  })

  it("carries a batch of 2025-03-26 and the batch that answers it", async () => {
    const { accountId, key } = await gateway().account()
    const bridge = start(["--url", gateway().url, "--toolsets", "fixture"], { STOREGLASS_API_KEY: key })
    const params = { protocolVersion: "2025-03-26", capabilities: {}, clientInfo: { name: "test", version: "1" } }
    bridge.send({ id: 0, method: "initialize", params })
    assert.strictEqual(at(await bridge.answer(0), "result", "protocolVersion"), "2025-03-26")
    const version = "2.0"
    bridge.child.stdin.end(
      `${JSON.stringify([
        { jsonrpc: version, id: 1, method: "ping" },
        { jsonrpc: version, id: 2, method: "tools/call", params: { name: "fixture_whoami" } }
      ])}\n`
    )
    assert.strictEqual(await bridge.ended(), 0, bridge.errors)
    const batch = bridge.answers.at(-1)
    assert.deepEqual([at(batch, 0, "id"), at(batch, 1, "result", "structuredContent")], [1, { data: accountId }])
  })

  it("gives up a call that the client cancels, without an answer and without a charge", async () => {
    const { accountId, key } = await gateway().account()
    const started = waiting.next("started")
    const bridge = start(["--url", gateway().url], { STOREGLASS_API_KEY: key })
    bridge.send({ id: 1, method: "tools/call", params: { name: "fixture_wait" } })
    await started
    const interrupted = waiting.next("interrupted")
    bridge.send({ method: "notifications/cancelled", params: { requestId: 1 } })
    await interrupted
    bridge.send({ id: 2, method: "ping" })
    assert.deepEqual(at(await bridge.answer(2), "result"), {})
    bridge.child.stdin.end()
    assert.strictEqual(await bridge.ended(), 0)
    assert.deepEqual(
      bridge.answers.map((answer) => at(answer, "id")),
      [2]
    )
    assert.strictEqual(await gateway().used(accountId), 0)
  })

  it("answers with an error while the gateway cannot be reached, or is none", async () => {
    const other = createServer((_, response) => response.writeHead(404).end("no such page"))
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve))
    const address = other.address()
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`
    const bridge = start(["--url", url], { STOREGLASS_API_KEY: "k" })
    bridge.send({ id: 1, method: "ping" })
    assert.match(String(at(await bridge.answer(1), "error", "message")), /the gateway answered 404: no such page/)
    await new Promise<void>((resolve) => {
      other.close(() => resolve())
      other.closeAllConnections()
    })
    bridge.send({ id: 2, method: "ping" })
    assert.match(String(at(await bridge.answer(2), "error", "message")), /can't reach the gateway at /)
  })

  it("without an address serves a gateway of its own that opens no port, to the clients' own library", async () => {
    const folder = mkdtempSync(join(tmpdir(), "storeglass-stdio-"))
    const file = join(folder, "config.yaml")
    // The port is taken: a gateway that opened it would not start.
    const { port } = new URL(gateway().url)
    writeFileSync(file, `server: { port: ${port} }\ndataDir: .\nlogs: { level: None }\nplugins:\n  mcp:\n`)
    const { accountId, key } = await gateway().account()
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [cli, "mcp", "--config", file],
      env: {
        PATH: process.env.PATH ?? "",
        STOREGLASS_API_KEY: key,
        DATABASE_URL: Redacted.value(gateway().running.databaseUrl)
      }
    })
    const client = new Client({ name: "test", version: "1" })
    try {
      await client.connect(transport)
      const { tools } = await client.listTools()
      assert.deepEqual(
        tools.map(({ name }) => name),
        ["service_version", "account_usage"]
      )
      const usage = await client.callTool({ name: "account_usage", arguments: {} })
      assert.strictEqual(at(usage.structuredContent, "data", "plan"), "medium")
      const wrong = await client.callTool({ name: "account_usage", arguments: { nope: 1 } })
      assert.deepEqual([wrong.isError, at(wrong.structuredContent, "error", "code")], [true, "INVALID_INPUT"])
      assert.strictEqual(await gateway().used(accountId), 0)
    } finally {
      await client.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it("without an address wants the MCP server in the config", async () => {
    const folder = mkdtempSync(join(tmpdir(), "storeglass-stdio-"))
    const file = join(folder, "config.yaml")
    writeFileSync(file, "dataDir: .\nlogs: { level: None }\nplugins: {}\n")
    const refused = start(["--config", file], {
      STOREGLASS_API_KEY: "k",
      DATABASE_URL: Redacted.value(gateway().running.databaseUrl)
    })
    assert.strictEqual(await refused.ended(), 1)
    assert.match(refused.errors, /has no MCP server; add 'mcp:' under plugins/)
    rmSync(folder, { recursive: true, force: true })
  })
})
