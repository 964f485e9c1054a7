// Made by `npm run generate` from the declarations of the plugins. Do not edit.
import type { Provenance } from "./contract.schemas.ts"
export type { Provenance } from "./contract.schemas.ts"

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
  /** Mean of all ratings, 1 to 5; null if nobody has rated it. The country's on storea, worldwide on storeb. */
  readonly averageUserRating: number | null
  /** Number of those ratings; null where the store doesn't show it, such as storeb cards. */
  readonly userRatingCount: number | null
  /** In `currency`; 0 is free; null if not for sale. */
  readonly price: number | null
  /** ISO 4217. */
  readonly currency: string | null
  /** Price as the store shows it. */
  readonly formattedPrice: string | null
  /** Icon. */
  readonly artworkUrl512: string | null
  /** Its page in the store. */
  readonly trackViewUrl: string | null
  /** ISO 8601. */
  readonly currentVersionReleaseDate: string | null
  /** Screenshots of the requested device. */
  readonly screenshotUrls: ReadonlyArray<string>
  /** Description in the store. */
  readonly description: string
  /** The store that answered. */
  readonly platform: "storea" | "storeb"
  /** Storefront that answered, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** Device whose screenshots screenshotUrls lists: by default iphone on storea, phone on storeb. */
  readonly device: string
  /** Line under the name, on storea; only the app's page has it. */
  readonly subtitle: string | null
  /** Short description, on storeb; only the app's page has it. */
  readonly shortDescription: string | null
  /** Screenshots of the tablet, on storea. */
  readonly ipadScreenshotUrls: ReadonlyArray<string>
  /** Current version. */
  readonly version: string | null
  /** What is new in this version. */
  readonly releaseNotes: string | null
  /** First release, ISO 8601. */
  readonly releaseDate: string | null
  /** Download size in bytes. */
  readonly fileSizeBytes: number | null
  /** Languages of the app. */
  readonly languageCodesISO2A: ReadonlyArray<string>
  /** Age rating. */
  readonly contentAdvisoryRating: string | null
  /** Oldest system version it runs on. */
  readonly minimumOsVersion: string | null
  /** Id of its main genre. */
  readonly primaryGenreId: string | null
  /** Ids of all its genres. */
  readonly genreIds: ReadonlyArray<string>
  /** Names of all its genres. */
  readonly genres: ReadonlyArray<string>
  /** The store's id of the developer. */
  readonly developerId: string | null
  /** The seller's website. */
  readonly sellerUrl: string | null
  /** Its privacy policy; only the app's page has it. */
  readonly privacyPolicyUrl: string | null
  /** Number of ratings by stars. */
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
  /** Whether it has in-app purchases; only the app's page has it. */
  readonly inAppPurchases: boolean | null
  /**
   * Whether it shows ads; only the app's page has it. On storea from its age rating, since 2025; null where that
   * lists something whose name in the page's language isn't known.
   */
  readonly containsAds: boolean | null
  /** Public worldwide install counter, on storeb: max is its value, null if only the step min is known. */
  readonly installs: {
    readonly min: number
    /** The counter's value; null if only the step is known. */
    readonly max: number | null
    readonly label: string
  } | null
  /** Whether it is available in this country, and if not, why. */
  readonly availability: {
    readonly available: boolean
    /** Why not; null if it is available. */
    readonly reason: string | null
  }
  /** Why a field is unexpectedly null or empty: field name to reason. Empty if everything is known. */
  readonly unavailable: Readonly<Record<string, string>>
  readonly provenance: Provenance
}

