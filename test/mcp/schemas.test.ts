import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root, useTestGateway } from "@storeglass/testkit"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import { fixturePlugin } from "./fixture.ts"
import { at, modernRpc, rpc, send } from "./support.ts"

const folder = join(root, "../shared/vendor-specs")
const parse = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)))

describe.skipIf(!existsSync(folder))("raw messages, held to the published schemas (../shared/vendor-specs)", () => {
  const gateway = useTestGateway({ plugins: { stores: true, apps: true, mcp: true }, further: [fixturePlugin()] })

  /** Asserts that a message is what a revision calls so. */
  const checkerOf = (revision: string) => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true, code: { optimize: false } })
    ajv.addSchema(parse(readFileSync(join(folder, `mcp.schema.${revision}.json`), "utf8")), "mcp")
    return (message: unknown, name: string) => {
      const fits = ajv.getSchema(`mcp#/$defs/${name}`)
      assert.isDefined(fits, `${revision} has no ${name}`)
      assert.isTrue(fits?.(message), `${name}: ${ajv.errorsText(fits?.errors)}`)
    }
  }
  const calls = [
    { name: "apps_search", arguments: { q: "photo", limit: 1 } },
    { name: "apps_search", arguments: {} },
    { name: "test_image_content" },
    { name: "test_audio_content" },
    { name: "test_embedded_resource" },
    { name: "test_simple_text" },
    { name: "test_error_handling" },
    { name: "fixture_remove", arguments: { id: "a" } }
  ]

  it("fit 2025-11-25", async () => {
    const check = checkerOf("2025-11-25")
    const { key } = await gateway().account()
    const introduced = await rpc(gateway(), "initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "test", version: "1" }
    })
    check(introduced.json, "JSONRPCResultResponse")
    check(at(introduced.json, "result"), "InitializeResult")
    check(at((await rpc(gateway(), "ping")).json, "result"), "EmptyResult")
    const listed = await rpc(gateway(), "tools/list")
    check(listed.json, "JSONRPCResultResponse")
    check(at(listed.json, "result"), "ListToolsResult")
    for (const call of calls) {
      for (const options of [{ key }, {}]) {
        const called = await rpc(gateway(), "tools/call", call, options)
        check(called.json, "JSONRPCResultResponse")
        check(at(called.json, "result"), "CallToolResult")
      }
    }
    const headers = { "mcp-protocol-version": "2025-11-25" }
    for (const answer of [
      await rpc(gateway(), "nope"),
      await rpc(gateway(), "tools/call", { name: "nope" }),
      await rpc(gateway(), "tools/list", {}, { path: "/mcp?toolsets=nope" }),
      await send(gateway(), "{", { headers }),
      await send(gateway(), [], { headers }),
      await send(
        gateway(),
        { jsonrpc: "2.0", id: 1, method: "ping" },
        { headers: { ...headers, origin: "https://evil.example" } }
      )
    ]) {
      check(answer.json, "JSONRPCErrorResponse")
    }
  })

  it("fit 2026-07-28", async () => {
    const check = checkerOf("2026-07-28")
    const { key } = await gateway().account()
    check((await modernRpc(gateway(), "server/discover")).json, "DiscoverResultResponse")
    check((await modernRpc(gateway(), "tools/list")).json, "ListToolsResultResponse")
    for (const call of calls) {
      for (const options of [{ key }, {}]) {
        check((await modernRpc(gateway(), "tools/call", call, options)).json, "CallToolResultResponse")
      }
    }
    const version = { "mcp-protocol-version": "2026-07-28" }
    const mismatched = await modernRpc(gateway(), "tools/list", {}, { headers: { "mcp-method": "tools/call" } })
    check(mismatched.json, "HeaderMismatchError")
    const future = { headers: { "mcp-protocol-version": "2031-01-01" } }
    const unsupported = await modernRpc(
      gateway(),
      "tools/list",
      { _meta: { "io.modelcontextprotocol/protocolVersion": "2031-01-01" } },
      future
    )
    check(unsupported.json, "UnsupportedProtocolVersionError")
    for (const answer of [
      await modernRpc(gateway(), "ping"),
      await modernRpc(gateway(), "tools/call", { name: "nope" }),
      await rpc(gateway(), "tools/list", {}, { headers: version })
    ]) {
      check(answer.json, "JSONRPCErrorResponse")
    }
  })
})
