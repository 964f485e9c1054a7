import {
  ApiError,
  connectingErrors,
  InvalidInput,
  ServiceUnavailable,
  savedErrors,
  writeErrors
} from "@storeglass/plugin-api"

/** The credentials reach several ad accounts, or not the one that was named: the message lists them. */
export class AdAccountRequired extends ApiError(
  "AD_ACCOUNT_REQUIRED",
  409,
  "The credentials reach several ad accounts, or not the one named. The message lists them: send one as adAccountId."
) {}

export const connectErrors = [...connectingErrors, AdAccountRequired.wire, InvalidInput.wire] as const
/** Of routes that read with the saved connection. */
export const readErrors = [...savedErrors, ServiceUnavailable.wire] as const
/** Of routes that change something with it. */
export const changeErrors = [...savedErrors, ...writeErrors, ServiceUnavailable.wire] as const
