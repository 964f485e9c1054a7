import { definePlugin } from "@storeglass/plugin-api"
import { AppStores } from "@storeglass/stores/contract"
import { Layer } from "effect"
import manifest from "../package.json" with { type: "json" }
import { AppsApi } from "./api.ts"
import { AppsConfig } from "./config.ts"
import { handlers } from "./http.ts"
import { Intelligence } from "./intelligence/Intelligence.ts"
import { downloadsModel, revenueModel } from "./intelligence/marketEstimates.ts"
import { pruneSnapshots } from "./jobs.ts"
import { ratingSnapshots } from "./migrations/0001_rating_snapshots.ts"
import { ChartCollector } from "./rankings/ChartCollector.ts"
import { ChartRanks } from "./rankings/ChartRanks.ts"
import { CountryRankings } from "./rankings/CountryRankings.ts"
import { EarlierCharts } from "./rankings/EarlierCharts.ts"
import { AppPages } from "./records/AppPages.ts"
import { AppRecords } from "./records/AppRecords.ts"
import { AppSearch } from "./records/AppSearch.ts"
import { RatingHistory } from "./records/RatingHistory.ts"
import { RatingSnapshotStore } from "./records/RatingSnapshotStore.ts"
import { Reviews } from "./records/Reviews.ts"
import { Screenshots } from "./similar/Screenshots.ts"
import { SimilarApps } from "./similar/SimilarApps.ts"
import { SimilarList } from "./similar/SimilarList.ts"

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
