import { inspect } from "node:util"
import { assert, describe, expect, it } from "vitest"
import { retryAdvice } from "../src/generated/operations.ts"
import { createClientOf, RequestError, StoreglassError, TemporaryError, WaitError } from "../src/index.ts"
import { failure, json, key, operations, type Reply, reset, silent, success, testClient, useServer } from "./support.ts"

const server = useServer()
const failed = async (call: Promise<unknown>): Promise<StoreglassError> => {
  const error: unknown = await call.then(
    () => undefined,
    (cause: unknown) => cause
  )
  if (error instanceof StoreglassError) return error
  throw new Error(`not a StoreglassError: ${inspect(error)}`)
}
const name = { name: "a thing" }

describe("a read that fails", () => {
  const passing: ReadonlyArray<readonly [what: string, reply: Reply]> = [
    ["429", failure(429, "UPSTREAM_BUSY")],
    ["502", failure(502, "UPSTREAM_ERROR")],
    ["503", failure(503, "SERVICE_UNAVAILABLE")],
    ["504", failure(504, "UPSTREAM_TIMEOUT")],
    ["a 502 of a proxy, in HTML", (response) => response.writeHead(502).end("<h1>Bad Gateway</h1>")],
    ["a cut connection", reset],
    [
      "a cut answer",
      (response) => response.writeHead(200, { "content-length": "100" }).write('{"data":', () => response.destroy())
    ]
  ]
  it.each(passing)("is tried again after %s", async (_, reply) => {
    server.reply(reply, reply, success(name))
    const { client, pauses } = testClient(server.url())
    const { attempts, data } = await client.things.get({ id: "1" })
    assert.deepEqual([data, attempts, server.asked.length], [name, 3, 3])
    assert.deepEqual(pauses, [250, 500])
  })

  it("is tried again after a try that took too long", async () => {
    server.reply(silent, success(name))
    const { client } = testClient(server.url(), { timeoutMs: 100 })
    assert.strictEqual((await client.things.get({ id: "1" })).attempts, 2)
  })

  const lasting: ReadonlyArray<readonly [what: string, reply: Reply, code: string, status: number]> = [
    ["400", failure(400, "INVALID_INPUT"), "INVALID_INPUT", 400],
    ["401", failure(401, "INVALID_API_KEY"), "INVALID_API_KEY", 401],
    ["404", failure(404, "APP_NOT_FOUND"), "APP_NOT_FOUND", 404],
    ["500", failure(500, "INTERNAL_ERROR"), "INTERNAL_ERROR", 500],
    ["an answer that is no JSON", (response) => response.end("{nope"), "UNREADABLE_ANSWER", 200],
    ["an answer without the envelope", (response) => response.end('{"name":"x"}'), "UNREADABLE_ANSWER", 200],
    [
      "an error without the envelope",
      (response) => response.writeHead(403).end('{"error":"no"}'),
      "UNREADABLE_ANSWER",
      403
    ]
  ]
  it.each(lasting)("fails at once with %s", async (_, reply, code, status) => {
    server.reply(reply)
    const { client } = testClient(server.url())
    const error = await failed(client.things.get({ id: "1" }))
    assert.deepEqual([error.code, error.status, error.attempts, server.asked.length], [code, status, 1, 1])
    assert.strictEqual(error.operation, "GET /v1/things/:id")
  })

  it("gives the details that a code carries", async () => {
    server.reply(
      json(409, { error: { code: "STALE", message: "It has changed", details: { present: { revision: 3 } } } })
    )
    const { client } = testClient(server.url())
    const error = await failed(client.things.get({ id: "1" }))
    assert.deepEqual([error.code, error.details], ["STALE", { present: { revision: 3 } }])
  })

  it("tells code, message, request id and credits of the last answer when all tries fail", async () => {
    server.reply(failure(503, "SERVICE_UNAVAILABLE"))
    const { client } = testClient(server.url())
    const error = await failed(client.things.get({ id: "1" }))
    assert.deepEqual(
      [error.code, error.message, error.status, error.attempts, error.credits?.remaining, error.requestId],
      ["SERVICE_UNAVAILABLE", "SERVICE_UNAVAILABLE happened", 503, 3, 990, "0198c0de-0000-7000-8000-000000000001"]
    )
    assert.strictEqual(client.credits?.remaining, 990)
  })

  it("says NETWORK_ERROR with the system's code when nobody listens", async () => {
    const { client } = testClient("http://127.0.0.1:1")
    const error = await failed(client.things.get({ id: "1" }))
    assert.deepEqual([error.code, error.status, error.attempts], ["NETWORK_ERROR", null, 3])
    assert.match(error.message, /ECONNREFUSED|connection failed/)
  })
})

