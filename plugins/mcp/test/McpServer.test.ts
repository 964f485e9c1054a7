import { assert, describe, it } from "@effect/vitest"
import { Files, type OperationCall, Operations } from "@storeglass/plugin-api"
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

/** A picture of 100 bytes, and a file that is none. */
const kept = {
  picture: { name: "ad.png", type: "image/png", size: 100 },
  report: { name: "report.csv", type: "text/csv", size: 100 },
  poster: { name: "poster.png", type: "image/png", size: 4 * 1_024 * 1_024 }
}
const files = Layer.mock(Files, {
  idOf: (url) => (url.startsWith("http://127.0.0.1:3000/files/") ? url.slice(28) : undefined),
  open: (id) =>
    Effect.sync(() => {
      const file = Object.entries(kept).find(([name]) => name === id)?.[1]
      return file === undefined
        ? undefined
        : {
            ...file,
            id,
            url: `http://127.0.0.1:3000/files/${id}`,
            expiresAtMs: 0,
            bytes: new Uint8Array(file.size).fill(7)
          }
    })
})

/** The server over operations that note how they are called. */
const serverOf = (
  calls: Array<OperationCall>,
  { data = '"x"', picture }: { readonly data?: string; readonly picture?: string | undefined } = {}
) =>
  McpServer.layer({ allowedHosts: [], allowedOrigins: [] }).pipe(
    Layer.provide(files),
    Layer.provide(
      Layer.succeed(
        Operations,
        Operations.of({
          gateway: { version: "1.2.3", url: "http://127.0.0.1:3000", sandbox: false },
          plugins: [{ id: "x", description: "X." }],
          all: [
            { ...operation, hints: { ...operation.hints, picture } },
            { ...operation, id: "x_open", access: "public" }
          ],
          panels: [],
          call: (_, call) =>
            Effect.sync(() => {
              calls.push(call)
              return {
                status: 200,
                headers: {},
                contentType: "application/json",
                body: new TextEncoder().encode(`{"data":${data}}`)
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

describe("a picture that an answer names", () => {
  const contentOf = (image: string, picture: string | undefined = "ad.image") =>
    Effect.gen(function* () {
      const { answer } = yield* McpServer
      const { text } = yield* answer({
        request: {
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: "x_get", arguments: { id: "1" } }
        },
        headers: {},
        selection: everything
      })
      const decoded = decode(text)
      return "result" in decoded ? decoded.result.content : assert.fail(text)
    }).pipe(Effect.provide(serverOf([], { data: JSON.stringify({ ad: { image } }), picture })))

  it.effect("comes along with the answer, so that a model sees it", () =>
    Effect.gen(function* () {
      const content = yield* contentOf("http://127.0.0.1:3000/files/picture")
      const data = Buffer.from(new Uint8Array(100).fill(7)).toString("base64")
      assert.deepEqual(Array.isArray(content) ? content[1] : undefined, { type: "image", data, mimeType: "image/png" })
    })
  )

  it.effect("doesn't where it's no picture of ours, isn't there, is too large, or isn't declared", () =>
    Effect.gen(function* () {
      const ours = "http://127.0.0.1:3000/files"
      for (const image of [
        `${ours}/report`,
        `${ours}/gone`,
        `${ours}/poster`,
        "https://example.com/files/picture",
        ""
      ]) {
        assert.lengthOf(Object(yield* contentOf(image)), 1, image)
      }
      assert.lengthOf(Object(yield* contentOf(`${ours}/picture`, "ad.other")), 1)
      assert.lengthOf(Object(yield* contentOf(`${ours}/picture`, "ad.image.deeper")), 1)
    })
  )
})

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
