import { definePlugin, type HealthCheck } from "@storeglass/plugin-api"
import { AppStores } from "@storeglass/stores/contract"
import { Effect, Layer } from "effect"
import manifest from "../package.json" with { type: "json" }
import { AdCreativesApi } from "./api.ts"
import { AdCreativesConfig } from "./config.ts"
import { handlers } from "./http.ts"
import { Acceptance } from "./job/Acceptance.ts"
import { Reading } from "./job/Reading.ts"
import { Work } from "./job/Work.ts"
import { jobs } from "./jobs.ts"
import { adCreatives } from "./migrations/0001_ad_creatives.ts"
import { copyModel, layoutModel } from "./models.ts"
import { de } from "./panels.de.ts"
import { panels } from "./panels.ts"
import { Images } from "./vendors/Images.ts"

export { AdCreativesApi } from "./api.ts"

const services = (config: AdCreativesConfig) =>
  Layer.mergeAll(Acceptance.layer(config), Reading.layer, Work.layer(config)).pipe(
    Layer.provideMerge(Images.layer(config))
  )

const health = Images.use(({ provider }): Effect.Effect<Readonly<Record<string, HealthCheck>>> => {
  if (provider === undefined) return Effect.succeed({})
  return Effect.map(provider.standing, ({ endsOn, model, state }): Readonly<Record<string, HealthCheck>> => {
    switch (state) {
      case "gone":
        return { models: { status: "degraded", detail: `${model} ended on ${endsOn}: configure another` } }
      case "ending":
        return { models: { status: "degraded", detail: `${model} ends on ${endsOn}: configure another` } }
      case "listed":
        return { models: { status: "ok", detail: model } }
    }
  })
})

export default definePlugin({
  id: "ad-creatives",
  manifest,
  description: "Ads from store listings: copy and a square picture with the real screenshots, and no invented claim.",
  uses: ["stores"],
  usesIfEnabled: ["ai-visibility"],
  needs: [AppStores],
  own: [Acceptance, Images, Reading, Work],
  config: AdCreativesConfig,
  api: AdCreativesApi,
  live: (config) => handlers.pipe(Layer.provideMerge(services(config))),
  migrations: { "0001_ad_creatives": adCreatives },
  jobs,
  models: { copy: copyModel, layout: layoutModel },
  panels,
  panelTexts: { de },
  sealed: [{ table: "ad_creatives_jobs", column: "sealed_key", row: "'ad-creatives:' || account_id || ':' || id" }],
  personal: () => ({ tables: [{ table: "ad_creatives_jobs", omit: ["scene", "sealed_key"] }] }),
  health: () => health,
  guide: new URL("../guide/", import.meta.url),
  unproven: "Not yet run against the live image providers: tried against doubles alone."
})
