/** Saved reports as MCP's resources: what an account has to read, each by its address. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { root, useTestGateway } from "@storeglass/testkit"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import { BridgeProcess } from "./bridgeProcess.ts"
import { at, modernRpc, rpc } from "./support.ts"

const gateway = useTestGateway({ plugins: { stores: true, apps: true, keywords: true, workspace: true, mcp: true } })

const idOf = (n: number) => `018f0000-0000-7000-8000-${n.toString().padStart(12, "0")}`
/** An account with reports, the latest with the highest number. */
const readerOf = async (count: number, from = 1) => {
  const account = await gateway().account()
  const reports = Array.from({ length: count }, (_, index) => ({
    id: idOf(from + index),
    kind: "cofounder",
    title: `Day ${from + index}`,
    params: { day: "2026-11-28" },
    payload: { headline: `Report ${from + index}`, bytes: "é\u0000" },
    createdAt: new Date(Date.UTC(2026, 10, 1, 0, from + index)).toISOString()
  }))
  const body = { text: JSON.stringify({ format: "storeglass.workspace/1", items: [], reports }) }
  const answer = await gateway().ask("/v1/user/import", { method: "POST", key: account.key, body })
  assert.strictEqual(answer.status, 200, answer.text)
  return account
}
const resourcesIn = (json: unknown) => {
  const found = at(json, "result", "resources")
  return Array.isArray(found) ? found : assert.fail(JSON.stringify(json))
}
const addressOf = (n: number) => `storeglass://reports/${idOf(n)}`