export interface AppSearch {
  /** The query, trimmed. */
  readonly query: string
  /** The store that answered. */
  readonly platform: "storea" | "storeb"
  /** Storefront that answered, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** lookup if the query is the id of an existing app; otherwise keyword. */
  readonly type: "keyword" | "lookup"
  /**
   * How many apps the store's answer has; at most `limit` are returned. storea answers with up to 50, or 200 if
   * limit is over 50; storeb with about 30.
   */
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
  /** Mean of all ratings, 1 to 5; null if nobody has rated it. The country's on storea, worldwide on storeb. */
  readonly averageUserRating: number | null
  /** Number of those ratings; null where the store doesn't show it, such as storeb cards. */
  readonly userRatingCount: number | null
  /** In `currency`; 0 is free; null if not for sale. */
  readonly price: number | null
  /** ISO 4217. */
  readonly currency: string | null
  /** Price as the store shows it. */
  readonly formattedPrice: string | null
  /** Icon. */
  readonly artworkUrl512: string | null
  /** Its page in the store. */
  readonly trackViewUrl: string | null
  /** Place in the store's answer, 1 is first; null for a lookup. */
  readonly rank: number | null
}

export interface CompetitorScreenshots {
  /** Storefront that answered, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** The store that answered. */
  readonly platform: "storea" | "storeb"
  readonly device: string
  readonly app: {
    /** App id: a number on storea, the package name on storeb. */
    readonly trackId: number | string
    readonly trackName: string
    /** By device; a device is absent if it isn't known whether it has any. */
    readonly screenshots: Readonly<Record<string, ReadonlyArray<Screenshot>>>
    /** How many, by device; null if not known. */
    readonly counts: Readonly<Record<string, number | null>>
    /** Why a device's screenshots aren't known: device to reason. Empty if all are. */
    readonly unavailable: Readonly<Record<string, string>>
  }
  readonly competitors: ReadonlyArray<{
    /** App id: a number on storea, the package name on storeb. */
    readonly trackId: number | string
    readonly trackName: string
    readonly relation: "similar_shelf" | "shared_keywords" | "same_category"
    /** Rank in the genre's top-free chart, if it was found there. */
    readonly rank: number | null
    /** By device; a device is absent if it isn't known whether it has any. */
    readonly screenshots: Readonly<Record<string, ReadonlyArray<Screenshot>>>
    /** How many, by device; null if not known. */
    readonly counts: Readonly<Record<string, number | null>>
    /** Why a device's screenshots aren't known: device to reason. Empty if all are. */
    readonly unavailable: Readonly<Record<string, string>>
  }>
  readonly summary: {
    /** Mean number of screenshots, among competitors where it is known. */
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
    /** Its name; null if it isn't known. */
    readonly name: string | null
  }
  /** Time of the oldest chart used, ISO 8601. */
  readonly asOf: string
  /** Whether charts are still being collected: they are among `unavailable`, and a later call has them. */
  readonly partial: boolean
  /** Storefronts whose chart was read. */
  readonly checked: number
  /** Storefronts whose chart lists the app. */
  readonly ranked: number
  /** Best rank first. */
  readonly rankings: ReadonlyArray<{
    /** Storefront that answered, lowercase ISO 3166-1 alpha-2. */
    readonly country: string
    readonly countryName: string
    readonly genreId: string
    /** Name of the chart's genre; null if it isn't known. */
    readonly genreName: string | null
    /** 1 is first. */
    readonly rank: number
    /** Time of this storefront's chart, ISO 8601. */
    readonly asOf: string
    /** Rank in the newest list that is at least a day older; see previousStatus. */
    readonly previousRank: number | null
    /** not_in_top_n: that list doesn't have the app. not_measured: there is no such list. */
    readonly previousStatus: "ranked" | "not_in_top_n" | "not_measured"
    /** Time of that list, ISO 8601. */
    readonly previousAsOf: string | null
    /** Places gained since then; null if either rank isn't known. */
    readonly change: number | null
    /** How many apps the chart lists. */
    readonly totalListed: number
  }>
  /** The app's ranks of the last `days`, by storefront; null without days. */
  readonly history: ReadonlyArray<{
    /** Storefront that answered, lowercase ISO 3166-1 alpha-2. */
    readonly country: string
    /** Oldest first; empty if the chart wasn't collected in these days. */
    readonly points: ReadonlyArray<{
      /** When the chart was read, ISO 8601. */
      readonly asOf: string
      /** Null if the chart doesn't list the app. */
      readonly rank: number | null
      /** How many apps the chart listed. */
      readonly depth: number
    }>
  }> | null
  /** Storefronts whose chart was read but doesn't list the app: it ranks below the chart's depth, or not at all. */
  readonly notRanked: ReadonlyArray<string>
  /** Storefronts whose chart couldn't be read or isn't collected yet: nothing is known about the app there. */
  readonly unavailable: ReadonlyArray<{
    /** Storefront that answered, lowercase ISO 3166-1 alpha-2. */
    readonly country: string
    readonly reason: string
  }>
  readonly provenance: Provenance
}

