import { definePlugin } from "@storeglass/plugin-api"
import { AppStores } from "@storeglass/stores/contract"
import { Layer, Schema } from "effect"
import { MyPluginApi } from "./api.ts"
import { handlers } from "./http.ts"
import { Ratings } from "./Ratings.ts"

export default definePlugin({
  id: "my-plugin",
  version: "0.1.0",
  description: "Ratings of apps, as the stores give them.",
  core: "{core}",
  uses: { stores: "{stores}" },
  needs: [AppStores],
  config: Schema.Struct({}),
  api: MyPluginApi,
  live: () => handlers.pipe(Layer.provide(Ratings.layer))
})
