import {
  ApiError,
  AppNotFound,
  InvalidAppId,
  InvalidCountry,
  InvalidInput,
  NotFound,
  PlatformUnsupported,
  ServiceUnavailable,
  upstreamErrors
} from "@storeglass/plugin-api"

export class ProviderNotConfigured extends ApiError(
  "PROVIDER_NOT_CONFIGURED",
  409,
  "This gateway has no model that can draw what was asked for. Its operator sets image of the plugin ad-creatives."
) {}
export class TooManyJobs extends ApiError(
  "TOO_MANY_JOBS",
  429,
  "Too many jobs of the account wait. Retry after Retry-After; nothing was charged.",
  { retry: "retry" }
) {}

export const generateErrors = [
  InvalidInput.wire,
  InvalidAppId.wire,
  InvalidCountry.wire,
  AppNotFound.wire,
  NotFound.wire,
  PlatformUnsupported.wire,
  ProviderNotConfigured.wire,
  TooManyJobs.wire,
  ServiceUnavailable.wire,
  ...upstreamErrors
] as const
export const jobErrors = [InvalidInput.wire, NotFound.wire, ServiceUnavailable.wire] as const

/** The same for what isn't there, what is another account's, and what is past its 30 days. */
export const noJob = new NotFound("jobId: there is no such job of yours, or its 30 days are over")

/** Why a job failed, with what it tells its owner. */
export const failures = {
  CREATIVE_BLOCKED: "the image provider's moderation blocked it; word the brief otherwise, and send it again",
  IMAGE_KEY_REJECTED: "the image provider doesn't take the key; send another in X-ImageProvider-Key",
  IMAGE_PROVIDER_UNAVAILABLE: "the image provider couldn't be used; send it again later, or with generateImage false",
  IMAGE_MISSING: "the image provider's answer had no picture that can be used; send it again",
  LISTING_UNREADABLE: "the listing has nothing that an ad can be made from; send keyPoints or extraScreenshotUrls",
  FILES_FULL: "the account's files have no room for the picture; wait until older ones expire",
  HOLD_EXPIRED: "it wasn't done within 2 hours, so its credits were given back; send it again",
  INTERNAL_ERROR: "it couldn't be finished; send it again, and tell the operator if that fails too"
} as const
export type FailureCode = keyof typeof failures
