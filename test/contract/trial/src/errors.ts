import { ApiError } from "@storeglass/plugin-api"

export class NoteExists extends ApiError(
  "NOTE_EXISTS",
  409,
  "A note of this name is there already. Take another name."
) {}
export class ScanOver extends ApiError("SCAN_OVER", 409, "The scan is done or was cancelled.") {}
export class ScanQuotaExceeded extends ApiError(
  "SCAN_QUOTA_EXCEEDED",
  429,
  "The month's scans are used up. Retry-After says when there are more."
) {}
export class HookRejected extends ApiError("HOOK_REJECTED", 401, "The signature of the webhook isn't right.") {}
