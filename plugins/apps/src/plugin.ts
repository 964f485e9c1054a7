import { definePlugin } from "@storeglass/plugin-api"
import { AppStores } from "@storeglass/stores/contract"
import { Layer } from "effect"
import manifest from "../package.json" with { type: "json" }
import { ActualsStore, ownedActuals as ownedActualsLayer } from "./actuals/ActualsStore.ts"
import { Calibration } from "./actuals/Calibration.ts"
import { AppsApi } from "./api.ts"
import { AppsConfig } from "./config.ts"
import { DailyFigures, KnownRatings, OwnedActuals, ReviewThemes, WatchedApps } from "./contract.ts"
import { EstimateDays } from "./dashboard/EstimateDays.ts"
import { KeptApps } from "./dashboard/KeptApps.ts"
import { de } from "./dashboard/panels.de.ts"
import { panels } from "./dashboard/panels.ts"
import { handlers } from "./http.ts"
import { Intelligence } from "./intelligence/Intelligence.ts"
import { MarketReadings } from "./intelligence/MarketReadings.ts"
import { downloadsModel, revenueModel } from "./intelligence/marketEstimates.ts"
import { calibrate, pruneSnapshots } from "./jobs.ts"
import { ratingSnapshots } from "./migrations/0001_rating_snapshots.ts"
import { ownedActuals } from "./migrations/0002_owned_actuals.ts"
import { actualsSource } from "./migrations/0003_actuals_source.ts"
import { reviewThemes, themesModel } from "./models/reviewThemes.ts"
import { ChartCollector } from "./rankings/ChartCollector.ts"
import { ChartRanks } from "./rankings/ChartRanks.ts"
import { CountryRankings } from "./rankings/CountryRankings.ts"
import { EarlierCharts } from "./rankings/EarlierCharts.ts"
import { AppPages } from "./records/AppPages.ts"
import { AppRecords } from "./records/AppRecords.ts"
import { AppSearch } from "./records/AppSearch.ts"
import { dailyFigures } from "./records/dailyFigures.ts"
import { knownRatings } from "./records/knownRatings.ts"
import { RatingHistory } from "./records/RatingHistory.ts"
import { RatingSnapshotStore } from "./records/RatingSnapshotStore.ts"
import { Reviews } from "./records/Reviews.ts"
import { watchedApps } from "./records/watchedApps.ts"
import { Screenshots } from "./similar/Screenshots.ts"
import { SimilarApps } from "./similar/SimilarApps.ts"
import { SimilarList } from "./similar/SimilarList.ts"

export { AppsApi } from "./api.ts"

/** The services behind the handlers, over the stores of snapshots and of owners' figures. */
export const services = (config: AppsConfig) =>
  Layer.mergeAll(
    AppRecords.layer(config),
    AppSearch.layer,
    Calibration.layer(config),
    CountryRankings.layer(config),
    EstimateDays.layer(config),
    KeptApps.layer,
    Intelligence.layer(config),
    Reviews.layer,
    Screenshots.layer(config),
    SimilarList.layer(config)
  ).pipe(
    Layer.provide([MarketReadings.layer, SimilarApps.layer, ChartCollector.layer(config)]),
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
  offers: [DailyFigures, OwnedActuals, ReviewThemes, KnownRatings, WatchedApps],
  panels,
  panelTexts: { de },
  own: [Calibration],
  live: (config) =>
    Layer.mergeAll(handlers, dailyFigures, ownedActualsLayer, reviewThemes, knownRatings).pipe(
      Layer.provideMerge(services(config)),
      Layer.provideMerge(watchedApps),
      Layer.provide([RatingSnapshotStore.layer, ActualsStore.layer])
    ),
  migrations: {
    "0001_rating_snapshots": ratingSnapshots,
    "0002_owned_actuals": ownedActuals,
    "0003_actuals_source": actualsSource
  },
  models: {
    downloads: downloadsModel,
    revenue: revenueModel,
    sentiment: "sentiment@1",
    themes: themesModel,
    similarity: "similarity@1"
  },
  jobs: (config) => [pruneSnapshots(config), calibrate],
  personal: () => ({ tables: ["apps_owned_actuals", "apps_residuals"] })
})
