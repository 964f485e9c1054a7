// For tests of a gateway's end: an answer that takes its time, and one that stays open.
import { definePlugin, rawRoute } from "@storeglass/plugin-api"
import { Effect, Layer, Schema, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApi } from "effect/http-api"
import manifest from "./package.json" with { type: "json" }

const common = { method: "GET", access: "key", price: 1, query: [], errors: [] } as const

export default definePlugin({
  id: "lasting",
  manifest,
  description: "Answers that last.",
  config: Schema.Struct({ slowMs: Schema.optionalKey(Schema.Int) }),
  api: HttpApi.make("lasting"),
  live: () => Layer.empty,
  routes: ({ slowMs = 0 }) => [
    rawRoute({
      ...common,
      id: "slow",
      path: "/v1/lasting/slow",
      summary: "Slow",
      description: "Answers after a while.",
      handler: Effect.delay(Effect.succeed(HttpServerResponse.jsonUnsafe({ data: "late" })), slowMs)
    }),
    rawRoute({
      ...common,
      id: "events",
      path: "/v1/lasting/events",
      answers: { kind: "stream" },
      summary: "Events",
      description: "Stays open.",
      handler: Effect.succeed(
        HttpServerResponse.stream(
          Stream.concat(Stream.make(new TextEncoder().encode("data: first\n\n")), Stream.never),
          { contentType: "text/event-stream" }
        )
      )
    })
  ]
})
