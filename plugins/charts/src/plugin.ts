import { definePlugin } from "@storeglass/plugin-api"
import { AppStores } from "@storeglass/stores/contract"
import { Effect, Layer } from "effect"
import manifest from "../package.json" with { type: "json" }
import { Asked } from "./Asked.ts"
import { ChartsApi } from "./api.ts"
import { ChartCollection } from "./collection/ChartCollection.ts"
import { CollectionStore } from "./collection/CollectionStore.ts"
import { configuredCharts } from "./collection/configuredCharts.ts"
import { checkOf, start } from "./collection/startCollecting.ts"
import { ChartsConfig } from "./config.ts"
import { ChartedApps, ChartHistory, ConfiguredCharts } from "./contract.ts"
import { Categories } from "./current/Categories.ts"
import { CategoryTop } from "./current/CategoryTop.ts"
import { CurrentCharts } from "./current/CurrentCharts.ts"
import { Positions } from "./dashboard/Positions.ts"
import { de } from "./dashboard/panels.de.ts"
import { panels } from "./dashboard/panels.ts"
import * as History from "./history/ChartHistory.ts"
import { ChartHistoryStore } from "./history/ChartHistoryStore.ts"
import { chartedApps } from "./history/chartedApps.ts"
import { Partitions } from "./history/Partitions.ts"
import { handlers } from "./http.ts"
import { jobs } from "./jobs.ts"
import { Discover } from "./market/Discover.ts"
import { KeptReleases } from "./market/KeptReleases.ts"
import { Market } from "./market/Market.ts"
import { NewReleases } from "./market/NewReleases.ts"
import { NumberOnes } from "./market/NumberOnes.ts"
import { ReleaseFinder } from "./market/ReleaseFinder.ts"
import { chartHistory } from "./migrations/0001_chart_history.ts"
import { seededLists } from "./migrations/0002_seeded_lists.ts"
import { noSeededLists } from "./migrations/0003_no_seeded_lists.ts"
import { keptReleases } from "./migrations/0004_releases.ts"
import { appWords } from "./migrations/0005_app_words.ts"

export { ChartsApi } from "./api.ts"

/** The history and what collects it; jobs and other plugins use these too. */
export const historyLayer = (config: ChartsConfig) =>
  Layer.mergeAll(ChartCollection.layer(config), configuredCharts(config), chartedApps).pipe(
    Layer.provideMerge(History.layer(config)),
    Layer.provideMerge(Layer.mergeAll(ChartHistoryStore.layer, CollectionStore.layer, KeptReleases.layer)),
    Layer.provideMerge(Partitions.layer)
  )

/** The services behind the handlers, over the history. */
export const services = (config: ChartsConfig) =>
  Layer.mergeAll(
    Categories.layer,
    CategoryTop.layer(config),
    Discover.layer(config),
    Market.layer(config),
    NewReleases.layer,
    Positions.layer
  ).pipe(
    Layer.provideMerge(NumberOnes.layer(config)),
    Layer.provide([Asked.layer, ReleaseFinder.layer(config)]),
    Layer.provide(CurrentCharts.layer(config)),
    Layer.provide(Asked.layer)
  )

export default definePlugin({
  id: "charts",
  manifest,
  description: "Categories, charts, new releases and market movements, with the history of chart positions.",
  uses: ["stores"],
  needs: [AppStores],
  offers: [ChartHistory, ConfiguredCharts, ChartedApps],
  own: [ChartCollection, Partitions],
  config: ChartsConfig,
  api: ChartsApi,
  live: (config) =>
    Layer.mergeAll(handlers.pipe(Layer.provide(services(config))), start(config)).pipe(
      Layer.provideMerge(historyLayer(config))
    ),
  migrations: {
    "0001_chart_history": chartHistory,
    "0002_seeded_lists": seededLists,
    "0003_no_seeded_lists": noSeededLists,
    "0004_releases": keptReleases,
    "0005_app_words": appWords
  },
  models: { movements: "movements@2" },
  panels,
  panelTexts: { de },
  jobs,
  collection: () => Effect.flatMap(ChartCollection, ({ demand }) => demand),
  health: (config) =>
    Effect.gen(function* () {
      const history = yield* ChartHistory
      const progress = yield* history.progress
      return Object.fromEntries(progress.map((one) => [one.platform, checkOf(one, config)]))
    }).pipe(Effect.orElseSucceed(() => ({})))
})
