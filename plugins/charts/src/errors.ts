/** The errors of the routes beside those of every route over the stores. */
import { ApiError } from "@storeglass/plugin-api"
import { InvalidGenre, storeErrors } from "@storeglass/stores/contract"

/** Discover could not fetch upstream data. */
export class FetchFailed extends ApiError("FETCH_FAILED", 500, "The store's data couldn't be fetched. Retry later.", {
  retry: "retry"
}) {}

/** Of every route with a genre. */
export const genreErrors = [...storeErrors, InvalidGenre.wire] as const
