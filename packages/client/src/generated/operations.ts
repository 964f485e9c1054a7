// Made by `npm run generate` from the declarations of the plugins. Do not edit.
import type { Bind, NoInput, Operation, PagedOperation } from "../operation.ts"
import type * as S from "./schemas.ts"

export interface AppsSearchInput {
  /** Words to search for, or an app id for a direct lookup. */
  readonly q: string
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Most results to give, 1 to 200. Default 25. */
  readonly limit?: number | undefined
}

export interface AppsGetInput {
  /** App id: a positive integer on storea, a package name on storeb. */
  readonly id: string | number
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /**
   * Whose screenshots screenshotUrls lists; all for every device. Default: the store's main one, iphone on storea
   * and phone on storeb.
   */
  readonly device?: "iphone" | "ipad" | "appletv" | "watch" | "phone" | "all" | undefined
}

export interface AppsIntelligenceInput {
  /** App id: a positive integer on storea, a package name on storeb. */
  readonly id: string | number
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
}

export interface AppsCountryRankingsInput {
  /** App id: a positive integer on storea, a package name on storeb. */
  readonly id: string | number
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Which chart. Default top-free. */
  readonly chart?: "top-free" | "top-paid" | "top-grossing" | undefined
  /** Genre id, or all for the overall chart. Default: the app's main genre. */
  readonly genre?: string | undefined
  /**
   * Only these storefronts, separated by commas. Default: all on storea; on storeb thirty large markets, which the
   * config names (rankingsCountries).
   */
  readonly countries?: ReadonlyArray<string> | string | undefined
}

export interface AppsReviewsInput {
  /** App id: a positive integer on storea, a package name on storeb. */
  readonly id: string | number
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Page, 1 to 10. Default 1. */
  readonly page?: number | undefined
  /** Order of the reviews. Default mostRecent. */
  readonly sortBy?: "mostRecent" | "mostHelpful" | "mostFavorable" | "mostCritical" | undefined
  /** Another spelling of sortBy. */
  readonly sort?: "mostRecent" | "mostHelpful" | "mostFavorable" | "mostCritical" | undefined
}

export interface AppsSimilarInput {
  /** App id: a positive integer on storea, a package name on storeb. */
  readonly id: string | number
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Most apps to give, 1 to 50. Default 20. */
  readonly limit?: number | undefined
}

export interface AppsScreenshotsInput {
  /** App id: a positive integer on storea, a package name on storeb. */
  readonly id: string | number
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Device whose screenshots are given; all (default) for every device. storeb has phone alone, storea all others. */
  readonly device?: "iphone" | "ipad" | "appletv" | "watch" | "phone" | "all" | undefined
}

export interface AppsCompetitorScreenshotsInput {
  /** App id: a positive integer on storea, a package name on storeb. */
  readonly id: string | number
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Device whose screenshots are given; all (default) for every device. storeb has phone alone, storea all others. */
  readonly device?: "iphone" | "ipad" | "appletv" | "watch" | "phone" | "all" | undefined
  /** Most competitors to give, 1 to 20. Default 5. */
  readonly limit?: number | undefined
}

export interface ChartsCategoriesInput {
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
}

export interface ChartsTopInput {
  /** Genre id as in /v1/categories, or all for the overall chart. */
  readonly genreId: string | number
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Which chart: top-free (default), top-paid or top-grossing. */
  readonly chart?: "top-free" | "top-paid" | "top-grossing" | undefined
  /** Most ranks to give, 1 to 200. Default 25. */
  readonly limit?: number | undefined
}

export interface ChartsTopScreenshotsInput {
  /** Genre id as in /v1/categories, or all for the overall chart. */
  readonly genreId: string | number
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Which chart: top-free (default), top-paid or top-grossing. */
  readonly chart?: "top-free" | "top-paid" | "top-grossing" | undefined
  /** Device whose screenshots are given; all (default) for every device. storeb has phone alone, storea all others. */
  readonly device?: "iphone" | "ipad" | "appletv" | "watch" | "phone" | "all" | undefined
  /** Most apps to give, 1 to 50. Default 10. */
  readonly limit?: number | undefined
}

export interface ChartsNewReleasesInput {
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Only apps that were released within so many days, 1 to 90. Default 30. */
  readonly maxDays?: number | undefined
  /** Most apps to give, 1 to 100. Default 25. */
  readonly limit?: number | undefined
}

