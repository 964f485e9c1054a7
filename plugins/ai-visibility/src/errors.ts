import {
  ApiError,
  AppNotFound,
  InvalidAppId,
  InvalidCountry,
  InvalidInput,
  NotFound,
  ServiceUnavailable,
  TierLimitExceeded,
  upstreamErrors
} from "@storeglass/plugin-api"

export class QuotaExceeded extends ApiError(
  "AI_VISIBILITY_QUOTA_EXCEEDED",
  429,
  "The AI Visibility credits of the month can't pay for this scan. Nothing was asked or charged; retry after the reset, ask less, or change the plan."
) {}
export class NoPrompts extends ApiError(
  "NO_PROMPTS",
  400,
  "The app has no active prompt in this country. Run bootstrap, add a prompt or activate one, then scan."
) {}

/** Of every operation. */
const common = [InvalidAppId.wire, InvalidInput.wire, ServiceUnavailable.wire] as const
export const settingsErrors = [...common, InvalidCountry.wire] as const
/** Of those that read results or change what bootstrap made. */
export const resultErrors = [...settingsErrors, NotFound.wire] as const
/** Of those about a row, whose country is the row's. */
export const rowErrors = [...common, NotFound.wire] as const
export const limitErrors = [...resultErrors, TierLimitExceeded.wire] as const
export const rowLimitErrors = [...rowErrors, TierLimitExceeded.wire] as const
export const scanErrors = [...settingsErrors, NoPrompts.wire, QuotaExceeded.wire, TierLimitExceeded.wire] as const
export const bootstrapErrors = [
  ...settingsErrors,
  AppNotFound.wire,
  QuotaExceeded.wire,
  TierLimitExceeded.wire,
  ...upstreamErrors
] as const

/** The same for what isn't there, isn't the caller's, or belongs to another app. */
export const nothing = (what: string) => new NotFound(`there is no such ${what} of this app`)
export const notBegun = (appId: string, country: string) =>
  new NotFound(
    `nothing is measured yet for app ${appId} in ${country}; begin with POST /v1/ai-visibility/${appId}/bootstrap`
  )
