import { assert, describe, it } from "@effect/vitest"
import { type OperationCall, Operations } from "@storeglass/plugin-api"
import { Effect, Layer, Schema } from "effect"
import { RpcRequest } from "../src/jsonRpc.ts"
import { McpServer } from "../src/McpServer.ts"
import { everything } from "../src/selection.ts"
import { operationOf } from "./operation.ts"

const operation = operationOf({
  shapes: {
    parameters: [
      { name: "id", in: "path", required: true, secret: false, schema: { type: "string" } },
      { name: "X-Region", in: "header", required: false, secret: false, schema: { type: "string" } },
      { name: "x-shop-token", in: "header", required: true, secret: true, schema: { type: "string" } }
    ],
    payload: undefined,
    successes: [
      {
        status: 200,
        contentType: "application/json",
        schema: { type: "object", properties: { data: { type: "string" } }, required: ["data"] }
      }
    ],
    errors: [],
    definitions: {}
  }
})

/** The server over operations that note how they are called. */
const serverOf = (calls: Array<OperationCall>) =>
  McpServer.layer({ allowedHosts: [], allowedOrigins: [] }).pipe(
    Layer.provide(
      Layer.succeed(
        Operations,
        Operations.of({
          gateway: { version: "1.2.3", url: "http://127.0.0.1:3000", sandbox: false },
          plugins: [{ id: "x", description: "X." }],
          all: [operation, { ...operation, id: "x_open", access: "public" }],
          panels: [],
          call: (_, call) =>
            Effect.sync(() => {
              calls.push(call)
              return {
                status: 200,
                headers: {},
                contentType: "application/json",
                body: new TextEncoder().encode('{"data":"x"}')
              }
            })
        })
      )
    )
  )

const Answer = Schema.fromJsonString(
  Schema.Union([
    Schema.Struct({
      jsonrpc: Schema.Literal("2.0"),
      id: RpcRequest.fields.id,
      result: Schema.Record(Schema.String, Schema.Unknown)
    }),
    Schema.Struct({
      jsonrpc: Schema.Literal("2.0"),
      id: RpcRequest.fields.id,
      error: Schema.Struct({ code: Schema.Int, message: Schema.NonEmptyString, data: Schema.optionalKey(Schema.Json) })
    })
  ])
)
const decode = Schema.decodeSync(Answer, { onExcessProperty: "error" })

const Method = Schema.Union([
  Schema.Literals(["initialize", "ping", "server/discover", "tools/list", "tools/call"]),
  Schema.String
])
const Params = Schema.Record(
  Schema.Union([Schema.Literals(["name", "arguments", "_meta", "cursor", "protocolVersion"]), Schema.String]),
  Schema.Union([Schema.Literals(["x_get", "2025-06-18"]), Schema.Record(Schema.String, Schema.Json), Schema.Json])
)
const Version = Schema.Union([
  Schema.Literals(["2025-06-18", "2025-11-25", "2026-07-28"]),
  Schema.Undefined,
  Schema.String
])

describe("the server", () => {
  it.effect.prop(
    "answers any request with its id and a result or an error, and calls nothing but on tools/call",
    [RpcRequest.fields.id, Method, Params, Version],
    ([id, method, params, version]) => {
      const calls: Array<OperationCall> = []
      return Effect.gen(function* () {
        const { answer } = yield* McpServer
        const { status, text } = yield* answer({
          request: { jsonrpc: "2.0", id, method, params },
          headers: { "mcp-protocol-version": version, "mcp-method": method },
          selection: everything
        })
        assert.strictEqual(decode(text).id, id)
        assert.include([200, 400, 404], status)
        if (method !== "tools/call") assert.deepEqual(calls, [])
      }).pipe(Effect.provide(serverOf(calls)))
    }
  )

  it.effect.prop(
    "hands on the key and the idempotency key of the caller, and nothing else that it sent",
    [Schema.NonEmptyString, Schema.NonEmptyString],
    ([key, again]) => {
      const calls: Array<OperationCall> = []
      return Effect.gen(function* () {
        const { answer } = yield* McpServer
        const request = (meta: Readonly<Record<string, unknown>>) =>
          answer({
            request: {
              jsonrpc: "2.0",
              id: 1,
              method: "tools/call",
              params: { name: "x_get", arguments: { id: "a" }, _meta: meta }
            },
            headers: { "x-api-key": key, "idempotency-key": "first", cookie: "c", host: "h", "x-forwarded-for": "f" },
            selection: everything
          })
        yield* request({})
        yield* request({ idempotencyKey: again })
        assert.deepEqual(
          calls.map(({ headers }) => headers),
          [
            { "x-api-key": key, "idempotency-key": "first" },
            { "x-api-key": key, "idempotency-key": again }
          ]
        )
      }).pipe(Effect.provide(serverOf(calls)))
    }
  )

  it.effect("offers what needs a key, and nothing that does not", () =>
    Effect.gen(function* () {
      const { tools } = yield* McpServer
      assert.deepEqual(
        tools.all.map(({ definition }) => definition.name),
        ["x_get"]
      )
      assert.isUndefined(tools.find("x_open"))
      assert.deepEqual(tools.toolsets, ["x"])
    }).pipe(Effect.provide(serverOf([])))
  )
})
