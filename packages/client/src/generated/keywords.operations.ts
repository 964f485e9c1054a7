// Made by `npm run generate` from the declarations of the plugins. Do not edit.
import type { Bind, Operation, PagedOperation } from "../operation.ts"
import type * as S from "./keywords.schemas.ts"

export interface KeywordsAppKeywordsInput {
  /** App id: a positive integer on storea, a package name on storeb. */
  readonly id: string | number
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Device to search on: iphone on storea, phone on storeb. Default: the store's. */
  readonly device?: "iphone" | "phone" | undefined
  /** At most this many keywords, 1 to 500. Default 100. */
  readonly limit?: number | undefined
}

export interface KeywordsTrendsInput {
  /** App id: a positive integer on storea, a package name on storeb. */
  readonly id: string | number
  /** The keyword, 2 to 100 characters, or 1 of Chinese, Japanese or Korean. */
  readonly keyword: string
  /** Deprecated: an older name for keyword. */
  readonly term?: string | undefined
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Device to search on: iphone on storea, phone on storeb. Default: the store's. */
  readonly device?: "iphone" | "phone" | undefined
  /** Length of the history, 7 to 90 days. Default 30. */
  readonly days?: number | undefined
}

export interface KeywordsRanksInput {
  /** The keyword, 2 to 100 characters, or 1 of Chinese, Japanese or Korean. */
  readonly keyword: string
  /** Deprecated: an older name for keyword. */
  readonly term?: string | undefined
  /** Further keywords, up to 10, separated by commas. Each costs as much as the first. */
  readonly keywords?: ReadonlyArray<string> | string | undefined
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Device to search on: iphone on storea, phone on storeb. Default: the store's. */
  readonly device?: "iphone" | "phone" | undefined
  /** A past day (YYYY-MM-DD, UTC), answered from collected data. Default: now, from the store. */
  readonly date?: string | undefined
}

export interface KeywordsTrackInput {
  /** The keyword, 2 to 100 characters, or 1 of Chinese, Japanese or Korean. */
  readonly keyword: string
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Default storea. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Device to search on: iphone on storea, phone on storeb. Default: the store's. */
  readonly device?: "iphone" | "phone" | undefined
}

export interface KeywordsUntrackInput {
  /** The keyword, 2 to 100 characters, or 1 of Chinese, Japanese or Korean. */
  readonly keyword: string
  /** Deprecated: an older name for keyword. */
  readonly term?: string | undefined
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Device to search on: iphone on storea, phone on storeb. Default: the store's. */
  readonly device?: "iphone" | "phone" | undefined
}

export interface KeywordsTrackedInput {
  /** Only this store. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Only this storefront. */
  readonly country?: string | undefined
  /** Where to continue: the previous page's nextCursor. Omit it for the first page. */
  readonly cursor?: string | undefined
  /** At most this many keywords, 1 to 1000. Default 100. */
  readonly limit?: number | undefined
}

export interface KeywordsSuggestionsInput {
  /** The keyword, 2 to 100 characters, or 1 of Chinese, Japanese or Korean. */
  readonly keyword: string
  /** Deprecated: an older name for keyword. */
  readonly term?: string | undefined
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Also suggest for the term followed by each letter, a to z. Default false. */
  readonly expand?: boolean | undefined
  /** Also return scores for the first ten. Default false. */
  readonly metrics?: boolean | undefined
}

export interface KeywordsMetricsInput {
  /** The keyword, 2 to 100 characters, or 1 of Chinese, Japanese or Korean. */
  readonly keyword: string
  /** Deprecated: an older name for keyword. */
  readonly term?: string | undefined
  /** Further keywords, up to 10, separated by commas. Each costs as much as the first. */
  readonly keywords?: ReadonlyArray<string> | string | undefined
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Device to search on: iphone on storea, phone on storeb. Default: the store's. */
  readonly device?: "iphone" | "phone" | undefined
  /**
   * Adds the ads vendor's own search popularity of the last week, by your account's search ads connection. storea
   * only.
   */
  readonly official?: boolean | undefined
}

