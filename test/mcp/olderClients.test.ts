import { useTestGateway } from "@storeglass/testkit"
import { Client as Client2024 } from "mcp-sdk-2024-11-05/client/index.js"
import { StdioClientTransport as Stdio2024 } from "mcp-sdk-2024-11-05/client/stdio.js"
import { Client as Client2025 } from "mcp-sdk-2025-03-26/client/index.js"
import { StreamableHTTPClientTransport } from "mcp-sdk-2025-03-26/client/streamableHttp.js"
import { assert, describe, it } from "vitest"
import { cli } from "./bridgeProcess.ts"
import { fixturePlugin } from "./fixture.ts"
import { at, listsAndCalls, send } from "./support.ts"

// The reference library as it was when these revisions were its newest.
describe("clients of older revisions", () => {
  const gateway = useTestGateway({ plugins: { mcp: true }, further: [fixturePlugin()] })
  const info = { name: "test", version: "1" }

  it("of 2025-03-26 connect over HTTP, list and call", async () => {
    const { accountId, key } = await gateway().account()
    const client = new Client2025(info)
    const transport = new StreamableHTTPClientTransport(new URL("/mcp", gateway().url), {
      requestInit: { headers: { "x-api-key": key } }
    })
    // @ts-expect-error: that library's types don't fit each other under exactOptionalPropertyTypes.
    await client.connect(transport)
    await listsAndCalls(client, gateway(), accountId)
    const agreed = await send(gateway(), {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-03-26", capabilities: {}, clientInfo: info }
    })
    assert.strictEqual(at(agreed.json, "result", "protocolVersion"), "2025-03-26")
  })

  it("of 2024-11-05 connect over stdio, list and call", { timeout: 60_000 }, async () => {
    const { accountId, key } = await gateway().account()
    const client = new Client2024(info)
    const env = { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", STOREGLASS_API_KEY: key }
    await client.connect(
      new Stdio2024({ command: process.execPath, args: [cli, "mcp", "--url", gateway().url], env, stderr: "ignore" })
    )
    await listsAndCalls(client, gateway(), accountId)
  })
})
