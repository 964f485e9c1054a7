// Made by `npm run generate` from the declarations of the plugins. Do not edit.
import type { Provenance } from "./contract.schemas.ts"
export type { Provenance } from "./contract.schemas.ts"

export interface AppKeyword {
  /** The keyword in its normalized form: lowercase, single spaces. */
  readonly keyword: string
  /** 1 is first; null for the other two statuses. */
  readonly rank: number | null
  /** ranked; not_in_top_n: not in the first `depth`; not_measured: no data. */
  readonly status: "ranked" | "not_in_top_n" | "not_measured"
  /** How many ranks were read; null if not measured. */
  readonly depth: number | null
  /** Apps the store's search returned, at most 200. */
  readonly appsCount: number | null
  /** Deprecated: equal to volumeScore. */
  readonly popularity: number | null
  /** Deprecated: equal to difficulty. */
  readonly competitiveness: number | null
  /** Estimated search volume, 0 to 100 (kw-volume@2); null if too little was measured. */
  readonly volumeScore: number | null
  /** How hard it is to rank, 0 to 100 (kw-difficulty@2); null if too little was measured. */
  readonly difficulty: number | null
  readonly estimates: KeywordOpportunityEstimates
  /** kw-opportunity@1: volume × (1 − difficulty / 100) × room above the rank. */
  readonly opportunity: number | null
  /** Change of rank against a week ago; positive is better. Null if it wasn't ranked at both times. */
  readonly rankChange7d: number | null
  /** rank-trend@1; null without an earlier snapshot from the same source. */
  readonly trend: "improving" | "declining" | "stable" | null
  /** Day of the snapshot, YYYY-MM-DD. */
  readonly date: string | null
}

export interface AppKeywords {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  /** The store. */
  readonly platform: "storea" | "storeb"
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** Device searched on. */
  readonly device: string
  readonly keywords: ReadonlyArray<AppKeyword>
  /** Keywords the app ranks for, before the limit. */
  readonly total: number
  /** True if the app's keywords were searched for today. */
  readonly discovered: boolean
  readonly provenance: Provenance
}

export interface ClusterBucket {
  readonly count: number
  /** Mean of the known volume scores; null if none is known. */
  readonly avgVolumeScore: number | null
  /** Mean of the known difficulties; null if none is known. */
  readonly avgDifficulty: number | null
}

export interface ClusterKeyword {
  /** The keyword in its normalized form: lowercase, single spaces. */
  readonly keyword: string
  /** By app id, 1 is first; statuses says why one is null. */
  readonly ranks: Readonly<Record<string, number | null>>
  /** Of each rank. */
  readonly statuses: Readonly<Record<string, "ranked" | "not_in_top_n" | "not_measured">>
  /** How deep the search was read; a null rank is beyond it. */
  readonly depth: number
  readonly appsWithKeyword: number
  /** Estimated search volume, 0 to 100 (kw-volume@2); null if too little was measured. */
  readonly volumeScore: number | null
  /** How hard it is to rank, 0 to 100 (kw-difficulty@2); null if too little was measured. */
  readonly difficulty: number | null
  readonly estimates: KeywordEstimates
}

export interface ComparedKeyword {
  /** The keyword in its normalized form: lowercase, single spaces. */
  readonly keyword: string
  /** 1 is first; yourStatus says why it is null. */
  readonly yourRank: number | null
  /** 1 is first; competitorStatus says why it is null. */
  readonly competitorRank: number | null
  /** ranked; not_in_top_n: not in the first `depth`; not_measured: no data. */
  readonly yourStatus: "ranked" | "not_in_top_n" | "not_measured"
  /** ranked; not_in_top_n: not in the first `depth`; not_measured: no data. */
  readonly competitorStatus: "ranked" | "not_in_top_n" | "not_measured"
  /** competitorRank − yourRank: positive when you are ahead. */
  readonly rankDiff: number | null
  /** Estimated search volume, 0 to 100 (kw-volume@2); null if too little was measured. */
  readonly volumeScore: number | null
  /** How hard it is to rank, 0 to 100 (kw-difficulty@2); null if too little was measured. */
  readonly difficulty: number | null
  readonly estimates: KeywordEstimates
  /** How deep the search was read; a null rank is beyond it. */
  readonly depth: number | null
}

