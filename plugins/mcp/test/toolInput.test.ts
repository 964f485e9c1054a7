import type { Operation, OperationParameter } from "@storeglass/plugin-api"
import { assert, describe, it } from "vitest"
import { toolInputOf } from "../src/toolInput.ts"

const operation = (over: Partial<Operation>): Operation => ({
  id: "x_get",
  plugin: "x",
  method: "POST",
  path: "/v1/x/:id",
  access: "key",
  title: "X",
  description: "X.",
  credits: 1,
  bucket: "general",
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  parameters: [],
  body: undefined,
  output: undefined,
  definitions: {},
  ...over
})
const parameter = (name: string, place: "path" | "query", required = true): OperationParameter => ({
  name,
  in: place,
  required,
  schema: { type: "string" }
})
const bodyOf = (schema: Readonly<Record<string, unknown>>, required = true) => ({ required, schema })

describe("a tool's input", () => {
  it("makes the same request from its arguments, whatever they are called in their places", () => {
    const input = toolInputOf(
      operation({
        parameters: [parameter("id", "path"), parameter("id", "query", false), parameter("limit", "query", false)],
        body: bodyOf({ type: "object", properties: { id: {}, limit: {}, name: {} }, required: ["name"] })
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
        body: { id: [1], limit: null, name: { a: 1 } }
      }
    )
  })

  it("reads a body that is declared elsewhere, and carries only the definitions that it needs", () => {
    const definitions = { Body: { type: "object", properties: { at: { $ref: "#/$defs/At" } } }, At: { type: "string" } }
    const input = toolInputOf(operation({ body: bodyOf({ $ref: "#/$defs/Body" }), definitions }))
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
      const input = toolInputOf(operation({ body: bodyOf(schema, false) }))
      assert.deepEqual(input.schema.properties, { body: schema })
      assert.isUndefined(input.schema.required)
      assert.deepEqual(input.requestOf({ body: [1] }), { path: {}, query: [], body: [1] })
      assert.deepEqual(input.requestOf({}), { path: {}, query: [], body: undefined })
    }
  })

  it("sends what no argument is called to where the route refuses it", () => {
    const query = toolInputOf(operation({ parameters: [parameter("id", "path")] }))
    assert.deepEqual(query.requestOf({ id: "a", nope: "b" }), {
      path: { id: "a" },
      query: [["nope", "b"]],
      body: undefined
    })
    const body = toolInputOf(operation({ body: bodyOf({ type: "object", properties: { a: {} } }) }))
    assert.deepEqual(body.requestOf({ nope: "b" }), { path: {}, query: [], body: { nope: "b" } })
  })

  it("keeps names that objects have of their own apart from their own", () => {
    const input = toolInputOf(operation({ body: bodyOf({ type: "object", properties: { a: {} } }) }))
    const asked = input.requestOf(JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}'))
    assert.deepEqual("body" in asked ? Object.entries(Object(asked.body)) : [], [
      ["__proto__", { a: 1 }],
      ["constructor", 2]
    ])
  })
})
