// Made by `npm run generate` from the declarations of the plugins. Do not edit.

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

/** Where a figure comes from and how far to trust it. */
export interface Provenance {
  readonly source: "store_live" | "store_feed" | "store_page" | "stored" | "connected_account" | "official_ads" | "model" | "llm" | "sandbox"
  readonly asOf: string | null
  readonly status: "measured" | "estimated" | "unavailable" | "not_measured"
  /** True when the source didn't answer and an older answer is served. */
  readonly stale?: boolean
  readonly confidence?: "high" | "medium" | "low" | "none"
  readonly model?: string
  readonly sampleSize?: number
  readonly limitations?: ReadonlyArray<string>
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

/** The codes of the gateway's errors. */
export type ErrorCode =
  | "APP_NOT_FOUND"
  | "FORBIDDEN"
  | "IDEMPOTENCY_IN_PROGRESS"
  | "IDEMPOTENCY_KEY_REUSED"
  | "INTERNAL_ERROR"
  | "INVALID_API_KEY"
  | "INVALID_APP_ID"
  | "INVALID_COUNTRY"
  | "INVALID_INPUT"
  | "MISSING_API_KEY"
  | "PAYLOAD_TOO_LARGE"
  | "PLATFORM_UNSUPPORTED"
  | "RATE_LIMIT_EXCEEDED"
  | "SERVICE_UNAVAILABLE"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "UPSTREAM_ERROR"
  | "UPSTREAM_RATE_LIMITED"
  | "UPSTREAM_TIMEOUT"
