// Made by `npm run generate` from the declarations of the plugins. Do not edit.

export interface AppKeyword {
  /** The keyword in the one form in which it is collected: lower case, single spaces. */
  readonly keyword: string
  /** 1 is first; null in the two other states. */
  readonly rank: number | null
  /** ranked; not_in_top_n: looked for and not in the first `depth`; not_measured: nobody looked. */
  readonly status: "ranked" | "not_in_top_n" | "not_measured"
  /** How far down was looked; null when not measured. */
  readonly depth: number | null
  /** Apps that the store's search returned, at most 200. */
  readonly appsCount: number | null
  /** Deprecated: equal to volumeScore. */
  readonly popularity: number | null
  /** Deprecated: equal to difficulty. */
  readonly competitiveness: number | null
  /** Estimated search volume, 0 to 100 (kw-volume@1); null when too little of it was measured. */
  readonly volumeScore: number | null
  /** How hard it is to rank, 0 to 100 (kw-difficulty@1); null when too little of it was measured. */
  readonly difficulty: number | null
  /** kw-opportunity@1: volume × (1 − difficulty / 100) × room above the rank. */
  readonly opportunity: number | null
  /** Change of rank against a week ago; positive is better. Null when it was not ranked at both times. */
  readonly rankChange7d: number | null
  /** rank-trend@1; null when there is no earlier snapshot of the same source. */
  readonly trend: "improving" | "declining" | "stable" | null
  /** Day of the snapshot, YYYY-MM-DD. */
  readonly date: string | null
}

export interface AppKeywords {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  /** The store. */
  readonly platform: "storea" | "storeb"
  /** Storefront, ISO 3166-1 alpha-2 in lower case. */
  readonly country: string
  /** Device whose search is meant. */
  readonly device: string
  readonly keywords: ReadonlyArray<AppKeyword>
  /** Keywords that the app is ranked for, before the limit. */
  readonly total: number
  /** True when nothing was stored and the app's keywords were looked for with this call. */
  readonly discovered: boolean
  readonly provenance: Provenance
}

export interface AppRecord {
  /** App id: a number on storea, the package name on storeb. */
  readonly trackId: number | string
  /** Name of the app. */
  readonly trackName: string
  /** Who sells it. */
  readonly sellerName: string
  /** Bundle id on storea, package name on storeb. */
  readonly bundleId: string
  /** Name of its main genre. */
  readonly primaryGenreName: string | null
  /**
   * Mean of all ratings, 1 to 5; null when nobody has rated it. Those of the country on storea, of the whole world
   * on storeb.
   */
  readonly averageUserRating: number | null
  /** Number of those ratings; null where the store does not tell it, as on cards of storeb. */
  readonly userRatingCount: number | null
  /** In `currency`; 0 is free; null when it is not for sale. */
  readonly price: number | null
  /** ISO 4217. */
  readonly currency: string | null
  /** Price as the store writes it. */
  readonly formattedPrice: string | null
  /** Icon. */
  readonly artworkUrl512: string | null
  /** Its page in the store. */
  readonly trackViewUrl: string | null
  /** ISO 8601. */
  readonly currentVersionReleaseDate: string | null
  /** Screenshots of the asked device. */
  readonly screenshotUrls: ReadonlyArray<string>
  /** Description in the store. */
  readonly description: string
  /** The store that answered. */
  readonly platform: "storea" | "storeb"
  /** Storefront that answered, ISO 3166-1 alpha-2 in lower case. */
  readonly country: string
  /** Whose screenshots screenshotUrls lists: by default iphone on storea, phone on storeb. */
  readonly device: string
  /** Line under the name, on storea; only the app's page tells it. */
  readonly subtitle: string | null
  /** Short description, on storeb; only the app's page tells it. */
  readonly shortDescription: string | null
  /** Screenshots of the tablet, on storea. */
  readonly ipadScreenshotUrls: ReadonlyArray<string>
  /** Current version. */
  readonly version: string | null
  /** What is new in it. */
  readonly releaseNotes: string | null
  /** First release, ISO 8601. */
  readonly releaseDate: string | null
  /** Size of the download in bytes. */
  readonly fileSizeBytes: number | null
  /** Languages of the app. */
  readonly languageCodesISO2A: ReadonlyArray<string>
  /** Age rating. */
  readonly contentAdvisoryRating: string | null
  /** Oldest system that it runs on. */
  readonly minimumOsVersion: string | null
  /** Id of its main genre. */
  readonly primaryGenreId: string | null
  /** Ids of all its genres. */
  readonly genreIds: ReadonlyArray<string>
  /** Names of all its genres. */
  readonly genres: ReadonlyArray<string>
  /** The store's id of the developer. */
  readonly developerId: string | null
  /** Site of the seller. */
  readonly sellerUrl: string | null
  /** Its privacy policy; only the page tells it. */
  readonly privacyPolicyUrl: string | null
  /** How many ratings of each number of stars. */
  readonly ratingHistogram: {
    /** Ratings of one star. */
    readonly "1": number
    /** Two stars. */
    readonly "2": number
    /** Three stars. */
    readonly "3": number
    /** Four stars. */
    readonly "4": number
    /** Five stars. */
    readonly "5": number
  } | null
  /** Whether it sells anything inside; only the page tells it. */
  readonly inAppPurchases: boolean | null
  /** Whether it shows ads, where the store says so. */
  readonly containsAds: boolean | null
  /**
   * Public install counter of the whole world, on storeb: max is what it stands at, null when only the step min is
   * told.
   */
  readonly installs: {
    readonly min: number
    readonly max: number | null
    readonly label: string
  } | null
  /** Whether it can be had in this country, and if not, why. */
  readonly availability: {
    readonly available: boolean
    readonly reason: string | null
  }
  /** Why a field is null or empty though it should tell something: field name to reason. Empty when all is known. */
  readonly unavailable: Readonly<Record<string, string>>
  readonly provenance: Provenance
}

export interface AppSearch {
  /** What was asked, trimmed. */
  readonly query: string
  /** The store that answered. */
  readonly platform: "storea" | "storeb"
  /** Storefront that answered, ISO 3166-1 alpha-2 in lower case. */
  readonly country: string
  /** lookup when the query is the id of an app that exists; keyword otherwise. */
  readonly type: "keyword" | "lookup"
  /** Number of results given, at most `limit`. */
  readonly total: number
  readonly results: ReadonlyArray<AppSummary>
  readonly provenance: Provenance
}

