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

/** The raise is beyond what may be raised within an hour or a day. */
export class RaiseCapReached extends ApiError(
  "RAISE_CAP_REACHED",
  409,
  "Budgets or bids of the ad account may not be raised by so much within an hour or a day. The message names the cap, what is used and when there is room again."
) {}

export const connectErrors = [
  ...connectingErrors,
  AdAccountRequired.wire,
  InvalidInput.wire,
  ServiceUnavailable.wire
] as const
/** Of routes that read with the saved connection. */
export const readErrors = [...savedErrors, ServiceUnavailable.wire] as const
/** Of routes that change something with it. */
export const changeErrors = [...savedErrors, ...writeErrors, RaiseCapReached.wire, ServiceUnavailable.wire] as const
