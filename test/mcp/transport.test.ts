import { request as httpRequest } from "node:http"
import { useTestGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { fixturePlugin, Waiting } from "./fixture.ts"
import { at, callTool, modernMeta, modernRevision, modernRpc, rpc, send } from "./support.ts"

const initialize = (protocolVersion: string) => ({
  protocolVersion,
  capabilities: {},
  clientInfo: { name: "test", version: "1" }
})

describe("the transport", () => {
  const waiting = new Waiting()
  const gateway = useTestGateway({ plugins: { mcp: true }, further: [fixturePlugin(waiting)] })
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" }

  /** As `fetch`, which does not let a caller set the Host. */
  const withHeaders = (headers: Readonly<Record<string, string>>, method = "POST") =>
    new Promise<{ readonly status: number; readonly headers: NodeJS.Dict<string | string[]>; readonly text: string }>(
      (resolve, reject) => {
        const outgoing = httpRequest(
          `${gateway().url}/mcp`,
          { method, headers: { "content-type": "application/json", ...headers } },
          (incoming) => {
            let text = ""
            incoming.setEncoding("utf8").on("data", (part) => {
              text += part
            })
            incoming.on("end", () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text }))
          }
        )
        outgoing.on("error", reject).end(method === "POST" ? JSON.stringify(ping) : undefined)
      }
    )

  it("agrees on the revision asked for where it is spoken, else on the newest that begins so", async () => {
    for (const [asked, agreed] of [
      ["2025-06-18", "2025-06-18"],
      ["2025-11-25", "2025-11-25"],
      ["2025-03-26", "2025-03-26"],
      ["2024-11-05", "2024-11-05"],
      ["2023-01-01", "2025-11-25"],
      ["2026-07-28", "2025-11-25"]
    ] as const) {
      const { json } = await rpc(gateway(), "initialize", initialize(asked))
      assert.strictEqual(at(json, "result", "protocolVersion"), agreed)
      assert.deepEqual(at(json, "result", "capabilities"), { tools: {} })
    }
    const incomplete = await rpc(gateway(), "initialize", { protocolVersion: "2025-06-18" })
    assert.strictEqual(at(incomplete.json, "error", "code"), -32602)
  })

  it("keeps no session: whatever a client names as one is not asked about", async () => {
    const begun = await rpc(gateway(), "initialize", initialize("2025-11-25"))
    assert.isNull(begun.headers.get("mcp-session-id"))
    const notified = await send(gateway(), { jsonrpc: "2.0", method: "notifications/initialized" })
    assert.deepEqual([notified.status, notified.text], [202, ""])
    const listed = await rpc(gateway(), "tools/list", {}, { headers: { "mcp-session-id": "of another node" } })
    assert.strictEqual(listed.status, 200)
    for (const method of ["GET", "DELETE", "PUT"]) {
      const answer = await gateway().ask("/mcp", { method })
      assert.deepEqual([answer.status, answer.headers.get("allow")], [405, "POST, OPTIONS"], method)
    }
  })

  it("answers what is no message with the JSON-RPC error for it", async () => {
    const cases: ReadonlyArray<readonly [body: unknown, status: number, code: number]> = [
      ["{", 400, -32700],
      ["", 400, -32700],
      [[], 400, -32600],
      [{ id: 1, method: "ping" }, 400, -32600],
      [{ jsonrpc: "2.0", id: null, method: "ping" }, 400, -32600],
      [{ jsonrpc: "2.0", id: 1.5, method: "ping" }, 400, -32600],
      [{ jsonrpc: "2.0", id: 1, method: "ping", params: [] }, 400, -32600],
      ["null", 400, -32600],
      [{ jsonrpc: "2.0", id: 1, method: "nope/nope" }, 200, -32601],
      [{ jsonrpc: "2.0", id: 1, method: "prompts/list" }, 200, -32601],
      [{ jsonrpc: "2.0", id: 1, method: "tools/list", params: { cursor: "x" } }, 200, -32602]
    ]
    for (const [body, status, code] of cases) {
      const answer = await send(gateway(), body)
      assert.deepEqual([answer.status, at(answer.json, "error", "code")], [status, code], JSON.stringify(body))
      assert.strictEqual(at(answer.json, "jsonrpc"), "2.0")
    }
    // By JSON-RPC: the id where it can be told, else null; none since the revision whose schema has no null.
    const current = { headers: { "mcp-protocol-version": "2025-11-25" } }
    for (const [body, id] of [
      [{ jsonrpc: "2.0", id: 7, method: "ping", params: [] }, 7],
      [{ jsonrpc: "2.0", id: "a", method: 7 }, "a"],
      [{ id: 8, method: "ping" }, 8],
      [{ jsonrpc: "2.0", id: 1.5, method: "ping" }, null],
      ["{", null],
      [[], null]
    ] as const) {
      const answer = await send(gateway(), body)
      assert.deepInclude(answer.json, { jsonrpc: "2.0", id }, JSON.stringify(body))
      const now = await send(gateway(), body, current)
      assert.strictEqual(at(now.json, "id"), id ?? undefined, JSON.stringify(body))
    }
    const host = await withHeaders({ host: "evil.example" })
    assert.deepInclude(JSON.parse(host.text), { id: null })
    const reply = await send(gateway(), { jsonrpc: "2.0", id: 7, result: {} })
    assert.strictEqual(reply.status, 202)
  })

  it("answers a batch of 2025-03-26 by one, each call at its own price, and none since 2025-06-18", async () => {
    const { accountId, key } = await gateway().account()
    const call = (id: string, more: object = {}) => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name: "fixture_whoami", ...more }
    })
    const batch = [
      call("a"),
      { jsonrpc: "2.0", method: "notifications/initialized" },
      ping,
      { jsonrpc: "2.0", id: 3, method: "nope" },
      { jsonrpc: "2.0", id: 4, method: "initialize", params: initialize("2025-03-26") },
      { jsonrpc: "2.0", id: 5, method: 5 },
      "no message",
      call("b")
    ]
    for (const headers of [{}, { "mcp-protocol-version": "2025-03-26" }]) {
      const answer = await send(gateway(), batch, { key, headers })
      assert.strictEqual(answer.status, 200)
      const answers: ReadonlyArray<unknown> = Array.isArray(answer.json) ? answer.json : []
      assert.deepEqual(
        answers.map((each) => [at(each, "id"), at(each, "error", "code") ?? 0]),
        [
          ["a", 0],
          [1, 0],
          [3, -32601],
          [4, -32600],
          [5, -32600],
          [null, -32600],
          ["b", 0]
        ]
      )
      assert.strictEqual(at(answers[0], "result", "structuredContent", "data"), accountId)
    }
    assert.strictEqual(await gateway().used(accountId), 4)

    const silent = await send(gateway(), [{ jsonrpc: "2.0", method: "notifications/initialized" }], { key })
    assert.deepEqual([silent.status, silent.text], [202, ""])
    const nobody = await send(gateway(), [ping, call("a")])
    assert.strictEqual(nobody.status, 401)
    assert.isNotNull(nobody.headers.get("www-authenticate"))
    const keys = [call("a", { _meta: { idempotencyKey: "one" } }), call("b", { _meta: { idempotencyKey: "two" } })]
    for (const cost of [2, 0]) {
      const before = await gateway().used(accountId)
      await send(gateway(), keys, { key })
      assert.strictEqual((await gateway().used(accountId)) - before, cost)
    }

    for (const [body, headers, why] of [
      [[ping], { "mcp-protocol-version": "2025-06-18" }, /batches ended with revision 2025-06-18/],
      [[ping], { "mcp-protocol-version": modernRevision }, /batches ended/],
      [Array.from({ length: 51 }, () => ping), {}, /may hold 50 messages/],
      [[call("a"), call("b")], { "idempotency-key": "one" }, /_meta\.idempotencyKey/]
    ] as const) {
      const refused = await send(gateway(), body, { key, headers })
      assert.deepEqual([refused.status, at(refused.json, "error", "code")], [400, -32600], String(why))
      assert.match(String(at(refused.json, "error", "message")), why)
    }
    assert.strictEqual(await gateway().used(accountId), 6)
  })

  it("takes and gives JSON alone, and no body over 1 MiB", async () => {
    const text = await gateway().ask("/mcp", { method: "POST", headers: { "content-type": "text/plain" }, body: "{}" })
    assert.strictEqual(text.status, 415)
    const stream = await send(gateway(), ping, { headers: { accept: "text/event-stream" } })
    assert.strictEqual(stream.status, 406)
    for (const accept of ["application/json, text/event-stream", "*/*", "application/json;q=0.9"]) {
      assert.strictEqual((await send(gateway(), ping, { headers: { accept } })).status, 200, accept)
    }
    const large = await send(gateway(), { ...ping, params: { text: "x".repeat(1024 * 1024) } })
    assert.deepEqual([large.status, at(large.json, "error", "code")], [413, "PAYLOAD_TOO_LARGE"])
    const unsized = await new Promise<number>((resolve, reject) => {
      const outgoing = httpRequest(
        `${gateway().url}/mcp`,
        { method: "POST", headers: { "content-type": "application/json", "transfer-encoding": "chunked" } },
        (incoming) => {
          incoming.resume()
          resolve(incoming.statusCode ?? 0)
          outgoing.destroy()
        }
      )
      outgoing.on("error", reject)
      outgoing.write(" ".repeat(2 * 1024 * 1024))
    })
    assert.strictEqual(unsized, 413)
  })

  it("refuses hosts and origins that are not this machine's", async () => {
    const host = new URL(gateway().url).host
    for (const headers of [
      { host: "evil.example" },
      { host: "evil.example:3000" },
      { host: "127.0.0.1.evil.example" },
      { host, origin: "http://evil.example" },
      { host, origin: "http://localhost.evil.example" },
      { host, origin: "null" }
    ]) {
      const answer = await withHeaders(headers)
      assert.strictEqual(answer.status, 403, JSON.stringify(headers))
      assert.match(answer.text, /add it to plugins\.mcp\.allowed(Hosts|Origins)/)
      assert.isUndefined(answer.headers["access-control-allow-origin"])
    }
    for (const headers of [
      { host: "localhost:1" },
      { host: "[::1]:3000" },
      { host, origin: "http://localhost:6274" },
      { host, origin: "http://[::1]:1" }
    ]) {
      const answer = await withHeaders(headers)
      assert.strictEqual(answer.status, 200, JSON.stringify(headers))
      assert.strictEqual(
        answer.headers["access-control-allow-origin"],
        "origin" in headers ? headers.origin : undefined
      )
    }
  })

  it("lets pages of allowed origins ask first, and no others", async () => {
    const allowed = await withHeaders({ origin: "http://localhost:6274" }, "OPTIONS")
    assert.strictEqual(allowed.status, 204)
    assert.match(String(allowed.headers["access-control-allow-headers"]), /x-api-key/)
    assert.strictEqual((await withHeaders({ origin: "https://evil.example" }, "OPTIONS")).status, 403)
  })

  it("holds requests of 2026-07-28 to what that revision demands", async () => {
    const cases: ReadonlyArray<
      readonly [
        params: Readonly<Record<string, unknown>>,
        headers: Readonly<Record<string, string>>,
        status: number,
        code: number
      ]
    > = [
      [{}, { "mcp-protocol-version": modernRevision }, 400, -32602],
      [{ _meta: modernMeta }, {}, 400, -32020],
      [{ _meta: modernMeta }, { "mcp-protocol-version": "2025-11-25" }, 400, -32020],
      [{ _meta: modernMeta }, { "mcp-protocol-version": modernRevision }, 400, -32020],
      [{ _meta: modernMeta }, { "mcp-protocol-version": modernRevision, "mcp-method": "tools/call" }, 400, -32020],
      [{}, { "mcp-protocol-version": "1999-01-01" }, 400, -32022]
    ]
    for (const [params, headers, status, code] of cases) {
      const answer = await rpc(gateway(), "tools/list", params, { headers })
      assert.deepEqual([answer.status, at(answer.json, "error", "code")], [status, code], JSON.stringify(headers))
    }
    const future = { ...modernMeta, "io.modelcontextprotocol/protocolVersion": "2031-01-01" }
    const unknown = await rpc(
      gateway(),
      "tools/list",
      { _meta: future },
      { headers: { "mcp-protocol-version": "2031-01-01" } }
    )
    assert.deepEqual(at(unknown.json, "error", "data"), {
      supported: ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"],
      requested: "2031-01-01"
    })
    const removed = await modernRpc(gateway(), "ping")
    assert.deepEqual([removed.status, at(removed.json, "error", "code")], [404, -32601])
    const name = await modernRpc(
      gateway(),
      "tools/call",
      { name: "fixture_whoami" },
      { headers: { "mcp-name": "other" } }
    )
    assert.strictEqual(at(name.json, "error", "code"), -32020)
    const { key } = await gateway().account()
    const encoded = `=?base64?${Buffer.from("fixture_whoami").toString("base64")}?=`
    const decoded = await modernRpc(
      gateway(),
      "tools/call",
      { name: "fixture_whoami" },
      { key, headers: { "mcp-name": encoded } }
    )
    assert.strictEqual(decoded.status, 200)
  })

  it("gives up a call whose client goes away, and charges nothing", async () => {
    const { accountId, key } = await gateway().account()
    const started = waiting.next("started")
    const leave = new AbortController()
    const call = fetch(`${gateway().url}/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": key },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "fixture_wait" } }),
      signal: leave.signal
    }).then(
      () => "answered",
      () => "left"
    )
    await started
    const interrupted = waiting.next("interrupted")
    leave.abort()
    assert.strictEqual(await call, "left")
    await interrupted
    assert.strictEqual(await gateway().used(accountId), 0)
    assert.isUndefined(at(await callTool(gateway(), "fixture_whoami", {}, { key }), "isError"))
  })
})

describe("a transport that is told whom to trust", () => {
  const gateway = useTestGateway({
    plugins: { mcp: { allowedHosts: ["glass.example"], allowedOrigins: ["https://app.example"] } },
    config: { server: { host: "127.0.0.1", port: 0, publicUrl: "https://api.example/glass" } }
  })

  it("takes those names beside its own, and its public address", async () => {
    const askAs = (host: string, origin?: string) =>
      new Promise<number>((resolve, reject) => {
        const headers = { "content-type": "application/json", host, ...(origin === undefined ? {} : { origin }) }
        httpRequest(`${gateway().url}/mcp`, { method: "POST", headers }, (answer) => {
          answer.resume()
          resolve(answer.statusCode ?? 0)
        })
          .on("error", reject)
          .end(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }))
      })
    assert.strictEqual(await askAs("glass.example", "https://app.example"), 200)
    assert.strictEqual(await askAs("api.example:443", "https://api.example"), 200)
    assert.strictEqual(await askAs("glass.example", "https://glass.example"), 403)
    assert.strictEqual(await askAs("other.example"), 403)
  })

  it("lets pages of these origins open the stream of 2024-11-05, and post to where the public address has it", async () => {
    const { key } = await gateway().account()
    const origin = "https://app.example"
    for (const [path, methods] of [
      ["/mcp", "POST"],
      ["/mcp/sse", "GET"],
      ["/mcp/messages", "POST"]
    ] as const) {
      const preflight = await gateway().ask(path, { method: "OPTIONS", headers: { origin } })
      assert.deepEqual(
        ["access-control-allow-origin", "access-control-allow-methods"].map((name) => preflight.headers.get(name)),
        [origin, methods]
      )
      const strange = await gateway().ask(path, { method: "OPTIONS", headers: { origin: "https://other.example" } })
      assert.deepEqual([strange.status, strange.headers.get("access-control-allow-origin")], [403, null])
    }
    const stop = new AbortController()
    const stream = await fetch(`${gateway().url}/mcp/sse`, {
      headers: { origin, accept: "text/event-stream", "x-api-key": key },
      signal: stop.signal
    })
    assert.strictEqual(stream.headers.get("access-control-allow-origin"), origin)
    const first = await stream.body?.pipeThrough(new TextDecoderStream()).getReader().read()
    const address = /^event: endpoint\ndata: \/glass(\/mcp\/messages\?session=.+)\n\n$/.exec(first?.value ?? "")?.[1]
    assert.isDefined(address, first?.value)
    for (const [body, status] of [
      [{ jsonrpc: "2.0", id: 1, method: "ping" }, 202],
      [{}, 400]
    ] as const) {
      const posted = await gateway().ask(address ?? "", { method: "POST", key, headers: { origin }, body })
      assert.deepEqual([posted.status, posted.headers.get("access-control-allow-origin")], [status, origin])
    }
    stop.abort()
    const gone = await gateway().ask("/mcp/messages?session=gone", {
      method: "POST",
      key,
      headers: { origin },
      body: {}
    })
    assert.deepEqual([gone.status, gone.headers.get("access-control-allow-origin")], [404, origin])
  })
})
