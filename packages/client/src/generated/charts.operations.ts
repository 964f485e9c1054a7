// Made by `npm run generate` from the declarations of the plugins. Do not edit.
import type { Bind, Operation } from "../operation.ts"
import type * as S from "./charts.schemas.ts"

export interface ChartsCategoriesInput {
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
}

export interface ChartsTopInput {
  /** Genre id from /v1/categories, or all for the overall chart. */
  readonly genreId: string | number
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Which chart: top-free (default), top-paid or top-grossing. */
  readonly chart?: "top-free" | "top-paid" | "top-grossing" | undefined
  /** At most this many ranks, 1 to 200. Default 25. */
  readonly limit?: number | undefined
  /** A day of the past, YYYY-MM-DD in UTC: its newest kept list instead of the current chart. */
  readonly date?: string | undefined
}

export interface ChartsTopScreenshotsInput {
  /** Genre id from /v1/categories, or all for the overall chart. */
  readonly genreId: string | number
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Which chart: top-free (default), top-paid or top-grossing. */
  readonly chart?: "top-free" | "top-paid" | "top-grossing" | undefined
  /** Device whose screenshots to return, or all (default). storeb has only phone; storea has the others. */
  readonly device?: "iphone" | "ipad" | "appletv" | "watch" | "phone" | "all" | undefined
  /** At most this many apps, 1 to 50. Default 10. */
  readonly limit?: number | undefined
}

export interface ChartsNewReleasesInput {
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Only apps released within this many days, 1 to 90. Default 30. */
  readonly maxDays?: number | undefined
  /** At most this many apps, 1 to 100. Default 25. */
  readonly limit?: number | undefined
}

export interface ChartsDiscoverInput {
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** At most this many new releases, 1 to 50; a greater number counts as 50. Default 25. */
  readonly limit?: number | undefined
}

export interface ChartsNewNumberOneInput {
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Which chart: top-free (default), top-paid or top-grossing. */
  readonly chart?: "top-free" | "top-paid" | "top-grossing" | undefined
  /** Only apps that reached first place within this many days, 1 to 30. Default 7. */
  readonly days?: number | undefined
}

export interface ChartsMoversInput {
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Which chart: top-free (default), top-paid or top-grossing. */
  readonly chart?: "top-free" | "top-paid" | "top-grossing" | undefined
  /** Genre id from /v1/categories, or all (default) for the overall chart. */
  readonly genre?: string | undefined
  /** At most this many apps of each kind, 1 to 25. Default 10. */
  readonly limit?: number | undefined
}

export interface ChartsActivityInput {
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Which store to ask: storea (default) or storeb. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Which chart: top-free (default), top-paid or top-grossing. */
  readonly chart?: "top-free" | "top-paid" | "top-grossing" | undefined
  /** Genre id from /v1/categories, or all (default) for the overall chart. */
  readonly genre?: string | undefined
  /** At most this many events, 1 to 100. Default 25. */
  readonly limit?: number | undefined
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
   * The store's chart, with ratings and each app's rank in the previous collection; with date, the list kept of
   * that day.
   *
   * Costs 2 general credits. `GET /v1/categories/{genreId}/top`
   */
  readonly top: Operation<ChartsTopInput, S.CategoryTop>
  /**
   * Screenshots of the top apps.
   *
   * Screenshots of a chart's first apps, by device.
   *
   * Costs 3 general credits. `GET /v1/categories/{genreId}/top/screenshots`
   */
  readonly topScreenshots: Operation<ChartsTopScreenshotsInput, S.CategoryTopScreenshots>
  /**
   * New releases.
   *
   * Recently released apps, from the store's list of new apps and from searches for words from several categories.
   * No store has a complete list of new apps.
   *
   * Costs 2 general credits. `GET /v1/new-releases`
   */
  readonly newReleases: Operation<ChartsNewReleasesInput, S.NewReleases>
  /**
   * Discover.
   *
   * Apps released in the last 30 days, found by searches across several categories and in collected charts, and the
   * first app in each category's top-free chart.
   *
   * Costs 2 general credits. `GET /v1/discover`
   */
  readonly discover: Operation<ChartsDiscoverInput, S.Discover>
  /**
   * New number ones.
   *
   * Apps that recently reached first place in a category, and the apps they replaced.
   *
   * Costs 2 general credits. `GET /v1/discover/new-number-1`
   */
  readonly newNumberOne: Operation<ChartsNewNumberOneInput, S.NewNumberOne>
  /**
   * Market movers.
   *
   * Apps that gained and lost the most places, or entered and left the list, between the two newest lists of a
   * chart, as deep as the store shows it. A chart requested for the first time has only one list, so there is
   * nothing to compare until it is collected again.
   *
   * Costs 3 general credits. `GET /v1/market/movers`
   */
  readonly movers: Operation<ChartsMoversInput, S.MarketMovers>
  /**
   * Market activity.
   *
   * What happened between the two newest lists of a chart, largest movement first: entries, exits, and moves of
   * three or more places.
   *
   * Costs 3 general credits. `GET /v1/market/activity`
   */
  readonly activity: Operation<ChartsActivityInput, S.MarketActivity>
}

export interface Operations {
  readonly charts: Charts
}

export const operations = (bind: Bind): Operations => ({
  charts: {
    categories: bind.operation({ method: "GET", path: "/v1/categories", access: "key", query: ["platform"] }),
    top: bind.operation({ method: "GET", path: "/v1/categories/{genreId}/top", access: "key", query: ["country", "platform", "chart", "limit", "date"] }),
    topScreenshots: bind.operation({ method: "GET", path: "/v1/categories/{genreId}/top/screenshots", access: "key", query: ["country", "platform", "chart", "device", "limit"] }),
    newReleases: bind.operation({ method: "GET", path: "/v1/new-releases", access: "key", query: ["country", "platform", "maxDays", "limit"] }),
    discover: bind.operation({ method: "GET", path: "/v1/discover", access: "key", query: ["country", "platform", "limit"] }),
    newNumberOne: bind.operation({ method: "GET", path: "/v1/discover/new-number-1", access: "key", query: ["country", "platform", "chart", "days"] }),
    movers: bind.operation({ method: "GET", path: "/v1/market/movers", access: "key", query: ["country", "platform", "chart", "genre", "limit"] }),
    activity: bind.operation({ method: "GET", path: "/v1/market/activity", access: "key", query: ["country", "platform", "chart", "genre", "limit"] })
  }
})

/** What to do about each error code. */
export const retryAdvice = { FETCH_FAILED: "retry", FORBIDDEN: "fix", IDEMPOTENCY_IN_PROGRESS: "retry", IDEMPOTENCY_KEY_REUSED: "fix", IDEMPOTENCY_QUOTA_EXCEEDED: "wait", INTERNAL_ERROR: "fix", INVALID_API_KEY: "fix", INVALID_APP_ID: "fix", INVALID_COUNTRY: "fix", INVALID_GENRE: "fix", INVALID_INPUT: "fix", MISSING_API_KEY: "fix", PAYLOAD_TOO_LARGE: "fix", PLATFORM_UNSUPPORTED: "fix", RATE_LIMIT_EXCEEDED: "wait", SERVICE_UNAVAILABLE: "retry", TOO_MANY_REQUESTS: "retry", UNSUPPORTED_MEDIA_TYPE: "fix", UPSTREAM_ERROR: "retry", UPSTREAM_RATE_LIMITED: "retry", UPSTREAM_TIMEOUT: "retry" } as const
