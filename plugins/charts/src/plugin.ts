import { definePlugin } from "@storeglass/plugin-api"
import { AppStores } from "@storeglass/stores/contract"
import { Effect, Layer } from "effect"
import manifest from "../package.json" with { type: "json" }
import { Asked } from "./Asked.ts"
import { ChartsApi } from "./api.ts"
import { Categories } from "./Categories.ts"
import { CategoryTop } from "./CategoryTop.ts"
import { ChartCollection } from "./ChartCollection.ts"
import * as History from "./ChartHistory.ts"
import { ChartHistoryStore } from "./ChartHistoryStore.ts"
import { CollectionStore } from "./CollectionStore.ts"
import { CurrentCharts } from "./CurrentCharts.ts"
import { ChartsConfig } from "./config.ts"
import { configuredCharts } from "./configuredCharts.ts"
import { ChartHistory, ConfiguredCharts } from "./contract.ts"
import { Discover } from "./Discover.ts"
import { handlers } from "./http.ts"
import { jobs } from "./jobs.ts"
import { Market } from "./Market.ts"
import { chartHistory } from "./migrations/0001_chart_history.ts"
import { seededLists } from "./migrations/0002_seeded_lists.ts"
import { noSeededLists } from "./migrations/0003_no_seeded_lists.ts"
import { NewReleases } from "./NewReleases.ts"
import { NumberOnes } from "./NumberOnes.ts"
import { Partitions } from "./Partitions.ts"
import { ReleaseFinder } from "./ReleaseFinder.ts"
import { checkOf, startCollecting } from "./startCollecting.ts"

export { ChartsApi } from "./api.ts"

/** The history and what collects it; jobs and other plugins use these too. */
export const historyLayer = (config: ChartsConfig) =>
  Layer.mergeAll(ChartCollection.layer(config), configuredCharts(config)).pipe(
    Layer.provideMerge(History.layer(config)),
    Layer.provideMerge(Layer.mergeAll(ChartHistoryStore.layer, CollectionStore.layer)),
    Layer.provideMerge(Partitions.layer)
  )

/** The services behind the handlers, over the history. */
export const services = (config: ChartsConfig) =>
  Layer.mergeAll(
    Categories.layer,
    CategoryTop.layer(config),
    Discover.layer,
    Market.layer(config),
    NewReleases.layer
  ).pipe(
    Layer.provideMerge(NumberOnes.layer),
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
  offers: [ChartHistory, ConfiguredCharts],
  own: [ChartCollection, Partitions],
  config: ChartsConfig,
  api: ChartsApi,
  live: (config) =>
    Layer.mergeAll(handlers.pipe(Layer.provide(services(config))), startCollecting(config)).pipe(
      Layer.provideMerge(historyLayer(config))
    ),
  migrations: {
    "0001_chart_history": chartHistory,
    "0002_seeded_lists": seededLists,
    "0003_no_seeded_lists": noSeededLists
  },
  models: { movements: "movements@1" },
  jobs,
  collection: () => Effect.flatMap(ChartCollection, ({ demand }) => demand),
  health: (config) =>
    Effect.gen(function* () {
      const history = yield* ChartHistory
      const progress = yield* history.progress
      return Object.fromEntries(progress.map((one) => [one.platform, checkOf(one, config)]))
    }).pipe(Effect.orElseSucceed(() => ({})))
})
