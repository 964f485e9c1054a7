import { definePlugin } from "@storeglass/plugin-api"
import { Layer } from "effect"
import manifest from "../package.json" with { type: "json" }
import { AsoApi } from "./api.ts"
import { AsoConfig } from "./config.ts"
import { MetadataRules } from "./contract.ts"
import { handlers } from "./http.ts"
import { panels } from "./panels.ts"
import { rulesModel } from "./rules/check.ts"
import { services } from "./services.ts"

export { AsoApi } from "./api.ts"

export default definePlugin({
  id: "aso",
  manifest,
  description: "What a listing's texts are worth, and what to write: each figure with what it stands on.",
  uses: ["stores", "keywords"],
  usesIfEnabled: ["workspace"],
  offers: [MetadataRules],
  config: AsoConfig,
  api: AsoApi,
  live: (config) => handlers.pipe(Layer.provideMerge(services(config))),
  models: { metadataRules: rulesModel },
  panels,
  guide: new URL("../guide/", import.meta.url)
})
