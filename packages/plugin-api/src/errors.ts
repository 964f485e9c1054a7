import { Effect } from "effect"
import { SqlError } from "effect/sql"
import { ApiError } from "./ApiError.ts"
import { UpstreamError } from "./Upstreams.ts"

/** A parameter, header or body does not decode; the message names the field and the fix. */
export class InvalidInput extends ApiError(
  "INVALID_INPUT",
  400,
  "A parameter, header or body doesn't decode. The message names the field and says what to send."
) {}
/** A `country` or `countries` value that isn't a storefront of the requested platform. */
export class InvalidCountry extends ApiError(
  "INVALID_COUNTRY",
  400,
  "The platform has no storefront in the country."
) {}
/** An app id that is not a positive integer (storea) or not a package name (storeb). */
export class InvalidAppId extends ApiError(
  "INVALID_APP_ID",
  400,
  "The app id isn't a positive integer (storea) or a package name (storeb)."
) {}
/** The asked platform has no adapter that can answer this route. */
export class PlatformUnsupported extends ApiError(
  "PLATFORM_UNSUPPORTED",
  400,
  "The platform can't answer this operation."
) {}
/** No key in the headers. */
export class MissingApiKey extends ApiError("MISSING_API_KEY", 401, "The headers have no key. Send X-API-Key.") {}
/** The key is malformed, unknown, inactive or revoked. */
export class InvalidApiKey extends ApiError(
  "INVALID_API_KEY",
  401,
  "The key is malformed, unknown, inactive or revoked."
) {}
/** Nobody is signed in, or no longer. */
export class InvalidWebhookSecret extends ApiError(
  "INVALID_WEBHOOK_SECRET",
  401,
  "The webhook's signature or secret is missing or wrong."
) {}
export class SessionRequired extends ApiError(
  "SESSION_REQUIRED",
  401,
  "Nobody is signed in, or the session has ended. Sign in again."
) {}
/** Whoever is signed in must prove once more that it's them. */
export class ConfirmationNeeded extends ApiError(
  "CONFIRMATION_NEEDED",
  403,
  "This needs a password, code or sign-in from a short while ago. Confirm that it's you, then repeat it."
) {}
/** The page shows one account, and the session looks at another by now, as another page of the same browser chose it. */
export class OtherAccount extends ApiError(
  "OTHER_ACCOUNT",
  409,
  "The page shows another account than the one that is looked at by now. Reload it; nothing was changed."
) {}
/** The caller's plan lacks the feature that the route needs. */
export class TierLimitExceeded extends ApiError(
  "TIER_LIMIT_EXCEEDED",
  403,
  "The plan doesn't include this feature. A larger plan does."
) {}
/** The key lacks the scope that the route needs, or the request came from a page of another origin. */
export class Forbidden extends ApiError("FORBIDDEN", 403, "The key lacks the scope this operation needs.") {}
/** The store does not list this app in the asked country. */
export class AppNotFound extends ApiError("APP_NOT_FOUND", 404, "The store doesn't list this app in this country.") {}
/** No such thing, or not the caller's. */
export class NotFound extends ApiError("NOT_FOUND", 404, "It doesn't exist, or it isn't yours.") {}
/** The Idempotency-Key was used before with another request. */
export class IdempotencyKeyReused extends ApiError(
  "IDEMPOTENCY_KEY_REUSED",
  409,
  "The Idempotency-Key was used with another request. Use a new one."
) {}
/** The first request with this Idempotency-Key is still running. */
export class IdempotencyInProgress extends ApiError(
  "IDEMPOTENCY_IN_PROGRESS",
  409,
  "The first request with this Idempotency-Key is still running. Retry after Retry-After.",
  { retry: "retry" }
) {}
/** The account has as many records of Idempotency-Keys as it may have. */
export class IdempotencyQuotaExceeded extends ApiError(
  "IDEMPOTENCY_QUOTA_EXCEEDED",
  429,
  "The account has too many Idempotency-Keys that are still kept. Send no key, or wait until older ones expire."
) {}
/** The body is over the limit. */
export class PayloadTooLarge extends ApiError(
  "PAYLOAD_TOO_LARGE",
  413,
  "The body is larger than the operation allows."
) {}
/** The body is not of a type that the route takes. */
export class UnsupportedMediaType extends ApiError(
  "UNSUPPORTED_MEDIA_TYPE",
  415,
  "The operation doesn't accept this body type."
) {}
/** The bucket cannot pay for this call until it resets or the plan changes. */
export class CreditsExhausted extends ApiError(
  "RATE_LIMIT_EXCEEDED",
  429,
  "The credit bucket can't pay for this call. Retry-After says when it resets; a larger plan takes effect at once."
) {}
/** More requests than the caller's address or account may send in this time. Nothing was done or charged. */
export class TooManyRequests extends ApiError(
  "TOO_MANY_REQUESTS",
  429,
  "Too many requests in a short time. Nothing was done or charged; retry after Retry-After.",
  { retry: "retry" }
) {}
/** A defect; the message carries the request id and nothing else. */
export class InternalError extends ApiError(
  "INTERNAL_ERROR",
  500,
  "A bug in the gateway, which a retry would meet again. Quote X-Request-Id when you report it."
) {}
/** The upstream answered what we cannot read, or refused. */
export class UpstreamFailed extends ApiError(
  "UPSTREAM_ERROR",
  502,
  "The upstream didn't give a usable answer. Retry later."
) {}
/** The upstream's own rate limit, or ours for it, is reached. */
export class UpstreamRateLimited extends ApiError(
  "UPSTREAM_RATE_LIMITED",
  503,
  "The upstream is taking no more requests right now. Retry after Retry-After."
) {}
/** The upstream did not answer in time. */
export class UpstreamTimedOut extends ApiError(
  "UPSTREAM_TIMEOUT",
  504,
  "The upstream didn't answer in time. Retry later."
) {}
/** The gateway cannot serve just now (database away, shutting down). Nothing was charged. */
export class ServiceUnavailable extends ApiError(
  "SERVICE_UNAVAILABLE",
  503,
  "The gateway is taking no more requests right now. Retry after Retry-After."
) {}