export interface KeywordsCompareInput {
  /** The app: a positive integer on storea, a package name on storeb. */
  readonly appId: string | number
  /** Deprecated: an older name for appId. */
  readonly appId1?: string | undefined
  /** The app id of the competitor. */
  readonly competitorIds: ReadonlyArray<string | number> | string
  /** Deprecated: an older name for competitorIds. */
  readonly competitorId?: ReadonlyArray<string | number> | string | undefined
  /** Deprecated: an older name for competitorIds. */
  readonly competitors?: ReadonlyArray<string> | string | undefined
  /** Deprecated: an older name for competitorIds. */
  readonly appId2?: ReadonlyArray<string> | string | undefined
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Device to search on: iphone on storea, phone on storeb. Default: the store's. */
  readonly device?: "iphone" | "phone" | undefined
}

export interface KeywordsCompareClusterInput {
  /** The app: a positive integer on storea, a package name on storeb. */
  readonly appId: string | number
  /** Up to 5 app ids of competitors, separated by commas. */
  readonly competitorIds: ReadonlyArray<string | number> | string
  /** Deprecated: an older name for competitorIds. */
  readonly competitors?: ReadonlyArray<string> | string | undefined
  /** Deprecated: an older name for competitorIds. */
  readonly competitorId?: ReadonlyArray<string | number> | string | undefined
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Device to search on: iphone on storea, phone on storeb. Default: the store's. */
  readonly device?: "iphone" | "phone" | undefined
}

export interface KeywordsGapInput {
  /** The app: a positive integer on storea, a package name on storeb. */
  readonly appId: string | number
  /** Up to 5 app ids of competitors, separated by commas. */
  readonly competitorIds: ReadonlyArray<string | number> | string
  /** Deprecated: an older name for competitorIds. */
  readonly competitors?: ReadonlyArray<string> | string | undefined
  /** Deprecated: an older name for competitorIds. */
  readonly competitorId?: ReadonlyArray<string | number> | string | undefined
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Device to search on: iphone on storea, phone on storeb. Default: the store's. */
  readonly device?: "iphone" | "phone" | undefined
  /** At most this many opportunities, 1 to 100. Default 25. */
  readonly limit?: number | undefined
}

export interface KeywordsVisibilityInput {
  /** The app: a positive integer on storea, a package name on storeb. */
  readonly appId: string | number
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Device to search on: iphone on storea, phone on storeb. Default: the store's. */
  readonly device?: "iphone" | "phone" | undefined
  /** Length of the series, 7 to 90 days. Default 30. */
  readonly days?: number | undefined
}

export interface KeywordsMoversInput {
  /** The app: a positive integer on storea, a package name on storeb. */
  readonly appId: string | number
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Device to search on: iphone on storea, phone on storeb. Default: the store's. */
  readonly device?: "iphone" | "phone" | undefined
  /** How far back to compare, 1 to 90 days. Default 7. */
  readonly days?: number | undefined
  /** At most this many keywords of each kind, 1 to 50. Default 20. */
  readonly limit?: number | undefined
}

export interface KeywordsTrendingInput {
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Length of the window, 1 to 30 days. Default 7. */
  readonly days?: number | undefined
  /** At most this many keywords, 1 to 100. Default 50. */
  readonly limit?: number | undefined
}