/** Mean score of the first ten apps in one aspect, 0 to 100. */
export interface DifficultyFactor {
  readonly name: string
  readonly weight: number
  /** 0 to 100; null if not measured. */
  readonly score: number | null
}

/** Which keywords the answer covers. */
export interface KeywordBasket {
  /** Name of the basket; answers with the same name cover the same keywords. */
  readonly id: string
  /** Keywords in it. */
  readonly size: number
  /** First day compared; for an answer about now, the oldest snapshot. Null if there is none. */
  readonly from: string | null
  /** Last day compared; for an answer about now, the newest snapshot. */
  readonly to: string | null
  /** Keywords measured at the end but not at the start, so not compared with it. */
  readonly added: number
  /** Keywords measured at the start but not at the end. */
  readonly removed: number
}

export interface KeywordCluster {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  /** The store. */
  readonly platform: "storea" | "storeb"
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** Device searched on. */
  readonly device: string
  readonly competitorIds: ReadonlyArray<number | string>
  readonly appIds: ReadonlyArray<number | string>
  readonly summary: {
    readonly totalUniqueKeywords: number
    readonly withoutPrimaryCount: number
    readonly inAllApps: ClusterBucket
    readonly partialOverlap: ClusterBucket
    readonly primaryOnly: ClusterBucket
    readonly competitorExclusive: ClusterBucket
  }
  /** Keywords all apps rank for. At most 80, most searched first. */
  readonly inAllApps: ReadonlyArray<ClusterKeyword>
  /** Keywords two or more apps rank for, but not all. At most 80, most searched first. */
  readonly partialOverlap: ReadonlyArray<ClusterKeyword>
  /** Keywords only the app itself ranks for. At most 80, most searched first. */
  readonly primaryOnly: ReadonlyArray<ClusterKeyword>
  /** Keywords only one competitor ranks for. At most 80, most searched first. */
  readonly competitorExclusive: ReadonlyArray<ClusterKeyword>
  /** Keywords any competitor ranks for, but not the app itself. At most 80, most searched first. */
  readonly withoutPrimary: ReadonlyArray<ClusterKeyword>
  readonly perCompetitorExclusive: Readonly<Record<string, ReadonlyArray<ClusterKeyword>>>
  readonly basket: KeywordBasket
  /** True if the app's keywords were searched for today. */
  readonly discovered: boolean
  readonly provenance: Provenance
}

export interface KeywordComparison {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  /** The store. */
  readonly platform: "storea" | "storeb"
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** Device searched on. */
  readonly device: string
  /** App id: a number on storea, the package name on storeb. */
  readonly competitorId: number | string
  readonly shared: ReadonlyArray<ComparedKeyword>
  readonly yourUnique: ReadonlyArray<ComparedKeyword>
  readonly competitorUnique: ReadonlyArray<ComparedKeyword>
  /** Shared keywords where the competitor is ahead. */
  readonly gapAnalysis: ReadonlyArray<ComparedKeyword>
  readonly summary: {
    readonly totalShared: number
    readonly totalYourUnique: number
    readonly totalCompetitorUnique: number
    readonly totalGaps: number
    /** Shared keywords as a percentage of all; null if neither app ranks for any. */
    readonly overlapPercent: number | null
  }
  /** True if the app's keywords were searched for today. */
  readonly discovered: boolean
  readonly basket: KeywordBasket
  readonly provenance: Provenance
}

/** Model, range and confidence of the scores beside it; null where the score is. */
export interface KeywordEstimates {
  /** Of volumeScore. */
  readonly volume: ScoreEstimate | null
  /** Of difficulty. */
  readonly difficulty: ScoreEstimate | null
}