/** What a failing upstream becomes on the wire; list it in the `error` of routes that ask one. */
export const upstreamErrors = [UpstreamFailed.wire, UpstreamRateLimited.wire, UpstreamTimedOut.wire] as const

/** What an upstream's failure is on the wire. */
export type UpstreamFailure = UpstreamFailed | UpstreamRateLimited | UpstreamTimedOut

/** The documented error for an upstream's failure. Never names the vendor: the upstream's neutral name is shown. */
export const fromUpstream = (error: UpstreamError): UpstreamFailure => {
  const options = { retryAfterSeconds: error.retryAfterSeconds ?? 30, cause: error }
  switch (error.reason) {
    case "timeout":
      return new UpstreamTimedOut(`${error.upstream} didn't answer in time; nothing was charged, retry later`, options)
    case "rate_limited":
    case "circuit_open":
      return new UpstreamRateLimited(
        `${error.upstream} is taking no more requests right now; nothing was charged, retry after ${options.retryAfterSeconds} s`,
        options
      )
    case "drift":
      return new UpstreamFailed(`${error.upstream} answered in an unknown shape; nothing was charged`, options)
    default:
      return new UpstreamFailed(`${error.upstream} didn't give a usable answer; nothing was charged`, options)
  }
}

/** What a database that is away becomes on the wire. */
export const databaseAway = (cause: unknown): ServiceUnavailable =>
  new ServiceUnavailable("stored data is unavailable; nothing was charged, retry later", {
    retryAfterSeconds: 5,
    cause
  })

type Documented<E> = E extends UpstreamError ? UpstreamFailure : E extends SqlError.SqlError ? ServiceUnavailable : E

/** Turns an upstream's or the database's failure into the documented error, and leaves all others as they are. */
export function asDocumented<A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, Documented<E>, R>
export function asDocumented<A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, unknown, R> {
  return Effect.mapError(effect, (error) =>
    error instanceof UpstreamError
      ? fromUpstream(error)
      : error instanceof SqlError.SqlError
        ? databaseAway(error)
        : error
  )
}