export interface EstimatedDownloads {
  /** Null if there is nothing to estimate from; see status and notUsed. */
  readonly value: number | null
  /** Where the figure lies in 80 % of cases. */
  readonly range: {
    readonly low: number
    readonly high: number
    /** Share of cases in which the figure should lie in the range: 0.8. */
    readonly coverage: number
    /** Share of counted figures that did, in the back-test; null if there were none to compare with. */
    readonly coverageObserved: number | null
    /** Counted figures in that back-test. */
    readonly n: number | null
    /** What the range was made from. */
    readonly calibratedOn: string
    /** When, YYYY-MM-DD. */
    readonly fittedAt: string
  } | null
  /**
   * By the range. high: within a factor of 1.5 either way, and the store's own counter is one of several methods;
   * medium: within 2.5; low: wider, or two methods exclude each other; none without a value.
   */
  readonly confidence: "high" | "medium" | "low" | "none"
  readonly period: "monthly"
  /** What value and range cover: the country, or worldwide where the store has no counts by country (storeb). */
  readonly scope: "country" | "worldwide"
  /** The country's figure: value if scope is country, else null, since its share isn't known. */
  readonly inCountry: number | null
  /** not_measured: too early to tell, as for an app just released; it will be estimated later. */
  readonly status: "estimated" | "unavailable" | "not_measured"
  /**
   * global: as for everyone; category or account: corrected by what your own connected stores counted, of apps of
   * the category, or of this developer.
   */
  readonly calibration: "global" | "category" | "account"
  /** Version of the combination. */
  readonly model: string
  /** How the figure is made, in words. */
  readonly method: string | null
  /** The models used. */
  readonly methods: ReadonlyArray<{
    /** Model and version. */
    readonly model: string
    /** Its own monthly figure. */
    readonly value: number
    /** Its own range. */
    readonly range: {
      readonly low: number
      readonly high: number
    }
    /** Its weight in the figure, 0 to 1. */
    readonly weight: number
  }>
  /** The models' inputs. */
  readonly inputs: ReadonlyArray<{
    readonly model: string
    readonly name: string
    readonly value: number | string
  }>
  /** Models not used, and why. */
  readonly notUsed: ReadonlyArray<{
    readonly model: string
    readonly reason: string
  }>
  readonly provenance: Provenance
}

