// Made of the files beside it, which are made from the declarations of the plugins. Not in git.
import type { ErrorCode as AppsCode } from "./apps.schemas.ts"
import type { ErrorCode as ChartsCode } from "./charts.schemas.ts"
import type { ErrorCode as KeywordsCode } from "./keywords.schemas.ts"
import type { ErrorCode as SystemCode } from "./system.schemas.ts"

export type { AppRecord, AppSearch, AppSummary, CompetitorScreenshots, CountryRankings, EstimatedDownloads, EstimatedRevenue, IntelligenceReport, Provenance, Review, Reviews, Screenshot, Screenshots, SentimentAnalysis, SimilarApp, SimilarApps } from "./apps.schemas.ts"
export type { Categories, CategoryTop, CategoryTopScreenshots, Discover, MarketActivity, MarketMover, MarketMovers, NewNumberOne, NewReleases } from "./charts.schemas.ts"
export type { AppKeyword, AppKeywords, ClusterBucket, ClusterKeyword, ComparedKeyword, DifficultyFactor, KeywordCluster, KeywordComparison, KeywordGap, KeywordGaps, KeywordMetrics, KeywordMover, KeywordMovers, KeywordRanks, KeywordSuggestion, KeywordSuggestions, KeywordTrends, KeywordVisibility, RankedApp, RankOnDay, ScoreFactor, TrackedKeyword, TrendingKeyword, TrendingKeywords, VisibilityBucket, VisibilityContributor, VisibilityOnDay } from "./keywords.schemas.ts"
export type { BucketUsage, Health, Usage, Version } from "./system.schemas.ts"

/** The codes of the gateway's errors. */
export type ErrorCode = AppsCode | ChartsCode | KeywordsCode | SystemCode