export interface KeywordGap {
  /** The keyword in its normalized form: lowercase, single spaces. */
  readonly keyword: string
  /** Word of the keyword that names a competitor's app or developer; null if none does. */
  readonly brand: string | null
  /** App id: a number on storea, the package name on storeb. */
  readonly bestCompetitor: number | string
  readonly bestCompetitorRank: number
  /** 1 is first; yourStatus says why it is null. */
  readonly yourRank: number | null
  /** ranked; not_in_top_n: not in the first `depth`; not_measured: no data. */
  readonly yourStatus: "ranked" | "not_in_top_n" | "not_measured"
  /** How many ranks were read; null if not measured. */
  readonly depth: number | null
  /** Estimated search volume, 0 to 100 (kw-volume@2); null if too little was measured. */
  readonly volumeScore: number | null
  /** How hard it is to rank, 0 to 100 (kw-difficulty@2); null if too little was measured. */
  readonly difficulty: number | null
  readonly estimates: KeywordOpportunityEstimates
  /** gap-opportunity@1; null if a score isn't known. */
  readonly opportunityScore: number | null
}

export interface KeywordGaps {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  /** The store. */
  readonly platform: "storea" | "storeb"
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** Device searched on. */
  readonly device: string
  readonly competitorIds: ReadonlyArray<number | string>
  /** Gaps whose keyword names none of the competitors, best first. */
  readonly opportunities: ReadonlyArray<KeywordGap>
  /**
   * Gaps whose keyword contains the name of a competitor's app or developer, which people search for to find that
   * one.
   */
  readonly brandGaps: ReadonlyArray<KeywordGap>
  readonly summary: {
    /** Before the limit, without brand terms. */
    readonly totalGaps: number
    /** Before the limit. */
    readonly totalBrandGaps: number
    /** Mean of the known volume scores; null if none is known. */
    readonly avgVolumeScore: number | null
    /** Mean of the known difficulties; null if none is known. */
    readonly avgDifficulty: number | null
  }
  readonly basket: KeywordBasket
  /** True if the app's keywords were searched for today. */
  readonly discovered: boolean
  readonly provenance: Provenance
}