describe("an account's saved reports", () => {
  it("are listed newest first over pages, and read by their addresses, for nothing", async () => {
    const { accountId, key } = await readerOf(70)
    const first = await rpc(gateway(), "resources/list", {}, { key })
    assert.lengthOf(resourcesIn(first.json), 50)
    assert.deepEqual(resourcesIn(first.json)[0], {
      uri: addressOf(70),
      name: `reports/${idOf(70)}`,
      title: "Day 70",
      description: "cofounder",
      mimeType: "application/json",
      annotations: { audience: ["user", "assistant"], lastModified: "2026-11-01T01:10:00.000Z" }
    })
    const cursor = at(first.json, "result", "nextCursor")
    const second = await rpc(gateway(), "resources/list", { cursor }, { key })
    assert.deepEqual(
      resourcesIn(second.json).map((each) => at(each, "uri")),
      Array.from({ length: 20 }, (_, index) => addressOf(20 - index))
    )
    assert.notProperty(at(second.json, "result"), "nextCursor")
    const read = await rpc(gateway(), "resources/read", { uri: addressOf(7) }, { key })
    const [content] = [at(read.json, "result", "contents")].flat()
    assert.deepInclude(content, { uri: addressOf(7), mimeType: "application/json" })
    const report = JSON.parse(String(at(content, "text")))
    assert.deepInclude(report, { id: idOf(7), payload: { headline: "Report 7", bytes: "é\u0000" } })
    assert.strictEqual(await gateway().used(accountId), 0)
  })

  it("are nobody else's, and need a key", async () => {
    await readerOf(2, 200)
    const stranger = await gateway().account()
    assert.deepEqual(resourcesIn((await rpc(gateway(), "resources/list", {}, stranger)).json), [])
    const read = await rpc(gateway(), "resources/read", { uri: addressOf(200) }, stranger)
    assert.deepEqual(
      [at(read.json, "error", "code"), at(read.json, "error", "data")],
      [-32002, { uri: addressOf(200) }]
    )
    for (const [method, params] of [
      ["resources/list", {}],
      ["resources/read", { uri: addressOf(200) }]
    ] as const) {
      const none = await rpc(gateway(), method, params)
      assert.deepEqual([none.status, at(none.json, "error", "code")], [401, -32001], none.text)
      assert.match(none.headers.get("www-authenticate") ?? "", /^Bearer /)
    }
  })

  it("that aren't there, or have no such address, aren't found", async () => {
    const { key } = await gateway().account()
    for (const uri of [
      addressOf(999),
      "storeglass://reports/nonsense",
      "storeglass://reports/%ff",
      "storeglass://reports/",
      "storeglass://accounts/1",
      "storeglass://constructor/1",
      "file:///etc/passwd",
      ""
    ]) {
      const older = await rpc(gateway(), "resources/read", { uri }, { key })
      assert.deepEqual([older.status, at(older.json, "error", "code")], [200, -32002], uri)
      const modern = await modernRpc(gateway(), "resources/read", { uri }, { key })
      assert.deepEqual([modern.status, at(modern.json, "error", "code")], [200, -32602], uri)
    }
    for (const params of [{}, { uri: 3 }]) {
      const answer = await rpc(gateway(), "resources/read", params, { key })
      assert.match(String(at(answer.json, "error", "message")), /^uri: /)
    }
    for (const cursor of ["nonsense", "", 3, null, Buffer.from('{"name":"x","next":null}').toString("base64url")]) {
      const answer = await rpc(gateway(), "resources/list", { cursor }, { key })
      assert.deepEqual([at(answer.json, "error", "code"), /cursor/.test(answer.text)], [-32602, true], String(cursor))
    }
  })

  it("aren't offered where the address leaves their tools out", async () => {
    const { key } = await readerOf(1, 300)
    const path = "/mcp?toolsets=apps"
    const introduced = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } }
    const capabilitiesAt = async (options: { readonly path?: string }) =>
      at((await rpc(gateway(), "initialize", introduced, options)).json, "result", "capabilities")
    assert.deepEqual(await capabilitiesAt({}), { tools: {}, resources: {} })
    assert.deepEqual(await capabilitiesAt({ path }), { tools: {} })
    for (const method of ["resources/list", "resources/read", "resources/templates/list"]) {
      const answer = await rpc(gateway(), method, { uri: addressOf(300) }, { key, path })
      assert.strictEqual(at(answer.json, "error", "code"), -32601)
    }
  })

  it("must be named in the header that revision 2026-07-28 wants", async () => {
    const { key } = await readerOf(1, 400)
    const headers = { "mcp-name": addressOf(401) }
    const answer = await modernRpc(gateway(), "resources/read", { uri: addressOf(400) }, { key, headers })
    assert.deepEqual([answer.status, at(answer.json, "error", "code")], [400, -32020])
  })

  for (const [revision, ask] of [
    ["2025-11-25", rpc],
    ["2026-07-28", modernRpc]
  ] as const) {
    it(`fit the published schema of ${revision}`, async () => {
      const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true, code: { optimize: false } })
      const text = readFileSync(join(root, `../shared/vendor-specs/mcp.schema.${revision}.json`), "utf8")
      const parse = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)))
      ajv.addSchema(parse(text), "mcp")
      const n = 500 + Number(revision.slice(-2))
      const { key } = await readerOf(1, n)
      for (const [method, name, params] of [
        ["resources/list", "ListResourcesResult", {}],
        ["resources/read", "ReadResourceResult", { uri: addressOf(n) }],
        ["resources/templates/list", "ListResourceTemplatesResult", {}]
      ] as const) {
        const fits = ajv.getSchema(`mcp#/$defs/${name}`)
        const { json } = await ask(gateway(), method, params, { key })
        assert.isTrue(fits?.(at(json, "result")), `${name}: ${ajv.errorsText(fits?.errors)} ${JSON.stringify(json)}`)
      }
    })
  }

  it("are listed and read by the reference library's client, and over stdio", async () => {
    const { key } = await readerOf(3, 600)
    for (const mode of ["legacy", "auto"] as const) {
      const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } })
      const headers = { authorization: `Bearer ${key}` }
      await client.connect(
        new StreamableHTTPClientTransport(new URL("/mcp", gateway().url), { requestInit: { headers } })
      )
      try {
        const { resources } = await client.listResources()
        assert.deepEqual(
          resources.map(({ title }) => title),
          ["Day 602", "Day 601", "Day 600"]
        )
        const { contents } = await client.readResource({ uri: resources[0]?.uri ?? "" })
        assert.include(String(at(contents, 0, "text")), "Report 602")
        const { resourceTemplates } = await client.listResourceTemplates()
        assert.deepEqual(
          resourceTemplates.map(({ uriTemplate }) => uriTemplate),
          ["storeglass://reports/{id}"]
        )
      } finally {
        await client.close()
      }
    }
    const bridge = new BridgeProcess(["--url", gateway().url], { STOREGLASS_API_KEY: key })
    try {
      const meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {}
      }
      bridge.send({ id: 1, method: "resources/read", params: { uri: addressOf(601), _meta: meta } })
      assert.include(String(at(await bridge.answer(1), "result", "contents", 0, "text")), "Report 601")
      bridge.child.stdin.end()
      assert.strictEqual(await bridge.ended(), 0, bridge.errors)
    } finally {
      bridge.child.kill("SIGKILL")
    }
  })
})
