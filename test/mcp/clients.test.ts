import { Client, StreamableHTTPClientTransport, type VersionNegotiationMode } from "@modelcontextprotocol/client"
import { useTestGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { fixturePlugin } from "./fixture.ts"
import { at } from "./support.ts"

const modes: ReadonlyArray<readonly [mode: VersionNegotiationMode, revision: string]> = [
  ["legacy", "2025-11-25"],
  ["auto", "2026-07-28"],
  [{ pin: "2026-07-28" }, "2026-07-28"]
]

describe("clients of others", () => {
  const gateway = useTestGateway({ plugins: { stores: true, apps: true, mcp: true }, further: [fixturePlugin()] })

  /** A client of the reference library, which holds every answer to the tool's output schema. */
  const connect = async (mode: VersionNegotiationMode, key?: string) => {
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } })
    const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
    await client.connect(
      new StreamableHTTPClientTransport(new URL("/mcp?toolsets=apps,fixture", gateway().url), {
        requestInit: { headers }
      })
    )
    return client
  }

  for (const [mode, revision] of modes) {
    it(`of the reference library agree on ${revision} in mode ${JSON.stringify(mode)}, list and call`, async () => {
      const { accountId, key } = await gateway().account()
      const client = await connect(mode, key)
      try {
        assert.strictEqual(client.getNegotiatedProtocolVersion(), revision)
        const { tools } = await client.listTools()
        assert.includeMembers(
          tools.map(({ name }) => name),
          ["apps_search", "fixture_whoami"]
        )
        const found = await client.callTool({ name: "apps_search", arguments: { q: "photo", limit: 1 } })
        assert.strictEqual(at(found.structuredContent, "data", "query"), "photo")
        const failed = await client.callTool({ name: "apps_search", arguments: { q: "photo", limit: 1000 } })
        assert.deepEqual([failed.isError, at(failed.structuredContent, "error", "code")], [true, "INVALID_INPUT"])
        const nobody = await connect(mode)
        const refused = await nobody
          .callTool({ name: "fixture_whoami" })
          .then(
            () => "",
            (error: unknown) => String(error)
          )
          .finally(() => nobody.close())
        assert.match(refused, /MISSING_API_KEY/)
        assert.strictEqual(await gateway().used(accountId), 1)
      } finally {
        await client.close()
      }
    })
  }

  it("are told of a toolset that is none when they connect", async () => {
    const client = new Client({ name: "test", version: "1" })
    const address = new URL("/mcp?toolsets=nope", gateway().url)
    const failure = await client.connect(new StreamableHTTPClientTransport(address)).then(
      () => "",
      (error: unknown) => String(error)
    )
    assert.match(failure, /'nope' isn't a toolset here; send some of apps,fixture,system/)
  })
})
