/** The errors of the routes beside those of every route over the stores. */
import { ApiError, AppNotFound, PlatformUnsupported, upstreamErrors } from "@storeglass/plugin-api"

/** A keyword that is shorter than two characters (one, where a sign is a syllable or a word) or has nothing but signs. */
export class InvalidKeyword extends ApiError(
  "INVALID_KEYWORD",
  400,
  "The keyword is too short, too long, or has nothing to search for."
) {}

/** Of routes about a market, beside what their input may be refused with. */
export const marketErrors = [PlatformUnsupported.wire] as const
/** Of routes about a keyword. */
export const keywordErrors = [...marketErrors, InvalidKeyword.wire] as const
/** Of routes about a keyword that ask the store. */
export const liveErrors = [...keywordErrors, ...upstreamErrors] as const
/** Of the history of an app for a keyword, which asks the store only whether there is such an app. */
export const trendsErrors = [...keywordErrors, AppNotFound.wire] as const
