import { erased, type LoadedPlugin } from "@storeglass/gateway"
import { ApiError, declare, definePlugin, Endpoint, group, Param } from "@storeglass/plugin-api"
import { manifestOf } from "@storeglass/testkit"
import { Effect, Redacted, Schema } from "effect"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiSchema } from "effect/http-api"

class Closed extends ApiError("SHOP_CLOSED", 422, "The shop is closed. Come back later.") {}

const Word = Schema.Struct({ word: Schema.String })
const text = (contentType: string) => Schema.String.pipe(HttpApiSchema.asText({ contentType }))
const headers = {
  "x-region": Param.header({ description: "Where the shop is.", example: "eu" }),
  "x-shop-token": Param.header({ description: "The shop's own.", secret: true })
}
const said = (summary: string) => ({ price: 1, summary, description: `${summary} of the shop.` })

class Api extends HttpApi.make("shop").add(
  group(
    "shop",
    Endpoint.get("find", "/v1/shop/find", { headers, answer: Word, ...said("Find") }),
    Endpoint.post("make", "/v1/shop/things", {
      answer: Word,
      status: 201,
      ...said("Make"),
      tool: { title: "Make a thing", description: "Makes a thing; ask the user first." }
    }),
    Endpoint.post("start", "/v1/shop/jobs", { answer: Word, status: 202, ...said("Start") }),
    Endpoint.delete("remove", "/v1/shop/things", { errors: [Closed.wire], ...said("Remove") }),
    Endpoint.post("sign", "/v1/shop/sign", { answer: Word, ...said("Sign"), tool: false }),
    declare(HttpApiEndpoint.get("rows", "/v1/shop/rows", { success: text("text/csv") }), {
      ...said("Rows"),
      answers: { kind: "csv", contentType: "text/csv" }
    }),
    declare(HttpApiEndpoint.get("events", "/v1/shop/events", { success: text("text/event-stream") }), {
      ...said("Events"),
      answers: { kind: "stream", contentType: "text/event-stream" }
    }),
    declare(
      HttpApiEndpoint.get("photo", "/v1/shop/photo", { success: Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array()) }),
      {
        ...said("Photo"),
        answers: { kind: "file", contentType: "image/png" }
      }
    )
  )
) {}

const word = Effect.succeed({ data: { word: "yes" } })
/** A plugin with a route for each kind of header, answer and tool. */
export const shop: LoadedPlugin = {
  plugin: erased(
    definePlugin({
      id: "shop",
      manifest: manifestOf("shop"),
      description: "A route for each kind of header, answer and tool.",
      config: Schema.Struct({}),
      api: Api,
      live: () =>
        HttpApiBuilder.group(Api, "shop", (handlers) =>
          handlers.handleAll({
            find: ({ headers }) =>
              Effect.succeed({ data: { word: `${headers["x-region"]} ${Redacted.value(headers["x-shop-token"])}` } }),
            // Sees what no declaration names.
            make: ({ request }) =>
              Effect.succeed({ data: { word: request.headers["x-shop-token"] ?? "no token came" } }),
            start: () => word,
            remove: () => Effect.fail(new Closed("the shop is closed")),
            sign: () => word,
            rows: () => Effect.succeed("a,b\n1,2\n"),
            events: () => Effect.succeed("data: 1\n\n"),
            photo: () => Effect.succeed(new Uint8Array([1]))
          })
        )
    })
  ),
  settings: {},
  from: "the test"
}
