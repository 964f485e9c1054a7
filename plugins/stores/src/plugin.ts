import { definePlugin } from "@storeglass/plugin-api"
import { HttpApi } from "effect/http-api"
import manifest from "../package.json" with { type: "json" }
import { StoresConfig } from "./config.ts"
import { AppStores } from "./contract.ts"
import { layer } from "./Stores.ts"

class Api extends HttpApi.make("stores") {}

export default definePlugin({
  id: "stores",
  manifest,
  description: "The public app stores behind one platform-neutral service. Has no routes of its own.",
  offers: [AppStores],
  config: StoresConfig,
  api: Api,
  live: layer
})