export interface EstimatedRevenue {
  /** Null if there is nothing to estimate from; see status and notUsed. */
  readonly value: number | null
  /** Where the figure lies in 80 % of cases. */
  readonly range: {
    readonly low: number
    readonly high: number
    /** Share of cases in which the figure should lie in the range: 0.8. */
    readonly coverage: number
    /** Share of counted figures that did, in the back-test; null if there were none to compare with. */
    readonly coverageObserved: number | null
    /** Counted figures in that back-test. */
    readonly n: number | null
    /** What the range was made from. */
    readonly calibratedOn: string
    /** When, YYYY-MM-DD. */
    readonly fittedAt: string
  } | null
  /**
   * By the range. high: within a factor of 1.5 either way, and the store's own counter is one of several methods;
   * medium: within 2.5; low: wider, or two methods exclude each other; none without a value.
   */
  readonly confidence: "high" | "medium" | "low" | "none"
  readonly period: "monthly"
  /** What value and range cover: the country, or worldwide where the store has no counts by country (storeb). */
  readonly scope: "country" | "worldwide"
  /** The country's figure: value if scope is country, else null, since its share isn't known. */
  readonly inCountry: number | null
  /** not_measured: too early to tell, as for an app just released; it will be estimated later. */
  readonly status: "estimated" | "unavailable" | "not_measured"
  /**
   * global: as for everyone; category or account: corrected by what your own connected stores counted, of apps of
   * the category, or of this developer.
   */
  readonly calibration: "global" | "category" | "account"
  /** Version of the combination. */
  readonly model: string
  /** How the figure is made, in words. */
  readonly method: string | null
  /** The models used. */
  readonly methods: ReadonlyArray<{
    /** Model and version. */
    readonly model: string
    /** Its own monthly figure. */
    readonly value: number
    /** Its own range. */
    readonly range: {
      readonly low: number
      readonly high: number
    }
    /** Its weight in the figure, 0 to 1. */
    readonly weight: number
  }>
  /** The models' inputs. */
  readonly inputs: ReadonlyArray<{
    readonly model: string
    readonly name: string
    readonly value: number | string
  }>
  /** Models not used, and why. */
  readonly notUsed: ReadonlyArray<{
    readonly model: string
    readonly reason: string
  }>
  readonly provenance: Provenance
  /** ISO 4217 code of value, range and methods: the one asked for. */
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
   * [] if the store says there are none; null if it isn't known. On storeb, one row with the price range, since the
   * store doesn't list them individually.
   */
  readonly inAppPurchases: ReadonlyArray<{
    readonly name: string
    /** As the store shows it, with the currency. */
    readonly price: string
  }> | null
  /** [] if there are none; null if the store didn't answer, with the reason in unavailable. */
  readonly similarApps: ReadonlyArray<{
    /** App id: a number on storea, the package name on storeb. */
    readonly trackId: number | string
    readonly trackName: string
    readonly sellerName: string
    readonly relation: "similar_shelf" | "shared_keywords" | "same_category"
  }> | null
  readonly sentimentAnalysis: SentimentAnalysis
  /** Why a field is unexpectedly null or empty: field name to reason. Empty if everything is known. */
  readonly unavailable: Readonly<Record<string, string>>
  readonly provenance: Provenance
}

export interface Review {
  /** The store's id of the review. */
  readonly id: string
  /** The author's display name. */
  readonly author: string
  /** Stars, 1 to 5. */
  readonly rating: number
  /** Title; null where the store's reviews have none. */
  readonly title: string | null
  readonly text: string
  /** Version that was reviewed. */
  readonly version: string | null
  /** ISO 8601; null where the store doesn't date reviews. */
  readonly date: string | null
  /** Storefront that answered, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  /** Language, where the store gives it. */
  readonly language: string | null
  /** How many people found it helpful. */
  readonly helpfulCount: number | null
  /** The developer's reply; null if there is none, or the store doesn't show it. */
  readonly developerReply: {
    readonly text: string
    /** ISO 8601; null where the store doesn't date replies. */
    readonly date: string | null
  } | null
  /** URL of the review, if it has one. */
  readonly url: string | null
}

export interface Reviews {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  /** The store that answered. */
  readonly platform: "storea" | "storeb"
  /** Storefront that answered, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  readonly sortBy: "mostRecent" | "mostHelpful" | "mostFavorable" | "mostCritical"
  /** The requested page, from 1. */
  readonly page: number
  /** Send it as `page` to get the next page; null on the last page. */
  readonly nextPage: number | null
  /** Number of pages; null until a page that isn't full shows it. */
  readonly totalPages: number | null
  /** Number of reviews that can be read; null until the last page shows it. */
  readonly totalAvailable: number | null
  /** Maximum the store gives for one app, country and order. */
  readonly maxAvailable: number
  /** The store's mean of all ratings, the country's on storea; null if the store didn't give it. */
  readonly averageRating: number | null
  /** Mean stars of this page's reviews; null if it is empty. */
  readonly pageAverageRating: number | null
  /** Empty past the last page. */
  readonly reviews: ReadonlyArray<Review>
  readonly provenance: Provenance
}

