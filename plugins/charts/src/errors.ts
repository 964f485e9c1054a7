/** The errors of the routes, and how a failure below becomes one. */
import {
  ApiError,
  fromUpstream,
  type InvalidCountry,
  type InvalidInput,
  PlatformUnsupported,
  ServiceUnavailable,
  UpstreamError,
  type UpstreamFailed,
  type UpstreamRateLimited,
  type UpstreamTimedOut,
  upstreamErrors
} from "@storeglass/plugin-api"
import { Effect } from "effect"
import { SqlError } from "effect/sql"

/** A genre that the asked store does not have. */
export class InvalidGenre extends ApiError("INVALID_GENRE", 400) {}
/** Discover could not fetch upstream data. */
export class FetchFailed extends ApiError("FETCH_FAILED", 500) {}

/** Of every route that asks a store, beside those of `StrictInput`. */
export const storeErrors = [PlatformUnsupported.wire, ServiceUnavailable.wire, ...upstreamErrors] as const
/** Of every route with a genre. */
export const genreErrors = [...storeErrors, InvalidGenre.wire] as const

export type BadRequest = InvalidCountry | InvalidInput | PlatformUnsupported
export type StoreFailure = UpstreamFailed | UpstreamRateLimited | UpstreamTimedOut | ServiceUnavailable

/** PostgreSQL does not answer. */
export const historyAway = (cause: SqlError.SqlError) =>
  new ServiceUnavailable("the history of charts cannot be read just now; nothing was charged, retry later", {
    retryAfterSeconds: 5,
    cause
  })

/** Turns a store's or the database's failure into the documented error. */
export const asDocumented = <A, E, R>(
  effect: Effect.Effect<A, E | UpstreamError | SqlError.SqlError, R>
): Effect.Effect<A, E | StoreFailure, R> =>
  Effect.mapError(effect, (error) =>
    error instanceof UpstreamError
      ? fromUpstream(error)
      : error instanceof SqlError.SqlError
        ? historyAway(error)
        : error
  )

/** Why a part of an answer is missing, for its reader. */
export const reasonOf = (error: UpstreamError): string => {
  switch (error.reason) {
    case "timeout":
      return "the store did not answer in time"
    case "rate_limited":
    case "circuit_open":
      return "the store takes no more requests just now"
    case "drift":
      return "the store answered in a shape we do not know"
    default:
      return "the store gave no usable answer"
  }
}
