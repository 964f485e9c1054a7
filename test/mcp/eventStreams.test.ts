import { Accounts } from "@storeglass/core"
import { type Answer, type TestAccount, useTestGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { Client } from "mcp-sdk-2024-11-05/client/index.js"
import { SSEClientTransport } from "mcp-sdk-2024-11-05/client/sse.js"
import { assert, describe, it } from "vitest"
import { fixturePlugin, Waiting } from "./fixture.ts"
import { at, listsAndCalls } from "./support.ts"

interface StreamEvent {
  readonly name: string
  readonly data: string
}

/** What is read of an open stream, event by event. */
const streamOf = (response: Response, stop: AbortController) => {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ""
  /** The next block of the stream; undefined when it has ended. */
  const block = async (): Promise<string | undefined> => {
    while (!text.includes("\n\n")) {
      const read = await reader?.read()
      if (read === undefined || read.done) return undefined
      text += read.value
    }
    const end = text.indexOf("\n\n")
    const found = text.slice(0, end)
    text = text.slice(end + 2)
    return found
  }
  const next = async (): Promise<StreamEvent | undefined> => {
    const lines = (await block())?.split("\n")
    if (lines === undefined) return undefined
    if (lines[0]?.startsWith(":")) return next()
    const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? ""
    return { name: field("event"), data: field("data") }
  }
  return { block, next, leave: () => stop.abort() }
}

// The transport of revision 2024-11-05: answers come on a stream that was opened before.
describe("HTTP with SSE", () => {
  const waiting = new Waiting()
  const gateway = useTestGateway({
    plugins: { mcp: { sseStreamsPerKeyMax: 2, sseKeepAliveMs: 20 } },
    further: [fixturePlugin(waiting)]
  })

  const openStream = async ({ key }: Pick<TestAccount, "key">, path = "/mcp/sse") => {
    const stop = new AbortController()
    const response = await fetch(`${gateway().url}${path}`, {
      headers: { "x-api-key": key, accept: "text/event-stream" },
      signal: stop.signal
    })
    assert.strictEqual(response.status, 200)
    assert.match(response.headers.get("content-type") ?? "", /^text\/event-stream/)
    const stream = streamOf(response, stop)
    const first = await stream.next()
    assert.strictEqual(first?.name, "endpoint")
    return { ...stream, address: first?.data ?? "" }
  }
  const post = (address: string, key: string | undefined, message: unknown): Promise<Answer> =>
    gateway().ask(address, { method: "POST", key, body: message })
  const call = (id: number | string, name: string, args: unknown = {}, meta: unknown = {}) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name, arguments: args, _meta: meta }
  })
  const dataOf = (event: StreamEvent | undefined): unknown => JSON.parse(event?.data ?? "null")

  it("connects the library of that revision, which lists and calls, and is charged as over HTTP", async () => {
    const { accountId, key } = await gateway().account()
    const client = new Client({ name: "test", version: "1" })
    const transport = new SSEClientTransport(new URL("/mcp/sse", gateway().url), {
      requestInit: { headers: { "x-api-key": key } },
      eventSourceInit: {
        fetch: (url, init) => fetch(url, { ...init, headers: { ...init?.headers, "x-api-key": key } })
      }
    })
    await client.connect(transport)
    await listsAndCalls(client, gateway(), accountId)
  })

  it("answers each POST with 202 and its message on the stream, for what the address offers, at the price of the route", async () => {
    const account = await gateway().account()
    const stream = await openStream(account, "/mcp/sse?tools=fixture_whoami")
    assert.match(stream.address, /^\/mcp\/messages\?session=[\w-]{32}$/)
    const began = await post(stream.address, account.key, {
      jsonrpc: "2.0",
      id: "a",
      method: "initialize",
      params: { protocolVersion: "2024-11-05", capabilities: {}, clientInfo: { name: "t", version: "1" } }
    })
    assert.deepEqual([began.status, began.text], [202, ""])
    const initialized = dataOf(await stream.next())
    assert.deepEqual([at(initialized, "id"), at(initialized, "result", "protocolVersion")], ["a", "2024-11-05"])
    const notified = await post(stream.address, account.key, { jsonrpc: "2.0", method: "notifications/initialized" })
    assert.strictEqual(notified.status, 202)

    await post(stream.address, account.key, { jsonrpc: "2.0", id: 1, method: "tools/list" })
    const listed = dataOf(await stream.next())
    assert.deepEqual(
      Object(at(listed, "result", "tools")).map((tool: unknown) => at(tool, "name")),
      ["fixture_whoami"]
    )
    const twice = { idempotencyKey: "one-call" }
    for (const id of [2, 3]) {
      assert.strictEqual((await post(stream.address, account.key, call(id, "fixture_whoami", {}, twice))).status, 202)
      const answered = dataOf(await stream.next())
      assert.deepEqual(
        [at(answered, "id"), at(answered, "result", "structuredContent")],
        [id, { data: account.accountId }]
      )
    }
    assert.strictEqual(await gateway().used(account.accountId), 1)
    await post(stream.address, account.key, call(4, "fixture_draw", {}))
    assert.strictEqual(at(dataOf(await stream.next()), "error", "code"), -32602)
    stream.leave()
  })

  it("keeps a quiet stream open with comments", async () => {
    const stream = await openStream(await gateway().account())
    assert.match((await stream.block()) ?? "", /^:/)
    assert.match((await stream.block()) ?? "", /^:/)
    stream.leave()
  })

  it("needs the key on both requests, and takes nothing for a stream of another key", async () => {
    const mine = await gateway().account()
    const other = await gateway().account()
    const reader = await gateway().account({ scopes: ["read"] })
    for (const [method, path] of [
      ["GET", "/mcp/sse"],
      ["POST", "/mcp/messages?session=x"]
    ] as const) {
      const refused = await gateway().ask(path, {
        method,
        ...(method === "POST" ? { body: call(1, "fixture_whoami") } : {})
      })
      assert.strictEqual(refused.status, 401)
      assert.isNotNull(refused.headers.get("www-authenticate"))
    }
    const stream = await openStream(mine)
    const crossed = await post(stream.address, other.key, call(1, "fixture_whoami"))
    const unknown = await post("/mcp/messages?session=nobodys", other.key, call(1, "fixture_whoami"))
    assert.deepEqual([crossed.status, unknown.status], [404, 404])
    assert.strictEqual(at(crossed.json, "error", "message"), at(unknown.json, "error", "message"))
    assert.match(String(at(crossed.json, "error", "message")), /sticky sessions/)
    // Nothing of another's came: the next message is the answer to one's own.
    await post(stream.address, mine.key, call(7, "fixture_whoami"))
    assert.strictEqual(at(dataOf(await stream.next()), "id"), 7)
    stream.leave()

    const reading = await openStream(reader)
    assert.strictEqual((await post(reading.address, reader.key, call(1, "fixture_whoami"))).status, 202)
    assert.deepEqual(at(dataOf(await reading.next()), "result", "structuredContent"), { data: reader.accountId })
    reading.leave()
    for (const { accountId } of [other, mine]) {
      assert.strictEqual(await gateway().used(accountId), accountId === mine.accountId ? 1 : 0)
    }
  })

  it("answers what is no message with a JSON-RPC error, and bounds the body", async () => {
    const { accountId, key } = await gateway().account()
    const stream = await openStream({ key })
    for (const [body, code] of [
      ["{", -32700],
      [[call(1, "fixture_whoami")], -32600],
      [{ id: 1, method: "ping" }, -32600]
    ] as const) {
      const refused = await post(stream.address, key, body)
      assert.deepEqual([refused.status, at(refused.json, "error", "code")], [400, code])
    }
    const big = await post(stream.address, key, `"${"x".repeat(1024 * 1024)}"`)
    assert.strictEqual(big.status, 413)
    const typed = await gateway().ask(stream.address, {
      method: "POST",
      key,
      body: "{}",
      headers: { "content-type": "text/plain" }
    })
    assert.strictEqual(typed.status, 415)
    stream.leave()
    assert.strictEqual(await gateway().used(accountId), 0)
  })

  it("gives a call up, uncharged, when its client leaves or cancels it", async () => {
    const { accountId, key } = await gateway().account()
    const stream = await openStream({ key })
    const begin = async (id: number) => {
      const started = waiting.next("started")
      assert.strictEqual((await post(stream.address, key, call(id, "fixture_wait"))).status, 202)
      await started
    }
    await begin(1)
    const repeated = await post(stream.address, key, call(1, "fixture_wait"))
    assert.deepEqual([repeated.status, at(repeated.json, "error", "code")], [400, -32600])
    const cancelled = waiting.next("interrupted")
    await post(stream.address, key, { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } })
    await cancelled
    await begin(2)
    const left = waiting.next("interrupted")
    stream.leave()
    await left
    assert.strictEqual(await gateway().used(accountId), 0)
    const gone = await post(stream.address, key, call(3, "fixture_whoami"))
    assert.strictEqual(gone.status, 404)
  })

  it("holds a key to its streams, and a stream to what it has read", async () => {
    const { key } = await gateway().account()
    const [first, second] = [await openStream({ key }), await openStream({ key })]
    const third = await gateway().ask("/mcp/sse", { key, headers: { accept: "text/event-stream" } })
    assert.deepEqual([third.status, at(third.json, "error", "code")], [429, "TOO_MANY_REQUESTS"])
    assert.isNotNull(third.headers.get("retry-after"))
    second.leave()
    const interrupted: Array<Promise<void>> = []
    for (let id = 0; id < 16; id++) {
      const started = waiting.next("started")
      interrupted.push(waiting.next("interrupted"))
      assert.strictEqual((await post(first.address, key, call(id, "fixture_wait"))).status, 202)
      await started
    }
    const over = await post(first.address, key, call(99, "fixture_wait"))
    assert.deepEqual([over.status, at(over.json, "error", "code")], [429, "TOO_MANY_REQUESTS"])
    first.leave()
    await Promise.all(interrupted)
  })

  it("ends a stream when its key is revoked", async () => {
    const { key, keyId } = await gateway().account()
    const stream = await openStream({ key })
    await gateway().run(Effect.flatMap(Accounts.Accounts, ({ revokeKey }) => revokeKey(keyId)))
    assert.isUndefined(await stream.next())
    assert.strictEqual((await post(stream.address, key, call(1, "fixture_whoami"))).status, 401)
  })

  it("is not where clients of later revisions ask for a stream, nor for who wants no events", async () => {
    const { key } = await gateway().account()
    // With or without a key: 401 would make them think that they must sign in to go on.
    for (const known of [key, undefined]) {
      const refused = await gateway().ask("/mcp", {
        key: known,
        headers: { accept: "text/event-stream", "mcp-protocol-version": "2025-06-18" }
      })
      assert.deepEqual([refused.status, refused.headers.get("allow")], [405, "POST, OPTIONS"])
    }
    const ask = (headers: Readonly<Record<string, string>>, method = "GET") =>
      gateway().ask("/mcp/sse", { method, key, headers: { accept: "text/event-stream", ...headers } })
    assert.strictEqual((await ask({ accept: "text/html" })).status, 406)
    assert.strictEqual((await ask({ origin: "https://elsewhere.example" })).status, 403)
    assert.strictEqual((await ask({}, "HEAD")).status, 200)
    const strange = await gateway().ask("/mcp/sse?toolsets=none", { key, headers: { accept: "text/event-stream" } })
    assert.deepEqual([strange.status, at(strange.json, "error", "code")], [400, -32602])
  })
})