export interface Screenshot {
  readonly url: string
  /** Pixels, where the store gives it. */
  readonly width: number | null
  /** Pixels, where the store gives it. */
  readonly height: number | null
  /** Place in the listing, 1 is first. */
  readonly position: number
}

export interface Screenshots {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  /** The store that answered. */
  readonly platform: "storea" | "storeb"
  /** Storefront that answered, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  readonly device: string
  /** By device; a device is absent if it isn't known whether it has any. */
  readonly screenshots: Readonly<Record<string, ReadonlyArray<Screenshot>>>
  /** How many, by device; null if not known. */
  readonly counts: Readonly<Record<string, number | null>>
  /** Why a field is unexpectedly null or empty: field name to reason. Empty if everything is known. */
  readonly unavailable: Readonly<Record<string, string>>
  /** Videos; only the app's page has them. */
  readonly previews: ReadonlyArray<{
    readonly url: string
    /** Still image; null if there is none. */
    readonly posterUrl: string | null
    readonly device: string
  }> | null
  readonly provenance: Provenance
}

export interface SentimentAnalysis {
  /** The store's mean of all ratings: the country's on storea, worldwide on storeb. */
  readonly averageRating: number | null
  /** The store's number of ratings behind averageRating. */
  readonly totalReviews: number | null
  /** Percentage of positive reviews in the sample, 0 to 100; null if none could be read. */
  readonly positivePercentage: number | null
  /** 95 % interval of positivePercentage, for a sample of this size (Wilson). */
  readonly positiveRange: {
    readonly low: number
    readonly high: number
  } | null
  /** What positive reviews are about, most mentioned first; null if none could be read. */
  readonly topPositiveThemes: ReadonlyArray<string> | null
  /** What negative reviews are about. */
  readonly topNegativeThemes: ReadonlyArray<string> | null
  readonly themes: ReadonlyArray<{
    readonly theme: string
    readonly polarity: "positive" | "negative"
    /** Reviews of that sentiment that mention it. */
    readonly mentions: number
    readonly phrases: ReadonlyArray<string>
  }>
  /** Reviews read. */
  readonly sampleSize: number
  /** Mean stars of the reviews read; null if none was. */
  readonly sampleAverageRating: number | null
  /** Dates of the oldest and newest; null where the store doesn't date reviews. */
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
  /** Mean of all ratings, 1 to 5; null if nobody has rated it. The country's on storea, worldwide on storeb. */
  readonly averageUserRating: number | null
  /** Number of those ratings; null where the store doesn't show it, such as storeb cards. */
  readonly userRatingCount: number | null
  /** In `currency`; 0 is free; null if not for sale. */
  readonly price: number | null
  /** ISO 4217. */
  readonly currency: string | null
  /** Price as the store shows it. */
  readonly formattedPrice: string | null
  /** Icon. */
  readonly artworkUrl512: string | null
  /** Its page in the store. */
  readonly trackViewUrl: string | null
  /**
   * How it was found: on the app's own shelf of similar apps, by searching the store for the app's words, or in its
   * genre's chart.
   */
  readonly relation: "similar_shelf" | "shared_keywords" | "same_category"
  /** Share of topic words the two descriptions have in common, 0 to 1 (similarity@1). */
  readonly score: number | null
  /** Rank in the genre's top-free chart, if it was found there. */
  readonly rank: number | null
}

export interface SimilarApps {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  /** The store that answered. */
  readonly platform: "storea" | "storeb"
  /** Storefront that answered, lowercase ISO 3166-1 alpha-2. */
  readonly country: string
  readonly apps: ReadonlyArray<SimilarApp>
  readonly provenance: Provenance
}

/** The codes of the gateway's errors. */
export type ErrorCode =
  | "INVALID_GENRE"
