import type { Operation, OperationParameter } from "@storeglass/plugin-api"
import { assert, describe, it } from "vitest"
import { toolInputOf } from "../src/toolInput.ts"
import { operationOf } from "./operation.ts"

const operation = (shapes: Partial<Operation["shapes"]>) => {
  const common = operationOf({ method: "POST", body: { kind: "json", bytesMax: 1024 } })
  return {
    ...common,
    hints: { ...common.hints, readOnly: false, idempotent: false },
    shapes: { ...common.shapes, ...shapes }
  }
}
const parameter = (
  name: string,
  place: OperationParameter["in"],
  { required = true, secret = false } = {}
): OperationParameter => ({ name, in: place, required, secret, schema: { type: "string" } })
const bodyOf = (schema: Readonly<Record<string, unknown>>, required = true) => ({ required, schema })

describe("a tool's input", () => {
  it("makes the same request from its arguments, whatever they are called in their places", () => {
    const input = toolInputOf(
      operation({
        parameters: [
          parameter("id", "path"),
          parameter("id", "query", { required: false }),
          parameter("limit", "query", { required: false })
        ],
        payload: bodyOf({ type: "object", properties: { id: {}, limit: {}, name: {} }, required: ["name"] })
      })
    )
    assert.deepEqual(Object.keys(Object(input.schema.properties)), [
      "id",
      "query_id",
      "limit",
      "body_id",
      "body_limit",
      "name"
    ])
    assert.deepEqual(input.schema.required, ["id", "name"])
    assert.deepEqual(
      input.requestOf({ id: "p", query_id: 1, limit: true, body_id: [1], body_limit: null, name: { a: 1 } }),
      {
        path: { id: "p" },
        query: [
          ["id", "1"],
          ["limit", "true"]
        ],
        body: { id: [1], limit: null, name: { a: 1 } },
        headers: {}
      }
    )
  })

  it("reads a body that is declared elsewhere, and carries only the definitions that it needs", () => {
    const definitions = { Body: { type: "object", properties: { at: { $ref: "#/$defs/At" } } }, At: { type: "string" } }
    const input = toolInputOf(operation({ payload: bodyOf({ $ref: "#/$defs/Body" }), definitions }))
    assert.deepEqual(Object.keys(Object(input.schema.properties)), ["at"])
    assert.deepEqual(input.schema.$defs, definitions)
    assert.isUndefined(toolInputOf(operation({ parameters: [parameter("id", "path")], definitions })).schema.$defs)
  })

  it("takes a list or a choice as one argument", () => {
    for (const schema of [
      { type: "array", items: {} },
      { type: "object", properties: { a: {} }, anyOf: [{}] },
      { anyOf: [{}, {}] },
      { type: "string" }
    ]) {
      const input = toolInputOf(operation({ payload: bodyOf(schema, false) }))
      assert.deepEqual(input.schema.properties, { body: schema })
      assert.isUndefined(input.schema.required)
      assert.deepEqual(input.requestOf({ body: [1] }), { path: {}, query: [], body: [1], headers: {} })
      assert.deepEqual(input.requestOf({}), { path: {}, query: [], body: undefined, headers: {} })
    }
  })

  it("sends what no argument is called to where the route refuses it", () => {
    const query = toolInputOf(operation({ parameters: [parameter("id", "path")] }))
    assert.deepEqual(query.requestOf({ id: "a", nope: "b" }), {
      path: { id: "a" },
      query: [["nope", "b"]],
      body: undefined,
      headers: {}
    })
    const body = toolInputOf(operation({ payload: bodyOf({ type: "object", properties: { a: {} } }) }))
    assert.deepEqual(body.requestOf({ nope: "b" }), { path: {}, query: [], body: { nope: "b" }, headers: {} })
  })

  it("takes the headers that a route reads, but for secrets, which come beside the message", () => {
    const parameters = [
      parameter("X-Region", "header"),
      parameter("x-region", "query"),
      parameter("x-shop-token", "header", { secret: true })
    ]
    const input = toolInputOf(operation({ parameters }))
    assert.deepEqual(Object.keys(Object(input.schema.properties)), ["x-region", "X-Region"])
    assert.deepEqual(input.requestOf({ "x-region": "a", "X-Region": "b" }), {
      path: {},
      query: [["x-region", "a"]],
      body: undefined,
      headers: { "x-region": "b" }
    })
    assert.deepEqual(
      input.besides.map(({ name }) => name),
      ["X-Region", "x-shop-token"]
    )
    assert.deepEqual(input.requestOf({ "X-Region": "eu\r\nx-api-key: other" }), {
      wrong: "X-Region (header): contains characters not allowed in a header"
    })
  })

  it("keeps names that objects have of their own apart from their own", () => {
    const input = toolInputOf(operation({ payload: bodyOf({ type: "object", properties: { a: {} } }) }))
    const asked = input.requestOf(JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}'))
    assert.deepEqual("body" in asked ? Object.entries(Object(asked.body)) : [], [
      ["__proto__", { a: 1 }],
      ["constructor", 2]
    ])
  })
})
