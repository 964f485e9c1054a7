import {
  ApiError,
  InvalidAppId,
  InvalidCountry,
  InvalidInput,
  NotFound,
  PlatformUnsupported,
  ServiceUnavailable,
  TierLimitExceeded
} from "@storeglass/plugin-api"
import { Schema } from "effect"
import { LintFailed } from "./contract.ts"
import { InvalidKeyword } from "./keywords/InvalidKeyword.ts"
import { App, Version } from "./schema.ts"

export class Duplicate extends ApiError(
  "DUPLICATE",
  409,
  "The workspace has this already. The message names the id of what is there."
) {}
export class StaleRevision extends ApiError(
  "STALE_REVISION",
  409,
  "The row has changed since it was read. details.present is what it is now; send its revision.",
  { details: Schema.Struct({ present: Schema.Union([App, Version]) }) }
) {}
export class VersionReleased extends ApiError(
  "VERSION_RELEASED",
  409,
  "The text of a released version can't change. Make a draft of it with copyFrom, or take the release back."
) {}
export class TooManyWrites extends ApiError(
  "TOO_MANY_WRITES",
  429,
  "More writes than an account may make in a second. Nothing was written; retry after Retry-After.",
  { retry: "retry" }
) {}

/** Of every operation of the workspace. */
const common = [InvalidInput.wire, ServiceUnavailable.wire] as const
export const listErrors = common
/** Of those about an app. */
export const appErrors = [...common, InvalidAppId.wire, PlatformUnsupported.wire, NotFound.wire] as const
const writing = [TooManyWrites.wire] as const
export const removeErrors = [...appErrors, ...writing] as const
export const removeKeywordErrors = [...removeErrors, InvalidCountry.wire, InvalidKeyword.wire] as const
export const reportErrors = [...common, NotFound.wire, ...writing] as const
export const updateErrors = [...removeErrors, InvalidCountry.wire, StaleRevision.wire] as const
export const addErrors = [
  ...appErrors,
  InvalidCountry.wire,
  Duplicate.wire,
  TierLimitExceeded.wire,
  ...writing
] as const
export const addKeywordErrors = [...addErrors, InvalidKeyword.wire] as const
export const addVersionErrors = [...addErrors, LintFailed.wire] as const
export const updateVersionErrors = [...updateErrors, Duplicate.wire, VersionReleased.wire, LintFailed.wire] as const

/** Of changes of tags and views. */
export const tagErrors = [...common, NotFound.wire, ...writing] as const
export const addViewErrors = [...tagErrors, Duplicate.wire, TierLimitExceeded.wire] as const
export const updateViewErrors = [...tagErrors, Duplicate.wire] as const

export const importErrors = [...appErrors, TierLimitExceeded.wire, ...writing] as const

export const restoreErrors = [...common, NotFound.wire, Duplicate.wire, TierLimitExceeded.wire, ...writing] as const

/** The same for what isn't there, isn't the caller's, or belongs to another app. */
export const nothing = (what: string) => new NotFound(`there is no such ${what} in your workspace`)
