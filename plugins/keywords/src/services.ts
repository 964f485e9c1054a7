import { Layer } from "effect"
import { Asked } from "./Asked.ts"
import { keywordBookLayer } from "./book/keywordBook.ts"
import { trackedAppsLayer } from "./book/trackedApps.ts"
import { CollectionQueue } from "./collection/CollectionQueue.ts"
import { Collector } from "./collection/Collector.ts"
import { collectionPlanLayer } from "./collection/collectionPlan.ts"
import { keywordSeedingLayer } from "./collection/seeding.ts"
import { Tracking, trackedKeywordsLayer } from "./collection/Tracking.ts"
import { AppKeywords } from "./compare/AppKeywords.ts"
import { Comparison } from "./compare/Comparison.ts"
import { Discovery } from "./compare/Discovery.ts"
import { Movers } from "./compare/Movers.ts"
import { trackedCompetitorsLayer } from "./compare/trackedCompetitors.ts"
import { Visibility } from "./compare/Visibility.ts"
import type { KeywordsConfig } from "./config.ts"
import { AccountKeywords, toldApps } from "./dashboard/AccountKeywords.ts"
import { AppRanks } from "./dashboard/AppRanks.ts"
import { AppStandings } from "./history/AppStandings.ts"
import { HistoryStore } from "./history/HistoryStore.ts"
import { keywordHistoryLayer } from "./history/historyImport.ts"
import { KeptStandings } from "./history/KeptStandings.ts"
import { KeywordKeys } from "./history/KeywordKeys.ts"
import { KeywordLists } from "./history/KeywordLists.ts"
import { latestRanksLayer } from "./history/latestRanks.ts"
import { rankChangesLayer } from "./history/RankChangeFeed.ts"
import { Trending } from "./history/Trending.ts"
import { Trends } from "./history/Trends.ts"
import { VisibilityHistory } from "./history/VisibilityHistory.ts"
import { Measurements } from "./ranks/Measurements.ts"
import { Metrics } from "./ranks/Metrics.ts"
import { Official } from "./ranks/Official.ts"
import { Ranks } from "./ranks/Ranks.ts"
import { Recorder } from "./ranks/Recorder.ts"
import { Suggestions } from "./ranks/Suggestions.ts"

/** Everything the plugin is made of. The layers share one base, so that a process has one cache of ids. */
export const services = (config: KeywordsConfig) => {
  const base = Recorder.layer.pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        KeywordKeys.layer(config),
        HistoryStore.layer,
        Measurements.layer(config),
        CollectionQueue.layer(config)
      )
    ),
    Layer.provideMerge(KeywordLists.layer(config))
  )
  /** What other plugins may use, and the host. */
  const offered = Layer.mergeAll(
    trackedKeywordsLayer,
    trackedAppsLayer.pipe(Layer.provide(KeptStandings.layer)),
    latestRanksLayer,
    trackedCompetitorsLayer,
    keywordBookLayer(config).pipe(Layer.provide(AppStandings.layer)),
    rankChangesLayer(config),
    collectionPlanLayer(config),
    keywordSeedingLayer(config)
  ).pipe(Layer.provideMerge(keywordHistoryLayer), Layer.provide(base))
  /** The services behind the handlers. */
  const serving = Layer.mergeAll(
    AccountKeywords.layer,
    AppKeywords.layer,
    AppRanks.layer(config),
    toldApps,
    Comparison.layer,
    Metrics.layer(config),
    Movers.layer,
    Official.layer,
    Ranks.layer(config),
    Suggestions.layer(config),
    Tracking.layer,
    Trending.layer,
    Trends.layer,
    Visibility.layer
  ).pipe(
    Layer.provide(Discovery.layer(config)),
    Layer.provide([AppStandings.layer, KeptStandings.layer, VisibilityHistory.layer, Asked.layer]),
    Layer.provide(base)
  )
  /** The services behind the jobs. */
  const working = Collector.layer(config).pipe(Layer.provideMerge(base))
  return { offered, serving, working }
}
