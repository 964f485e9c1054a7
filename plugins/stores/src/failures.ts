/** The errors of routes over the stores, and how a store's failure becomes one. */
import {
  ApiError,
  AppNotFound,
  type InvalidAppId,
  type InvalidCountry,
  type InvalidInput,
  PlatformUnsupported,
  type ServiceUnavailable,
  type UpstreamError,
  type UpstreamFailure,
  upstreamErrors
} from "@storeglass/plugin-api"

/** A genre that the asked store does not have. */
export class InvalidGenre extends ApiError(
  "INVALID_GENRE",
  400,
  "The platform has no such category. Send an id of its categories, or all."
) {}

/** Of every route that asks a store, beside what its input may be refused with. */
export const storeErrors = [PlatformUnsupported.wire, ...upstreamErrors] as const
/** Of every route about one app. */
export const appErrors = [...storeErrors, AppNotFound.wire] as const

export type BadRequest = InvalidInput | InvalidAppId | InvalidCountry | PlatformUnsupported
/** What `asDocumented` makes of the failures below a route. */
export type StoreFailure = UpstreamFailure | ServiceUnavailable
/** Everything that a route about one app may fail with. */
export type AppFailure = BadRequest | StoreFailure | AppNotFound

/** Why a part of an answer is missing, for its reader. */
export const reasonOf = (error: UpstreamError | AppNotFound): string => {
  if (error._tag === "APP_NOT_FOUND") return "the store has no page for it"
  switch (error.reason) {
    case "timeout":
      return "the store didn't answer in time"
    case "rate_limited":
    case "circuit_open":
      return "the store is taking no more requests right now"
    case "drift":
      return "the store answered in an unknown shape"
    default:
      return "the store didn't give a usable answer"
  }
}
