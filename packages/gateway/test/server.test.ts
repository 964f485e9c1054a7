import type { IncomingMessage, ServerResponse } from "node:http"
import { connect, type Socket } from "node:net"
import { ClientAddresses } from "@storeglass/core"
import { Effect } from "effect"
import { afterEach, assert, describe, it } from "vitest"
import { type Front, type FrontOptions, makeFront } from "../src/server.ts"

const opened: Array<{ readonly front: Front; readonly sockets: Array<Socket> }> = []
const until = async (is: () => boolean) => {
  while (!is()) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** A server with short times. */
const start = async (options: Partial<FrontOptions> = {}) => {
  const front = makeFront({
    connectionsMax: 100,
    connectionsPerAddressMax: 100,
    addresses: ClientAddresses.makeClientAddresses([]),
    headersMsMax: 60,
    requestMsMax: 120,
    checkEveryMs: 20,
    closeGraceMs: 100,
    ...options
  })
  await new Promise<void>((resolve) => front.server.listen(0, "127.0.0.1", resolve))
  const address = front.server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const sockets: Array<Socket> = []
  opened.push({ front, sockets })
  let connections = 0
  front.server.on("connection", (socket) => {
    connections += 1
    socket.once("close", () => {
      connections -= 1
    })
  })
  /** A client that never closes by itself, whatever it is told. */
  const client = (text: string) => {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true })
    sockets.push(socket)
    let got = ""
    let cut = false
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      got += chunk
    })
    socket
      .on("error", () => undefined)
      .on("close", () => {
        cut = true
      })
    if (text !== "") socket.write(text)
    return { got: () => got, isCut: () => cut, socket }
  }
  return { front, client, connections: () => connections }
}

/** Serves: a request that asks for it is answered once its body has come, others at once. */
const serve = (front: Front, crowded: Array<string> = []) => {
  front.server.on("request", (incoming, outgoing) => {
    incoming.on("error", () => undefined)
    incoming.resume().on("end", () => outgoing.end("served"))
  })
  front.open({ take: () => false, onCrowded: (address) => crowded.push(address) })
}

const head = (text: string) => text.slice(0, text.indexOf("\r\n\r\n")).toLowerCase()
const isEnveloped = (text: string, status: number, code: string) => {
  assert.match(text, new RegExp(`^HTTP/1\\.1 ${status} `))
  assert.include(text, `"code":"${code}"`)
  assert.match(head(text), /x-request-id: [0-9a-f-]{36}/)
  assert.include(head(text), "content-type: application/json")
}
const whole = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

afterEach(async () => {
  for (const { front, sockets } of opened.splice(0)) {
    for (const socket of sockets) socket.destroy()
    front.server.closeAllConnections()
    if (front.server.listening) await new Promise((resolve) => front.server.close(resolve))
  }
})

