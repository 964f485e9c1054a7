import { type Answer, creditHeaders, useTestGateway } from "@storeglass/testkit"
import { Predicate } from "effect"
import { assert, describe, it } from "vitest"
import { makeFixture } from "./fixture.ts"

const fixture = makeFixture()
const gateway = useTestGateway({ further: [fixture.plugin] })

const errorOf = ({ json }: Answer) => {
  assert.deepEqual(Object.keys(json ?? {}), ["error"])
  const error = Predicate.hasProperty(json, "error") ? json.error : undefined
  assert.deepEqual(Object.keys(error ?? {}), ["code", "message"])
  return Predicate.hasProperty(error, "code") && Predicate.hasProperty(error, "message")
    ? { code: error.code, message: String(error.message) }
    : { code: undefined, message: "" }
}
interface Case {
  readonly name: string
  readonly path: string
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly status: number
  readonly code: string
  readonly says: RegExp
}
const item = "/v1/fixture/items/1"
const echo = { path: "/v1/fixture/echo", method: "POST" }
const fails = (how: string) => `/v1/fixture/fails?how=${how}`

const cases: ReadonlyArray<Case> = [
  { name: "no such thing", path: fails("notFound"), status: 404, code: "NOT_FOUND", says: /^no such thing$/ },
  {
    name: "an upstream that fails",
    path: fails("upstream"),
    status: 502,
    code: "UPSTREAM_ERROR",
    says: /storea\.catalog/
  },
  { name: "an upstream that is slow", path: fails("timeout"), status: 504, code: "UPSTREAM_TIMEOUT", says: /in time/ },
  {
    name: "a plugin that is not ready",
    path: fails("unavailable"),
    status: 503,
    code: "SERVICE_UNAVAILABLE",
    says: /not just now/
  },
  { name: "a defect", path: fails("defect"), status: 500, code: "INTERNAL_ERROR", says: /Quote the request id/ },
  ...["quotesBelowZero", "quotesInParts", "quotesTooMuch", "ignoresItsBadQuote", "holdsInParts"].map((how) => ({
    name: `a price that can't be (${how})`,
    path: fails(how),
    status: 500,
    code: "INTERNAL_ERROR",
    says: /Quote the request id/
  })),
  {
    name: "an answer that does not encode",
    path: fails("unencodable"),
    status: 500,
    code: "INTERNAL_ERROR",
    says: /Quote the request id/
  },
  {
    name: "an unknown way",
    path: fails("nohow"),
    status: 400,
    code: "INVALID_INPUT",
    says: /^how \(query\): must be one of notFound/
  },
  {
    name: "a missing parameter",
    path: "/v1/fixture/fails",
    status: 400,
    code: "INVALID_INPUT",
    says: /^how \(query\): is required/
  },
  {
    name: "id 0",
    path: "/v1/fixture/items/0",
    status: 400,
    code: "INVALID_INPUT",
    says: /^n \(path\): must be a whole number from 1 to 1000$/
  },
  {
    name: "an id that is none",
    path: "/v1/fixture/items/1.5",
    status: 400,
    code: "INVALID_INPUT",
    says: /^n \(path\)/
  },
  { name: "limit 1e9", path: `${item}?limit=1e9`, status: 400, code: "INVALID_INPUT", says: /^limit \(query\)/ },
  {
    name: "limit 1000000000",
    path: `${item}?limit=1000000000`,
    status: 400,
    code: "INVALID_INPUT",
    says: /from 1 to 50/
  },
  { name: "an empty limit", path: `${item}?limit=`, status: 400, code: "INVALID_INPUT", says: /^limit \(query\)/ },
  {
    name: "a country that does not exist",
    path: `${item}?country=zz`,
    status: 400,
    code: "INVALID_COUNTRY",
    says: /'zz' isn't a country/
  },
  {
    name: "a parameter given twice",
    path: `${item}?limit=1&limit=2`,
    status: 400,
    code: "INVALID_INPUT",
    says: /^limit \(query\): was sent 2 times/
  },
  {
    name: "a parameter given twice alike",
    path: `${item}?limit=1&limit=1`,
    status: 400,
    code: "INVALID_INPUT",
    says: /sent 2 times/
  },
  {
    name: "a parameter that is unknown",
    path: `${item}?limits=1`,
    status: 400,
    code: "INVALID_INPUT",
    says: /^limits \(query\): isn't a parameter of this route; it takes limit, country$/
  },
  {
    name: "a parameter named __proto__",
    path: `${item}?__proto__=1`,
    status: 400,
    code: "INVALID_INPUT",
    says: /__proto__/
  },
  { name: "bad JSON", ...echo, body: "{", status: 400, code: "INVALID_INPUT", says: /JSON/i },
  {
    name: "no body",
    ...echo,
    headers: { "content-type": "application/json" },
    status: 400,
    code: "INVALID_INPUT",
    says: /./
  },
  { name: "JSON of another shape", ...echo, body: { n: "1" }, status: 400, code: "INVALID_INPUT", says: /^n \(body\)/ },
  {
    name: "JSON with a key too many",
    ...echo,
    body: { n: 1, extra: true },
    status: 400,
    code: "INVALID_INPUT",
    says: /extra/
  },
  { name: "a list", ...echo, body: [], status: 400, code: "INVALID_INPUT", says: /./ },
  {
    name: "a body of text",
    ...echo,
    body: "n=1",
    headers: { "content-type": "text/plain" },
    status: 415,
    code: "UNSUPPORTED_MEDIA_TYPE",
    says: /application\/json/
  },
  {
    name: "a form",
    ...echo,
    body: "n=1",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    status: 415,
    code: "UNSUPPORTED_MEDIA_TYPE",
    says: /application\/json/
  },
  {
    name: "a body over 1 MiB",
    ...echo,
    body: { n: 1, pad: "x".repeat(1024 * 1024) },
    status: 413,
    code: "PAYLOAD_TOO_LARGE",
    says: /1 MiB/
  },
  {
    name: "a bad idempotency key",
    path: item,
    headers: { "idempotency-key": "two words" },
    status: 400,
    code: "INVALID_INPUT",
    says: /^Idempotency-Key \(header\)/
  },
  {
    name: "an idempotency key of 256 characters",
    path: item,
    headers: { "idempotency-key": "k".repeat(256) },
    status: 400,
    code: "INVALID_INPUT",
    says: /1 to 255/
  }
]

