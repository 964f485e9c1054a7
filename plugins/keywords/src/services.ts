import { Layer } from "effect"
import { AppKeywords } from "./AppKeywords.ts"
import { AppStandings } from "./AppStandings.ts"
import { Asked } from "./Asked.ts"
import { CollectionQueue } from "./CollectionQueue.ts"
import { Collector } from "./Collector.ts"
import { Comparison } from "./Comparison.ts"
import { collectionPlanLayer } from "./collectionPlan.ts"
import type { KeywordsConfig } from "./config.ts"
import { Discovery } from "./Discovery.ts"
import { HistoryStore } from "./HistoryStore.ts"
import { keywordHistoryLayer } from "./historyImport.ts"
import { KeywordKeys } from "./KeywordKeys.ts"
import { Measurements } from "./Measurements.ts"
import { Metrics } from "./Metrics.ts"
import { Movers } from "./Movers.ts"
import { rankChangesLayer } from "./RankChangeFeed.ts"
import { Ranks } from "./Ranks.ts"
import { Recorder } from "./Recorder.ts"
import { Suggestions } from "./Suggestions.ts"
import { keywordSeedingLayer } from "./seeding.ts"
import { Tracking, trackedKeywordsLayer } from "./Tracking.ts"
import { Trending } from "./Trending.ts"
import { Trends } from "./Trends.ts"
import { Visibility } from "./Visibility.ts"
import { VisibilityHistory } from "./VisibilityHistory.ts"

/** What everything stands on. */
const base = (config: KeywordsConfig) =>
  Recorder.layer.pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        KeywordKeys.layer(config),
        HistoryStore.layer,
        Measurements.layer(config),
        CollectionQueue.layer(config)
      )
    )
  )

/** What other plugins may use, and the host. */
export const offered = (config: KeywordsConfig) =>
  Layer.mergeAll(trackedKeywordsLayer, rankChangesLayer, collectionPlanLayer(config), keywordSeedingLayer(config)).pipe(
    Layer.provideMerge(keywordHistoryLayer),
    Layer.provide(base(config))
  )

/** The services behind the handlers. */
export const serving = (config: KeywordsConfig) =>
  Layer.mergeAll(
    AppKeywords.layer,
    Comparison.layer,
    Metrics.layer(config),
    Movers.layer,
    Ranks.layer(config),
    Suggestions.layer(config),
    Tracking.layer,
    Trending.layer,
    Trends.layer,
    Visibility.layer
  ).pipe(
    Layer.provide(Discovery.layer(config)),
    Layer.provide([AppStandings.layer, VisibilityHistory.layer, Asked.layer]),
    Layer.provide(base(config))
  )

/** The services behind the jobs. */
export const working = (config: KeywordsConfig) => Collector.layer(config).pipe(Layer.provideMerge(base(config)))
