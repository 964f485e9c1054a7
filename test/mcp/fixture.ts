import { erased, type LoadedPlugin } from "@storeglass/gateway"
import {
  ApiError,
  Caller,
  costs,
  Data,
  definePlugin,
  free,
  Metered,
  Param,
  StrictInput,
  ToolHints
} from "@storeglass/plugin-api"
import { manifestOf } from "@storeglass/testkit"
import { Effect, Layer, Schema } from "effect"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"

class Failing extends ApiError("FAILING", 422, "It always fails.") {}

const described = (text: string) => [OpenApi.Description, text] as const
const bytes = (contentType: string) => Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType }))
const Address = Schema.Struct({ city: Schema.String, street: Schema.optionalKey(Schema.String) }).annotate({
  identifier: "FixtureAddress"
})
const Shape = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("circle"), radius: Schema.Finite }),
  Schema.Struct({ kind: Schema.Literal("square"), side: Schema.Finite })
])
const id = Param.text({ max: 60, description: "An id.", example: "one" })
const note = Param.text({ max: 60, description: "A note.", example: "n" })

/** What the conformance scenarios want of a server, by their names, and what the plugins of the house do not have. */
class Api extends HttpApi.make("fixture").add(
  HttpApiGroup.make("test")
    .add(
      HttpApiEndpoint.get("simple_text", "/v1/fixture/text", {
        success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/plain" }))
      })
        .annotateMerge(free())
        .annotate(...described("A text.")),
      HttpApiEndpoint.get("image_content", "/v1/fixture/image", { success: bytes("image/png") })
        .annotateMerge(free())
        .annotate(...described("An image.")),
      HttpApiEndpoint.get("audio_content", "/v1/fixture/audio", { success: bytes("audio/wav") })
        .annotateMerge(free())
        .annotate(...described("A sound.")),
      HttpApiEndpoint.get("embedded_resource", "/v1/fixture/resource", { success: bytes("text/csv") })
        .annotateMerge(free())
        .annotate(...described("A table.")),
      HttpApiEndpoint.get("error_handling", "/v1/fixture/error", {
        success: Data(Schema.Boolean),
        error: Failing.wire
      })
        .annotateMerge(costs(3))
        .annotate(...described("Always fails."))
    )
    .middleware(StrictInput)
    .middleware(Metered),
  HttpApiGroup.make("fixture")
    .add(
      HttpApiEndpoint.put("replace", "/v1/fixture/items/:id", {
        params: { id },
        query: { note: Param.optional(note) },
        payload: Schema.Struct({ id: Schema.String, note: Schema.String, address: Schema.optionalKey(Address) }),
        success: Data(Schema.Struct({ path: Schema.String, query: Schema.NullOr(Schema.String), body: Schema.String }))
      })
        .annotateMerge(costs(2))
        .annotate(...described("Says which value came from where.")),
      HttpApiEndpoint.post("draw", "/v1/fixture/shapes", { payload: Shape, success: Data(Schema.String) })
        .annotateMerge(costs(5, "creative"))
        .annotate(ToolHints, { readOnly: true, openWorld: false })
        .annotate(...described("Draws one of two shapes.")),
      HttpApiEndpoint.get("named", "/v1/fixture/items/named", { success: Data(Schema.String) })
        .annotateMerge(costs(7))
        .annotate(...described("Has the path of an item called named.")),
      HttpApiEndpoint.get("get", "/v1/fixture/items/:id", { params: { id }, success: Data(Schema.String) })
        .annotateMerge(costs(1))
        .annotate(...described("An item.")),
      HttpApiEndpoint.delete("remove", "/v1/fixture/items/:id", { params: { id }, success: HttpApiSchema.NoContent })
        .annotateMerge(costs(1))
        .annotate(...described("Removes an item.")),
      HttpApiEndpoint.get("whoami", "/v1/fixture/me", { success: Data(Schema.String) })
        .annotateMerge(costs(1))
        .annotate(...described("The account behind the key.")),
      HttpApiEndpoint.get("wait", "/v1/fixture/wait", { success: Data(Schema.String) })
        .annotateMerge(costs(1))
        .annotate(...described("Never answers."))
    )
    .middleware(StrictInput)
    .middleware(Metered)
) {}

const pixel = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="),
  (char) => char.charCodeAt(0)
)
const silence = Uint8Array.from(atob("UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA="), (char) =>
  char.charCodeAt(0)
)

/** What the never-ending call has met with. */
export class Waiting {
  private readonly counts = { started: 0, interrupted: 0 }
  private waiters: Array<() => void> = []

  note(what: "started" | "interrupted") {
    this.counts[what] += 1
    for (const waiter of this.waiters.splice(0)) waiter()
  }

  /** Resolves when it has happened once more than when this is called. */
  async next(what: "started" | "interrupted") {
    const before = this.counts[what]
    while (this.counts[what] === before) await new Promise<void>((resolve) => this.waiters.push(resolve))
  }
}

/** `waiting` is told of the calls of `fixture_wait` that begin, and of those that are given up. */
export const fixturePlugin = (waiting = new Waiting()): LoadedPlugin => ({
  plugin: erased(
    definePlugin({
      id: "fixture",
      manifest: manifestOf("fixture"),
      description: "Made by a test.",
      config: Schema.Struct({}),
      api: Api,
      live: () => {
        const test = HttpApiBuilder.group(Api, "test", (handlers) =>
          handlers.handleAll({
            simple_text: () => Effect.succeed("This is a simple text response for testing."),
            image_content: () => Effect.succeed(pixel),
            audio_content: () => Effect.succeed(silence),
            embedded_resource: () => Effect.succeed(new TextEncoder().encode("a,b\n1,2\n")),
            error_handling: () => Effect.fail(new Failing("This tool intentionally returns an error for testing"))
          })
        )
        const fixture = HttpApiBuilder.group(Api, "fixture", (handlers) =>
          handlers.handleAll({
            replace: ({ params, payload, query }) =>
              Effect.succeed({
                data: { path: params.id, query: query.note ?? null, body: `${payload.id} ${payload.note}` }
              }),
            draw: ({ payload }) => Effect.succeed({ data: payload.kind }),
            named: () => Effect.succeed({ data: "the other route" }),
            get: ({ params }) => Effect.succeed({ data: params.id }),
            remove: () => Effect.void,
            whoami: () => Effect.map(Caller, ({ accountId }) => ({ data: accountId })),
            wait: () =>
              Effect.suspend(() => {
                waiting.note("started")
                return Effect.never
              }).pipe(Effect.onInterrupt(() => Effect.sync(() => waiting.note("interrupted"))))
          })
        )
        return Layer.mergeAll(test, fixture)
      }
    })
  ),
  settings: {},
  from: "the test"
})