export interface ChartsDiscoverInput {
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Most new releases to give. Default 25; more than 50 is taken as 50. */
  readonly limit?: number | undefined
}

export interface ChartsNewNumberOneInput {
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Which chart: top-free (default), top-paid or top-grossing. */
  readonly chart?: "top-free" | "top-paid" | "top-grossing" | undefined
  /** Only apps that reached first place within so many days, 1 to 30. Default 7. */
  readonly days?: number | undefined
}

export interface ChartsMoversInput {
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Which chart: top-free (default), top-paid or top-grossing. */
  readonly chart?: "top-free" | "top-paid" | "top-grossing" | undefined
  /** Genre id as in /v1/categories, or all (default) for the overall chart. */
  readonly genre?: string | undefined
  /** Most apps of each kind to give, 1 to 25. Default 10. */
  readonly limit?: number | undefined
}

export interface ChartsActivityInput {
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Which chart: top-free (default), top-paid or top-grossing. */
  readonly chart?: "top-free" | "top-paid" | "top-grossing" | undefined
  /** Genre id as in /v1/categories, or all (default) for the overall chart. */
  readonly genre?: string | undefined
  /** Most events to give, 1 to 100. Default 25. */
  readonly limit?: number | undefined
}

export interface KeywordsAppKeywordsInput {
  /** App id: a positive integer on storea, a package name on storeb. */
  readonly id: string | number
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Device whose search is meant. Default: the store's main phone. */
  readonly device?: "iphone" | "ipad" | "phone" | "tablet" | undefined
  /** Most keywords to give, 1 to 500. Default 100. */
  readonly limit?: number | undefined
}

export interface KeywordsTrendsInput {
  /** App id: a positive integer on storea, a package name on storeb. */
  readonly id: string | number
  /** The keyword, 2 to 100 characters. */
  readonly keyword?: string | undefined
  /** Another spelling of keyword. */
  readonly term?: string | undefined
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Device whose search is meant. Default: the store's main phone. */
  readonly device?: "iphone" | "ipad" | "phone" | "tablet" | undefined
  /** Length of the history, 7 to 90 days. Default 30. */
  readonly days?: number | undefined
}

export interface KeywordsRanksInput {
  /** The keyword, 2 to 100 characters. */
  readonly keyword?: string | undefined
  /** Another spelling of keyword. */
  readonly term?: string | undefined
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Device whose search is meant. Default: the store's main phone. */
  readonly device?: "iphone" | "ipad" | "phone" | "tablet" | undefined
  /** A past day, YYYY-MM-DD in UTC, from what was collected. Default: now, from the store. */
  readonly date?: string | undefined
}

export interface KeywordsTrackInput {
  /** The keyword, 2 to 100 characters. */
  readonly keyword: string
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Default storea. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Device whose search is meant. Default: the store's main phone. */
  readonly device?: "iphone" | "ipad" | "phone" | "tablet" | undefined
}

export interface KeywordsSuggestionsInput {
  /** The keyword, 2 to 100 characters. */
  readonly keyword?: string | undefined
  /** Another spelling of keyword. */
  readonly term?: string | undefined
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Also the term followed by a letter, a to z. Default false. */
  readonly expand?: boolean | undefined
  /** Also the scores of the first ten. Default false. */
  readonly metrics?: boolean | undefined
}

export interface KeywordsMetricsInput {
  /** The keyword, 2 to 100 characters. */
  readonly keyword?: string | undefined
  /** Another spelling of keyword. */
  readonly term?: string | undefined
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Device whose search is meant. Default: the store's main phone. */
  readonly device?: "iphone" | "ipad" | "phone" | "tablet" | undefined
}

export interface KeywordsCompareInput {
  /** The app: a positive integer on storea, a package name on storeb. */
  readonly appId?: string | number | undefined
  /** Up to 5 app ids of competitors, separated by commas. */
  readonly competitorIds?: ReadonlyArray<string | number> | string | undefined
  /** Another spelling of competitorIds. */
  readonly competitors?: ReadonlyArray<string> | string | undefined
  /** A single competitor. */
  readonly competitorId?: string | number | undefined
  /** Older spelling of appId. */
  readonly appId1?: string | undefined
  /** Older spelling of competitorId. */
  readonly appId2?: string | undefined
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Device whose search is meant. Default: the store's main phone. */
  readonly device?: "iphone" | "ipad" | "phone" | "tablet" | undefined
}

