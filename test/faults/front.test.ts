import { connect, type Socket } from "node:net"
import { Lifecycle } from "@storeglass/core"
import { useTestGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { afterEach, assert, describe, it } from "vitest"
import { makeFixture } from "../billing/fixture.ts"

const requestsMax = 20
const fixture = makeFixture()
const gateway = useTestGateway({
  plugins: { mcp: true },
  further: [fixture.plugin],
  config: { server: { port: 0, requestsMax } }
})
const item = "/v1/fixture/items/1"
const sockets: Array<Socket> = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
const until = async (is: () => boolean) => {
  while (!is()) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** Connections that send this and nothing more, and never close. */
const halfOpen = async (count: number, path: string, header = "") => {
  const text = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${header}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`
  const received: Array<string> = []
  for (let index = 0; index < count; index++) {
    const socket = connect({ port: Number(new URL(gateway().url).port), host: "127.0.0.1", allowHalfOpen: true })
    sockets.push(socket)
    received.push("")
    socket.setEncoding("latin1").on("data", (chunk) => {
      received[index] += String(chunk)
    })
    socket.on("error", () => undefined)
    await new Promise<void>((resolve) => socket.write(text, () => resolve()))
  }
  return received
}
const lifecycle = () => gateway().run(Effect.map(Lifecycle.Lifecycle, (service) => service))

describe("a gateway with bodies that never come on every place it has", () => {
  it("still answers its customers, its health and its readiness", async () => {
    const { accountId, key } = await gateway().account()
    const received = await halfOpen(requestsMax * 2, "/mcp")
    // Those beyond the share of nobody known are turned away; the others wait for their bodies.
    await until(() => received.filter((text) => text.startsWith("HTTP/1.1 503")).length === requestsMax * 1.5)
    assert.strictEqual((await lifecycle()).inFlight(), 0)
    const [asked, health, ready] = await Promise.all([
      gateway().ask(item, { key }),
      gateway().ask("/v1/health"),
      gateway().ask("/ready")
    ])
    assert.deepEqual([asked.status, health.status, ready.status], [200, 200, 200])
    assert.strictEqual(await gateway().used(accountId), 2)
  })

  it("still answers a customer's message to MCP, whose key is known before the body", async () => {
    const { key } = await gateway().account()
    const received = await halfOpen(requestsMax, "/mcp")
    await until(() => received.filter((text) => text.startsWith("HTTP/1.1 503")).length === requestsMax / 2)
    const message = { jsonrpc: "2.0", id: 1, method: "tools/list" }
    const ask = (key?: string) =>
      gateway().ask("/mcp", {
        key,
        method: "POST",
        headers: { accept: "application/json, text/event-stream" },
        body: message
      })
    assert.notStrictEqual((await ask(key)).status, 503)
    assert.strictEqual((await ask()).status, 503)
  })

  it("gives the places back when they go away", async () => {
    const received = await halfOpen(requestsMax, "/mcp")
    await until(() => received.filter((text) => text.startsWith("HTTP/1.1 503")).length === requestsMax / 2)
    for (const socket of sockets.splice(0)) socket.destroy()
    let status = 503
    while (status === 503) status = (await gateway().ask("/mcp", { method: "POST", body: {} })).status
    assert.strictEqual((await lifecycle()).inFlight(), 0)
  })
})

describe("a gateway that has all the requests it may have", () => {
  it("says so at /ready, and turns customers away at no charge, with an id", async () => {
    const { accountId, key } = await gateway().account()
    const service = await lifecycle()
    for (let count = 0; count < requestsMax; count++) assert.isTrue(service.enter("account"))
    assert.strictEqual((await gateway().ask("/ready")).status, 503)
    const busy = await gateway().ask(item, { key })
    assert.deepEqual([busy.status, busy.headers.get("retry-after")], [503, "1"])
    assert.isNotNull(busy.headers.get("x-request-id"))
    for (let count = 0; count < requestsMax; count++) service.leave("account")
    assert.strictEqual((await gateway().ask("/ready")).status, 200)
    assert.strictEqual(await gateway().used(accountId), 0)
  })

  it("keeps half of its places for customers, however many others ask", async () => {
    const { key } = await gateway().account()
    const service = await lifecycle()
    let others = 0
    while (service.enter("public")) others += 1
    assert.strictEqual(others, requestsMax / 2)
    assert.strictEqual((await gateway().ask("/v1/fixture/open")).status, 503)
    assert.strictEqual((await gateway().ask(item, { key })).status, 200)
    for (let count = 0; count < others; count++) service.leave("public")
    assert.strictEqual((await gateway().ask("/v1/fixture/open")).status, 200)
  })
})