export interface KeywordMetrics {
  /** The keyword in its normalized form: lowercase, single spaces. */
  readonly keyword: string
  /** The store. */
  readonly platform: "storea" | "storeb"
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** Device searched on. */
  readonly device: string
  readonly official?: OfficialPopularity
  /** Estimated search volume, 0 to 100 (kw-volume@2); null if too little was measured. */
  readonly volumeScore: number | null
  /** Null while no range is known; see volumeConfidence. */
  readonly volumeRange: {
    readonly low: number
    readonly high: number
  } | null
  readonly volumeConfidence: "high" | "medium" | "low" | "none"
  readonly volumeFactors: ReadonlyArray<ScoreFactor>
  /** How hard it is to rank, 0 to 100 (kw-difficulty@2); null if too little was measured. */
  readonly difficulty: number | null
  /** Null while no range is known; see difficultyConfidence. */
  readonly difficultyRange: {
    readonly low: number
    readonly high: number
  } | null
  readonly difficultyConfidence: "high" | "medium" | "low" | "none"
  readonly difficultyFactors: ReadonlyArray<DifficultyFactor>
  readonly estimates: KeywordEstimates
  /** Score of the weakest of the first ten places, 0 to 100; 0 when one is free. */
  readonly weakestInTop10: number | null
  readonly autocomplete: {
    readonly status: "suggested" | "not_suggested" | "not_measured"
    /** Letters typed until the store suggests the keyword; a prefix never ends in a space. */
    readonly prefixLength: number | null
    /** Its place there, 1 is first. */
    readonly position: number | null
    /**
     * How the prefix was found. every_prefix: all shorter ones were read. halving: the first three were, and a
     * longer one was taken to suggest what a shorter one does. Null if not noted.
     */
    readonly search: "every_prefix" | "halving" | null
  }
  /** Apps the store's search returned, at most 200. */
  readonly resultCount: number | null
  /** Mean rating of the first ten. */
  readonly topAppsAvgRating: number | null
  /** Mean number of ratings of the first ten. */
  readonly topAppsAvgReviews: number | null
  /** Distinct sellers among the first ten over their number, 0 to 1. */
  readonly developerDiversity: number | null
  /** Mean daily rank change in the first ten; null until there are three snapshots. */
  readonly rankVolatility: number | null
  /** Share of the first ten's ratings that one app has, 0 to 1. */
  readonly marketDominance: number | null
  /** Collected days among the last 90, from the source of today's ranks. */
  readonly historicalDays: number
  readonly topApps: ReadonlyArray<RankedApp>
  /** When the store said so, ISO 8601. */
  readonly updatedAt: string
  readonly interpretation: {
    /** The volume in words; null without a score. */
    readonly volume: "very high" | "medium" | "low-medium" | "low" | null
    /** The difficulty in words; null without a score. */
    readonly competition: "very hard" | "medium" | "easy-medium" | "easy" | null
    /** rankVolatility in words; null until it is known. */
    readonly stability: "stable" | "moderate" | "volatile" | null
    /** True with at least seven days of history and ten results. */
    readonly trustworthy: boolean
  }
  readonly models: Readonly<Record<string, string>>
  readonly provenance: Provenance
  /** With keywords: the answers for those after the first, in their order. */
  readonly more?: ReadonlyArray<KeywordMetricsOfOne>
}

export interface KeywordMetricsOfOne {
  /** The keyword in its normalized form: lowercase, single spaces. */
  readonly keyword: string
  /** The store. */
  readonly platform: "storea" | "storeb"
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** Device searched on. */
  readonly device: string
  readonly official?: OfficialPopularity
  /** Estimated search volume, 0 to 100 (kw-volume@2); null if too little was measured. */
  readonly volumeScore: number | null
  /** Null while no range is known; see volumeConfidence. */
  readonly volumeRange: {
    readonly low: number
    readonly high: number
  } | null
  readonly volumeConfidence: "high" | "medium" | "low" | "none"
  readonly volumeFactors: ReadonlyArray<ScoreFactor>
  /** How hard it is to rank, 0 to 100 (kw-difficulty@2); null if too little was measured. */
  readonly difficulty: number | null
  /** Null while no range is known; see difficultyConfidence. */
  readonly difficultyRange: {
    readonly low: number
    readonly high: number
  } | null
  readonly difficultyConfidence: "high" | "medium" | "low" | "none"
  readonly difficultyFactors: ReadonlyArray<DifficultyFactor>
  readonly estimates: KeywordEstimates
  /** Score of the weakest of the first ten places, 0 to 100; 0 when one is free. */
  readonly weakestInTop10: number | null
  readonly autocomplete: {
    readonly status: "suggested" | "not_suggested" | "not_measured"
    /** Letters typed until the store suggests the keyword; a prefix never ends in a space. */
    readonly prefixLength: number | null
    /** Its place there, 1 is first. */
    readonly position: number | null
    /**
     * How the prefix was found. every_prefix: all shorter ones were read. halving: the first three were, and a
     * longer one was taken to suggest what a shorter one does. Null if not noted.
     */
    readonly search: "every_prefix" | "halving" | null
  }
  /** Apps the store's search returned, at most 200. */
  readonly resultCount: number | null
  /** Mean rating of the first ten. */
  readonly topAppsAvgRating: number | null
  /** Mean number of ratings of the first ten. */
  readonly topAppsAvgReviews: number | null
  /** Distinct sellers among the first ten over their number, 0 to 1. */
  readonly developerDiversity: number | null
  /** Mean daily rank change in the first ten; null until there are three snapshots. */
  readonly rankVolatility: number | null
  /** Share of the first ten's ratings that one app has, 0 to 1. */
  readonly marketDominance: number | null
  /** Collected days among the last 90, from the source of today's ranks. */
  readonly historicalDays: number
  readonly topApps: ReadonlyArray<RankedApp>
  /** When the store said so, ISO 8601. */
  readonly updatedAt: string
  readonly interpretation: {
    /** The volume in words; null without a score. */
    readonly volume: "very high" | "medium" | "low-medium" | "low" | null
    /** The difficulty in words; null without a score. */
    readonly competition: "very hard" | "medium" | "easy-medium" | "easy" | null
    /** rankVolatility in words; null until it is known. */
    readonly stability: "stable" | "moderate" | "volatile" | null
    /** True with at least seven days of history and ten results. */
    readonly trustworthy: boolean
  }
  readonly models: Readonly<Record<string, string>>
  readonly provenance: Provenance
}