export interface KeywordsCompareClusterInput {
  /** The app: a positive integer on storea, a package name on storeb. */
  readonly appId?: string | number | undefined
  /** Up to 5 app ids of competitors, separated by commas. */
  readonly competitorIds?: ReadonlyArray<string | number> | string | undefined
  /** Another spelling of competitorIds. */
  readonly competitors?: ReadonlyArray<string> | string | undefined
  /** A single competitor. */
  readonly competitorId?: string | number | undefined
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Device whose search is meant. Default: the store's main phone. */
  readonly device?: "iphone" | "ipad" | "phone" | "tablet" | undefined
}

export interface KeywordsGapInput {
  /** The app: a positive integer on storea, a package name on storeb. */
  readonly appId?: string | number | undefined
  /** Up to 5 app ids of competitors, separated by commas. */
  readonly competitorIds?: ReadonlyArray<string | number> | string | undefined
  /** Another spelling of competitorIds. */
  readonly competitors?: ReadonlyArray<string> | string | undefined
  /** A single competitor. */
  readonly competitorId?: string | number | undefined
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Device whose search is meant. Default: the store's main phone. */
  readonly device?: "iphone" | "ipad" | "phone" | "tablet" | undefined
  /** Most opportunities to give, 1 to 100. Default 25. */
  readonly limit?: number | undefined
}

export interface KeywordsVisibilityInput {
  /** The app: a positive integer on storea, a package name on storeb. */
  readonly appId?: string | number | undefined
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Device whose search is meant. Default: the store's main phone. */
  readonly device?: "iphone" | "ipad" | "phone" | "tablet" | undefined
  /** Length of the series, 7 to 90 days. Default 30. */
  readonly days?: number | undefined
}

export interface KeywordsMoversInput {
  /** The app: a positive integer on storea, a package name on storeb. */
  readonly appId?: string | number | undefined
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Device whose search is meant. Default: the store's main phone. */
  readonly device?: "iphone" | "ipad" | "phone" | "tablet" | undefined
  /** How far back to compare, 1 to 90 days. Default 7. */
  readonly days?: number | undefined
  /** Most keywords of each kind to give, 1 to 50. Default 20. */
  readonly limit?: number | undefined
}

export interface KeywordsTrendingInput {
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Length of the window, 1 to 30 days. Default 7. */
  readonly days?: number | undefined
  /** Most keywords to give, 1 to 100. Default 50. */
  readonly limit?: number | undefined
}

export interface Account {
  /**
   * Credit usage.
   *
   * The plan, what is used and left of each credit bucket in the running calendar month (UTC), and what each
   * endpoint has cost.
   *
   * Costs no credits. `GET /v1/auth/usage`
   */
  readonly usage: Operation<NoInput, S.Usage>
}

export interface Apps {
  /**
   * Search apps.
   *
   * Apps that the store finds for a keyword, in its order, or the app with the given id.
   *
   * Costs 1 general credit. `GET /v1/search`
   */
  readonly search: Operation<AppsSearchInput, S.AppSearch>
  /**
   * App metadata.
   *
   * Everything that the store lists about one app in one country.
   *
   * Costs 2 general credits. `GET /v1/apps/{id}`
   */
  readonly get: Operation<AppsGetInput, S.AppRecord>
  /**
   * Intelligence report.
   *
   * Estimated downloads and revenue with range, confidence and inputs, in-app purchases, similar apps and the
   * sentiment of reviews. A part whose source fails is null with its reason.
   *
   * Costs 5 general credits. `GET /v1/apps/{id}/intelligence`
   */
  readonly intelligence: Operation<AppsIntelligenceInput, S.IntelligenceReport>
  /**
   * Chart positions by country.
   *
   * Rank of the app in the chart of every storefront, or of those that are named. Charts are collected in the
   * background: storefronts not collected yet are listed as unavailable and are there on a later call. `country` is
   * where the app's record and main genre are read.
   *
   * Costs 3 general credits. `GET /v1/apps/{id}/country-rankings`
   */
  readonly countryRankings: Operation<AppsCountryRankingsInput, S.CountryRankings>
  /**
   * Reviews.
   *
   * Written reviews, up to 500 of a country and order. Empty past the last page.
   *
   * Costs 2 general credits. `GET /v1/apps/{id}/reviews`
   */
  readonly reviews: PagedOperation<AppsReviewsInput, S.Reviews, S.Review>
  /**
   * Similar apps.
   *
   * Similar and competing apps, each with the way it was found.
   *
   * Costs 2 general credits. `GET /v1/apps/{id}/similar`
   */
  readonly similar: Operation<AppsSimilarInput, S.SimilarApps>
  /**
   * Screenshots by device, and preview videos.
   *
   * Costs 2 general credits. `GET /v1/apps/{id}/screenshots`
   */
  readonly screenshots: Operation<AppsScreenshotsInput, S.Screenshots>
  /**
   * Screenshots of competitors.
   *
   * The app's screenshots beside those of similar apps.
   *
   * Costs 3 general credits. `GET /v1/apps/{id}/screenshots/competitors`
   */
  readonly competitorScreenshots: Operation<AppsCompetitorScreenshotsInput, S.CompetitorScreenshots>
}

