import { ApiError, type UpstreamError } from "@storeglass/plugin-api"

/** The document's spelling. Seconds, not the month: clients wait for `Retry-After`. */
export class AdRepositoryRateLimited extends ApiError(
  "APPLE_AD_REPOSITORY_RATE_LIMITED",
  429,
  "The store's ad repository is taking no more requests right now. Retry after Retry-After; nothing was charged.",
  { retry: "retry" }
) {}
export class AdRepositoryFailed extends ApiError(
  "APPLE_AD_REPOSITORY_UPSTREAM_ERROR",
  502,
  "The store's ad repository didn't give a usable answer. Retry later; nothing was charged."
) {}
export class AdRepositoryTimedOut extends ApiError(
  "APPLE_AD_REPOSITORY_TIMEOUT",
  504,
  "The store's ad repository didn't answer in time. Retry after Retry-After; nothing was charged."
) {}
/** A search for fewer than two characters. */
export class InvalidQuery extends ApiError(
  "INVALID_QUERY",
  400,
  "The query has fewer than 2 or more than 100 characters."
) {}

export type RepositoryFailure = AdRepositoryRateLimited | AdRepositoryFailed | AdRepositoryTimedOut
export const repositoryErrors = [
  AdRepositoryRateLimited.wire,
  AdRepositoryFailed.wire,
  AdRepositoryTimedOut.wire
] as const

/** What the repository's failure is to a caller. Its own words are for the log alone. */
export const fromRepository = (error: UpstreamError): RepositoryFailure => {
  const options = { retryAfterSeconds: error.retryAfterSeconds ?? 30, cause: error }
  switch (error.reason) {
    case "rate_limited":
      return new AdRepositoryRateLimited(
        `the ad repository is taking no more requests; nothing was charged, retry after ${options.retryAfterSeconds} s`,
        options
      )
    case "timeout":
      return new AdRepositoryTimedOut(
        "the ad repository didn't answer in time; nothing was charged, retry later",
        options
      )
    case "drift":
      return new AdRepositoryFailed("the ad repository answered in an unknown shape; nothing was charged", options)
    default:
      return new AdRepositoryFailed("the ad repository didn't give a usable answer; nothing was charged", options)
  }
}