describe("the server", () => {
  it.each([
    ["a body that never comes", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\nx", 408, "REQUEST_TIMEOUT"],
    ["headers that never end", "GET / HTTP/1.1\r\nHost: h\r\nX-A: ", 408, "REQUEST_TIMEOUT"],
    ["what is no HTTP", "nonsense\r\n\r\n", 400, "BAD_REQUEST"],
    ["headers that are too long", `GET / HTTP/1.1\r\nX-A: ${"a".repeat(20_000)}`, 431, "HEADERS_TOO_LARGE"]
  ])("answers %s in the envelope, and closes on a client that doesn't", async (_, text, status, code) => {
    const { client, connections, front } = await start()
    serve(front)
    const half = client(text)
    await until(() => half.got().includes("}}"))
    isEnveloped(half.got(), status, code)
    assert.include(head(half.got()), "connection: close")
    await until(() => connections() === 0)
  })

  it("says nothing in the middle of an answer whose request never ended", async () => {
    const { client, connections, front } = await start()
    front.server.on("request", (_, outgoing) => outgoing.write("begun"))
    front.open({ take: () => false, onCrowded: () => undefined })
    const half = client("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\nx")
    await until(() => half.got() !== "" && connections() === 0)
    assert.notInclude(half.got(), "REQUEST_TIMEOUT")
  })

  it("answers an Expect that it doesn't know in the envelope", async () => {
    const { client, front } = await start()
    serve(front)
    const expecting = client("GET / HTTP/1.1\r\nHost: h\r\nExpect: 200-maybe\r\n\r\n")
    await until(() => expecting.got().includes("}}"))
    isEnveloped(expecting.got(), 417, "EXPECTATION_FAILED")
  })

  it.each([
    ["a request", whole],
    [
      "one that waits to be asked for its body",
      "POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n"
    ]
  ])(
    "answers 503 to %s that comes before the gateway can answer, and serves the next on that connection",
    async (_, text) => {
      const { client, front } = await start()
      const early = client(text)
      await until(() => early.got().includes("}}"))
      isEnveloped(early.got(), 503, "SERVICE_UNAVAILABLE")
      assert.include(early.got(), "starting")
      if (text !== whole) return
      serve(front)
      early.socket.write(whole)
      await until(() => early.got().endsWith("served"))
    }
  )

  it.each([
    ["another", whole],
    [
      "one that waits to be asked for its body",
      "POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 0\r\n\r\n"
    ]
  ])("begins %s that was sent behind a request once that is answered", async (_, second) => {
    const { client, front } = await start()
    const begun: Array<() => void> = []
    const begin = (_incoming: IncomingMessage, outgoing: ServerResponse) => {
      begun.push(() => outgoing.end("served"))
    }
    front.server.on("request", begin)
    front.server.on("checkContinue", begin)
    front.open({ take: () => false, onCrowded: () => undefined })
    const both = client(`${whole}${second}`)
    await until(() => begun.length > 0)
    // Whatever both bytes could have begun has by the time that another connection is served.
    client(whole)
    await until(() => begun.length > 1)
    assert.strictEqual(begun.length, 2)
    begun[0]?.()
    await until(() => begun.length === 3)
    begun[2]?.()
    await until(() => both.got().split("served").length === 3)
  })

  it("serves a request that asks for another protocol like any other, within its limits", async () => {
    const { client, connections, front } = await start()
    front.server.on("upgrade", (_, socket) => socket.write("upgraded"))
    serve(front)
    const upgrade = "Connection: Upgrade\r\nUpgrade: h2c\r\n"
    const asking = client(`GET / HTTP/1.1\r\nHost: h\r\n${upgrade}\r\n`)
    await until(() => asking.got().endsWith("served"))
    asking.socket.destroy()
    const half = client(`POST / HTTP/1.1\r\nHost: h\r\n${upgrade}Content-Length: 1000\r\n\r\nx`)
    await until(() => half.got().includes("REQUEST_TIMEOUT") && connections() === 0)
  })

  it("lets one address have only so many connections, and says which", async () => {
    const { client, front } = await start({ connectionsPerAddressMax: 3 })
    const crowded: Array<string> = []
    serve(front, crowded)
    const kept = Array.from({ length: 3 }, () => client(whole))
    await until(() => kept.every((one) => one.got().endsWith("served")))
    const more = client(whole)
    await until(more.isCut)
    assert.deepEqual([more.got(), crowded], ["", ["127.0.0.1"]])
    kept[0]?.socket.destroy()
    await until(() => kept[0]?.isCut() === true)
    let next = client(whole)
    await until(() => {
      if (next.isCut()) next = client(whole)
      return next.got().endsWith("served")
    })
  })

  it("lets a proxy that it was told of have more", async () => {
    const { client, front } = await start({
      connectionsPerAddressMax: 1,
      addresses: ClientAddresses.makeClientAddresses(["127.0.0.0/8"])
    })
    serve(front)
    const all = Array.from({ length: 5 }, () => client(whole))
    await until(() => all.every((one) => one.got().endsWith("served")))
  })

  it("that stops waits neither for idle connections nor for headers or bodies that don't come", async () => {
    const { client, connections, front } = await start({ headersMsMax: 60_000, requestMsMax: 60_000 })
    serve(front)
    const idle = client(whole)
    for (const text of ["", "GET / HT", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\nx"]) client(text)
    await until(() => idle.got().endsWith("served") && connections() === 4)
    const startedMs = performance.now()
    await Effect.runPromise(Effect.andThen(front.stopListening, front.close(20_000)))
    await until(() => connections() === 0)
    assert.isBelow(performance.now() - startedMs, 5_000)
  })
})
