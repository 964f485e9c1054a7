import { useTestGateway } from "@storeglass/testkit"
import { Predicate } from "effect"
import { assert, describe, it } from "vitest"
import { BridgeProcess } from "./bridgeProcess.ts"
import { shop } from "./shop.ts"
import { at, callTool, listTools } from "./support.ts"

describe("a route that reads headers of its own", () => {
  const gateway = useTestGateway({ plugins: { mcp: true }, further: [shop] })
  const token = "shop-token-canary"

  it("is called as a tool with plain headers as arguments and secret ones beside the message", async () => {
    const { accountId, key } = await gateway().account()
    const called = await callTool(
      gateway(),
      "shop_find",
      { "x-region": "eu" },
      { key, headers: { "X-Shop-Token": token } }
    )
    assert.deepEqual(at(called, "structuredContent"), { data: { word: `eu ${token}` } })
    assert.strictEqual(await gateway().used(accountId), 1)
  })

  it("takes a plain header that the client sends beside the message too; an argument wins", async () => {
    const { key } = await gateway().account()
    const beside = { key, headers: { "x-region": "us", "x-shop-token": token } }
    assert.deepEqual(
      at(await callTool(gateway(), "shop_find", {}, beside), "structuredContent", "data", "word"),
      `us ${token}`
    )
    const both = await callTool(gateway(), "shop_find", { "x-region": "eu" }, beside)
    assert.deepEqual(at(both, "structuredContent", "data", "word"), `eu ${token}`)
  })

  it("is called over stdio with headers that its user gives, which go to the tools that declare them alone", async () => {
    const { accountId, key } = await gateway().account()
    const bridge = new BridgeProcess(
      ["--url", gateway().url, "--header", "X-Shop-Token: ${SHOP_TOKEN}", "--header", "X-Region:us"],
      { STOREGLASS_API_KEY: key, SHOP_TOKEN: token }
    )
    try {
      bridge.send({ id: 1, method: "tools/call", params: { name: "shop_find", arguments: { "x-region": "eu" } } })
      assert.deepEqual(at(await bridge.answer(1), "result", "structuredContent"), { data: { word: `eu ${token}` } })
      bridge.send({ id: 2, method: "tools/call", params: { name: "shop_find" } })
      assert.deepEqual(at(await bridge.answer(2), "result", "structuredContent"), { data: { word: `us ${token}` } })
      bridge.send({ id: 3, method: "tools/call", params: { name: "shop_make" } })
      assert.deepEqual(at(await bridge.answer(3), "result", "structuredContent"), { data: { word: "no token came" } })
      bridge.child.stdin.end()
      assert.strictEqual(await bridge.ended(), 0, bridge.errors)
      assert.notInclude(bridge.errors + bridge.child.spawnargs.join(" "), token)
      assert.strictEqual(await gateway().used(accountId), 3)
    } finally {
      bridge.child.kill("SIGKILL")
    }
  })

  it("isn't called over stdio with headers that can't be sent, whose values no message repeats", async () => {
    const refused = async (line: string, message: RegExp) => {
      const bridge = new BridgeProcess(["--url", gateway().url, "--header", line], {
        STOREGLASS_API_KEY: "k",
        BROKEN: `${token}\r\nX-API-Key: other`
      })
      assert.strictEqual(await bridge.ended(), 1)
      assert.match(bridge.errors, message)
      assert.notInclude(bridge.errors, token)
    }
    await Promise.all([
      refused(token, /^storeglass: --header: write it as 'Name: value'/),
      refused(`X-API-Key: ${token}`, /^storeglass: --header X-API-Key: isn't a tool's header; the key is read from/),
      refused("X-Shop-Token: ${NOT_SET}", /^storeglass: --header X-Shop-Token: \$\{NOT_SET\} is not set/),
      refused("X-Shop-Token: ${BROKEN}", /^storeglass: --header X-Shop-Token: its value must be visible ASCII/)
    ])
  })

  it("refuses a call without them as HTTP does, and charges nothing", async () => {
    const { accountId, key } = await gateway().account()
    const called = await callTool(gateway(), "shop_find", { "x-region": "eu" }, { key })
    assert.strictEqual(at(called, "structuredContent", "error", "code"), "INVALID_INPUT")
    assert.match(String(at(called, "structuredContent", "error", "message")), /x-shop-token \(header\)/)
    assert.strictEqual(await gateway().used(accountId), 0)
  })

  it("shows models its plain headers, and says which secrets the client must send", async () => {
    const tool = (await listTools(gateway())).get("shop_find")
    assert.deepEqual(Object.keys(Object(at(tool, "inputSchema", "properties"))), ["x-region"])
    assert.deepEqual(at(tool, "inputSchema", "required"), ["x-region"])
    assert.match(String(at(tool, "description")), /The client must send x-shop-token in the headers of its requests\./)
  })

  it("is called by no page of another origin without the browser asking for these headers", async () => {
    const answer = await gateway().ask("/mcp", { method: "OPTIONS", headers: { origin: "http://localhost:1" } })
    assert.match(answer.headers.get("access-control-allow-headers") ?? "", /x-region, x-shop-token$/)
  })

  it("documents them, secret ones as such", async () => {
    const { json } = await gateway().ask("/openapi.json")
    const listed = at(json, "paths", "/v1/shop/find", "get", "parameters")
    const named = (name: string) =>
      Array.isArray(listed)
        ? listed.find((one: unknown) => Predicate.hasProperty(one, "name") && one.name === name)
        : {}
    assert.deepInclude(named("x-region"), { in: "header", required: true, description: "Where the shop is." })
    assert.deepInclude(named("x-shop-token"), { in: "header", required: true, "x-secret": true })
    const page = (await gateway().ask("/docs/reference/shop/shop_find")).text
    assert.match(page, /<h2 id="header">Headers<\/h2>[\s\S]*?<code>x-shop-token<\/code>/)
    assert.match(page, /-H (<[^>]+>)*&#x?\d+;x-region/)
    assert.match(page, /<input id="try-header-x-shop-token"[^>]* type="password"/)
  })
})

describe("the answers of a plugin", () => {
  const gateway = useTestGateway({ plugins: { mcp: true }, further: [shop] })

  it("are told of in OpenAPI by their status and kind", async () => {
    const { json } = await gateway().ask("/openapi.json")
    const answer = (path: string, method: string, status: string) =>
      at(json, "paths", path, method, "responses", status)
    assert.strictEqual(at(answer("/v1/shop/things", "post", "201"), "description"), "Created.")
    assert.match(String(at(answer("/v1/shop/jobs", "post", "202"), "description")), /^Accepted/)
    const removed = answer("/v1/shop/things", "delete", "204")
    assert.match(String(at(removed, "description")), /no body/)
    assert.isUndefined(at(removed, "content"))
    const name = String(at(answer("/v1/shop/things", "delete", "422"), "$ref")).replace("#/components/responses/", "")
    assert.strictEqual(
      at(json, "components", "responses", name, "description"),
      "`SHOP_CLOSED`: The shop is closed. Come back later."
    )
    for (const [path, type] of [
      ["/v1/shop/rows", "text/csv"],
      ["/v1/shop/events", "text/event-stream"],
      ["/v1/shop/photo", "image/png"]
    ] as const) {
      assert.deepEqual(Object.keys(Object(at(answer(path, "get", "200"), "content"))), [type])
    }
  })

  it("are tools' results where they are JSON or nothing; streams, files and what is hidden are no tools", async () => {
    const tools = await listTools(gateway())
    const names = [...tools.keys()].filter((name) => name.startsWith("shop_")).sort()
    assert.deepEqual(names, ["shop_find", "shop_make", "shop_remove", "shop_start"])
    const make = tools.get("shop_make")
    assert.strictEqual(at(make, "title"), "Make a thing")
    assert.match(String(at(make, "description")), /^Makes a thing; ask the user first\. Costs 1 credit\./)
    assert.strictEqual(at(make, "annotations", "readOnlyHint"), false)
    assert.strictEqual(at(tools.get("shop_remove"), "annotations", "destructiveHint"), true)
    const { key } = await gateway().account()
    const hidden = await gateway().ask("/mcp", {
      method: "POST",
      key,
      body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "shop_sign", arguments: {} } }
    })
    assert.match(hidden.text, /Unknown tool: shop_sign/)
  })
})