export interface AppSummary {
  /** App id: a number on storea, the package name on storeb. */
  readonly trackId: number | string
  /** Name of the app. */
  readonly trackName: string
  /** Who sells it. */
  readonly sellerName: string
  /** Bundle id on storea, package name on storeb. */
  readonly bundleId: string
  /** Name of its main genre. */
  readonly primaryGenreName: string | null
  /**
   * Mean of all ratings, 1 to 5; null when nobody has rated it. Those of the country on storea, of the whole world
   * on storeb.
   */
  readonly averageUserRating: number | null
  /** Number of those ratings; null where the store does not tell it, as on cards of storeb. */
  readonly userRatingCount: number | null
  /** In `currency`; 0 is free; null when it is not for sale. */
  readonly price: number | null
  /** ISO 4217. */
  readonly currency: string | null
  /** Price as the store writes it. */
  readonly formattedPrice: string | null
  /** Icon. */
  readonly artworkUrl512: string | null
  /** Its page in the store. */
  readonly trackViewUrl: string | null
  /** Place in the answer of the store, 1 is first; null for a lookup. */
  readonly rank: number | null
}

export interface BucketUsage {
  readonly limit: number
  readonly used: number
  /** What is left; credits held for running work are not. */
  readonly remaining: number
}

export interface Categories {
  /** The store that answered. */
  readonly platform: "storea" | "storeb"
  /** Number of categories given. */
  readonly total: number
  readonly categories: ReadonlyArray<{
    /** Genre id, or all for the overall chart. */
    readonly id: string
    /** Name in English. */
    readonly name: string
    /** The genre that it belongs to; null for main genres. */
    readonly parentId: string | null
    /** Charts that can be asked for it. */
    readonly charts: ReadonlyArray<"top-free" | "top-paid" | "top-grossing">
  }>
  readonly provenance: Provenance
}

export interface CategoryTop {
  /** The store that answered. */
  readonly platform: "storea" | "storeb"
  /** Genre id, or all for the overall chart. */
  readonly genreId: string
  /** Name of the genre. */
  readonly genreName: string
  readonly chart: "top-free" | "top-paid" | "top-grossing"
  /** Storefront, ISO 3166-1 alpha-2 in lower case. */
  readonly country: string
  /** When the store gave the chart, ISO 8601. */
  readonly asOf: string
  /** Time of the earlier list that previousRank is from; null while there is none. */
  readonly previousAsOf: string | null
  /** How many ranks the chart has, of which at most `limit` are given. */
  readonly total: number
  readonly apps: ReadonlyArray<{
    /** 1 is first. */
    readonly rank: number
    /** App id: a number on storea, the package name on storeb. */
    readonly trackId: number | string
    /** Name of the app. */
    readonly trackName: string
    /** Who sells it. */
    readonly sellerName: string
    /** Icon. */
    readonly artworkUrl512: string | null
    /** In `currency`; 0 is free. */
    readonly price: number | null
    /** ISO 4217. */
    readonly currency: string | null
    /** Mean of all ratings in the country. */
    readonly averageUserRating: number | null
    /** Number of ratings in the country. */
    readonly userRatingCount: number | null
    /** Its page in the store. */
    readonly url: string | null
    /** Rank in the earlier list; null when it was not in it, or there is none. */
    readonly previousRank: number | null
    /** Places won since then; null with previousRank. */
    readonly rankChange: number | null
  }>
  readonly provenance: Provenance
}

export interface CategoryTopScreenshots {
  /** The store that answered. */
  readonly platform: "storea" | "storeb"
  /** Genre id, or all for the overall chart. */
  readonly genreId: string
  /** Name of the genre. */
  readonly genreName: string
  readonly chart: "top-free" | "top-paid" | "top-grossing"
  /** Storefront, ISO 3166-1 alpha-2 in lower case. */
  readonly country: string
  /** The asked device, or all. */
  readonly device: string
  /** When the store gave the chart, ISO 8601. */
  readonly asOf: string
  /** How many ranks the chart has, of which at most `limit` are given. */
  readonly total: number
  readonly apps: ReadonlyArray<{
    /** 1 is first. */
    readonly rank: number
    /** App id: a number on storea, the package name on storeb. */
    readonly trackId: number | string
    /** Name of the app. */
    readonly trackName: string
    /** Who sells it. */
    readonly sellerName: string
    /** Icon. */
    readonly artworkUrl512: string | null
    /** Addresses by device; a device is absent when it is not known whether the app has any for it. */
    readonly screenshots: Readonly<Record<string, ReadonlyArray<string>>>
    /** How many, by device. */
    readonly counts: Readonly<Record<string, number>>
    /** Why no screenshots are known; null when some are. */
    readonly unavailable: string | null
  }>
  readonly summary: {
    /** Mean number of screenshots of the apps that tell theirs. */
    readonly avgCount: number | null
  }
  readonly provenance: Provenance
}

export interface ClusterBucket {
  readonly count: number
  readonly avgVolumeScore: number | null
  readonly avgDifficulty: number | null
}

export interface ClusterKeyword {
  /** The keyword in the one form in which it is collected: lower case, single spaces. */
  readonly keyword: string
  readonly ranks: Readonly<Record<string, number | null>>
  readonly appsWithKeyword: number
  /** Estimated search volume, 0 to 100 (kw-volume@1); null when too little of it was measured. */
  readonly volumeScore: number | null
  /** How hard it is to rank, 0 to 100 (kw-difficulty@1); null when too little of it was measured. */
  readonly difficulty: number | null
}

export interface ComparedKeyword {
  /** The keyword in the one form in which it is collected: lower case, single spaces. */
  readonly keyword: string
  readonly yourRank: number | null
  readonly competitorRank: number | null
  /** competitorRank − yourRank: positive when you are ahead. */
  readonly rankDiff: number | null
  /** Estimated search volume, 0 to 100 (kw-volume@1); null when too little of it was measured. */
  readonly volumeScore: number | null
  /** How hard it is to rank, 0 to 100 (kw-difficulty@1); null when too little of it was measured. */
  readonly difficulty: number | null
  /** A rank that is null is not in the first so many. */
  readonly depth: number | null
}

