import {
  ApiError,
  AppNotFound,
  Forbidden,
  InvalidAppId,
  InvalidCountry,
  InvalidInput,
  NotFound,
  ServiceUnavailable,
  TierLimitExceeded,
  upstreamErrors
} from "@storeglass/plugin-api"

export class Duplicate extends ApiError(
  "DUPLICATE",
  409,
  "The account has this already. The message names the id of what is there; replace: true changes it."
) {}
export class ChannelNotAvailable extends ApiError(
  "CHANNEL_NOT_AVAILABLE",
  409,
  "This gateway can't read the channel. The message names the operator's setting that is missing."
) {}
export class ProjectPaused extends ApiError(
  "PROJECT_PAUSED",
  409,
  "The project is paused or archived, so it isn't scanned. Set its status to active with replace: true."
) {}
export class AlreadyReplied extends ApiError(
  "ALREADY_REPLIED",
  409,
  "The opportunity is marked as replied. Its review is closed; another address of the answer needs replace: true."
) {}

const common = [InvalidInput.wire, ServiceUnavailable.wire] as const
export const listErrors = [...common, InvalidAppId.wire] as const
export const projectErrors = [
  ...listErrors,
  InvalidCountry.wire,
  TierLimitExceeded.wire,
  Duplicate.wire,
  ChannelNotAvailable.wire
] as const
export const dryRunErrors = [...listErrors, InvalidCountry.wire, ChannelNotAvailable.wire] as const
export const searchErrors = [...common, TierLimitExceeded.wire] as const
export const searchedErrors = [...listErrors, NotFound.wire] as const
export const bootstrapErrors = [...projectErrors, AppNotFound.wire, ...upstreamErrors] as const
export const scanErrors = [...common, NotFound.wire, ChannelNotAvailable.wire, ProjectPaused.wire] as const
export const insightErrors = [...common, Forbidden.wire, NotFound.wire] as const
export const rowErrors = [...common, NotFound.wire] as const
export const replyErrors = [...rowErrors, AlreadyReplied.wire] as const

/** The same for what isn't there and what is another account's. */
export const noProject = new NotFound("id: there is no such project of yours")
export const noOpportunity = new NotFound("id: there is no such opportunity of yours")
