/** The errors of the routes beside those of every route over the stores. */
import { ApiError } from "@storeglass/plugin-api"
import { storeErrors } from "@storeglass/stores/contract"

/** A genre that the asked store does not have. */
export class InvalidGenre extends ApiError(
  "INVALID_GENRE",
  400,
  "The platform has no such category; GET /v1/categories lists them."
) {}
/** Discover could not fetch upstream data. */
export class FetchFailed extends ApiError("FETCH_FAILED", 500, "The store's data couldn't be fetched. Retry later.") {}

/** Of every route with a genre. */
export const genreErrors = [...storeErrors, InvalidGenre.wire] as const