export interface CompetitorScreenshots {
  /** Storefront that answered, ISO 3166-1 alpha-2 in lower case. */
  readonly country: string
  /** The store that answered. */
  readonly platform: "storea" | "storeb"
  readonly device: string
  readonly app: {
    /** App id: a number on storea, the package name on storeb. */
    readonly trackId: number | string
    readonly trackName: string
    /** By device; a device is absent when it is not known whether it has any. */
    readonly screenshots: Readonly<Record<string, ReadonlyArray<Screenshot>>>
    /** By device; null when it is not known. */
    readonly counts: Readonly<Record<string, number | null>>
  }
  readonly competitors: ReadonlyArray<{
    /** App id: a number on storea, the package name on storeb. */
    readonly trackId: number | string
    readonly trackName: string
    readonly relation: "similar_shelf" | "shared_keywords" | "same_category"
    /** Rank in the top-free chart of the genre, when it was found there. */
    readonly rank: number | null
    /** By device; a device is absent when it is not known whether it has any. */
    readonly screenshots: Readonly<Record<string, ReadonlyArray<Screenshot>>>
    /** By device; null when it is not known. */
    readonly counts: Readonly<Record<string, number | null>>
  }>
  readonly summary: {
    /** Mean number of screenshots of the competitors that tell theirs. */
    readonly avgCount: number | null
    /** Number of screenshots of the app. */
    readonly yourCount: number | null
  }
  readonly provenance: Provenance
}

export interface CountryRankings {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  /** The store that answered. */
  readonly platform: "storea" | "storeb"
  readonly chart: "top-free" | "top-paid" | "top-grossing"
  readonly genre: {
    /** Genre id, or all. */
    readonly id: string
    readonly name: string | null
  }
  /** Time of the oldest chart used, ISO 8601. */
  readonly asOf: string
  /** Storefronts whose chart was read. */
  readonly checked: number
  /** Storefronts in whose chart the app is. */
  readonly ranked: number
  /** Best rank first. */
  readonly rankings: ReadonlyArray<{
    /** Storefront that answered, ISO 3166-1 alpha-2 in lower case. */
    readonly country: string
    readonly countryName: string
    readonly genreId: string
    readonly genreName: string | null
    /** 1 is first. */
    readonly rank: number
    /** In the newest list that is at least a day older; see previousStatus. */
    readonly previousRank: number | null
    /** not_in_top_n: that list was read and did not hold the app. not_measured: there is none. */
    readonly previousStatus: "ranked" | "not_in_top_n" | "not_measured"
    /** Time of that list, ISO 8601. */
    readonly previousAsOf: string | null
    /** Places won since then; null where either rank is not known. */
    readonly change: number | null
    /** How many apps the chart lists. */
    readonly totalListed: number
  }>
  /** Storefronts whose chart was read and does not list the app: it ranks below their depth, or not at all. */
  readonly notRanked: ReadonlyArray<string>
  /** Storefronts whose chart could not be read, or is not collected yet: nothing is known about the app there. */
  readonly unavailable: ReadonlyArray<{
    /** Storefront that answered, ISO 3166-1 alpha-2 in lower case. */
    readonly country: string
    readonly reason: string
  }>
  readonly provenance: Provenance
}

/** Mean score of the first ten apps in one respect, 0 to 100. */
export interface DifficultyFactor {
  readonly name: string
  readonly weight: number
  readonly score: number | null
}

export interface Discover {
  /** The store that answered. */
  readonly platform: "storea" | "storeb"
  /** Storefront, ISO 3166-1 alpha-2 in lower case. */
  readonly country: string
  /** Released in the last 30 days, found by searches for words of several categories; the newest first. */
  readonly newReleases: ReadonlyArray<{
    /** App id: digits on storea, the package name on storeb. */
    readonly appId: string
    /** Name of the app. */
    readonly title: string
    /** Who sells it. */
    readonly developer: string
    /** Icon. */
    readonly icon: string | null
    /** Name of its main genre. */
    readonly category: string | null
    /** First release, ISO 8601. */
    readonly releasedAt: string
    /** The same in words. */
    readonly releasedAgo: string
    /** Its page in the store. */
    readonly url: string | null
  }>
  /** First of the top-free chart of each category. */
  readonly newNumber1: ReadonlyArray<{
    /** Name of the genre. */
    readonly category: string
    /** App id: digits on storea, the package name on storeb. */
    readonly appId: string
    /** Name of the app. */
    readonly title: string
    /** Icon. */
    readonly icon: string | null
    /** When it was first seen in first place, ISO 8601; null when it is there as long as the chart is read. */
    readonly reachedAt: string | null
  }>
  /** What could not be read, with the reason: an entry's name to why. Empty when all was read. */
  readonly unavailable: Readonly<Record<string, string>>
  readonly provenance: Provenance
}

export interface EstimatedDownloads {
  /** Null when there is nothing to estimate from; see status and notUsed. */
  readonly value: number | null
  /** Where it is believed to lie. */
  readonly range: {
    readonly low: number
    readonly high: number
  } | null
  /**
   * high only when the store's own counter is among two methods that agree; medium with a rank or a growth of
   * ratings; low otherwise; none without a value.
   */
  readonly confidence: "high" | "medium" | "low" | "none"
  readonly period: "monthly"
  /**
   * Whose figure value and range are: of the asked country, or of the whole world where the store counts no country
   * by itself (storeb).
   */
  readonly scope: "country" | "worldwide"
  /** The figure of the asked country: value where scope is country, else null, since no share is known. */
  readonly inCountry: number | null
  readonly status: "estimated" | "unavailable"
  /** Version of the combination. */
  readonly model: string
  /** How the figure comes about, in words. */
  readonly method: string | null
  /** The models that went in. */
  readonly methods: ReadonlyArray<{
    /** Model and version. */
    readonly model: string
    /** What it alone says, a month. */
    readonly value: number
    /** Its share in the figure, 0 to 1. */
    readonly weight: number
  }>
  /** The figures that the models read. */
  readonly inputs: ReadonlyArray<{
    readonly model: string
    readonly name: string
    readonly value: number | string
  }>
  /** Models that had nothing to go by, and why. */
  readonly notUsed: ReadonlyArray<{
    readonly model: string
    readonly reason: string
  }>
  readonly provenance: Provenance
}

export interface EstimatedRevenue {
  /** Null when there is nothing to estimate from; see status and notUsed. */
  readonly value: number | null
  /** Where it is believed to lie. */
  readonly range: {
    readonly low: number
    readonly high: number
  } | null
  /**
   * high only when the store's own counter is among two methods that agree; medium with a rank or a growth of
   * ratings; low otherwise; none without a value.
   */
  readonly confidence: "high" | "medium" | "low" | "none"
  readonly period: "monthly"
  /**
   * Whose figure value and range are: of the asked country, or of the whole world where the store counts no country
   * by itself (storeb).
   */
  readonly scope: "country" | "worldwide"
  /** The figure of the asked country: value where scope is country, else null, since no share is known. */
  readonly inCountry: number | null
  readonly status: "estimated" | "unavailable"
  /** Version of the combination. */
  readonly model: string
  /** How the figure comes about, in words. */
  readonly method: string | null
  /** The models that went in. */
  readonly methods: ReadonlyArray<{
    /** Model and version. */
    readonly model: string
    /** What it alone says, a month. */
    readonly value: number
    /** Its share in the figure, 0 to 1. */
    readonly weight: number
  }>
  /** The figures that the models read. */
  readonly inputs: ReadonlyArray<{
    readonly model: string
    readonly name: string
    readonly value: number | string
  }>
  /** Models that had nothing to go by, and why. */
  readonly notUsed: ReadonlyArray<{
    readonly model: string
    readonly reason: string
  }>
  readonly provenance: Provenance
  /** ISO 4217 code of value and range. */
  readonly currency: string
}