describe("settings that make no sense", () => {
  it("fail the call, or the making of the client", async () => {
    const { client } = testClient(server.url())
    assert.strictEqual((await failed(client.things.get({ id: "1" }, { timeoutMs: -1 }))).code, "INVALID_INPUT")
    assert.throws(
      () => testClient(server.url(), { totalTimeoutMs: Number.NaN }),
      /totalTimeoutMs must be a number above 0/
    )
    assert.throws(() => testClient(server.url(), { retry: { attempts: 0 } }), /retry.attempts must be/)
    assert.deepEqual(server.asked, [])
  })
})

describe("Retry-After", () => {
  it("is waited for, in seconds", async () => {
    server.reply(failure(429, "UPSTREAM_BUSY", { "retry-after": "7" }), success(name))
    const { client, pauses } = testClient(server.url())
    await client.things.get({ id: "1" })
    assert.deepEqual(pauses, [7250])
  })

  it("is waited for as a date, counted from the answer's own", async () => {
    const headers = { date: "Sat, 21 Nov 2026 10:00:00 GMT", "retry-after": "Sat, 21 Nov 2026 10:00:09 GMT" }
    server.reply(failure(503, "SERVICE_UNAVAILABLE", headers), success(name))
    const { client, pauses } = testClient(server.url())
    await client.things.get({ id: "1" })
    assert.deepEqual(pauses, [9250])
  })

  it("over the longest wait fails at once and tells how long, as when the month's credits are used up", async () => {
    server.reply(failure(429, "RATE_LIMIT_EXCEEDED", { "retry-after": "864000" }))
    const { client, pauses } = testClient(server.url())
    const error = await failed(client.things.get({ id: "1" }))
    assert.deepEqual([error.code, error.retryAfterMs, error.attempts], ["RATE_LIMIT_EXCEEDED", 864_000_000, 1])
    assert.deepEqual(pauses, [])
  })

  it("is waited for up to the longest wait that is set, and not a second more", async () => {
    server.reply(failure(429, "UPSTREAM_BUSY", { "retry-after": "40" }), success(name))
    const { client } = testClient(server.url())
    assert.deepInclude(await failed(client.things.get({ id: "1" })), { attempts: 1, retryAfterMs: 40_000 })
    server.asked.length = 0
    const patient = testClient(server.url(), { retry: { retryAfterMsMax: 40_000 } })
    assert.strictEqual((await patient.client.things.get({ id: "1" })).attempts, 2)
  })

  it("never leads past the time for the whole call", async () => {
    server.reply(failure(503, "SERVICE_UNAVAILABLE", { "retry-after": "7" }))
    const { client, pauses } = testClient(server.url(), { totalTimeoutMs: 10_000 })
    const error = await failed(client.things.get({ id: "1" }))
    assert.deepEqual([error.attempts, pauses], [2, [7250]])
  })
})