export interface Charts {
  /**
   * Categories.
   *
   * All genre ids of a store with their names, parents and charts.
   *
   * Costs 1 general credit. `GET /v1/categories`
   */
  readonly categories: Operation<ChartsCategoriesInput, S.Categories>
  /**
   * Top apps of a category.
   *
   * The chart as the store gives it, with ratings, and the rank that each app had in the collection before.
   *
   * Costs 2 general credits. `GET /v1/categories/{genreId}/top`
   */
  readonly top: Operation<ChartsTopInput, S.CategoryTop>
  /**
   * Screenshots of the top apps.
   *
   * Screenshots by device of the first apps of a chart.
   *
   * Costs 3 general credits. `GET /v1/categories/{genreId}/top/screenshots`
   */
  readonly topScreenshots: Operation<ChartsTopScreenshotsInput, S.CategoryTopScreenshots>
  /**
   * New releases.
   *
   * Apps released lately, from the store's list of new apps and from searches for words of several categories.
   * Stores have no complete list of new apps.
   *
   * Costs 2 general credits. `GET /v1/new-releases`
   */
  readonly newReleases: Operation<ChartsNewReleasesInput, S.NewReleases>
  /**
   * Discover.
   *
   * Apps released in the last 30 days, found by searches across several categories, and the app that is first in
   * each category of the top-free chart.
   *
   * Costs 2 general credits. `GET /v1/discover`
   */
  readonly discover: Operation<ChartsDiscoverInput, S.Discover>
  /**
   * New number ones.
   *
   * Apps that just reached first place in a category, and whom they replaced.
   *
   * Costs 2 general credits. `GET /v1/discover/new-number-1`
   */
  readonly newNumberOne: Operation<ChartsNewNumberOneInput, S.NewNumberOne>
  /**
   * Market movers.
   *
   * Apps that won and lost most places, entered and left the first 100, between the two newest lists of a chart. A
   * chart that nobody asked for before has one list only and nothing to compare until it is collected again.
   *
   * Costs 3 general credits. `GET /v1/market/movers`
   */
  readonly movers: Operation<ChartsMoversInput, S.MarketMovers>
  /**
   * Market activity.
   *
   * What happened between the two newest lists of a chart, the largest movement first: entries, exits, and moves of
   * three places and more.
   *
   * Costs 3 general credits. `GET /v1/market/activity`
   */
  readonly activity: Operation<ChartsActivityInput, S.MarketActivity>
}

