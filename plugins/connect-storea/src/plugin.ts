import { definePlugin } from "@storeglass/plugin-api"
import { Layer, Schema } from "effect"
import { HttpApi } from "effect/http-api"
import manifest from "../package.json" with { type: "json" }

class ConsoleApi extends HttpApi.make("connect-storea") {}

export default definePlugin({
  id: "connect-storea",
  manifest,
  description: "The owner's own default-store console: purchases, subscriptions, prices and availability.",
  config: Schema.Struct({}),
  api: ConsoleApi,
  live: () => Layer.empty,
  unproven: "Not yet run against the live vendor: tried against doubles alone."
})