describe("a write", () => {
  it("keeps its Idempotency-Key over tries, and gets a new one for each call", async () => {
    server.reply(reset, failure(503, "SERVICE_UNAVAILABLE"), success(name))
    const { client } = testClient(server.url())
    await client.things.add(name)
    await client.things.add(name)
    const keys = server.asked.map(({ headers }) => headers["idempotency-key"])
    assert.match(String(keys[0]), /^[0-9a-f]{32}$/)
    assert.deepEqual([keys[1], keys[2]], [keys[0], keys[0]])
    assert.notStrictEqual(keys[3], keys[0])
    assert.deepEqual(
      server.asked.map(({ body, method }) => [method, body]),
      Array.from({ length: 4 }, () => ["POST", '{"name":"a thing"}'])
    )
  })

  it("waits for its own first try that still runs there", async () => {
    server.reply(reset, failure(409, "IDEMPOTENCY_IN_PROGRESS", { "retry-after": "1" }), success(name))
    const { client } = testClient(server.url())
    assert.strictEqual((await client.things.add(name)).attempts, 3)
  })

  it("is never tried again without a key", async () => {
    for (const reply of [reset, failure(503, "SERVICE_UNAVAILABLE"), failure(429, "UPSTREAM_BUSY")]) {
      server.asked.length = 0
      server.reply(reply, success(name))
      const { client } = testClient(server.url())
      const error = await failed(client.things.add(name, { idempotencyKey: false }))
      assert.deepEqual([error.attempts, server.asked.length], [1, 1])
      assert.isUndefined(server.asked[0]?.headers["idempotency-key"])
    }
  })

  it("is tried again even without a key when the gateway refused it for its rate, after Retry-After", async () => {
    server.reply(failure(429, "TOO_MANY_REQUESTS", { "retry-after": "2" }), success(name))
    const { client, pauses } = testClient(server.url())
    const { attempts } = await client.things.add(name, { idempotencyKey: false })
    assert.deepEqual([attempts, server.asked.length], [2, 2])
    assert.isAtLeast(pauses[0] ?? 0, 2_000)
  })

  it("hands out its key when it fails, and takes one from the caller", async () => {
    server.reply(reset)
    const { client } = testClient(server.url())
    const error = await failed(client.things.add(name))
    server.reply(success(name, { "idempotent-replayed": "true" }))
    const { replayed } = await client.things.add(name, { idempotencyKey: error.idempotencyKey ?? "" })
    assert.isTrue(replayed)
    assert.strictEqual(server.asked.at(-1)?.headers["idempotency-key"], error.idempotencyKey)
  })

  it("with another's key in use fails at once", async () => {
    server.reply(failure(409, "IDEMPOTENCY_KEY_REUSED"))
    const { client } = testClient(server.url())
    assert.strictEqual((await failed(client.things.add(name, { idempotencyKey: "k" }))).attempts, 1)
  })

  it("refuses a key that no header may hold, and sends nothing", async () => {
    const { client } = testClient(server.url())
    for (const wrong of ["", "a b", "ä", "a\r\nb", "x".repeat(256)]) {
      assert.strictEqual((await failed(client.things.add(name, { idempotencyKey: wrong }))).code, "INVALID_INPUT")
    }
    assert.deepEqual(server.asked, [])
  })
})

describe("the caller's signal", () => {
  it("ends a call that waits for its answer", async () => {
    const controller = new AbortController()
    server.reply(() => controller.abort())
    const { client } = testClient(server.url())
    const error = await failed(client.things.get({ id: "1" }, { signal: controller.signal }))
    assert.deepEqual([error.code, error.attempts], ["ABORTED", 1])
  })

  it("ends a call between two tries", async () => {
    const controller = new AbortController()
    server.reply(failure(503, "SERVICE_UNAVAILABLE", { "retry-after": "20" }))
    const client = createClientOf(operations, { baseUrl: server.url(), key })
    const call = failed(client.things.get({ id: "1" }, { signal: controller.signal }))
    await expect.poll(() => server.asked.length).toBe(1)
    controller.abort()
    assert.strictEqual((await call).code, "ABORTED")
  })

  it("that has ended before sends nothing", async () => {
    const { client } = testClient(server.url())
    assert.strictEqual((await failed(client.things.get({ id: "1" }, { signal: AbortSignal.abort() }))).code, "ABORTED")
    assert.deepEqual(server.asked, [])
  })

  it("ends the call even when fetch does not heed it", async () => {
    const { client } = testClient(server.url(), { fetch: () => new Promise(() => {}), timeoutMs: 20 })
    assert.strictEqual((await failed(client.things.get({ id: "1" }))).code, "TIMEOUT")
  })
})

describe("the API key", () => {
  const everywhere = (value: unknown) =>
    `${inspect(value, { depth: 20, showHidden: true })} ${JSON.stringify(value)} ${value}`

  it("goes to the gateway in X-API-Key alone, and not where none is needed", async () => {
    server.reply(success(name))
    const { client } = testClient(server.url())
    await client.things.get({ id: "1" })
    await client.things.open()
    assert.strictEqual(server.asked[0]?.headers["x-api-key"], key)
    assert.isUndefined(server.asked[0]?.headers.authorization)
    assert.isUndefined(server.asked[1]?.headers["x-api-key"])
  })

  it("is asked for before each try when it is a function", async () => {
    server.reply(reset, success(name))
    let given = 0
    const { client } = testClient(server.url(), { key: async () => `sg_live_${++given}` })
    await client.things.get({ id: "1" })
    assert.deepEqual(
      server.asked.map(({ headers }) => headers["x-api-key"]),
      ["sg_live_1", "sg_live_2"]
    )
  })

  it("is in no error and in nothing that prints the client", async () => {
    const { client } = testClient(server.url())
    assert.notInclude(everywhere(client), key)
    const quoting = (): never => {
      throw new Error(`bad header x-api-key: ${key}`, { cause: new Error(key) })
    }
    const bad = `${key}\nx`
    const cases = [
      testClient("http://127.0.0.1:1").client,
      testClient(server.url(), { fetch: quoting }).client,
      testClient(server.url(), { key: quoting }).client,
      testClient(server.url(), { key: bad }).client,
      testClient(server.url(), { key: () => `${key} ` }).client
    ]
    for (const each of cases) {
      const error = await failed(each.things.get({ id: "1" }))
      assert.notInclude(`${everywhere(error)} ${error.stack}`, key)
    }
    assert.deepEqual(server.asked, [])
  })

  it("does not follow a redirect to another host", async () => {
    server.reply((response) => response.writeHead(307, { location: "http://localhost:9/elsewhere" }).end())
    const { client } = testClient(server.url())
    const error = await failed(client.things.get({ id: "1" }))
    assert.deepEqual([error.code, error.status, server.asked.length], ["UNREADABLE_ANSWER", 307, 1])
  })
})

