/** The errors of the routes, and how a store's failure becomes one. */
import {
  ApiError,
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

/** A keyword that is shorter than two characters or has nothing but signs. */
export class InvalidKeyword extends ApiError("INVALID_KEYWORD", 400) {}

/** Of routes about a market, beside those of `StrictInput`: bad ids, countries and other input. */
export const marketErrors = [PlatformUnsupported.wire] as const
/** Of routes about a keyword. */
export const keywordErrors = [...marketErrors, InvalidKeyword.wire] as const
/** Of routes about a keyword that ask the store. */
export const liveErrors = [...keywordErrors, ...upstreamErrors] as const
/** Of routes about an app. */
export const appErrors = [...marketErrors, ...upstreamErrors, AppNotFound.wire] as const

export type BadRequest = InvalidInput | InvalidAppId | InvalidCountry | PlatformUnsupported
export type UpstreamFailure = UpstreamFailed | UpstreamRateLimited | UpstreamTimedOut
/** Everything that a route about apps may fail with. */
export type AppFailure = BadRequest | UpstreamFailure | AppNotFound

/** Turns a store's failure into the documented error. */
export const asDocumented = <A, E, R>(
  effect: Effect.Effect<A, E | UpstreamError, R>
): Effect.Effect<A, E | UpstreamFailure, R> =>
  Effect.mapError(effect, (error) => (error instanceof UpstreamError ? fromUpstream(error) : error))