export interface Health {
  readonly status: "ok" | "degraded"
  /** Seconds since the start. */
  readonly uptime: number
  readonly timestamp: string
  readonly version: string
  /** Set when the stores asked are the sandbox's: invented (`generated`) or recorded. */
  readonly sandbox: "generated" | "recordings" | null
  readonly draining: boolean
  readonly checks: {
    readonly database: "ok" | "degraded" | "down" | "off"
    readonly queue: "ok" | "degraded" | "down" | "off"
    /** The shared cache; `off` when each process has its own. */
    readonly cache: "ok" | "degraded" | "down" | "off"
    readonly upstreams: Readonly<Record<string, {
      readonly status: "ok" | "degraded" | "down" | "idle"
      readonly lastOkAt: string | null
      readonly cooldownUntil: string | null
      /** Answers of unknown shape since the start. */
      readonly drift: number
      readonly consecutiveFailures: number
    }>>
    /** Vendors for which access tokens are made. */
    readonly tokens: Readonly<Record<string, {
      readonly status: "ok" | "degraded"
      /** How far the vendor's clock is ahead of ours; new tokens allow for it. 0 when they agree. */
      readonly clockSkewMs: number
    }>>
    readonly plugins: Readonly<Record<string, {
      readonly status: "ok" | "degraded" | "down" | "off"
      readonly detail?: string
    }>>
  }
}

export interface IntelligenceReport {
  /** App id: a number on storea, the package name on storeb. */
  readonly trackId: number | string
  readonly trackName: string
  /** The store that answered. */
  readonly platform: "storea" | "storeb"
  readonly country: string
  readonly marketIntelligence: {
    readonly estimatedDownloads: EstimatedDownloads
    readonly estimatedRevenue: EstimatedRevenue
  }
  /**
   * [] when the store says that there are none; null when it could not be told. On storeb one row with the range of
   * prices, since the store lists no single ones.
   */
  readonly inAppPurchases: ReadonlyArray<{
    readonly name: string
    /** As the store writes it, with the currency. */
    readonly price: string
  }> | null
  readonly similarApps: ReadonlyArray<{
    /** App id: a number on storea, the package name on storeb. */
    readonly trackId: number | string
    readonly trackName: string
    readonly sellerName: string
    readonly relation: "similar_shelf" | "shared_keywords" | "same_category"
  }> | null
  readonly sentimentAnalysis: SentimentAnalysis
  /** Why a field is null or empty though it should tell something: field name to reason. Empty when all is known. */
  readonly unavailable: Readonly<Record<string, string>>
  readonly provenance: Provenance
}

export interface KeywordCluster {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  /** The store. */
  readonly platform: "storea" | "storeb"
  /** Storefront, ISO 3166-1 alpha-2 in lower case. */
  readonly country: string
  /** Device whose search is meant. */
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
  /** All apps rank. At most 80, the most searched first. */
  readonly inAllApps: ReadonlyArray<ClusterKeyword>
  /** Two or more rank, and not all. At most 80, the most searched first. */
  readonly partialOverlap: ReadonlyArray<ClusterKeyword>
  /** Only the app itself. At most 80, the most searched first. */
  readonly primaryOnly: ReadonlyArray<ClusterKeyword>
  /** Only one competitor. At most 80, the most searched first. */
  readonly competitorExclusive: ReadonlyArray<ClusterKeyword>
  /** Any competitor and not the app itself. At most 80, the most searched first. */
  readonly withoutPrimary: ReadonlyArray<ClusterKeyword>
  readonly perCompetitorExclusive: Readonly<Record<string, ReadonlyArray<ClusterKeyword>>>
  /** True when nothing was stored and the app's keywords were looked for with this call. */
  readonly discovered: boolean
  readonly provenance: Provenance
}

export interface KeywordComparison {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  /** The store. */
  readonly platform: "storea" | "storeb"
  /** Storefront, ISO 3166-1 alpha-2 in lower case. */
  readonly country: string
  /** Device whose search is meant. */
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
    /** Shared over all, in percent; null when neither is ranked for anything. */
    readonly overlapPercent: number | null
  }
  /** True when nothing was stored and the app's keywords were looked for with this call. */
  readonly discovered: boolean
  readonly provenance: Provenance
}

export interface KeywordGap {
  /** The keyword in the one form in which it is collected: lower case, single spaces. */
  readonly keyword: string
  /** App id: a number on storea, the package name on storeb. */
  readonly bestCompetitor: number | string
  readonly bestCompetitorRank: number
  readonly yourRank: number | null
  /** ranked; not_in_top_n: looked for and not in the first `depth`; not_measured: nobody looked. */
  readonly yourStatus: "ranked" | "not_in_top_n" | "not_measured"
  /** How far down was looked; null when not measured. */
  readonly depth: number | null
  /** Estimated search volume, 0 to 100 (kw-volume@1); null when too little of it was measured. */
  readonly volumeScore: number | null
  /** How hard it is to rank, 0 to 100 (kw-difficulty@1); null when too little of it was measured. */
  readonly difficulty: number | null
  /** gap-opportunity@1; null when a score is not known. */
  readonly opportunityScore: number | null
}

export interface KeywordGaps {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  /** The store. */
  readonly platform: "storea" | "storeb"
  /** Storefront, ISO 3166-1 alpha-2 in lower case. */
  readonly country: string
  /** Device whose search is meant. */
  readonly device: string
  readonly competitorIds: ReadonlyArray<number | string>
  readonly opportunities: ReadonlyArray<KeywordGap>
  readonly summary: {
    /** Before the limit. */
    readonly totalGaps: number
    readonly avgVolumeScore: number | null
    readonly avgDifficulty: number | null
  }
  /** True when nothing was stored and the app's keywords were looked for with this call. */
  readonly discovered: boolean
  readonly provenance: Provenance
}

