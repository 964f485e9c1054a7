import { connect, type Socket } from "node:net"
import { Lifecycle } from "@storeglass/core"
import { useTestGateway } from "@storeglass/testkit"
import { Effect, Exit, Schema } from "effect"
import { afterAll, assert, describe, it } from "vitest"
import { makeFixture } from "./fixture.ts"

const fixture = makeFixture()
const gateway = useTestGateway({ further: [fixture.plugin] })

const Failure = Schema.fromJsonString(
  Schema.Struct({ error: Schema.Struct({ code: Schema.String, message: Schema.String }) })
)
const decodeFailure = Schema.decodeUnknownSync(Failure)

interface RawAnswer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** Every whole answer in what came over a connection. */
const answersIn = (text: string): ReadonlyArray<RawAnswer> => {
  const answers: Array<RawAnswer> = []
  let rest = text
  while (rest.startsWith("HTTP/1.1 ")) {
    const end = rest.indexOf("\r\n\r\n")
    if (end < 0) break
    const [first = "", ...lines] = rest.slice(0, end).split("\r\n")
    const headers = new Map(
      lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()])
    )
    const length = Number(headers.get("content-length") ?? 0)
    const body = rest.slice(end + 4, end + 4 + length)
    if (body.length < length) break
    answers.push({ status: Number(first.split(" ")[1]), headers, body })
    rest = rest.slice(end + 4 + length)
  }
  return answers
}

const open = () =>
  new Promise<Socket>((resolve, reject) => {
    const socket = connect(Number(new URL(gateway().url).port), "127.0.0.1", () => resolve(socket))
    socket.once("error", reject)
  })

/** Sends this and gives what came until the connection closed, or so many answers had come. */
const send = async (text: string, answers = Number.POSITIVE_INFINITY) => {
  const socket = await open()
  const { promise, resolve } = Promise.withResolvers<void>()
  let got = ""
  let closed = false
  socket.setEncoding("latin1")
  socket.on("data", (chunk: string) => {
    got += chunk
    if (answersIn(got).length >= answers) resolve()
  })
  socket.on("error", () => undefined)
  socket.on("close", () => {
    closed = true
    resolve()
  })
  socket.write(text, "latin1")
  const timer = setTimeout(resolve, 5_000)
  await promise
  clearTimeout(timer)
  socket.destroy()
  return { answers: answersIn(got), closed }
}

