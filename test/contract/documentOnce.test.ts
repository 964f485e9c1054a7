import { erased, type LoadedPlugin } from "@storeglass/gateway"
import { definePlugin, Endpoint, group } from "@storeglass/plugin-api"
import { manifestOf, useTestGateway } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { HttpApi, HttpApiBuilder, OpenApi } from "effect/http-api"
import { assert, describe, it } from "vitest"

let made = 0
const say = Endpoint.get("say", "/v1/once", {
  answer: Schema.Struct({ ok: Schema.Boolean }),
  summary: "Say",
  description: "Says it."
})
class Api extends HttpApi.make("once")
  .add(group("once", say))
  .annotate(OpenApi.Transform, (document) => {
    made += 1
    return document
  }) {}

const once: LoadedPlugin = {
  plugin: erased(
    definePlugin({
      id: "once",
      manifest: manifestOf("once"),
      description: "Counts how often it is described.",
      config: Schema.Struct({}),
      api: Api,
      live: () =>
        HttpApiBuilder.group(Api, "once", (handlers) =>
          handlers.handle("say", () => Effect.succeed({ data: { ok: true } }))
        )
    })
  ),
  settings: {},
  from: "the test"
}

describe("what OpenAPI says of a plugin", () => {
  const gateway = useTestGateway({ plugins: { mcp: true }, further: [once] })

  it("is not made at a boot, nor by a request to a route", async () => {
    const { key } = await gateway().account()
    assert.strictEqual((await gateway().ask("/v1/once", { key })).status, 200)
    assert.strictEqual(made, 0)
  })

  it("is made once for the document, the docs and the tools", async () => {
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" }
    for (let times = 0; times < 2; times++) {
      assert.include((await gateway().ask("/openapi.json")).text, "/v1/once")
      assert.include((await gateway().ask("/docs/reference/once/once_say")).text, "/v1/once")
      assert.include((await gateway().ask("/mcp", { method: "POST", body: list })).text, "once_say")
    }
    assert.strictEqual(made, 1)
  })
})