export interface KeywordMetrics {
  /** The keyword in the one form in which it is collected: lower case, single spaces. */
  readonly keyword: string
  /** The store. */
  readonly platform: "storea" | "storeb"
  /** Storefront, ISO 3166-1 alpha-2 in lower case. */
  readonly country: string
  /** Device whose search is meant. */
  readonly device: string
  /** Estimated search volume, 0 to 100 (kw-volume@1); null when too little of it was measured. */
  readonly volumeScore: number | null
  /** Where the score would lie were what is not measured at its worst or best, and the model's own error. */
  readonly volumeRange: {
    readonly low: number
    readonly high: number
  } | null
  readonly volumeConfidence: "high" | "medium" | "low" | "none"
  readonly volumeFactors: ReadonlyArray<ScoreFactor>
  /** How hard it is to rank, 0 to 100 (kw-difficulty@1); null when too little of it was measured. */
  readonly difficulty: number | null
  /** Where the score would lie were what is not measured at its worst or best, and the model's own error. */
  readonly difficultyRange: {
    readonly low: number
    readonly high: number
  } | null
  readonly difficultyConfidence: "high" | "medium" | "low" | "none"
  readonly difficultyFactors: ReadonlyArray<DifficultyFactor>
  /** Score of the weakest of the first ten places, 0 to 100; 0 when one is free. */
  readonly weakestInTop10: number | null
  readonly autocomplete: {
    readonly status: "suggested" | "not_suggested" | "not_measured"
    /** Letters to type until the store suggests the keyword. */
    readonly prefixLength: number | null
    /** Its place there, 1 is first. */
    readonly position: number | null
  }
  /** Apps that the store's search returned, at most 200. */
  readonly resultCount: number | null
  /** Mean rating of the first ten. */
  readonly topAppsAvgRating: number | null
  /** Mean number of ratings of the first ten. */
  readonly topAppsAvgReviews: number | null
  /** Distinct sellers among the first ten over their number, 0 to 1. */
  readonly developerDiversity: number | null
  /** Mean change of rank a day in the first ten; null until there are three snapshots. */
  readonly rankVolatility: number | null
  /** Share of the first ten's ratings that one app has, 0 to 1. */
  readonly marketDominance: number | null
  /** Days of the last 90 that are collected, from the source of today's ranks. */
  readonly historicalDays: number
  readonly topApps: ReadonlyArray<RankedApp>
  /** When the store said so, ISO 8601. */
  readonly updatedAt: string
  readonly interpretation: {
    readonly volume: "very high" | "medium" | "low-medium" | "low" | null
    readonly competition: "very hard" | "medium" | "easy-medium" | "easy" | null
    readonly stability: "stable" | "moderate" | "volatile" | null
    /** Seven days of history and ten results, or more. */
    readonly trustworthy: boolean
  }
  readonly models: Readonly<Record<string, string>>
  readonly provenance: Provenance
}

export interface KeywordMover {
  /** The keyword in the one form in which it is collected: lower case, single spaces. */
  readonly keyword: string
  readonly currentRank: number | null
  readonly previousRank: number | null
  /** Positive is better. */
  readonly rankChange: number | null
  /** Estimated search volume, 0 to 100 (kw-volume@1); null when too little of it was measured. */
  readonly volumeScore: number | null
  /** How hard it is to rank, 0 to 100 (kw-difficulty@1); null when too little of it was measured. */
  readonly difficulty: number | null
  readonly currentDate: string
  readonly previousDate: string
  /** A rank that is null was not in the first so many. */
  readonly depth: number
}

export interface KeywordMovers {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  /** The store. */
  readonly platform: "storea" | "storeb"
  /** Storefront, ISO 3166-1 alpha-2 in lower case. */
  readonly country: string
  /** Device whose search is meant. */
  readonly device: string
  readonly days: number
  readonly period: {
    readonly current: string | null
    readonly previous: string | null
  }
  readonly summary: {
    /** Keywords measured at both times. */
    readonly totalKeywords: number
    readonly gainers: number
    readonly losers: number
    readonly newEntries: number
    readonly droppedOut: number
    readonly unchanged: number
    /** Ranked for, but with no snapshot of the same source at both times. */
    readonly notCompared: number
  }
  readonly topGainers: ReadonlyArray<KeywordMover>
  readonly topLosers: ReadonlyArray<KeywordMover>
  readonly newEntries: ReadonlyArray<KeywordMover>
  readonly droppedOut: ReadonlyArray<KeywordMover>
  /** True when nothing was stored and the app's keywords were looked for with this call. */
  readonly discovered: boolean
  readonly provenance: Provenance
}

export interface KeywordRanks {
  /** The keyword in the one form in which it is collected: lower case, single spaces. */
  readonly keyword: string
  /** Storefront, ISO 3166-1 alpha-2 in lower case. */
  readonly country: string
  /** Deprecated: equal to volumeScore. */
  readonly popularity: number | null
  /** Deprecated: equal to difficulty. */
  readonly competitiveness: number | null
  /** Apps that the store's search returned, at most 200; null when not measured on that day. */
  readonly totalResults: number | null
  readonly rankings: ReadonlyArray<RankedApp>
  /** The store. */
  readonly platform: "storea" | "storeb"
  /** Device whose search is meant. */
  readonly device: string
  /** Day that the ranking is of, YYYY-MM-DD in UTC. */
  readonly date: string
  /** not_measured: the keyword was not collected on the asked day, so nothing is known of it. */
  readonly status: "measured" | "not_measured"
  /** An app that is not among the rankings is not in the first so many. */
  readonly depth: number | null
  /** Upstream that gave the order. Ranks of different sources do not compare. */
  readonly source: string | null
  /** Estimated search volume, 0 to 100 (kw-volume@1); null when too little of it was measured. */
  readonly volumeScore: number | null
  /** How hard it is to rank, 0 to 100 (kw-difficulty@1); null when too little of it was measured. */
  readonly difficulty: number | null
  readonly provenance: Provenance
}

export interface KeywordSuggestion {
  readonly term: string
  /** Place among the suggestions of `prefix`, 1 is first. */
  readonly suggestRank: number
  /** What was typed to get it. */
  readonly prefix: string
  /** Estimated search volume, 0 to 100 (kw-volume@1); null when too little of it was measured. */
  readonly volumeScore?: number | null
  /** How hard it is to rank, 0 to 100 (kw-difficulty@1); null when too little of it was measured. */
  readonly difficulty?: number | null
  /** With metrics=1: estimated; unavailable: the store did not answer in time; not_measured: beyond the first ten. */
  readonly metricsStatus?: "estimated" | "unavailable" | "not_measured"
}