describe("a request that fails", () => {
  it.each(cases)("is answered in the envelope, with all headers, and charged nothing: $name", async (wanted) => {
    const { accountId, key } = await gateway().account()
    const { body, headers, method = "GET", path } = wanted
    const answer = await gateway().ask(path, {
      key,
      method,
      ...(headers === undefined ? {} : { headers }),
      ...(body === undefined ? {} : { body })
    })
    const { code, message } = errorOf(answer)
    assert.deepEqual([answer.status, code], [wanted.status, wanted.code], answer.text)
    assert.match(message, wanted.says)
    assert.match(answer.headers.get("content-type") ?? "", /^application\/json/)
    for (const name of creditHeaders) assert.isNotNull(answer.headers.get(name), name)
    assert.strictEqual(answer.headers.get("x-credit-cost"), "0")
    assert.strictEqual(answer.headers.get("x-ratelimit-remaining"), "100000")
    assert.strictEqual(await gateway().used(accountId), 0)
  })

  it("by a defect carries the request id and nothing of what went wrong", async () => {
    const { key } = await gateway().account()
    const answer = await gateway().ask(fails("defect"), { key })
    const id = answer.headers.get("x-request-id") ?? ""
    assert.include(errorOf(answer).message, id)
    assert.notMatch(answer.text, /passwd|secret|\.ts|at |Error/)
  })

  it("says when to retry where the failure knows", async () => {
    const { key } = await gateway().account()
    const after = async (path: string) => (await gateway().ask(path, { key })).headers.get("retry-after")
    assert.deepEqual(
      [await after(fails("unavailable")), await after(fails("timeout")), await after(fails("notFound"))],
      ["3", "17", null]
    )
  })

  it("does not take a header of the caller's into its answer", async () => {
    const { key } = await gateway().account()
    const answer = await gateway().ask(`${item}?x=%0d%0aset-cookie:a`, { key })
    assert.strictEqual(answer.status, 400)
    assert.isNull(answer.headers.get("set-cookie"))
  })
})

describe("a route that is none", () => {
  it.each(["/v1/nothing", "/v1/fixture/items", "/v1/fixture/items/1/2", "/v2/fixture/items/1"])(
    "answers 404 in the envelope: %s",
    async (path) => {
      const { key } = await gateway().account()
      const answer = await gateway().ask(path, { key })
      assert.deepEqual([answer.status, errorOf(answer).code], [404, "NOT_FOUND"])
      assert.isNotNull(answer.headers.get("x-request-id"))
    }
  )

  it.each([
    ["POST", item, "GET, HEAD"],
    ["DELETE", item, "GET, HEAD"],
    ["GET", "/v1/fixture/echo", "POST"],
    ["PUT", "/v1/fixture/echo", "POST"],
    ["PATCH", "/v1/health", "GET, HEAD"],
    ["OPTIONS", item, "GET, HEAD"]
  ])("answers 405 and what it does take: %s %s", async (method, path, allowed) => {
    const { accountId, key } = await gateway().account()
    const answer = await gateway().ask(path, { key, method })
    assert.deepEqual([answer.status, errorOf(answer).code], [405, "METHOD_NOT_ALLOWED"])
    assert.strictEqual(answer.headers.get("allow"), allowed)
    assert.isNotNull(answer.headers.get("x-request-id"))
    assert.strictEqual(await gateway().used(accountId), 0)
  })
})

describe("HEAD", () => {
  it("of a priced route answers as GET does, at its price, without the body", async () => {
    const { accountId, key } = await gateway().account()
    const answer = await gateway().ask(item, { key, method: "HEAD" })
    assert.deepEqual([answer.status, answer.text], [200, ""])
    assert.strictEqual(answer.headers.get("x-credit-cost"), "2")
    assert.strictEqual(await gateway().used(accountId), 2)
  })

  it("of an open route answers as GET does, without the body", async () => {
    const answer = await gateway().ask("/v1/health", { method: "HEAD" })
    assert.deepEqual([answer.status, answer.text], [200, ""])
  })
})
