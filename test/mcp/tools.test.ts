import { useTestGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { fixturePlugin } from "./fixture.ts"
import { at, callTool, listTools, rpc } from "./support.ts"

describe("the tools", () => {
  const gateway = useTestGateway({ plugins: { stores: true, apps: true, mcp: true }, further: [fixturePlugin()] })

  it("are the keyed operations of the enabled plugins, and no internal, public or raw route", async () => {
    const tools = await listTools(gateway())
    const rows = gateway().running.composition.operations
    assert.sameMembers(
      [...tools.keys()],
      rows.filter((row) => row.access === "key" && row.endpoint !== undefined).map((row) => row.id)
    )
    assert.isFalse(tools.has("system_health"))
    for (const name of tools.keys()) assert.match(name, /^[a-zA-Z0-9_-]{1,64}$/)
  })

  it("tell their price in words and in _meta", async () => {
    const tools = await listTools(gateway())
    const priceOf = (name: string) => [
      /Costs .*\.$/.exec(String(at(tools.get(name), "description")))?.[0],
      at(tools.get(name), "_meta", "price")
    ]
    assert.deepEqual(priceOf("fixture_get"), ["Costs 1 credit.", { credits: 1, bucket: "general" }])
    assert.deepEqual(priceOf("fixture_replace"), ["Costs 2 credits.", { credits: 2, bucket: "general" }])
    assert.deepEqual(priceOf("fixture_draw"), ["Costs 5 creative credits.", { credits: 5, bucket: "creative" }])
    assert.deepEqual(priceOf("account_usage"), ["Costs nothing.", { credits: 0, bucket: "general" }])
  })

  it("hint at what they do by their method, or as the endpoint declares", async () => {
    const tools = await listTools(gateway())
    const hintsOf = (name: string) =>
      ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"].map((hint) =>
        at(tools.get(name), "annotations", hint)
      )
    assert.deepEqual(hintsOf("fixture_get"), [true, false, true, false])
    assert.deepEqual(hintsOf("apps_search"), [true, false, true, true])
    assert.deepEqual(hintsOf("fixture_replace"), [false, true, true, false])
    assert.deepEqual(hintsOf("fixture_remove"), [false, true, true, false])
    assert.deepEqual(hintsOf("fixture_draw"), [true, false, true, false])
  })

  it("take one flat object, where names that clash are told apart by their place", async () => {
    const schema = at((await listTools(gateway())).get("fixture_replace"), "inputSchema")
    assert.deepEqual(Object.keys(Object(at(schema, "properties"))), ["id", "note", "body_id", "body_note", "address"])
    assert.deepEqual(at(schema, "required"), ["id", "body_id", "body_note"])
    assert.strictEqual(at(schema, "properties", "address", "$ref"), "#/$defs/FixtureAddress")
    assert.deepEqual(at(schema, "$defs", "FixtureAddress", "required"), ["city"])
    const { key } = await gateway().account()
    const result = await callTool(
      gateway(),
      "fixture_replace",
      { id: "a/b ?", note: "n", body_id: "c", body_note: "d", address: { city: "e" } },
      { key }
    )
    assert.deepEqual(at(result, "structuredContent"), { data: { path: "a/b ?", query: "n", body: "c d" } })
  })

  it("take a body that is no plain object as one argument", async () => {
    const schema = at((await listTools(gateway())).get("fixture_draw"), "inputSchema")
    assert.deepEqual(Object.keys(Object(at(schema, "properties"))), ["body"])
    const { accountId, key } = await gateway().account()
    const drawn = await callTool(gateway(), "fixture_draw", { body: { kind: "square", side: 2 } }, { key })
    assert.deepEqual(at(drawn, "structuredContent"), { data: "square" })
    assert.deepEqual([at(drawn, "_meta", "credits", "cost"), at(drawn, "_meta", "credits", "bucket")], [5, "creative"])
    assert.strictEqual(await gateway().used(accountId, "creative"), 5)
  })

  it("leave out of the query what is null, as models fill in what they have no value for", async () => {
    const { key } = await gateway().account()
    const input = { id: "a", note: null, body_id: "c", body_note: "d" }
    const result = await callTool(gateway(), "fixture_replace", input, { key })
    assert.deepEqual(at(result, "structuredContent", "data", "query"), null)
  })

  it("give bytes as image, audio, text or resource by their type", async () => {
    const { key } = await gateway().account()
    const content = async (name: string) => at(await callTool(gateway(), name, {}, { key }), "content", 0)
    const image = await content("test_image_content")
    assert.deepEqual([at(image, "type"), at(image, "mimeType")], ["image", "image/png"])
    assert.match(Buffer.from(String(at(image, "data")), "base64").toString("latin1"), /^\x89PNG/)
    assert.deepEqual(at(await content("test_audio_content"), "type"), "audio")
    assert.deepEqual(await content("test_simple_text"), {
      type: "text",
      text: "This is a simple text response for testing."
    })
    assert.deepEqual(at(await content("test_embedded_resource"), "resource", "text"), "a,b\n1,2\n")
    const removed = await callTool(gateway(), "fixture_remove", { id: "x" }, { key })
    assert.deepEqual([at(removed, "content"), at(removed, "isError")], [[{ type: "text", text: "" }], undefined])
  })

  it("never answer for another route, and charge nothing for a value that leads to one", async () => {
    const { accountId, key } = await gateway().account()
    for (const id of ["named", "", ".", ".."]) {
      const result = await callTool(gateway(), "fixture_get", { id }, { key })
      assert.deepEqual(
        [at(result, "isError"), at(result, "structuredContent", "error", "code")],
        [true, "INVALID_INPUT"],
        id
      )
    }
    assert.strictEqual(await gateway().used(accountId), 0)
    const odd = await callTool(gateway(), "fixture_get", { id: "../fixture/me?x=1#y%2e" }, { key })
    assert.deepEqual(at(odd, "structuredContent"), { data: "../fixture/me?x=1#y%2e" })
  })

  it("come by toolset, which is a plugin", async () => {
    const path = "/mcp?toolsets=fixture,system"
    const names = [...(await listTools(gateway(), { path })).keys()]
    assert.isTrue(names.every((name) => /^(fixture|test|account|service)_/.test(name)))
    assert.includeMembers(names, ["fixture_get", "account_usage"])
    const call = { name: "apps_search", arguments: { q: "a" } }
    const outside = await rpc(gateway(), "tools/call", call, { path })
    assert.strictEqual(at(outside.json, "error", "code"), -32602)
    assert.match(String(at(outside.json, "error", "message")), /toolset apps/)
  })

  it("refuse a toolset that is none, naming those that are, and any other parameter", async () => {
    for (const path of ["/mcp?toolsets=fixture,nope", "/mcp?toolsets=", "/mcp?toolsets=stores", "/mcp?toolset=apps"]) {
      const answer = await rpc(gateway(), "tools/list", undefined, { path })
      assert.deepEqual([answer.status, at(answer.json, "error", "code")], [400, -32602], path)
      assert.match(
        String(at(answer.json, "error", "message")),
        /apps,fixture,system|it takes toolsets, tools, readonly/
      )
    }
  })

  it("come by name, and by what only reads, listed and called alike", async () => {
    const namesAt = async (query: string) => [...(await listTools(gateway(), { path: `/mcp?${query}` })).keys()]
    assert.sameMembers(await namesAt("tools=apps_search,fixture_replace"), ["apps_search", "fixture_replace"])
    assert.includeMembers(await namesAt("tools=apps_search&toolsets=fixture"), ["apps_search", "fixture_get"])
    const reading = await namesAt("readonly=1&toolsets=fixture")
    assert.includeMembers(reading, ["fixture_get", "fixture_draw"])
    assert.notIncludeMembers(reading, ["fixture_replace", "fixture_remove"])
    const { accountId, key } = await gateway().account()
    for (const name of ["fixture_remove", "call_tool"]) {
      const input = name === "call_tool" ? { name: "fixture_remove", arguments: { id: "x" } } : { id: "x" }
      const call = { name, arguments: input }
      const refused = await rpc(gateway(), "tools/call", call, { key, path: "/mcp?readonly=1" })
      assert.match(String(at(refused.json, "error", "message")), /fixture_remove changes something/)
    }
    assert.strictEqual(await gateway().used(accountId), 0)
    for (const query of ["tools=nope", "readonly=yes", "tools="]) {
      assert.strictEqual((await rpc(gateway(), "tools/list", undefined, { path: `/mcp?${query}` })).status, 400, query)
    }
  })

  it("can be called through call_tool, with the same answer and price", async () => {
    const { accountId, key } = await gateway().account()
    const direct = await callTool(gateway(), "fixture_get", { id: "a" }, { key })
    const through = await callTool(gateway(), "call_tool", { name: "fixture_get", arguments: { id: "a" } }, { key })
    assert.deepEqual(at(through, "structuredContent"), at(direct, "structuredContent"))
    assert.strictEqual(await gateway().used(accountId), 2)
    const unknown = await rpc(gateway(), "tools/call", { name: "call_tool", arguments: { name: "nope" } }, { key })
    assert.match(String(at(unknown.json, "error", "message")), /Unknown tool: nope/)
    const nested = { name: "call_tool", arguments: { name: "call_tool", arguments: { name: "fixture_get" } } }
    assert.match(
      String(at((await rpc(gateway(), "tools/call", nested, { key })).json, "error", "message")),
      /Unknown tool/
    )
  })

  it("are refused with 401 and WWW-Authenticate without a valid key, and a text of half a pair with a message", async () => {
    for (const key of [undefined, "sg_live_wrong"]) {
      const answer = await rpc(gateway(), "tools/call", { name: "fixture_whoami" }, { key })
      assert.strictEqual(answer.status, 401)
      assert.strictEqual(answer.headers.get("www-authenticate"), 'Bearer realm="storeglass"')
      assert.strictEqual(at(answer.json, "result", "isError"), true)
    }
    assert.strictEqual((await rpc(gateway(), "tools/list")).status, 200)
    const { accountId, key } = await gateway().account()
    for (const input of [{ id: "\ud800" }, { id: "a", note: "\udc00", body_id: "c", body_note: "d" }]) {
      const result = await callTool(gateway(), "fixture_replace", input, { key })
      assert.deepEqual(
        [at(result, "isError"), at(result, "structuredContent", "error", "code")],
        [true, "INVALID_INPUT"]
      )
    }
    assert.strictEqual(await gateway().used(accountId), 0)
  })
})
