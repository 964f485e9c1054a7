// Made by `npm run generate` from the declarations of the plugins. Do not edit.
import type { Bind, Operation } from "../operation.ts"
import type * as S from "./ad-library.schemas.ts"

export interface AdLibrarySearchInput {
  /** Words of an app's or a developer's name: whole words are matched. */
  readonly q: string
  /** What to look for. Default: both. */
  readonly types?: ReadonlyArray<"APP" | "DEVELOPER"> | undefined
  /** At most this many entities, 1 to 50. Default 20. */
  readonly limit?: number | undefined
}

export interface AdLibraryAdsInput {
  /** App id: a positive integer, as storea has it. storeb publishes no ads, so a package name is refused. */
  readonly appId: string | number
  /** EU storefronts, comma-separated, such as DE,FR. Others are ignored and listed. Default: all that are covered. */
  readonly countries?: string | undefined
  /** The window: so many days before the repository's last day. */
  readonly datePreset?: "LAST_90_DAYS" | "LAST_180_DAYS" | "LAST_YEAR" | undefined
  /** Whether to list the ads, beside their summary. */
  readonly includeAds?: boolean | undefined
  /** Most ads to list. Default: up to 2,000 at once. */
  readonly limit?: number | undefined
  /** Where to continue: the previous page's nextCursor. Omit it for the first page. */
  readonly cursor?: string | undefined
  /** Reports to add to the answer. Default: none. */
  readonly include?: ReadonlyArray<"creatives" | "productPages" | "history" | "developer" | "moves" | "restrictions"> | undefined
  /**
   * Keep the answer as a report in your workspace (GET /v1/user/reports); the key needs the scope write. Default
   * false.
   */
  readonly save?: boolean | undefined
}

export interface AdLibraryAdInput {
  /** An ad's adId, as a list gives it. */
  readonly adId: string | number
  /** The window: so many days before the repository's last day. */
  readonly datePreset?: "LAST_90_DAYS" | "LAST_180_DAYS" | "LAST_YEAR" | undefined
}

export interface AdLibrary {
  /**
   * Search advertisers.
   *
   * Apps and developers with at least one ad shown in the EU, by whole words of their names. An app that isn't
   * found can still be asked for by its id.
   *
   * Costs 1 general credit. `GET /v1/ads/storea/search`
   */
  readonly search: Operation<AdLibrarySearchInput, S.AdEntities>
  /**
   * An app's ads in the EU.
   *
   * Ads of an app that the store published for its EU storefronts: a summary over all of them, and each ad with its
   * texts and pictures. No spend, keywords, bids or impressions are published. An app that advertises elsewhere
   * only has none here.
   *
   * Costs 3 general credits. `GET /v1/apps/{appId}/storea-ads`
   */
  readonly ads: Operation<AdLibraryAdsInput, S.AdLibraryResult>
  /**
   * An ad in full.
   *
   * One ad with its texts in each language, pictures and videos by device, icons, and by what its audience was
   * narrowed. An ad that is shown in several countries comes for one of them.
   *
   * Costs 2 general credits. `GET /v1/ads/storea/ads/{adId}`
   */
  readonly ad: Operation<AdLibraryAdInput, S.AdInFull>
}

export interface Operations {
  readonly adLibrary: AdLibrary
}

export const operations = (bind: Bind): Operations => ({
  adLibrary: {
    search: bind.operation({ method: "GET", path: "/v1/ads/storea/search", access: "key", query: ["q", "types", "limit"], lists: ["types"] }),
    ads: bind.operation({ method: "GET", path: "/v1/apps/{appId}/storea-ads", access: "key", query: ["countries", "datePreset", "includeAds", "limit", "cursor", "include", "save"], lists: ["include"] }),
    ad: bind.operation({ method: "GET", path: "/v1/ads/storea/ads/{adId}", access: "key", query: ["datePreset"] })
  }
})

/** What to do about each error code. */
export const retryAdvice = { APPLE_AD_REPOSITORY_RATE_LIMITED: "retry", APPLE_AD_REPOSITORY_TIMEOUT: "retry", APPLE_AD_REPOSITORY_UPSTREAM_ERROR: "retry", FORBIDDEN: "fix", IDEMPOTENCY_IN_PROGRESS: "retry", IDEMPOTENCY_KEY_REUSED: "fix", IDEMPOTENCY_QUOTA_EXCEEDED: "wait", INTERNAL_ERROR: "fix", INVALID_API_KEY: "fix", INVALID_APP_ID: "fix", INVALID_COUNTRY: "fix", INVALID_INPUT: "fix", INVALID_QUERY: "fix", MISSING_API_KEY: "fix", NOT_FOUND: "fix", PAYLOAD_TOO_LARGE: "fix", RATE_LIMIT_EXCEEDED: "wait", SERVICE_UNAVAILABLE: "retry", TOO_MANY_REQUESTS: "retry", UNSUPPORTED_MEDIA_TYPE: "fix" } as const
