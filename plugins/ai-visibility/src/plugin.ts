import { definePlugin } from "@storeglass/plugin-api"
import { Layer, Schema } from "effect"
import { HttpApi } from "effect/http-api"
import manifest from "../package.json" with { type: "json" }

class Api extends HttpApi.make("ai-visibility") {}

export default definePlugin({
  id: "ai-visibility",
  manifest,
  description: "How often AI assistants recommend an app.",
  config: Schema.Struct({}),
  api: Api,
  live: () => Layer.empty
})