export interface Keywords {
  /**
   * Keywords of an app.
   *
   * Keywords that the app is ranked for, by what they bring. Where none are stored they are looked for: terms of
   * its name and subtitle are searched and collected from then on.
   *
   * Costs 3 general credits. `GET /v1/apps/{id}/keywords`
   */
  readonly appKeywords: Operation<KeywordsAppKeywordsInput, S.AppKeywords>
  /**
   * Keyword trend of an app.
   *
   * Rank of the app for a keyword, day by day, from what was collected. Track the keyword to have it collected.
   *
   * Costs 2 general credits. `GET /v1/apps/{id}/keywords/trends`
   */
  readonly trends: Operation<KeywordsTrendsInput, S.KeywordTrends>
  /**
   * Keyword ranks.
   *
   * The apps that a search for the keyword gives, in order. A keyword that is asked for twice is collected daily
   * from then on. A past day on which it was not collected is answered with status not_measured.
   *
   * Costs 2 general credits. `GET /v1/keywords/ranks`
   */
  readonly ranks: Operation<KeywordsRanksInput, S.KeywordRanks>
  /**
   * Track a keyword.
   *
   * Puts the keyword into the daily collection; its history is there from the first collection on. Repeating it
   * changes nothing.
   *
   * Costs 1 general credit. `POST /v1/keywords/track`
   */
  readonly track: Operation<KeywordsTrackInput, S.TrackedKeyword>
  /**
   * Keyword suggestions.
   *
   * What the store suggests to who types the term, in its order.
   *
   * Costs 1 general credit. `GET /v1/keywords/suggestions`
   */
  readonly suggestions: Operation<KeywordsSuggestionsInput, S.KeywordSuggestions>
  /**
   * Keyword metrics.
   *
   * Search volume and difficulty with range, confidence and inputs, and what the first ten places look like.
   *
   * Costs 2 general credits. `GET /v1/keywords/metrics`
   */
  readonly metrics: Operation<KeywordsMetricsInput, S.KeywordMetrics>
  /**
   * Compare two apps.
   *
   * Keywords that an app and a competitor share, those of one alone, and the gaps.
   *
   * Costs 3 general credits. `GET /v1/keywords/compare`
   */
  readonly compare: Operation<KeywordsCompareInput, S.KeywordComparison>
  /**
   * Compare several apps.
   *
   * The keywords of an app and up to five competitors by who ranks for them.
   *
   * Costs 4 general credits. `GET /v1/keywords/compare-cluster`
   */
  readonly compareCluster: Operation<KeywordsCompareClusterInput, S.KeywordCluster>
  /**
   * Keyword gaps.
   *
   * Keywords that a competitor ranks for and the app does not, or only beyond 50, by opportunity.
   *
   * Costs 4 general credits. `GET /v1/keywords/gap`
   */
  readonly gap: Operation<KeywordsGapInput, S.KeywordGaps>
  /**
   * Visibility.
   *
   * How much of the searches for its collected keywords an app is seen in, day by day.
   *
   * Costs 3 general credits. `GET /v1/keywords/visibility`
   */
  readonly visibility: Operation<KeywordsVisibilityInput, S.KeywordVisibility>
  /**
   * Keyword movers.
   *
   * Keywords that an app gained or lost ranks for, by |rank change| × volume.
   *
   * Costs 3 general credits. `GET /v1/keywords/movers`
   */
  readonly movers: Operation<KeywordsMoversInput, S.KeywordMovers>
  /**
   * Trending keywords.
   *
   * Tracked keywords whose reach (ratings of the first app) has a larger maximum in the last `days` days than in
   * the `days` before, by growth. Ratings rarely fall, so this tells for the most part where another app took the
   * first place. Keywords without reach in the previous window have no growth and are left out.
   *
   * Costs 2 general credits. `GET /v1/keywords/trending`
   */
  readonly trending: Operation<KeywordsTrendingInput, S.TrendingKeywords>
}

export interface Service {
  /**
   * Versions.
   *
   * Version of the gateway, of each enabled plugin, and of every estimator it uses.
   *
   * Costs no credits. `GET /v1/version`
   */
  readonly version: Operation<NoInput, S.Version>
}

export interface System {
  /**
   * Service health.
   *
   * Status, uptime, and the state of the database, the queue, the shared cache and every upstream. Needs no key and
   * always answers 200.
   *
   * Needs no key and costs nothing. `GET /v1/health`
   */
  readonly health: Operation<NoInput, S.Health>
}

export interface Operations {
  readonly account: Account
  readonly apps: Apps
  readonly charts: Charts
  readonly keywords: Keywords
  readonly service: Service
  readonly system: System
}

