import { definePlugin } from "@storeglass/plugin-api"
import { HttpApi } from "effect/http-api"
import { StoresConfig } from "./config.ts"
import { AppStores } from "./contract.ts"
import { layer } from "./Stores.ts"

class Api extends HttpApi.make("stores") {}

export default definePlugin({
  id: "stores",
  version: "0.1.0",
  description: "The public app stores behind one platform-neutral service; it has no routes of its own.",
  core: "^1.0.0",
  offers: [AppStores],
  config: StoresConfig,
  api: Api,
  live: layer
})
