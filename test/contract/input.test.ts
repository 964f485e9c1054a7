import {
  type Answer,
  addressOf,
  everyPlugin,
  queryNamesOf,
  sampleValues,
  type TestAccount,
  useTestGateway,
  withQuery
} from "@storeglass/testkit"
import { Predicate } from "effect"
import { assert, beforeAll, describe, it } from "vitest"

// All plugins that the default config enables: a route added to any of them is under these rules without a line here.

const gateway = useTestGateway({
  plugins: everyPlugin
})

const errorOf = ({ json }: Answer) =>
  Predicate.hasProperty(json, "error") &&
  Predicate.hasProperty(json.error, "code") &&
  Predicate.hasProperty(json.error, "message")
    ? { code: String(json.error.code), message: String(json.error.message) }
    : undefined

describe("bad input, over all routes", () => {
  let account: TestAccount
  let values: Readonly<Record<string, string>>
  beforeAll(async () => {
    account = await gateway().account({ plan: "large", scopes: ["read", "write", "internal"] })
    values = { ...(await sampleValues(gateway())), competitorIds: "1" }
  })

  const routes = () =>
    gateway().running.composition.operations.filter(
      (row) => row.access !== "public" && row.access !== "session" && row.endpoint !== undefined
    )

  /** Asks and asserts a 4xx in the envelope, with the fix named and nothing charged. */
  const refused = async (
    method: string,
    address: string,
    init: { readonly body?: unknown; readonly headers?: Record<string, string> } = {}
  ) => {
    const answer = await gateway().ask(address, { method, key: account.key, ...init })
    assert.isTrue(
      answer.status >= 400 && answer.status < 500,
      `${method} ${address} answered ${answer.status} ${answer.text.slice(0, 200)}`
    )
    const error = errorOf(answer)
    assert.match(error?.code ?? "", /^[A-Z][A-Z0-9_]+$/, `${method} ${address}: ${answer.text.slice(0, 200)}`)
    assert.isAbove(error?.message.length ?? 0, 10)
    assert.isNotNull(answer.headers.get("x-request-id"))
    assert.strictEqual(answer.headers.get("x-credit-cost") ?? "0", "0", address)
    return { answer, error }
  }
  const bodyOf = ({ body, method }: ReturnType<typeof routes>[number]) =>
    method === "GET" || body.kind === "none" ? {} : { body: {} }
  const chargesNothing = async (check: () => Promise<void>) => {
    await check()
    assert.strictEqual(await gateway().used(account.accountId), 0)
  }

  it("a parameter that does not exist, or is sent twice", () =>
    chargesNothing(async () => {
      for (const row of routes()) {
        const address = addressOf(row, values)
        const unknown = await refused(row.method, withQuery(address, "contry=us"), bodyOf(row))
        assert.include(unknown.error?.message, "contry")
        await Promise.all(
          queryNamesOf(row).map(async (name) => {
            const twice = await refused(row.method, withQuery(address, `${name}=1&${name}=2`), bodyOf(row))
            assert.include(twice.error?.message, name)
          })
        )
      }
    }))

  it.each([
    ["country", ["zz", "usa", "%F0%9F%87%BA%F0%9F%87%B8", "us%00", ""]],
    ["limit", ["1e9", "-1", "0", "1.5", "NaN", "999999999999999999999", "%20", "0x10"]],
    ["page", ["0", "-1", "1e3", "two"]],
    ["days", ["0", "-7", "1e9", "week"]],
    ["platform", ["storec", "STOREA", ""]],
    ["chart", ["top", "top-free'--", ""]],
    ["date", ["2026-13-01", "yesterday", "2026-02-30", ""]]
  ])("a wrong %s", (name, wrong) =>
    chargesNothing(async () => {
      for (const row of routes().filter((candidate) => queryNamesOf(candidate).includes(name))) {
        for (const value of wrong) {
          const { error } = await refused(
            row.method,
            withQuery(addressOf(row, values), `${name}=${value}`),
            bodyOf(row)
          )
          if (name === "country") assert.strictEqual(error?.code, "INVALID_COUNTRY", row.path)
          assert.include(error?.message, name, `${row.path}?${name}=${value}`)
        }
      }
    })
  )

  it("an app id that is none", () =>
    chargesNothing(async () => {
      for (const row of routes().filter(({ path }) => /:(id|appId)\b/.test(path))) {
        for (const id of [
          "0",
          "-1",
          "1.5",
          "abc",
          "00284882215",
          "99999999999999999999",
          "1%20OR%201=1",
          "%2e%2e",
          "%E0%A4%A"
        ]) {
          const named = /:appId\b/.test(row.path) ? values.appId : values.id
          const address = addressOf(row, values).replace(named ?? "", id)
          await refused(row.method, address, bodyOf(row))
        }
      }
    }))

  it("a genre that the store doesn't have, under one code wherever it is asked", () =>
    chargesNothing(async () => {
      const asking = routes().filter((row) => queryNamesOf(row).includes("genre") || row.path.includes(":genreId"))
      assert.isAtLeast(asking.length, 5)
      for (const row of asking) {
        for (const genre of ["no-such-genre", "x".repeat(61), "%20"]) {
          const address = queryNamesOf(row).includes("genre")
            ? withQuery(addressOf(row, values), `genre=${genre}`)
            : addressOf(row, { ...values, genreId: decodeURIComponent(genre) })
          const { error } = await refused(row.method, address)
          assert.strictEqual(error?.code, "INVALID_GENRE", address)
        }
      }
    }))

  it("a field of a body, told as well as a parameter of a query would be", () =>
    chargesNothing(async () => {
      const told: ReadonlyArray<readonly [body: unknown, code: string, message: RegExp]> = [
        [{}, "INVALID_INPUT", /^keyword \(body\): is required$/],
        [{ keyword: 7 }, "INVALID_INPUT", /^keyword \(body\): must be text$/],
        [{ keyword: "a".repeat(101) }, "INVALID_INPUT", /^keyword \(body\): must have at most 100 characters$/],
        [
          { keyword: "photo", platform: "storec" },
          "INVALID_INPUT",
          /^platform \(body\): must be one of storea, storeb$/
        ],
        [{ keyword: "photo", contry: "us" }, "INVALID_INPUT", /^contry \(body\): isn't known here; it takes keyword, /],
        [
          { keyword: "photo", country: "usa" },
          "INVALID_COUNTRY",
          /^country \(body\): 'usa' isn't a country; send a two/
        ],
        [{ keyword: "photo", country: "zz" }, "INVALID_COUNTRY", /^country \(body\): 'zz' isn't a country/],
        [{ keyword: "photo", country: 1 }, "INVALID_COUNTRY", /^country \(body\): must be text$/],
        [[], "INVALID_INPUT", /^body: must be a JSON object; send \{\} for one/],
        ["{", "INVALID_INPUT", /^body: isn't JSON$/]
      ]
      for (const [body, code, message] of told) {
        const { error } = await refused("POST", "/v1/keywords/track", { body })
        assert.strictEqual(error?.code, code, JSON.stringify(body))
        assert.match(error?.message ?? "", message)
      }
    }))

  it("a body that is no JSON, of another type, or over its limit", () =>
    chargesNothing(async () => {
      for (const row of routes().filter(({ endpoint, method }) => method !== "GET" && endpoint?.payload.size !== 0)) {
        const address = addressOf(row, values)
        assert.strictEqual((await refused(row.method, address, { body: "{" })).answer.status, 400)
        const typed = { body: "<a/>", headers: { "content-type": "application/xml" } }
        assert.strictEqual((await refused(row.method, address, typed)).answer.status, 415)
        const large = { body: `"${"x".repeat(row.body.bytesMax)}"` }
        assert.strictEqual((await refused(row.method, address, large)).answer.status, 413)
      }
    }))

  it("a part of a path that is longer than any id, told as any other", () =>
    chargesNothing(async () => {
      for (const row of routes().filter(({ path }) => path.includes(":"))) {
        for (const length of [101, 300]) {
          const address = row.path.replace(/:\w+/g, "a".repeat(length))
          const { answer } = await refused(row.method, address, bodyOf(row))
          assert.notInclude([405, 414], answer.status, `${row.method} ${row.path}`)
        }
      }
    }))

  it("a method that a route does not take, and a route that does not exist", async () => {
    for (const row of routes()) {
      const taken = gateway()
        .running.composition.operations.filter(({ path }) => path === row.path)
        .map(({ method }) => method)
      const method =
        ["PUT", "DELETE", "PATCH", "POST", "GET"].find((candidate) => !taken.includes(candidate)) ?? "TRACE"
      const { answer, error } = await refused(method, addressOf(row, values))
      assert.deepEqual([answer.status, error?.code], [405, "METHOD_NOT_ALLOWED"], `${method} ${row.path}`)
      assert.include(answer.headers.get("allow") ?? "", row.method)
    }
    for (const path of ["/v1", "/v1/", "/v2/apps/1", "/v1/apps", "/v1/apps/1/nope", "/%00", "/v1/..%2f"]) {
      const { answer, error } = await refused("GET", path)
      assert.deepEqual([answer.status, error?.code], [404, "NOT_FOUND"], path)
    }
  })

  it("text in any script is a question like any other", async () => {
    const reader = await gateway().account()
    for (const q of ["日本語 写真", "приложение", "صور", "émoji 🎮", "a".repeat(100)]) {
      const answer = await gateway().ask(`/v1/search?q=${encodeURIComponent(q)}`, { key: reader.key })
      assert.strictEqual(answer.status, 200, `${q}: ${answer.text.slice(0, 200)}`)
    }
  })
})