export interface KeywordMover {
  /** The keyword in its normalized form: lowercase, single spaces. */
  readonly keyword: string
  /** 1 is first; null if it was beyond `depth`. */
  readonly currentRank: number | null
  /** 1 is first; null if it was beyond `depth`. */
  readonly previousRank: number | null
  /** Positive is better. */
  readonly rankChange: number | null
  /** Estimated search volume, 0 to 100 (kw-volume@2); null if too little was measured. */
  readonly volumeScore: number | null
  /** How hard it is to rank, 0 to 100 (kw-difficulty@2); null if too little was measured. */
  readonly difficulty: number | null
  readonly estimates: KeywordEstimates
  readonly currentDate: string
  readonly previousDate: string
  /** How deep the search was read; a null rank was beyond it. */
  readonly depth: number
}

export interface KeywordMovers {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  /** The store. */
  readonly platform: "storea" | "storeb"
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** Device searched on. */
  readonly device: string
  readonly days: number
  readonly period: {
    /** Newest day compared; null if no keyword was measured at both times. */
    readonly current: string | null
    /** Oldest day compared; null if no keyword was measured at both times. */
    readonly previous: string | null
  }
  readonly summary: {
    /** Keywords measured at both times. */
    readonly totalKeywords: number
    /** Keywords that rose; null if none was measured at both times. */
    readonly gainers: number | null
    /** Keywords that fell; null if none was measured at both times. */
    readonly losers: number | null
    /** Keywords that came into the ranks; null if none was measured at both times. */
    readonly newEntries: number | null
    /** Keywords that fell out of them; null if none was measured at both times. */
    readonly droppedOut: number | null
    /** Keywords with the same rank; null if none was measured at both times. */
    readonly unchanged: number | null
    /** Keywords ranked for but without snapshots from the same source at both times. */
    readonly notCompared: number
  }
  readonly topGainers: ReadonlyArray<KeywordMover>
  readonly topLosers: ReadonlyArray<KeywordMover>
  readonly newEntries: ReadonlyArray<KeywordMover>
  readonly droppedOut: ReadonlyArray<KeywordMover>
  readonly basket: KeywordBasket
  /** True if the app's keywords were searched for today. */
  readonly discovered: boolean
  readonly provenance: Provenance
}

export interface KeywordOpportunityEstimates {
  /** Of volumeScore. */
  readonly volume: ScoreEstimate | null
  /** Of difficulty. */
  readonly difficulty: ScoreEstimate | null
  /** Of the opportunity. */
  readonly opportunity: ScoreEstimate | null
}

