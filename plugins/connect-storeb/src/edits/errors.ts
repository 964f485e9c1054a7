import { ApiError } from "@storeglass/plugin-api"

/** The vendor keeps one open edit per service account and app, and another request has it. */
export class EditInProgress extends ApiError(
  "EDIT_IN_PROGRESS",
  409,
  "Another request has the app's one open edit. Retry after Retry-After.",
  { retry: "retry" }
) {}
