import { definePlugin } from "@storeglass/plugin-api"
import { AppStores } from "@storeglass/stores/contract"
import { Layer } from "effect"
import manifest from "../package.json" with { type: "json" }
import { AppPages } from "./AppPages.ts"
import { AppRecords } from "./AppRecords.ts"
import { AppSearch } from "./AppSearch.ts"
import { AppsApi } from "./api.ts"
import { ChartCollector } from "./ChartCollector.ts"
import { ChartRanks } from "./ChartRanks.ts"
import { CountryRankings } from "./CountryRankings.ts"
import { AppsConfig } from "./config.ts"
import { EarlierCharts } from "./EarlierCharts.ts"
import { handlers } from "./http.ts"
import { Intelligence } from "./Intelligence.ts"
import { pruneSnapshots } from "./jobs.ts"
import { downloadsModel, revenueModel } from "./marketEstimates.ts"
import { ratingSnapshots } from "./migrations/0001_rating_snapshots.ts"
import { RatingHistory } from "./RatingHistory.ts"
import { RatingSnapshotStore } from "./RatingSnapshotStore.ts"
import { Reviews } from "./Reviews.ts"
import { Screenshots } from "./Screenshots.ts"
import { SimilarApps } from "./SimilarApps.ts"
import { SimilarList } from "./SimilarList.ts"

export { AppsApi } from "./api.ts"

/** The services behind the handlers, over the snapshots' store. */
export const services = (config: AppsConfig) =>
  Layer.mergeAll(
    AppRecords.layer(config),
    AppSearch.layer,
    CountryRankings.layer(config),
    Intelligence.layer(config),
    Reviews.layer,
    Screenshots.layer(config),
    SimilarList.layer(config)
  ).pipe(
    Layer.provide([SimilarApps.layer, ChartCollector.layer(config)]),
    Layer.provide([AppPages.layer, ChartRanks.layer(config.chartFreshMs), EarlierCharts.layer, RatingHistory.layer])
  )

export default definePlugin({
  id: "apps",
  manifest,
  description: "Metadata, intelligence, chart positions, reviews, similar apps and screenshots of apps.",
  uses: ["stores"],
  usesIfEnabled: ["charts"],
  needs: [AppStores],
  config: AppsConfig,
  api: AppsApi,
  live: (config) => handlers.pipe(Layer.provide(services(config)), Layer.provide(RatingSnapshotStore.layer)),
  migrations: { "0001_rating_snapshots": ratingSnapshots },
  models: {
    downloads: downloadsModel,
    revenue: revenueModel,
    sentiment: "sentiment@1",
    themes: "themes@1",
    similarity: "similarity@1"
  },
  jobs: (config) => [pruneSnapshots(config)]
})