export interface KeywordRanks {
  /** The keyword in its normalized form: lowercase, single spaces. */
  readonly keyword: string
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** Deprecated: equal to volumeScore. */
  readonly popularity: number | null
  /** Deprecated: equal to difficulty. */
  readonly competitiveness: number | null
  /** Apps the store's search returned, at most 200; null if not measured that day. */
  readonly totalResults: number | null
  readonly rankings: ReadonlyArray<RankedApp>
  /** The store. */
  readonly platform: "storea" | "storeb"
  /** Device searched on. */
  readonly device: string
  /** Day of the ranking, YYYY-MM-DD in UTC. */
  readonly date: string
  /** not_measured: the keyword wasn't collected that day, so nothing is known. */
  readonly status: "measured" | "not_measured"
  /** How deep the search was read; an app not in the rankings is beyond it. */
  readonly depth: number | null
  /** Upstream the order came from. Ranks from different sources aren't comparable. */
  readonly source: string | null
  /** Estimated search volume, 0 to 100 (kw-volume@2); null if too little was measured. */
  readonly volumeScore: number | null
  /** How hard it is to rank, 0 to 100 (kw-difficulty@2); null if too little was measured. */
  readonly difficulty: number | null
  readonly estimates: KeywordEstimates
  readonly provenance: Provenance
  /** With keywords: the answers for those after the first, in their order. */
  readonly more?: ReadonlyArray<KeywordRanksOfOne>
}

export interface KeywordRanksOfOne {
  /** The keyword in its normalized form: lowercase, single spaces. */
  readonly keyword: string
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** Deprecated: equal to volumeScore. */
  readonly popularity: number | null
  /** Deprecated: equal to difficulty. */
  readonly competitiveness: number | null
  /** Apps the store's search returned, at most 200; null if not measured that day. */
  readonly totalResults: number | null
  readonly rankings: ReadonlyArray<RankedApp>
  /** The store. */
  readonly platform: "storea" | "storeb"
  /** Device searched on. */
  readonly device: string
  /** Day of the ranking, YYYY-MM-DD in UTC. */
  readonly date: string
  /** not_measured: the keyword wasn't collected that day, so nothing is known. */
  readonly status: "measured" | "not_measured"
  /** How deep the search was read; an app not in the rankings is beyond it. */
  readonly depth: number | null
  /** Upstream the order came from. Ranks from different sources aren't comparable. */
  readonly source: string | null
  /** Estimated search volume, 0 to 100 (kw-volume@2); null if too little was measured. */
  readonly volumeScore: number | null
  /** How hard it is to rank, 0 to 100 (kw-difficulty@2); null if too little was measured. */
  readonly difficulty: number | null
  readonly estimates: KeywordEstimates
  readonly provenance: Provenance
}

export interface KeywordSuggestion {
  readonly term: string
  /** Place among the suggestions of `prefix`, 1 is first. */
  readonly suggestRank: number
  /** What was typed to get it. */
  readonly prefix: string
  /** Estimated search volume, 0 to 100 (kw-volume@2); null if too little was measured. */
  readonly volumeScore?: number | null
  /** How hard it is to rank, 0 to 100 (kw-difficulty@2); null if too little was measured. */
  readonly difficulty?: number | null
  readonly estimates?: KeywordEstimates
  /** With metrics=1: estimated; unavailable: the store didn't answer in time; not_measured: beyond the first ten. */
  readonly metricsStatus?: "estimated" | "unavailable" | "not_measured"
}

export interface KeywordSuggestions {
  /** The keyword in its normalized form: lowercase, single spaces. */
  readonly term: string
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** The store. */
  readonly platform: "storea" | "storeb"
  readonly suggestions: ReadonlyArray<KeywordSuggestion>
  /** With expand=1: prefixes the store didn't answer; their suggestions aren't known. */
  readonly unanswered: ReadonlyArray<string>
  readonly provenance: Provenance
}