export interface KeywordSuggestions {
  /** The keyword in the one form in which it is collected: lower case, single spaces. */
  readonly term: string
  /** Storefront, ISO 3166-1 alpha-2 in lower case. */
  readonly country: string
  /** The store. */
  readonly platform: "storea" | "storeb"
  readonly suggestions: ReadonlyArray<KeywordSuggestion>
  /** With expand=1: prefixes that the store did not answer; what they would bring is not known. */
  readonly unanswered: ReadonlyArray<string>
  readonly provenance: Provenance
}

export interface KeywordTrends {
  /** The keyword in the one form in which it is collected: lower case, single spaces. */
  readonly keyword: string
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  /** The store. */
  readonly platform: "storea" | "storeb"
  /** Storefront, ISO 3166-1 alpha-2 in lower case. */
  readonly country: string
  /** Device whose search is meant. */
  readonly device: string
  readonly days: number
  /** Every day of the window, oldest first; days nobody looked are not_measured. */
  readonly history: ReadonlyArray<RankOnDay>
  /** Change of rank against a week ago; positive is better. Null when it was not ranked at both times. */
  readonly rankChange7d: number | null
  /** Change of rank against thirty days ago; positive is better. Null when it was not ranked at both times. */
  readonly rankChange30d: number | null
  /** rank-trend@1; null when there is no earlier snapshot of the same source. */
  readonly trend: "improving" | "declining" | "stable" | null
  /** Whether the keyword is collected daily. */
  readonly tracked: boolean
  /** Upstream that gave the ranks. */
  readonly source: string | null
  readonly provenance: Provenance
}

export interface KeywordVisibility {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  /** The store. */
  readonly platform: "storea" | "storeb"
  /** Storefront, ISO 3166-1 alpha-2 in lower case. */
  readonly country: string
  /** Device whose search is meant. */
  readonly device: string
  readonly days: number
  /** kw-visibility@1 on the last day that has one, 0 to 100; null when nothing was measured. */
  readonly score: number | null
  /** Last minus first score of the series; null with fewer than two. */
  readonly scoreChange: number | null
  /** Days on which less than half of the volume was measured are absent. */
  readonly series: ReadonlyArray<VisibilityOnDay>
  readonly topContributors: ReadonlyArray<VisibilityContributor>
  /** top10 without top3, top30 without both. */
  readonly breakdown: ReadonlyArray<VisibilityBucket>
  readonly keywordsInWindow: number
  /** Ranked for, and left out since their volume is not known. */
  readonly keywordsWithoutVolume: number
  /** True when nothing was stored and the app's keywords were looked for with this call. */
  readonly discovered: boolean
  readonly provenance: Provenance
}

export interface MarketActivity {
  readonly chartType: "top-free" | "top-paid" | "top-grossing"
  /** The store that answered. */
  readonly platform: "storea" | "storeb"
  /** Storefront, ISO 3166-1 alpha-2 in lower case. */
  readonly country: string
  /** Genre id, or all for the overall chart. */
  readonly genreId: string
  /** Name of the genre. */
  readonly genreName: string
  /** The two lists that are compared. */
  readonly period: {
    /** Time of the newer list, ISO 8601. */
    readonly current: string | null
    /** Time of the older list; null while there is none to compare with. */
    readonly previous: string | null
  }
  /** Events before the limit; null while there is nothing to compare. */
  readonly total: number | null
  /** The largest first. */
  readonly activities: ReadonlyArray<{
    readonly type: "new_entry" | "rank_up" | "rank_down" | "dropped_out"
    /** App id: a number on storea, the package name on storeb. */
    readonly appId: number | string
    /** Name of the app; null when no source has told it. */
    readonly appName: string | null
    /** Who sells it. */
    readonly developer: string | null
    /** Icon. */
    readonly iconUrl: string | null
    /** Its main genre. */
    readonly genreId: string | null
    /** Name of that. */
    readonly genreName: string | null
    /** Null when it left the first 100. */
    readonly currentRank: number | null
    /** Null when it was not among the first 100. */
    readonly previousRank: number | null
    /** Places won, negative when lost; what is not among the first 100 counts as 101. */
    readonly rankChange: number
    /** Size of rankChange. */
    readonly magnitude: number
    /** Time of the list in which it was seen, ISO 8601. */
    readonly detectedAt: string
  }>
  readonly provenance: Provenance
}

export interface MarketMover {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  /** Name of the app; null when no source has told it. */
  readonly appName: string | null
  /** Who sells it. */
  readonly developer: string | null
  /** Icon. */
  readonly iconUrl: string | null
  /** Its main genre. */
  readonly genreId: string | null
  /** Name of that. */
  readonly genreName: string | null
  /** Null when it left the first 100. */
  readonly currentRank: number | null
  /** Null when it was not among the first 100. */
  readonly previousRank: number | null
  /** Places won, negative when lost; what is not among the first 100 counts as 101. */
  readonly rankChange: number
  /** Mean of all ratings in the country. */
  readonly rating: number | null
  /** Number of ratings in the country. */
  readonly reviewCount: number | null
}

export interface MarketMovers {
  readonly chartType: "top-free" | "top-paid" | "top-grossing"
  /** The store that answered. */
  readonly platform: "storea" | "storeb"
  /** Storefront, ISO 3166-1 alpha-2 in lower case. */
  readonly country: string
  /** Genre id, or all for the overall chart. */
  readonly genreId: string
  /** Name of the genre. */
  readonly genreName: string
  /** The two lists that are compared. */
  readonly period: {
    /** Time of the newer list, ISO 8601. */
    readonly current: string | null
    /** Time of the older list; null while there is none to compare with. */
    readonly previous: string | null
  }
  /** Counts before the limit; null while there is nothing to compare. */
  readonly summary: {
    /** Apps that won places. */
    readonly gainers: number | null
    /** Apps that lost places. */
    readonly losers: number | null
    /** Apps that entered the first 100. */
    readonly newEntries: number | null
    /** Apps that left the first 100. */
    readonly droppedOut: number | null
  }
  readonly topGainers: ReadonlyArray<MarketMover>
  readonly topLosers: ReadonlyArray<MarketMover>
  readonly newEntries: ReadonlyArray<MarketMover>
  readonly droppedOut: ReadonlyArray<MarketMover>
  readonly provenance: Provenance
}

