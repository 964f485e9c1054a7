import { definePlugin } from "@storeglass/plugin-api"
import { AppStores } from "@storeglass/stores/contract"
import { Effect, Layer } from "effect"
import manifest from "../package.json" with { type: "json" }
import { alerts } from "./alerts.ts"
import { AiVisibilityApi } from "./api.ts"
import { AiVisibilityConfig } from "./config.ts"
import { AssistantScores, JsonAssistants, ScanHistory } from "./contract.ts"
import { RecentAnswers } from "./dashboard/RecentAnswers.ts"
import { featuresUsed } from "./featuresUsed.ts"
import { handlers } from "./http.ts"
import { jobs, on } from "./jobs.ts"
import { Intents } from "./kept/Intents.ts"
import { Plans } from "./kept/Plans.ts"
import { Settings } from "./kept/Settings.ts"
import { keyHandlers } from "./keys/http.ts"
import { OwnKeys } from "./keys/OwnKeys.ts"
import { aiVisibility } from "./migrations/0001_ai_visibility.ts"
import { repeats } from "./migrations/0003_repeats.ts"
import { sources } from "./migrations/0005_sources.ts"
import { bands } from "./migrations/0007_bands.ts"
import { latestOfIntents } from "./migrations/0008_latest_of_intents.ts"
import { appSums } from "./migrations/0010_app_sums.ts"
import { appStatistics } from "./migrations/0012_app_statistics.ts"
import { ownKeys } from "./migrations/0013_own_keys.ts"
import { de } from "./panels.de.ts"
import { panels } from "./panels.ts"
import { personal } from "./personal.ts"
import { features } from "./plans/limits.ts"
import { assistantScores } from "./results/assistantScores.ts"
import { Results } from "./results/Results.ts"
import { Bootstraps } from "./scans/Bootstraps.ts"
import { Profiles } from "./scans/Profiles.ts"
import { Reader } from "./scans/Reader.ts"
import { Scans } from "./scans/Scans.ts"
import { scanHistoryLayer } from "./scans/scanHistory.ts"
import { Work } from "./scans/Work.ts"
import { Writer } from "./scans/Writer.ts"
import { scoreModel } from "./scoring/visibility.ts"
import { Upkeep } from "./upkeep/Upkeep.ts"
import { Assistants } from "./vendors/Assistants.ts"
import { layerAssistants } from "./vendors/assistantsLive.ts"

const jsonAssistants = Layer.effect(
  JsonAssistants,
  Effect.map(Assistants, ({ askJson, available }) => ({ available, ask: askJson }))
)

const services = (config: AiVisibilityConfig) =>
  Layer.mergeAll(
    RecentAnswers.layer.pipe(Layer.provideMerge(Results.layer)),
    Settings.layer,
    Bootstraps.layer,
    Scans.layer,
    Work.layer,
    Upkeep.layer(config),
    scanHistoryLayer
  ).pipe(
    Layer.provideMerge([Intents.layer, Plans.layer, OwnKeys.layer]),
    Layer.provide([Reader.layer(config), Writer.layer(config)]),
    Layer.provide(Profiles.layer),
    Layer.provideMerge(layerAssistants(config.assistants))
  )

export default definePlugin({
  id: "ai-visibility",
  manifest,
  description: "How often AI assistants recommend an app, of the apps they name, and what they say of it.",
  uses: ["stores"],
  usesIfEnabled: ["keywords"],
  needs: [AppStores],
  offers: [AssistantScores, JsonAssistants, ScanHistory],
  own: [Bootstraps, Scans, Work, Upkeep, Plans],
  config: AiVisibilityConfig,
  api: AiVisibilityApi,
  live: (config) =>
    Layer.mergeAll(handlers, keyHandlers, assistantScores, jsonAssistants).pipe(Layer.provideMerge(services(config))),
  migrations: {
    "0001_ai_visibility": aiVisibility,
    "0003_repeats": repeats,
    "0005_sources": sources,
    "0007_bands": bands,
    "0008_latest_of_intents": latestOfIntents,
    "0010_app_sums": appSums,
    "0012_app_statistics": appStatistics,
    "0013_own_keys": ownKeys
  },
  jobs,
  on,
  features,
  featuresUsed,
  alerts,
  panels,
  panelTexts: { de },
  personal,
  models: { visibility: scoreModel },
  health: () => Upkeep.use((upkeep) => Effect.orElseSucceed(upkeep.health, () => ({}))),
  guide: new URL("../guide/", import.meta.url),
  unproven: "Not yet run against the live providers: tried against doubles alone."
})