export interface KeywordTrends {
  /** The keyword in its normalized form: lowercase, single spaces. */
  readonly keyword: string
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  /** The store. */
  readonly platform: "storea" | "storeb"
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** Device searched on. */
  readonly device: string
  readonly days: number
  /** Every day of the window, oldest first; days without data are not_measured. */
  readonly history: ReadonlyArray<RankOnDay>
  /** Change of rank against a week ago; positive is better. Null if it wasn't ranked at both times. */
  readonly rankChange7d: number | null
  /** Change of rank against thirty days ago; positive is better. Null if it wasn't ranked at both times. */
  readonly rankChange30d: number | null
  /** rank-trend@1; null without an earlier snapshot from the same source. */
  readonly trend: "improving" | "declining" | "stable" | null
  /** Whether your account tracks the keyword. */
  readonly tracked: boolean
  /** Upstream the ranks came from. */
  readonly source: string | null
  readonly provenance: Provenance
}

export interface KeywordVisibility {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  /** The store. */
  readonly platform: "storea" | "storeb"
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** Device searched on. */
  readonly device: string
  readonly days: number
  /** kw-visibility@1 on the last day that has one, 0 to 100; null when nothing was measured. */
  readonly score: number | null
  /** Last score of the series minus the first, over the same keywords; null with fewer than two. */
  readonly scoreChange: number | null
  readonly estimates: VisibilityEstimates
  /** Over the keywords of the basket. Leaves out days on which less than half of its volume was measured. */
  readonly series: ReadonlyArray<VisibilityOnDay>
  readonly topContributors: ReadonlyArray<VisibilityContributor>
  /** top10 without top3, top30 without both. */
  readonly breakdown: ReadonlyArray<VisibilityBucket>
  readonly keywordsInWindow: number
  /** Keywords ranked for whose volume isn't known, so they are left out. */
  readonly keywordsWithoutVolume: number
  readonly basket: KeywordBasket
  /** True if the app's keywords were searched for today. */
  readonly discovered: boolean
  readonly provenance: Provenance
}

/** With official=true: by your own search ads connection. It goes into no estimate. */
export interface OfficialPopularity {
  /**
   * official: the ads vendor's own figure. not_listed: the vendor lists only terms with at least 500 searches a
   * week, up to 500 of each genre. unavailable: see reason.
   */
  readonly status: "official" | "not_listed" | "unavailable"
  /** Why there is no figure; null where there is one. */
  readonly reason: string | null
  /** 1 to 100 over all genres of the country; null without one. */
  readonly popularity: number | null
  /** 1 to 5; null without one. */
  readonly band: number | null
  readonly genres: ReadonlyArray<OfficialPopularityInGenre>
  /** The week it is of; null where the vendor wasn't asked. */
  readonly week: {
    /** Sunday. */
    readonly from: string
    /** Saturday. */
    readonly to: string
  } | null
}

export interface OfficialPopularityInGenre {
  /** As the vendor calls it. */
  readonly genre: string
  /** Place among the genre's terms; null if the vendor didn't say. */
  readonly rank: number | null
  /** 1 to 100 in the genre; null if the vendor didn't say. */
  readonly popularity: number | null
}

export interface RankedApp {
  /** 1 is first. */
  readonly rank: number
  /** App id: a number on storea, the package name on storeb. */
  readonly trackId: number | string
  readonly trackName: string
  readonly sellerName: string
}

export interface RankOnDay {
  /** YYYY-MM-DD, UTC. */
  readonly date: string
  /** 1 is first; null for the other two statuses. */
  readonly rank: number | null
  /** ranked; not_in_top_n: not in the first `depth`; not_measured: no data. */
  readonly status: "ranked" | "not_in_top_n" | "not_measured"
  /** How many ranks were read; null if not measured. */
  readonly depth: number | null
}

/** A score with its model, range and confidence. */
export interface ScoreEstimate {
  readonly value: number
  readonly status: "estimated"
  /** Model and version. */
  readonly model: string
  /** Where the figure would lie if the model's inputs were as far off as they may be; null if not known. */
  readonly range: {
    readonly low: number
    readonly high: number
  } | null
  readonly confidence: "high" | "medium" | "low"
}