export interface Keywords {
  /**
   * Keywords of an app.
   *
   * Keywords the app ranks for, by the traffic they bring. Once in 30 days terms from its name and subtitle are
   * searched first; those it ranks for are collected from then on.
   *
   * Costs 3 general credits. `GET /v1/apps/{id}/keywords`
   */
  readonly appKeywords: Operation<KeywordsAppKeywordsInput, S.AppKeywords>
  /**
   * Keyword trend of an app.
   *
   * The app's rank for a keyword, day by day, from collected data. Track the keyword to have it collected.
   *
   * Costs 2 general credits. `GET /v1/apps/{id}/keywords/trends`
   */
  readonly trends: Operation<KeywordsTrendsInput, S.KeywordTrends>
  /**
   * Keyword ranks.
   *
   * The apps a search for the keyword returns, in order. A keyword requested twice is collected daily from then on.
   * For a past day on which it wasn't collected, the status is not_measured.
   *
   * Costs 2 general credits. `GET /v1/keywords/ranks`
   */
  readonly ranks: Operation<KeywordsRanksInput, S.KeywordRanks>
  /**
   * Track a keyword.
   *
   * Adds the keyword to the daily collection; its history starts with the first collection. If your account tracks
   * it here already, nothing changes and nothing is charged. It's then collected whether or not an app of your
   * workspace has it.
   *
   * Costs 1 general credit. `POST /v1/keywords/track`
   */
  readonly track: Operation<KeywordsTrackInput, S.TrackedKeyword>
  /**
   * Untrack a keyword.
   *
   * Your account no longer tracks the keyword. What was collected stays.
   *
   * Costs no credits. `DELETE /v1/keywords/track`
   */
  readonly untrack: Operation<KeywordsUntrackInput, S.UntrackedKeyword>
  /**
   * Tracked keywords.
   *
   * The keywords your account tracks, by keyword.
   *
   * Costs no credits. `GET /v1/keywords/tracked`
   */
  readonly tracked: PagedOperation<KeywordsTrackedInput, S.TrackedKeywords, S.TrackedKeywordSince>
  /**
   * Keyword suggestions.
   *
   * What the store suggests when the term is typed, in its order.
   *
   * Costs 1 general credit. `GET /v1/keywords/suggestions`
   */
  readonly suggestions: Operation<KeywordsSuggestionsInput, S.KeywordSuggestions>
  /**
   * Keyword metrics.
   *
   * Search volume and difficulty with range, confidence and inputs, and an analysis of the first ten places.
   *
   * Costs 2 general credits. `GET /v1/keywords/metrics`
   */
  readonly metrics: Operation<KeywordsMetricsInput, S.KeywordMetrics>
  /**
   * Compare two apps.
   *
   * Keywords that an app and a competitor share, those only one has, and the gaps.
   *
   * Costs 3 general credits. `GET /v1/keywords/compare`
   */
  readonly compare: Operation<KeywordsCompareInput, S.KeywordComparison>
  /**
   * Compare several apps.
   *
   * The keywords of an app and up to five competitors, grouped by which of them rank.
   *
   * Costs 4 general credits. `GET /v1/keywords/compare-cluster`
   */
  readonly compareCluster: Operation<KeywordsCompareClusterInput, S.KeywordCluster>
  /**
   * Keyword gaps.
   *
   * Keywords a competitor ranks for and the app doesn't, or only below rank 50, sorted by opportunity.
   *
   * Costs 4 general credits. `GET /v1/keywords/gap`
   */
  readonly gap: Operation<KeywordsGapInput, S.KeywordGaps>
  /**
   * Visibility.
   *
   * The share of searches for its collected keywords in which an app is seen, day by day.
   *
   * Costs 3 general credits. `GET /v1/keywords/visibility`
   */
  readonly visibility: Operation<KeywordsVisibilityInput, S.KeywordVisibility>
  /**
   * Keyword movers.
   *
   * Keywords for which an app's rank rose or fell, by |rank change| × volume.
   *
   * Costs 3 general credits. `GET /v1/keywords/movers`
   */
  readonly movers: Operation<KeywordsMoversInput, S.KeywordMovers>
  /**
   * Trending keywords.
   *
   * Tracked keywords whose reach (ratings of the first app) has a larger maximum in the last `days` days than in
   * the `days` before, by growth. Ratings rarely fall, so this mostly shows where another app took first place.
   * Keywords without reach in the previous window have no growth and are left out.
   *
   * Costs 2 general credits. `GET /v1/keywords/trending`
   */
  readonly trending: Operation<KeywordsTrendingInput, S.TrendingKeywords>
}