export interface NewNumberOne {
  /** The store that answered. */
  readonly platform: "storea" | "storeb"
  /** Storefront, ISO 3166-1 alpha-2 in lower case. */
  readonly country: string
  readonly chart: "top-free" | "top-paid" | "top-grossing"
  /** Days that were looked back. */
  readonly days: number
  /** Categories whose first is known. */
  readonly checked: number
  /**
   * Apps that reached first place within `days`, the latest first; then those of which it is not known, because the
   * category is not read for that long yet.
   */
  readonly apps: ReadonlyArray<{
    readonly category: {
      /** Genre id, or all for the overall chart. */
      readonly id: string
      /** Name of the genre. */
      readonly name: string
    }
    /** App id: digits on storea, the package name on storeb. */
    readonly appId: string
    /** Name of the app. */
    readonly title: string
    /** Who sells it. */
    readonly developer: string | null
    /** Icon. */
    readonly icon: string | null
    /** When it was first seen in first place; null when it was there in all lists since `readSince`. */
    readonly reachedAt: string | null
    /** Time of the oldest list of the category that is kept, ISO 8601. */
    readonly readSince: string
    /** Who was first before; null when that was never seen. */
    readonly previousLeader: {
      readonly appId: string
      readonly title: string
    } | null
    /** Its page in the store. */
    readonly url: string | null
  }>
  /** What could not be read, with the reason: an entry's name to why. Empty when all was read. */
  readonly unavailable: Readonly<Record<string, string>>
  readonly provenance: Provenance
}

export interface NewReleases {
  /** The store that answered. */
  readonly platform: "storea" | "storeb"
  /** Storefront, ISO 3166-1 alpha-2 in lower case. */
  readonly country: string
  /** Days that were looked back. */
  readonly maxDays: number
  /** How many were found, of which at most `limit` are given. */
  readonly total: number
  /** The newest first. */
  readonly apps: ReadonlyArray<{
    /** App id: digits on storea, the package name on storeb. */
    readonly appId: string
    /** Name of the app. */
    readonly title: string
    /** Who sells it. */
    readonly developer: string
    /** Icon. */
    readonly icon: string | null
    /** Name of its main genre. */
    readonly category: string | null
    /** First release, ISO 8601. */
    readonly releasedAt: string
    /** The same in words. */
    readonly releasedAgo: string
    /** Its page in the store. */
    readonly url: string | null
    /** The store's list of new apps, or its search for words of several categories. */
    readonly foundBy: "new_feed" | "search"
  }>
  /** What could not be read, with the reason: an entry's name to why. Empty when all was read. */
  readonly unavailable: Readonly<Record<string, string>>
  readonly provenance: Provenance
}

/** Where a figure comes from and how far to trust it. */
export interface Provenance {
  readonly source: "store_live" | "store_feed" | "store_page" | "stored" | "connected_account" | "official_ads" | "model" | "llm" | "sandbox"
  readonly asOf: string | null
  readonly status: "measured" | "estimated" | "unavailable" | "not_measured"
  /** True when the source did not answer and an older answer is served. */
  readonly stale?: boolean
  readonly confidence?: "high" | "medium" | "low" | "none"
  readonly model?: string
  readonly sampleSize?: number
  readonly limitations?: ReadonlyArray<string>
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
  /** 1 is first; null in the two other states. */
  readonly rank: number | null
  /** ranked; not_in_top_n: looked for and not in the first `depth`; not_measured: nobody looked. */
  readonly status: "ranked" | "not_in_top_n" | "not_measured"
  /** How far down was looked; null when not measured. */
  readonly depth: number | null
}

export interface Review {
  /** The store's id of the review. */
  readonly id: string
  /** Name that the author shows. */
  readonly author: string
  /** Stars, 1 to 5. */
  readonly rating: number
  readonly title: string | null
  readonly text: string
  /** Version that was reviewed. */
  readonly version: string | null
  /** ISO 8601; null where the store does not date reviews. */
  readonly date: string | null
  /** Storefront that answered, ISO 3166-1 alpha-2 in lower case. */
  readonly country: string
  /** Language, where the store tells it. */
  readonly language: string | null
  /** How many found it helpful. */
  readonly helpfulCount: number | null
  readonly developerReply: {
    readonly text: string
    readonly date: string | null
  } | null
  /** Address of the review, where it has one. */
  readonly url: string | null
}

export interface Reviews {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  /** The store that answered. */
  readonly platform: "storea" | "storeb"
  /** Storefront that answered, ISO 3166-1 alpha-2 in lower case. */
  readonly country: string
  readonly sortBy: "mostRecent" | "mostHelpful" | "mostFavorable" | "mostCritical"
  /** Page that was asked for, from 1. */
  readonly page: number
  /** Number of pages; null until a page that is not full tells it. */
  readonly totalPages: number | null
  /** Number of reviews that can be read; null until the last page tells it. */
  readonly totalAvailable: number | null
  /** Most that the store gives of one app, country and order. */
  readonly maxAvailable: number
  /** The store's mean of all ratings, of the country on storea; null when it did not tell. */
  readonly averageRating: number | null
  /** Mean stars of the reviews of this page; null when it is empty. */
  readonly pageAverageRating: number | null
  /** Empty past the last page. */
  readonly reviews: ReadonlyArray<Review>
  readonly provenance: Provenance
}

/** One signal of a score; null: not measured, its weight is shared out. */
export interface ScoreFactor {
  readonly name: string
  readonly weight: number
  readonly input: number | null
  readonly score: number | null
  readonly points: number | null
}

export interface Screenshot {
  readonly url: string
  /** Pixels, where the store tells. */
  readonly width: number | null
  /** Pixels, where the store tells. */
  readonly height: number | null
  /** Place in the listing, 1 is first. */
  readonly position: number
}

export interface Screenshots {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  /** The store that answered. */
  readonly platform: "storea" | "storeb"
  /** Storefront that answered, ISO 3166-1 alpha-2 in lower case. */
  readonly country: string
  readonly device: string
  /** By device; a device is absent when it is not known whether it has any. */
  readonly screenshots: Readonly<Record<string, ReadonlyArray<Screenshot>>>
  /** Videos; only the app's page tells them. */
  readonly previews: ReadonlyArray<{
    readonly url: string
    readonly posterUrl: string | null
    readonly device: string
  }> | null
  /** By device; null when it is not known. */
  readonly counts: Readonly<Record<string, number | null>>
  /** Why a field is null or empty though it should tell something: field name to reason. Empty when all is known. */
  readonly unavailable: Readonly<Record<string, string>>
  readonly provenance: Provenance
}