/** One signal of a score; null if not measured, and its weight is then spread over the others. */
export interface ScoreFactor {
  readonly name: string
  readonly weight: number
  /** What was measured; null if it wasn't. */
  readonly input: number | null
  /** 0 to 100; null if not measured. */
  readonly score: number | null
  /** What it adds to the score; null if not measured. */
  readonly points: number | null
}

export interface TrackedKeyword {
  /** The keyword in its normalized form: lowercase, single spaces. */
  readonly keyword: string
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  readonly status: "tracked"
  readonly message: string
  /** The store. */
  readonly platform: "storea" | "storeb"
  /** Device searched on. */
  readonly device: string
  /**
   * True if your account tracked it here before; nothing is charged then. That an app of your workspace has the
   * keyword doesn't count.
   */
  readonly alreadyTracked: boolean
}

export interface TrackedKeywords {
  readonly keywords: ReadonlyArray<TrackedKeywordSince>
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly nextCursor: string | null
  /** Keywords your account tracks there, on all pages. */
  readonly total: number
  /** What was found or, if nothing was, what to do. */
  readonly message: string
}

export interface TrackedKeywordSince {
  /** The keyword in its normalized form: lowercase, single spaces. */
  readonly keyword: string
  /** The store. */
  readonly platform: "storea" | "storeb"
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** Device searched on. */
  readonly device: string
  /** Since when it is tracked, ISO 8601. */
  readonly since: string
}

export interface TrendingKeyword {
  /** The keyword in its normalized form: lowercase, single spaces. */
  readonly keyword: string
  /** Growth of this window's largest reach over the previous window's. */
  readonly growthPercent: number
  /** Largest reach in the current window. */
  readonly maxReach: number
  /** Smallest reach in the current window. */
  readonly minReach: number
  /** Largest reach in the previous window. */
  readonly previousMaxReach: number
  /** Latest reach. */
  readonly currentReach: number
  /** Estimated search volume, 0 to 100 (kw-volume@2); null if too little was measured. */
  readonly volumeScore: number | null
  /** Apps the store's search returned, at most 200. */
  readonly resultCount: number
  /** How hard it is to rank, 0 to 100 (kw-difficulty@2); null if too little was measured. */
  readonly difficulty: number | null
  readonly estimates: KeywordEstimates
}

export interface TrendingKeywords {
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** The window. */
  readonly period: string
  readonly keywords: ReadonlyArray<TrendingKeyword>
  /** Trending keywords before the limit. */
  readonly total: number
  /** The store. */
  readonly platform: "storea" | "storeb"
  readonly days: number
  readonly windows: {
    readonly current: {
      readonly from: string
      readonly to: string
    }
    readonly previous: {
      readonly from: string
      readonly to: string
    }
  }
  readonly provenance: Provenance
}

export interface UntrackedKeyword {
  /** The keyword in its normalized form: lowercase, single spaces. */
  readonly keyword: string
  /** The store. */
  readonly platform: "storea" | "storeb"
  /** Storefront, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** Device searched on. */
  readonly device: string
  /** not_tracked: your account didn't track it. */
  readonly status: "untracked" | "not_tracked"
}

export interface VisibilityBucket {
  readonly bucket: "top3" | "top10" | "top30"
  readonly rankedCount: number
  readonly weightedScore: number
  /** Share of all contributions of that day, 0 to 1. */
  readonly share: number | null
}

export interface VisibilityContributor {
  /** The keyword in its normalized form: lowercase, single spaces. */
  readonly keyword: string
  readonly rank: number
  readonly volumeScore: number
  readonly contribution: number
}

export interface VisibilityEstimates {
  /** Of the score. */
  readonly visibility: ScoreEstimate | null
}

export interface VisibilityOnDay {
  readonly date: string
  readonly score: number
  readonly rankedCount: number
  /** Keywords of the window measured on this day. */
  readonly measuredCount: number
}

/** The codes of the gateway's errors. */
export type ErrorCode =
  | "INVALID_KEYWORD"
