import { definePlugin } from "@storeglass/plugin-api"
import { AppStores } from "@storeglass/stores/contract"
import { Layer, Schema } from "effect"
import manifest from "../package.json" with { type: "json" }
import { MyPluginApi } from "./api.ts"
import { handlers } from "./http.ts"
import { Ratings } from "./Ratings.ts"

export default definePlugin({
  id: "my-plugin",
  manifest,
  description: "App ratings from the stores.",
  uses: ["stores"],
  needs: [AppStores],
  config: Schema.Struct({}),
  api: MyPluginApi,
  panels: [
    {
      id: "rating",
      slot: "app",
      title: "Rating",
      blocks: [
        {
          kind: "view",
          operation: "myPlugin_rating",
          params: { id: { page: "app" }, platform: { page: "platform" }, country: { page: "country" } }
        }
      ]
    }
  ],
  live: () => handlers.pipe(Layer.provide(Ratings.layer))
})
