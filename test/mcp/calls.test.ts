import { RequestRecorder } from "@storeglass/core"
import { CreditUsage, RequestLog } from "@storeglass/plugin-api"
import { useTestGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { fixturePlugin } from "./fixture.ts"
import { at, callTool, modernRpc, rpc } from "./support.ts"

const codeOf = (result: unknown) => [
  at(result, "isError"),
  at(result, "structuredContent", "error", "code"),
  at(result, "content", 0, "type")
]

describe("a tool call", () => {
  const gateway = useTestGateway({ plugins: { stores: true, apps: true, mcp: true }, further: [fixturePlugin()] })
  const whoami = "fixture_whoami"

  it("needs the key that HTTP needs, in either header, and says so as HTTP does", async () => {
    const { accountId, key } = await gateway().account()
    const none = await callTool(gateway(), whoami, {})
    assert.deepEqual(codeOf(none), [true, "MISSING_API_KEY", "text"])
    const http = await gateway().ask("/v1/fixture/me")
    assert.deepEqual(at(none, "structuredContent"), http.json)
    const bad = await callTool(gateway(), whoami, {}, { key: "sg_live_nope" })
    assert.deepEqual(codeOf(bad), [true, "INVALID_API_KEY", "text"])
    const bearer = { headers: { authorization: `Bearer ${key}` } }
    assert.deepEqual(at(await callTool(gateway(), whoami, {}, bearer), "structuredContent"), { data: accountId })
    assert.deepEqual(at(await callTool(gateway(), whoami, {}, { key }), "structuredContent"), { data: accountId })
    assert.strictEqual(await gateway().used(accountId), 2)
  })

  it("is in the log of requests as a tool's, from where its client is, and charged to its key", async () => {
    const { accountId, key, keyId } = await gateway().account()
    await callTool(gateway(), whoami, {}, { key, headers: { "user-agent": "client/1" } })
    const { page, usage } = await gateway().run(
      Effect.gen(function* () {
        yield* (yield* RequestRecorder.RequestRecorder).flush
        const today = new Date().toISOString().slice(0, 10)
        const from = `${today.slice(0, 8)}01`
        return {
          page: yield* (yield* RequestLog).page({ accountId }),
          usage: yield* (yield* CreditUsage).read({ accountId, from, to: today, by: ["credential"] })
        }
      })
    )
    assert.deepEqual(
      page.items.map(({ address, agent, by, credits, path }) => [by, path, credits, address, agent]),
      [["mcp", "/v1/fixture/me", 1, "127.0.0.1", "client/1"]]
    )
    assert.deepEqual(usage, [{ credentialId: keyId, credits: 1, requests: 1 }])
  })

  it("lists and introduces itself without a key", async () => {
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } }
    assert.strictEqual((await rpc(gateway(), "initialize", params)).status, 200)
    assert.strictEqual((await rpc(gateway(), "tools/list")).status, 200)
    assert.strictEqual((await modernRpc(gateway(), "server/discover")).status, 200)
  })

  it("of two accounts at once is answered and charged to each by its own key", async () => {
    const accounts = [await gateway().account(), await gateway().account()]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => accounts[index % 2]).map(async (account) => ({
        account,
        result: await callTool(gateway(), whoami, {}, { key: account?.key, id: 1 })
      }))
    )
    for (const { account, result } of answers) {
      assert.deepEqual(at(result, "structuredContent"), { data: account?.accountId })
    }
    for (const { accountId } of accounts) assert.strictEqual(await gateway().used(accountId), 10)
  })

  it("is refused without its scope, and charges nothing", async () => {
    const { accountId, key } = await gateway().account({ scopes: ["read"] })
    const put = { id: "a", body_id: "b", body_note: "c" }
    assert.deepEqual(codeOf(await callTool(gateway(), "fixture_replace", put, { key })), [true, "FORBIDDEN", "text"])
    assert.isUndefined(at(await callTool(gateway(), whoami, {}, { key }), "isError"))
    assert.strictEqual(await gateway().used(accountId), 1)
  })

  it("on an empty bucket is refused with when it fills again, before any work", async () => {
    const { accountId, key } = await gateway().account({ plan: "indie" })
    await gateway().drain(accountId)
    gateway().running.sandbox?.control.clearRequests()
    const refused = await callTool(gateway(), "apps_search", { q: "photo" }, { key })
    assert.deepEqual(codeOf(refused), [true, "RATE_LIMIT_EXCEEDED", "text"])
    assert.strictEqual(at(refused, "_meta", "credits", "cost"), 0)
    assert.strictEqual(at(refused, "_meta", "credits", "remaining"), 0)
    assert.isAbove(Number(at(refused, "_meta", "retryAfterSeconds")), 0)
    assert.deepEqual(gateway().running.sandbox?.control.requests() ?? [], [])
  })

  it("that fails is a tool error with the route's code, and costs nothing", async () => {
    const { accountId, key } = await gateway().account()
    const failed = await callTool(gateway(), "test_error_handling", {}, { key })
    assert.deepEqual(codeOf(failed), [true, "FAILING", "text"])
    for (const input of [
      { q: "" },
      { q: "a", limit: 0 },
      { q: "a", nope: 1 },
      { limit: 1 },
      { q: "a", country: "zz" }
    ]) {
      const http = await gateway().ask(
        `/v1/search?${new URLSearchParams(Object.entries(input).map(([k, v]) => [k, String(v)]))}`,
        { key }
      )
      const mcp = await callTool(gateway(), "apps_search", input, { key })
      assert.deepEqual([at(mcp, "isError"), at(mcp, "structuredContent")], [true, http.json], JSON.stringify(input))
    }
    for (const input of [{ q: { a: 1 } }, { q: ["a"] }]) {
      const refused = await callTool(gateway(), "apps_search", input, { key })
      assert.deepEqual(codeOf(refused), [true, "INVALID_INPUT", "text"])
    }
    const body = await callTool(
      gateway(),
      "fixture_replace",
      { id: "a", body_id: "b", body_note: "c", nope: 1 },
      { key }
    )
    assert.deepEqual(codeOf(body), [true, "INVALID_INPUT", "text"])
    assert.strictEqual(await gateway().used(accountId), 0)
  })

  it("tells in _meta what HTTP tells in headers", async () => {
    const { key } = await gateway().account({ plan: "indie" })
    const answer = await rpc(gateway(), "tools/call", { name: "apps_search", arguments: { q: "photo" } }, { key })
    const meta = at(answer.json, "result", "_meta")
    const http = await gateway().ask("/v1/search?q=photo", { key })
    const headers = (name: string) => Number(http.headers.get(name))
    assert.deepEqual(at(meta, "credits"), {
      cost: headers("x-credit-cost"),
      bucket: "general",
      remaining: headers("x-ratelimit-remaining") + headers("x-credit-cost"),
      limit: headers("x-ratelimit-limit"),
      reset: headers("x-ratelimit-reset")
    })
    assert.strictEqual(at(meta, "plan"), "indie")
    assert.strictEqual(at(meta, "dataSource"), http.headers.get("x-data-source"))
    assert.strictEqual(at(meta, "sandbox"), true)
    assert.strictEqual(answer.headers.get("x-request-id"), at(meta, "requestId"))
  })

  it("with an idempotency key runs and is charged once, whether the key comes in _meta, as a header or over HTTP", async () => {
    const { accountId, key } = await gateway().account()
    const first = await callTool(gateway(), whoami, {}, { key, meta: { idempotencyKey: "k-1" } })
    const again = await callTool(gateway(), whoami, {}, { key, headers: { "idempotency-key": "k-1" } })
    const http = await gateway().ask("/v1/fixture/me", { key, headers: { "idempotency-key": "k-1" } })
    assert.deepEqual(at(again, "structuredContent"), at(first, "structuredContent"))
    assert.deepEqual(http.json, at(first, "structuredContent"))
    assert.deepEqual(
      [at(first, "_meta", "replayed"), at(again, "_meta", "replayed"), at(again, "_meta", "requestId")],
      [undefined, true, at(first, "_meta", "requestId")]
    )
    const other = await callTool(gateway(), "fixture_get", { id: "a" }, { key, meta: { idempotencyKey: "k-1" } })
    assert.deepEqual(codeOf(other), [true, "IDEMPOTENCY_KEY_REUSED", "text"])
    const wrong = await rpc(gateway(), "tools/call", { name: whoami, _meta: { idempotencyKey: 1 } }, { key })
    assert.strictEqual(at(wrong.json, "error", "code"), -32602)
    assert.strictEqual(await gateway().used(accountId), 1)
  })

  it("of an unknown tool or with arguments that are no object is a protocol error", async () => {
    const { accountId, key } = await gateway().account()
    for (const params of [{ name: "nope" }, { name: whoami, arguments: [] }, { arguments: {} }, { name: 1 }]) {
      const answer = await rpc(gateway(), "tools/call", params, { key })
      assert.strictEqual(at(answer.json, "error", "code"), -32602, JSON.stringify(params))
    }
    assert.strictEqual(await gateway().used(accountId), 0)
  })

  it("has the same outcome in every revision", async () => {
    const { key } = await gateway().account()
    const params = { name: "fixture_get", arguments: { id: "a" } }
    const old = at((await rpc(gateway(), "tools/call", params, { key })).json, "result")
    const modern = at((await modernRpc(gateway(), "tools/call", params, { key })).json, "result")
    assert.deepEqual(at(modern, "structuredContent"), at(old, "structuredContent"))
    assert.deepEqual([at(old, "resultType"), at(modern, "resultType")], [undefined, "complete"])
    assert.strictEqual(at(modern, "_meta", "io.modelcontextprotocol/serverInfo", "name"), "storeglass")
    assert.strictEqual(at(modern, "_meta", "credits", "cost"), 1)
  })
})