describe("the class of an error", () => {
  const classes = { retry: TemporaryError, wait: WaitError, fix: RequestError }
  const kindsOf = (error: unknown) =>
    Object.entries(classes)
      .filter(([, kind]) => error instanceof kind)
      .map(([advice]) => advice)

  it("is the kind that the gateway's table gives its code, and no other", async () => {
    const { client } = testClient(server.url(), { retry: { attempts: 1 } })
    const all = Object.entries(retryAdvice)
    assert.sameMembers([...new Set(all.map(([, advice]) => advice))], ["retry", "wait", "fix"])
    for (const [code, advice] of all) {
      server.reply(failure(418, code))
      const error = await failed(client.things.get({ id: "1" }))
      assert.deepEqual([error.code, error.retry, kindsOf(error)], [code, advice, [advice]])
      assert.strictEqual(error.name, classes[advice].name)
    }
  })

  it("follows the status of a code that this version doesn't know", async () => {
    const { client } = testClient(server.url(), { retry: { attempts: 1 } })
    server.reply(failure(503, "NEWER_THAN_THIS"))
    assert.instanceOf(await failed(client.things.get({ id: "1" })), TemporaryError)
    server.reply(failure(409, "NEWER_THAN_THIS"))
    assert.instanceOf(await failed(client.things.get({ id: "1" })), RequestError)
  })

  it("says of what the client finds itself whether it passes", async () => {
    const { client } = testClient(server.url(), { retry: { attempts: 1 }, timeoutMs: 50 })
    server.reply(reset)
    assert.instanceOf(await failed(client.things.get({ id: "1" })), TemporaryError)
    server.reply(silent)
    assert.instanceOf(await failed(client.things.get({ id: "1" })), TemporaryError)
    assert.instanceOf(await failed(client.things.get({ id: ".." })), RequestError)
    const aborted = client.things.get({ id: "1" }, { signal: AbortSignal.abort() })
    assert.instanceOf(await failed(aborted), RequestError)
  })

  it("is nothing that another thing with the same fields is", () => {
    const details = { code: "RATE_LIMIT_EXCEEDED", operation: "GET /v1/things" }
    assert.isFalse({ ...new WaitError("m", details) } instanceof StoreglassError)
    class Own extends StoreglassError {}
    assert.isFalse(new WaitError("m", details) instanceof Own)
    assert.isTrue(new Own("m", details) instanceof Own)
  })
})

describe("the raw answer", () => {
  it("is with each result and error, with all its headers and text, and not in what is printed", async () => {
    const { client } = testClient(server.url(), { retry: { attempts: 1 } })
    server.reply(success(name, { "x-of-a-proxy": "frankfurt" }))
    const result = await client.things.get({ id: "1" })
    assert.deepEqual(JSON.parse(result.raw.body), { data: name })
    assert.deepEqual([result.raw.status, result.raw.headers.get("x-of-a-proxy")], [200, "frankfurt"])
    assert.notInclude(inspect(result), "frankfurt")
    assert.notProperty({ ...result }, "raw")

    server.reply((response) => response.writeHead(502, { server: "a-proxy" }).end("<h1>Bad Gateway</h1>"))
    const error = await failed(client.things.get({ id: "1" }))
    assert.deepEqual(
      [error.raw?.status, error.raw?.headers.get("server"), error.raw?.body],
      [502, "a-proxy", "<h1>Bad Gateway</h1>"]
    )
    assert.notInclude(inspect(error), "Bad Gateway")
    server.reply(reset)
    assert.isNull((await failed(client.things.get({ id: "1" }))).raw)
  })
})
