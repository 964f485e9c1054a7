// Made by `npm run generate` from the declarations of the plugins. Do not edit.
import type { Bind, Operation, PagedOperation } from "../operation.ts"
import type * as S from "./apps.schemas.ts"

export interface AppsSearchInput {
  /** Words to search for, or an app id for a direct lookup. */
  readonly q: string
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** At most this many results, 1 to 200. Default 25. */
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
   * Device whose screenshots screenshotUrls lists, or all. Default: the store's main one, iphone on storea and
   * phone on storeb.
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
  /** ISO 4217 code of the revenue, converted at the rates of the guide on estimates. Default USD. */
  readonly currency?: string | undefined
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
  /** Also return the app's ranks for this many days, 1 to 90, in up to 10 storefronts named in countries. */
  readonly days?: number | undefined
  /** Genre id, or all for the overall chart. Default: the app's main genre. */
  readonly genre?: string | undefined
  /**
   * Only these storefronts, separated by commas. Default: all on storea; on storeb thirty large markets, set in the
   * config (rankingsCountries).
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
  /** Page, 1 to 10: the previous page's nextPage. Default 1. */
  readonly page?: number | undefined
  /** Order of the reviews. Default mostRecent. */
  readonly sortBy?: "mostRecent" | "mostHelpful" | "mostFavorable" | "mostCritical" | undefined
  /** Alias of sortBy. */
  readonly sort?: "mostRecent" | "mostHelpful" | "mostFavorable" | "mostCritical" | undefined
}

export interface AppsSimilarInput {
  /** App id: a positive integer on storea, a package name on storeb. */
  readonly id: string | number
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** At most this many apps, 1 to 50. Default 20. */
  readonly limit?: number | undefined
}

export interface AppsScreenshotsInput {
  /** App id: a positive integer on storea, a package name on storeb. */
  readonly id: string | number
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Device whose screenshots to return, or all (default). storeb has only phone; storea has the others. */
  readonly device?: "iphone" | "ipad" | "appletv" | "watch" | "phone" | "all" | undefined
}

export interface AppsCompetitorScreenshotsInput {
  /** App id: a positive integer on storea, a package name on storeb. */
  readonly id: string | number
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Device whose screenshots to return, or all (default). storeb has only phone; storea has the others. */
  readonly device?: "iphone" | "ipad" | "appletv" | "watch" | "phone" | "all" | undefined
  /** At most this many competitors, 1 to 20. Default 5. */
  readonly limit?: number | undefined
}

export interface Apps {
  /**
   * Search apps.
   *
   * Apps the store finds for a keyword, in its order, or the app with the given id.
   *
   * Costs 1 general credit. `GET /v1/search`
   */
  readonly search: Operation<AppsSearchInput, S.AppSearch>
  /**
   * App metadata.
   *
   * Everything the store lists about an app in one country.
   *
   * Costs 2 general credits. `GET /v1/apps/{id}`
   */
  readonly get: Operation<AppsGetInput, S.AppRecord>
  /**
   * Intelligence report.
   *
   * Estimated downloads and revenue with range, confidence and inputs; in-app purchases, similar apps and review
   * sentiment. A part whose source fails is null, with the reason.
   *
   * Costs 5 general credits. `GET /v1/apps/{id}/intelligence`
   */
  readonly intelligence: Operation<AppsIntelligenceInput, S.IntelligenceReport>
  /**
   * Chart positions by country.
   *
   * The app's rank in the chart of every storefront, or of those named. Charts are collected in the background:
   * storefronts not collected yet are listed as unavailable and appear in a later call. The app's record and main
   * genre are read in `country`.
   *
   * Costs 3 general credits. `GET /v1/apps/{id}/country-rankings`
   */
  readonly countryRankings: Operation<AppsCountryRankingsInput, S.CountryRankings>
  /**
   * Reviews.
   *
   * Written reviews, up to 500 per country and order. Empty past the last page.
   *
   * Costs 2 general credits. `GET /v1/apps/{id}/reviews`
   */
  readonly reviews: PagedOperation<AppsReviewsInput, S.Reviews, S.Review>
  /**
   * Similar apps.
   *
   * Similar and competing apps, each with how it was found.
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
   * The app's screenshots alongside those of similar apps.
   *
   * Costs 3 general credits. `GET /v1/apps/{id}/screenshots/competitors`
   */
  readonly competitorScreenshots: Operation<AppsCompetitorScreenshotsInput, S.CompetitorScreenshots>
}

export interface Operations {
  readonly apps: Apps
}

export const operations = (bind: Bind): Operations => ({
  apps: {
    search: bind.operation({ method: "GET", path: "/v1/search", access: "key", query: ["q", "country", "platform", "limit"] }),
    get: bind.operation({ method: "GET", path: "/v1/apps/{id}", access: "key", query: ["country", "platform", "device"] }),
    intelligence: bind.operation({ method: "GET", path: "/v1/apps/{id}/intelligence", access: "key", query: ["country", "platform", "currency"] }),
    countryRankings: bind.operation({ method: "GET", path: "/v1/apps/{id}/country-rankings", access: "key", query: ["country", "platform", "chart", "days", "genre", "countries"], lists: ["countries"] }),
    reviews: bind.paged({ method: "GET", path: "/v1/apps/{id}/reviews", access: "key", query: ["country", "platform", "page", "sortBy", "sort"], paging: { by: "cursor", param: "page", next: "nextPage" }, items: "reviews" }),
    similar: bind.operation({ method: "GET", path: "/v1/apps/{id}/similar", access: "key", query: ["country", "platform", "limit"] }),
    screenshots: bind.operation({ method: "GET", path: "/v1/apps/{id}/screenshots", access: "key", query: ["country", "platform", "device"] }),
    competitorScreenshots: bind.operation({ method: "GET", path: "/v1/apps/{id}/screenshots/competitors", access: "key", query: ["country", "platform", "device", "limit"] })
  }
})

/** What to do about each error code. */
export const retryAdvice = { APP_NOT_FOUND: "fix", FORBIDDEN: "fix", IDEMPOTENCY_IN_PROGRESS: "retry", IDEMPOTENCY_KEY_REUSED: "fix", IDEMPOTENCY_QUOTA_EXCEEDED: "wait", INTERNAL_ERROR: "fix", INVALID_API_KEY: "fix", INVALID_APP_ID: "fix", INVALID_COUNTRY: "fix", INVALID_GENRE: "fix", INVALID_INPUT: "fix", MISSING_API_KEY: "fix", PAYLOAD_TOO_LARGE: "fix", PLATFORM_UNSUPPORTED: "fix", RATE_LIMIT_EXCEEDED: "wait", SERVICE_UNAVAILABLE: "retry", TOO_MANY_REQUESTS: "retry", UNSUPPORTED_MEDIA_TYPE: "fix", UPSTREAM_ERROR: "retry", UPSTREAM_RATE_LIMITED: "retry", UPSTREAM_TIMEOUT: "retry" } as const
