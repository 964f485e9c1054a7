/** The errors of the routes, and how a store's failure becomes one. */
import {
  AppNotFound,
  fromUpstream,
  type InvalidAppId,
  type InvalidCountry,
  type InvalidInput,
  PlatformUnsupported,
  UpstreamError,
  type UpstreamFailed,
  type UpstreamRateLimited,
  type UpstreamTimedOut,
  upstreamErrors
} from "@storeglass/plugin-api"
import { Effect } from "effect"

/** Of every route, beside those of `StrictInput`: bad ids, countries and other input. */
export const storeErrors = [PlatformUnsupported.wire, ...upstreamErrors] as const

/** Of every route about one app. */
export const appErrors = [...storeErrors, AppNotFound.wire] as const

export type BadRequest = InvalidInput | InvalidAppId | InvalidCountry | PlatformUnsupported
export type UpstreamFailure = UpstreamFailed | UpstreamRateLimited | UpstreamTimedOut
/** Everything that a route about one app may fail with. */
export type AppFailure = BadRequest | UpstreamFailure | AppNotFound

/** Turns a store's failure into the documented error. */
export const asDocumented = <A, E, R>(
  effect: Effect.Effect<A, E | UpstreamError, R>
): Effect.Effect<A, E | UpstreamFailure, R> =>
  Effect.mapError(effect, (error) => (error instanceof UpstreamError ? fromUpstream(error) : error))

/** Why a part of an answer is missing, for its reader. */
export const reasonOf = (error: UpstreamError | AppNotFound): string => {
  if (error._tag === "APP_NOT_FOUND") return "the store has no page for it"
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
