import { ApiError } from "@storeglass/plugin-api"

/** A keyword that no store can be searched for. */
export class InvalidKeyword extends ApiError(
  "INVALID_KEYWORD",
  400,
  "The keyword is too short, too long, or has nothing to search for."
) {}