export interface Operations {
  readonly keywords: Keywords
}

export const operations = (bind: Bind): Operations => ({
  keywords: {
    appKeywords: bind.operation({ method: "GET", path: "/v1/apps/{id}/keywords", access: "key", query: ["country", "platform", "device", "limit"] }),
    trends: bind.operation({ method: "GET", path: "/v1/apps/{id}/keywords/trends", access: "key", query: ["keyword", "term", "country", "platform", "device", "days"] }),
    ranks: bind.operation({ method: "GET", path: "/v1/keywords/ranks", access: "key", query: ["keyword", "term", "keywords", "country", "platform", "device", "date"], lists: ["keywords"] }),
    track: bind.operation({ method: "POST", path: "/v1/keywords/track", access: "key", body: ["keyword", "country", "platform", "device"] }),
    untrack: bind.operation({ method: "DELETE", path: "/v1/keywords/track", access: "key", query: ["keyword", "term", "country", "platform", "device"] }),
    tracked: bind.paged({ method: "GET", path: "/v1/keywords/tracked", access: "key", query: ["platform", "country", "cursor", "limit"], paging: { by: "cursor", param: "cursor", next: "nextCursor" }, items: "keywords" }),
    suggestions: bind.operation({ method: "GET", path: "/v1/keywords/suggestions", access: "key", query: ["keyword", "term", "country", "platform", "expand", "metrics"] }),
    metrics: bind.operation({ method: "GET", path: "/v1/keywords/metrics", access: "key", query: ["keyword", "term", "keywords", "country", "platform", "device", "official"], lists: ["keywords"] }),
    compare: bind.operation({ method: "GET", path: "/v1/keywords/compare", access: "key", query: ["appId", "appId1", "competitorIds", "competitorId", "competitors", "appId2", "country", "platform", "device"], lists: ["competitorIds", "competitorId", "competitors", "appId2"] }),
    compareCluster: bind.operation({ method: "GET", path: "/v1/keywords/compare-cluster", access: "key", query: ["appId", "competitorIds", "competitors", "competitorId", "country", "platform", "device"], lists: ["competitorIds", "competitors", "competitorId"] }),
    gap: bind.operation({ method: "GET", path: "/v1/keywords/gap", access: "key", query: ["appId", "competitorIds", "competitors", "competitorId", "country", "platform", "device", "limit"], lists: ["competitorIds", "competitors", "competitorId"] }),
    visibility: bind.operation({ method: "GET", path: "/v1/keywords/visibility", access: "key", query: ["appId", "country", "platform", "device", "days"] }),
    movers: bind.operation({ method: "GET", path: "/v1/keywords/movers", access: "key", query: ["appId", "country", "platform", "device", "days", "limit"] }),
    trending: bind.operation({ method: "GET", path: "/v1/keywords/trending", access: "key", query: ["country", "platform", "days", "limit"] })
  }
})

/** What to do about each error code. */
export const retryAdvice = { APP_NOT_FOUND: "fix", FORBIDDEN: "fix", IDEMPOTENCY_IN_PROGRESS: "retry", IDEMPOTENCY_KEY_REUSED: "fix", IDEMPOTENCY_QUOTA_EXCEEDED: "wait", INTERNAL_ERROR: "fix", INVALID_API_KEY: "fix", INVALID_APP_ID: "fix", INVALID_COUNTRY: "fix", INVALID_INPUT: "fix", INVALID_KEYWORD: "fix", MISSING_API_KEY: "fix", PAYLOAD_TOO_LARGE: "fix", PLATFORM_UNSUPPORTED: "fix", RATE_LIMIT_EXCEEDED: "wait", SERVICE_UNAVAILABLE: "retry", TOO_MANY_REQUESTS: "retry", UNSUPPORTED_MEDIA_TYPE: "fix", UPSTREAM_ERROR: "retry", UPSTREAM_RATE_LIMITED: "retry", UPSTREAM_TIMEOUT: "retry" } as const