export const operations = (bind: Bind): Operations => ({
  account: {
    usage: bind.operation({ method: "GET", path: "/v1/auth/usage", access: "key" })
  },
  apps: {
    search: bind.operation({ method: "GET", path: "/v1/search", access: "key", query: ["q", "country", "platform", "limit"] }),
    get: bind.operation({ method: "GET", path: "/v1/apps/{id}", access: "key", query: ["country", "platform", "device"] }),
    intelligence: bind.operation({ method: "GET", path: "/v1/apps/{id}/intelligence", access: "key", query: ["country", "platform"] }),
    countryRankings: bind.operation({ method: "GET", path: "/v1/apps/{id}/country-rankings", access: "key", query: ["country", "platform", "chart", "genre", "countries"], lists: ["countries"] }),
    reviews: bind.paged({ method: "GET", path: "/v1/apps/{id}/reviews", access: "key", query: ["country", "platform", "page", "sortBy", "sort"], paging: { by: "page", param: "page", first: 1, last: 10 }, items: "reviews" }),
    similar: bind.operation({ method: "GET", path: "/v1/apps/{id}/similar", access: "key", query: ["country", "platform", "limit"] }),
    screenshots: bind.operation({ method: "GET", path: "/v1/apps/{id}/screenshots", access: "key", query: ["country", "platform", "device"] }),
    competitorScreenshots: bind.operation({ method: "GET", path: "/v1/apps/{id}/screenshots/competitors", access: "key", query: ["country", "platform", "device", "limit"] })
  },
  charts: {
    categories: bind.operation({ method: "GET", path: "/v1/categories", access: "key", query: ["platform"] }),
    top: bind.operation({ method: "GET", path: "/v1/categories/{genreId}/top", access: "key", query: ["country", "platform", "chart", "limit"] }),
    topScreenshots: bind.operation({ method: "GET", path: "/v1/categories/{genreId}/top/screenshots", access: "key", query: ["country", "platform", "chart", "device", "limit"] }),
    newReleases: bind.operation({ method: "GET", path: "/v1/new-releases", access: "key", query: ["country", "platform", "maxDays", "limit"] }),
    discover: bind.operation({ method: "GET", path: "/v1/discover", access: "key", query: ["country", "platform", "limit"] }),
    newNumberOne: bind.operation({ method: "GET", path: "/v1/discover/new-number-1", access: "key", query: ["country", "platform", "chart", "days"] }),
    movers: bind.operation({ method: "GET", path: "/v1/market/movers", access: "key", query: ["country", "platform", "chart", "genre", "limit"] }),
    activity: bind.operation({ method: "GET", path: "/v1/market/activity", access: "key", query: ["country", "platform", "chart", "genre", "limit"] })
  },
  keywords: {
    appKeywords: bind.operation({ method: "GET", path: "/v1/apps/{id}/keywords", access: "key", query: ["country", "platform", "device", "limit"] }),
    trends: bind.operation({ method: "GET", path: "/v1/apps/{id}/keywords/trends", access: "key", query: ["keyword", "term", "country", "platform", "device", "days"] }),
    ranks: bind.operation({ method: "GET", path: "/v1/keywords/ranks", access: "key", query: ["keyword", "term", "country", "platform", "device", "date"] }),
    track: bind.operation({ method: "POST", path: "/v1/keywords/track", access: "key", body: ["keyword", "country", "platform", "device"] }),
    suggestions: bind.operation({ method: "GET", path: "/v1/keywords/suggestions", access: "key", query: ["keyword", "term", "country", "platform", "expand", "metrics"] }),
    metrics: bind.operation({ method: "GET", path: "/v1/keywords/metrics", access: "key", query: ["keyword", "term", "country", "platform", "device"] }),
    compare: bind.operation({ method: "GET", path: "/v1/keywords/compare", access: "key", query: ["appId", "competitorIds", "competitors", "competitorId", "appId1", "appId2", "country", "platform", "device"], lists: ["competitorIds", "competitors"] }),
    compareCluster: bind.operation({ method: "GET", path: "/v1/keywords/compare-cluster", access: "key", query: ["appId", "competitorIds", "competitors", "competitorId", "country", "platform", "device"], lists: ["competitorIds", "competitors"] }),
    gap: bind.operation({ method: "GET", path: "/v1/keywords/gap", access: "key", query: ["appId", "competitorIds", "competitors", "competitorId", "country", "platform", "device", "limit"], lists: ["competitorIds", "competitors"] }),
    visibility: bind.operation({ method: "GET", path: "/v1/keywords/visibility", access: "key", query: ["appId", "country", "platform", "device", "days"] }),
    movers: bind.operation({ method: "GET", path: "/v1/keywords/movers", access: "key", query: ["appId", "country", "platform", "device", "days", "limit"] }),
    trending: bind.operation({ method: "GET", path: "/v1/keywords/trending", access: "key", query: ["country", "platform", "days", "limit"] })
  },
  service: {
    version: bind.operation({ method: "GET", path: "/v1/version", access: "key" })
  },
  system: {
    health: bind.operation({ method: "GET", path: "/v1/health", access: "public" })
  }
})
