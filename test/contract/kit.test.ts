import { erased, type LoadedPlugin } from "@storeglass/gateway"
import { ApiError, Caller, definePlugin, Endpoint, group, Page, Param, pageOf } from "@storeglass/plugin-api"
import { type Answer, at, manifestOf, useTestGateway } from "@storeglass/testkit"
import { Effect, Redacted, Schema } from "effect"
import { HttpApi, HttpApiBuilder } from "effect/http-api"
import { assert, describe, it } from "vitest"

class InvalidQuery extends ApiError("INVALID_QUERY", 422, "The query holds nothing to find.") {}
class InvalidToken extends ApiError("INVALID_TOKEN", 400, "The token is too long.") {}

const Item = Schema.Struct({ n: Schema.Int })
const cursor = Param.cursor(Schema.Struct({ after: Schema.Int }))

const list = Endpoint.get("list", "/v1/kit/items", {
  query: { cursor, limit: Param.int({ min: 1, max: 5, default: 2, description: "Most items to give." }) },
  answer: Page(Item, { total: Schema.Int }),
  price: 2,
  summary: "Items",
  description: "Whole numbers below five, a page at a time.",
  shared: 1_000
})
const find = Endpoint.get("find", "/v1/kit/find", {
  query: { q: Param.text({ max: 5, description: "What to find.", example: "tide", error: InvalidQuery }) },
  headers: {
    "x-shop-token": Param.header({ max: 9, description: "Of the shop.", secret: true, error: InvalidToken })
  },
  answer: Schema.Struct({ q: Schema.String, token: Schema.Int }),
  price: { credits: 3, bucket: "creative" },
  summary: "Find",
  description: "Finds nothing."
})
const ask = Endpoint.post("ask", "/v1/kit/ask", {
  payload: Schema.Struct({ q: Schema.NonEmptyString.annotate({ [Param.failsWith]: InvalidQuery }) }),
  answer: Item,
  access: "public",
  summary: "Ask",
  description: "Answers anyone.",
  tool: { readOnly: true }
})

class Api extends HttpApi.make("kit").add(group("kit", list, find, ask)) {}

const kit: LoadedPlugin = {
  plugin: erased(
    definePlugin({
      id: "kit",
      manifest: manifestOf("kit"),
      description: "Endpoints made with the kit.",
      config: Schema.Struct({}),
      api: Api,
      live: () =>
        HttpApiBuilder.group(Api, "kit", (handlers) =>
          handlers.handleAll({
            list: ({ query }) => {
              const rows = [0, 1, 2, 3, 4].slice((query.cursor?.after ?? -1) + 1).map((n) => ({ n }))
              const page = pageOf(rows, { limit: query.limit, cursor, positionOf: ({ n }) => ({ after: n }) })
              return Effect.succeed({ data: { ...page, total: 5 } })
            },
            find: ({ headers, query }) =>
              Effect.as(Caller, { data: { q: query.q, token: Redacted.value(headers["x-shop-token"]).length } }),
            ask: ({ payload }) => Effect.succeed({ data: { n: payload.q.length } })
          })
        )
    })
  ),
  settings: {},
  from: "the test"
}

const failure = (answer: Answer) => ({
  status: answer.status,
  code: at(answer.json, "error", "code"),
  message: String(at(answer.json, "error", "message"))
})

describe("endpoints made with the kit", () => {
  const gateway = useTestGateway({ further: [kit] })
  const asked = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const { key } = await gateway().account({ plan: "large" })
    return gateway().ask(path, { key, headers })
  }

  it("cost what they declare, from the bucket that they declare", async () => {
    const { accountId, key } = await gateway().account({ plan: "large" })
    assert.strictEqual((await gateway().ask("/v1/kit/items", { key })).status, 200)
    assert.strictEqual(await gateway().used(accountId), 2)
    const found = await gateway().ask("/v1/kit/find?q=tide", { key, headers: { "x-shop-token": "secret" } })
    assert.strictEqual(found.text, JSON.stringify({ data: { q: "tide", token: 6 } }))
    assert.strictEqual(await gateway().used(accountId, "creative"), 3)
  })

  it("ask no key where they are public", async () => {
    const answer = await gateway().ask("/v1/kit/ask", { method: "POST", body: { q: "abc" } })
    assert.strictEqual(answer.text, JSON.stringify({ data: { n: 3 } }))
  })

  it("give every row of a list once, by following nextCursor to its end", async () => {
    const seen: Array<unknown> = []
    let next: unknown = ""
    for (let page = 0; next !== null && page < 9; page += 1) {
      const { json } = await asked(`/v1/kit/items${next === "" ? "" : `?cursor=${String(next)}`}`)
      const items = at(json, "data", "items")
      if (Array.isArray(items)) seen.push(...items.map((item: unknown) => at(item, "n")))
      next = at(json, "data", "nextCursor")
    }
    assert.deepEqual(seen, [0, 1, 2, 3, 4])
  })

  it.each(["x", "e30", "AAAA", "%00", Buffer.from('{"after":"1"}').toString("base64url")])(
    "refuse the cursor %s, and say what one is",
    async (text) => {
      const { code, message, status } = failure(await asked(`/v1/kit/items?cursor=${text}`))
      assert.deepEqual([status, code], [400, "INVALID_INPUT"])
      assert.match(message, /^cursor \(query\): isn't a cursor of this route; send the previous page's nextCursor/)
    }
  )

  it("answer a parameter that is wrong, missing or in a body with the error that it names", async () => {
    const token = { "x-shop-token": "secret" }
    const long = failure(await asked("/v1/kit/find?q=too-long", token))
    assert.deepEqual(long, { status: 422, code: "INVALID_QUERY", message: "q (query): must have at most 5 characters" })
    const missing = failure(await asked("/v1/kit/find", token))
    assert.deepEqual(missing, { status: 422, code: "INVALID_QUERY", message: "q (query): is required" })
    const unknown = failure(await asked("/v1/kit/find?q=tide&p=1", token))
    assert.strictEqual(unknown.code, "INVALID_INPUT")
    const body = failure(await gateway().ask("/v1/kit/ask", { method: "POST", body: { q: "" } }))
    assert.deepEqual([body.status, body.code], [422, "INVALID_QUERY"])
  })

  it("never repeat a secret header that they refuse", async () => {
    const answer = await asked("/v1/kit/find?q=tide", { "x-shop-token": "secret-and-long" })
    assert.deepEqual(failure(answer), {
      status: 400,
      code: "INVALID_TOKEN",
      message: "x-shop-token (header): must have at most 9 characters"
    })
  })

  it("list the errors that their parameters name in OpenAPI", async () => {
    const { json } = await gateway().ask("/openapi.json")
    const codes = (status: string) => JSON.stringify(at(json, "paths", "/v1/kit/find", "get", "responses", status))
    assert.include(codes("422"), "INVALID_QUERY")
    assert.include(codes("400"), "INVALID_TOKEN")
    assert.notInclude(JSON.stringify(at(json, "paths", "/v1/kit/items")), "INVALID_QUERY")
  })
})