const get = (path: string, ...headers: ReadonlyArray<string>) =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers.map((line) => `${line}\r\n`).join("")}\r\n`
const serves = async () => assert.strictEqual((await gateway().ask("/v1/fixture/open")).status, 200)

describe("a body over 1 MiB", () => {
  it("is refused by its announced length, without being read, and its connection is closed", async () => {
    const { accountId, key } = await gateway().account()
    const head = `POST /v1/fixture/echo HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 209715200\r\n\r\n{"n":1,`
    const { answers, closed } = await send(head)
    assert.deepEqual(
      answers.map(({ status }) => status),
      [413]
    )
    assert.strictEqual(decodeFailure(answers[0]?.body).error.code, "PAYLOAD_TOO_LARGE")
    assert.isTrue(closed, "what was not read must not be taken for the next request")
    assert.strictEqual(await gateway().used(accountId), 0)
    await serves()
  })

  it("is refused in chunks as well, once too much has come", async () => {
    const { accountId, key } = await gateway().account()
    const chunk = new TextEncoder().encode("x".repeat(64 * 1024))
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"n":1,"pad":"')),
      pull: (controller) => {
        if (sent++ < 400) controller.enqueue(chunk)
        else controller.close()
      }
    })
    const init: RequestInit & { readonly duplex: "half" } = {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body,
      duplex: "half"
    }
    const response = await fetch(`${gateway().url}/v1/fixture/echo`, init)
    assert.strictEqual(response.status, 413)
    assert.strictEqual(decodeFailure(await response.text()).error.code, "PAYLOAD_TOO_LARGE")
    assert.isBelow(sent, 400, "25 MiB were read to the end")
    assert.strictEqual(await gateway().used(accountId), 0)
    await serves()
  })

  it("of exactly 1 MiB is taken", async () => {
    const { accountId, key } = await gateway().account()
    const json = '{"n":1}'
    const answer = await gateway().ask("/v1/fixture/echo", { key, method: "POST", body: json.padEnd(1024 * 1024, " ") })
    assert.strictEqual(answer.status, 200)
    assert.strictEqual(await gateway().used(accountId), 5)
    const over = await gateway().ask("/v1/fixture/echo", {
      key,
      method: "POST",
      body: json.padEnd(1024 * 1024 + 1, " ")
    })
    assert.strictEqual(over.status, 413)
  })

  it("without a key is not read at all", async () => {
    const head =
      "POST /v1/fixture/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 209715200\r\n\r\n{"
    const { answers, closed } = await send(head)
    assert.deepEqual([answers.map(({ status }) => status), closed], [[401], true])
    await serves()
  })
})

describe("what is no request", () => {
  const inEnvelope = async (text: string, status: number, code: string) => {
    const { answers, closed } = await send(text)
    assert.deepEqual(
      answers.map((answer) => answer.status),
      [status]
    )
    assert.strictEqual(decodeFailure(answers[0]?.body).error.code, code)
    assert.strictEqual(answers[0]?.headers.get("content-type"), "application/json")
    assert.include(answers[0]?.headers.get("content-security-policy"), "frame-ancestors 'none'")
    assert.strictEqual(answers[0]?.headers.get("x-content-type-options"), "nosniff")
    assert.isTrue(closed)
    await serves()
  }

  it("answers 431 to a flood of headers: one that is long, and many that are short", async () => {
    await inEnvelope(get("/v1/fixture/open", `X-Long: ${"x".repeat(20_000)}`), 431, "HEADERS_TOO_LARGE")
    const many = Array.from({ length: 3_000 }, (_, index) => `X-${index}: y`)
    await inEnvelope(get("/v1/fixture/open", ...many), 431, "HEADERS_TOO_LARGE")
    await inEnvelope(get(`/v1/fixture/open?${"x".repeat(20_000)}`), 431, "HEADERS_TOO_LARGE")
  })

  it.each([
    ["text", "this is no HTTP\r\n\r\n"],
    ["a method of no kind", "G3T\u0000 / HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["two lengths", "POST /v1/fixture/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd"],
    [
      "a length and chunks",
      "POST /v1/fixture/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    ],
    ["a header that is folded", "GET / HTTP/1.1\r\nHost: x\r\nX-A: b\r\n c\r\n\r\n"],
    ["a space before the colon", "GET / HTTP/1.1\r\nHost: x\r\nX-A : b\r\n\r\n"]
  ])("answers 400 in the envelope to %s", async (_, text) => {
    await inEnvelope(text, 400, "BAD_REQUEST")
  })

  it("answers what came before it in the pipeline, charges that once, and closes", async () => {
    const { accountId, key } = await gateway().account()
    const good = get("/v1/fixture/items/1", `X-API-Key: ${key}`)
    const { answers, closed } = await send(`${good}${good}\u0000garbage\r\n\r\n`)
    assert.isTrue(closed)
    const statuses = answers.map(({ status }) => status)
    assert.strictEqual(statuses.at(-1), 400)
    const served = statuses.filter((status) => status === 200).length
    // A charge whose answer was cut off by the garbage behind it is the caller's own doing; none is free.
    assert.isAtMost(served * 2, await gateway().used(accountId))
    await serves()
  })

  it("does not mix up answers to requests in a pipeline", async () => {
    const { accountId, key } = await gateway().account()
    const requests = Array.from({ length: 8 }, (_, index) => get(`/v1/fixture/items/${index + 1}`, `X-API-Key: ${key}`))
    const { answers } = await send(requests.join(""), 8)
    assert.deepEqual(
      answers.map(({ body }) => /"n":(\d)/.exec(body)?.[1]),
      ["1", "2", "3", "4", "5", "6", "7", "8"]
    )
    assert.strictEqual(await gateway().used(accountId), 16)
  })
})

describe("a gateway at its limits", () => {
  it("refuses with 503 more requests of one account at once than it allows, and charges nothing for them", async () => {
    const { accountId, key } = await gateway().account()
    const lifecycle = await gateway().run(Effect.map(Lifecycle.Lifecycle, (service) => service))
    for (let index = 0; index < 500; index++) assert.isTrue(lifecycle.enterAccount(accountId))
    const busy = await gateway().ask("/v1/fixture/items/1", { key })
    assert.deepEqual([busy.status, busy.headers.get("retry-after")], [503, "1"])
    assert.isNotNull(busy.headers.get("x-request-id"))
    const other = await gateway().account()
    assert.strictEqual((await gateway().ask("/v1/fixture/items/1", { key: other.key })).status, 200)
    for (let index = 0; index < 500; index++) lifecycle.leaveAccount(accountId)
    assert.strictEqual((await gateway().ask("/v1/fixture/items/1", { key })).status, 200)
    assert.strictEqual(await gateway().used(accountId), 2)
  })
})

describe("a caller who leaves", () => {
  it("before the handler is done is charged nothing", async () => {
    const { accountId, key } = await gateway().account()
    const letPass = fixture.closeGate()
    const socket = await open()
    socket.write(get("/v1/fixture/gated", `X-API-Key: ${key}`))
    while (fixture.waitingAtGate() === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    socket.destroy()
    while (fixture.waitingAtGate() > 0) await new Promise((resolve) => setTimeout(resolve, 5))
    letPass()
    await serves()
    assert.strictEqual(await gateway().used(accountId), 0)
  })
})

// Last, for it cannot be undone.
describe("a gateway that drains", () => {
  afterAll(async () => {
    const lifecycle = await gateway().run(Effect.map(Lifecycle.Lifecycle, (service) => service))
    assert.isTrue(lifecycle.isDraining())
  })

  it("says so at /ready, closes connections with every answer, finishes what is at work, and then is done", async () => {
    assert.deepEqual((await gateway().ask("/ready")).json, { data: { ready: true } })
    const { accountId, key } = await gateway().account()
    const letPass = fixture.closeGate()
    const atWork = gateway().ask("/v1/fixture/gated", { key })
    while (fixture.waitingAtGate() === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    const lifecycle = await gateway().run(Effect.map(Lifecycle.Lifecycle, (service) => service))
    await gateway().run(lifecycle.drain)
    const ready = await gateway().ask("/ready")
    assert.deepEqual([ready.status, ready.headers.get("connection")], [503, "close"])
    assert.strictEqual(decodeFailure(ready.text).error.code, "SERVICE_UNAVAILABLE")
    for (const path of ["/v1/fixture/items/1", "/v1/fixture/open", "/v1/health", "/v1/nothing", "/openapi.json"]) {
      const answer = await gateway().ask(path, { key })
      assert.strictEqual(answer.headers.get("connection"), "close", path)
    }
    assert.strictEqual(await gateway().used(accountId), 2)
    const early = await gateway().run(Effect.exit(Effect.timeout(lifecycle.drained, 50)))
    assert.isTrue(Exit.isFailure(early))
    letPass()
    const answer = await atWork
    assert.deepEqual([answer.status, answer.headers.get("connection")], [200, "close"])
    await gateway().run(Effect.timeout(lifecycle.drained, 2_000))
    assert.strictEqual(await gateway().used(accountId), 4)
  })
})