export interface SentimentAnalysis {
  /** The store's mean of all ratings: in the country on storea, of the whole world on storeb. */
  readonly averageRating: number | null
  /** The store's number of ratings, the base of averageRating. */
  readonly totalReviews: number | null
  /** Share of positive ones among the sampled reviews, 0 to 100; null when none could be read. */
  readonly positivePercentage: number | null
  /** What positive reviews are about, most mentioned first; null when none could be read. */
  readonly topPositiveThemes: ReadonlyArray<string> | null
  /** What negative reviews are about. */
  readonly topNegativeThemes: ReadonlyArray<string> | null
  readonly themes: ReadonlyArray<{
    readonly theme: string
    readonly polarity: "positive" | "negative"
    /** Reviews of that polarity that mention it. */
    readonly mentions: number
    readonly phrases: ReadonlyArray<string>
  }>
  /** Reviews that were read. */
  readonly sampleSize: number
  readonly sampleAverageRating: number | null
  /** Dates of the oldest and the newest of them; null where the store does not date reviews. */
  readonly window: {
    readonly from: string
    readonly to: string
  } | null
  readonly method: string
  readonly provenance: Provenance
}

export interface SimilarApp {
  /** App id: a number on storea, the package name on storeb. */
  readonly trackId: number | string
  /** Name of the app. */
  readonly trackName: string
  /** Who sells it. */
  readonly sellerName: string
  /** Bundle id on storea, package name on storeb. */
  readonly bundleId: string
  /** Name of its main genre. */
  readonly primaryGenreName: string | null
  /**
   * Mean of all ratings, 1 to 5; null when nobody has rated it. Those of the country on storea, of the whole world
   * on storeb.
   */
  readonly averageUserRating: number | null
  /** Number of those ratings; null where the store does not tell it, as on cards of storeb. */
  readonly userRatingCount: number | null
  /** In `currency`; 0 is free; null when it is not for sale. */
  readonly price: number | null
  /** ISO 4217. */
  readonly currency: string | null
  /** Price as the store writes it. */
  readonly formattedPrice: string | null
  /** Icon. */
  readonly artworkUrl512: string | null
  /** Its page in the store. */
  readonly trackViewUrl: string | null
  /**
   * How it was found: on the app's own shelf of similar apps; by the store's search for the app's words; in the
   * chart of its genre.
   */
  readonly relation: "similar_shelf" | "shared_keywords" | "same_category"
  /** Share of topic words that both descriptions have, 0 to 1 (similarity@1). */
  readonly score: number | null
  /** Rank in the top-free chart of the genre, when it was found there. */
  readonly rank: number | null
}

export interface SimilarApps {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  /** The store that answered. */
  readonly platform: "storea" | "storeb"
  /** Storefront that answered, ISO 3166-1 alpha-2 in lower case. */
  readonly country: string
  readonly apps: ReadonlyArray<SimilarApp>
  readonly provenance: Provenance
}

export interface TrackedKeyword {
  /** The keyword in the one form in which it is collected: lower case, single spaces. */
  readonly keyword: string
  /** Storefront, ISO 3166-1 alpha-2 in lower case. */
  readonly country: string
  readonly status: "tracked"
  readonly message: string
  /** The store. */
  readonly platform: "storea" | "storeb"
  /** Device whose search is meant. */
  readonly device: string
}

export interface TrendingKeyword {
  /** The keyword in the one form in which it is collected: lower case, single spaces. */
  readonly keyword: string
  /** Growth of the largest reach of this window over that of the window before it. */
  readonly growthPercent: number
  /** Largest reach in the current window. */
  readonly maxReach: number
  /** Smallest reach in the current window. */
  readonly minReach: number
  /** Largest reach in the previous window. */
  readonly previousMaxReach: number
  /** Latest reach. */
  readonly currentReach: number
  /** Estimated search volume, 0 to 100 (kw-volume@1); null when too little of it was measured. */
  readonly volumeScore: number | null
  /** Apps that the store's search returned, at most 200. */
  readonly resultCount: number
  /** How hard it is to rank, 0 to 100 (kw-difficulty@1); null when too little of it was measured. */
  readonly difficulty: number | null
}

export interface TrendingKeywords {
  /** Storefront, ISO 3166-1 alpha-2 in lower case. */
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

export interface Usage {
  readonly plan: string
  /** General API credits of the period. */
  readonly monthlyCredits: number
  /** Credits consumed across all buckets. */
  readonly used: number
  /** General API credits left. */
  readonly remaining: number
  readonly credits: {
    readonly general: BucketUsage
    readonly aiVisibility: BucketUsage
    readonly creative: BucketUsage
    readonly resetDate: string
  }
  readonly resetDate: string
  readonly usageByEndpoint: ReadonlyArray<{
    readonly endpoint: string
    readonly totalCredits: number
    readonly requestCount: number
  }>
}

export interface Version {
  readonly name: "storeglass"
  readonly version: string
  readonly apiVersion: "v1"
  readonly pluginApi: string
  /** Enabled plugins and their versions. */
  readonly plugins: Readonly<Record<string, string>>
  /** Estimators and their versions, `name@version`. */
  readonly models: Readonly<Record<string, string>>
}

export interface VisibilityBucket {
  readonly bucket: "top3" | "top10" | "top30"
  readonly rankedCount: number
  readonly weightedScore: number
  /** Share of all contributions of that day, 0 to 1. */
  readonly share: number | null
}

export interface VisibilityContributor {
  /** The keyword in the one form in which it is collected: lower case, single spaces. */
  readonly keyword: string
  readonly rank: number
  readonly volumeScore: number
  readonly contribution: number
}

export interface VisibilityOnDay {
  readonly date: string
  readonly score: number
  readonly rankedCount: number
  /** Keywords of the window that were looked at on this day. */
  readonly measuredCount: number
}

/** The codes of the gateway's errors. */
export type ErrorCode =
  | "APP_NOT_FOUND"
  | "FETCH_FAILED"
  | "FORBIDDEN"
  | "IDEMPOTENCY_IN_PROGRESS"
  | "IDEMPOTENCY_KEY_REUSED"
  | "INTERNAL_ERROR"
  | "INVALID_API_KEY"
  | "INVALID_APP_ID"
  | "INVALID_COUNTRY"
  | "INVALID_GENRE"
  | "INVALID_INPUT"
  | "INVALID_KEYWORD"
  | "MISSING_API_KEY"
  | "PAYLOAD_TOO_LARGE"
  | "PLATFORM_UNSUPPORTED"
  | "RATE_LIMIT_EXCEEDED"
  | "SERVICE_UNAVAILABLE"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "UPSTREAM_ERROR"
  | "UPSTREAM_RATE_LIMITED"
  | "UPSTREAM_TIMEOUT"
