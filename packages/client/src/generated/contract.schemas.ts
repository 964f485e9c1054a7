// Made by `npm run generate` from the declarations of the plugins. Do not edit.

/** One field that the write changes. */
export interface Change {
  readonly field: string
  readonly from: unknown
  readonly to: unknown
}

/** Where a figure comes from and how far to trust it. */
export interface Provenance {
  readonly source: "store_live" | "store_feed" | "store_page" | "stored" | "connected_account" | "official_ads" | "model" | "llm" | "sandbox"
  /** When the source said so, ISO 8601; null if nothing was measured or the source gives no time. */
  readonly asOf: string | null
  readonly status: "measured" | "estimated" | "unavailable" | "not_measured"
  /** True when the source didn't answer and an older answer is served. */
  readonly stale?: boolean
  readonly confidence?: "high" | "medium" | "low" | "none"
  readonly model?: string
  readonly sampleSize?: number
  readonly limitations?: ReadonlyArray<string>
}

/** What the write would do. Nothing was written. */
export interface WritePreview {
  readonly dryRun: true
  readonly changes: ReadonlyArray<Change>
  readonly warnings: ReadonlyArray<WriteWarning>
  /** Send it back in the body: the write is then refused with PLAN_STALE if the state has changed. */
  readonly planId: string
}

/** Something to know before the write is sent. */
export interface WriteWarning {
  readonly code: string
  readonly message: string
}

/** The codes of the gateway's errors. */
export type ErrorCode =
  | "APP_NOT_FOUND"
  | "CONFIRMATION_NEEDED"
  | "CONFIRMATION_REQUIRED"
  | "CONNECTION_PERMISSION_MISSING"
  | "CONNECTION_REJECTED"
  | "CONSOLE_CREDENTIALS_INVALID"
  | "CONSOLE_ROLE_INSUFFICIENT"
  | "CREDENTIALS_REJECTED"
  | "FORBIDDEN"
  | "IDEMPOTENCY_IN_PROGRESS"
  | "IDEMPOTENCY_KEY_REUSED"
  | "IDEMPOTENCY_QUOTA_EXCEEDED"
  | "INTERNAL_ERROR"
  | "INVALID_API_KEY"
  | "INVALID_APP_ID"
  | "INVALID_CONSOLE_CREDENTIALS"
  | "INVALID_COUNTRY"
  | "INVALID_INPUT"
  | "INVALID_WEBHOOK_SECRET"
  | "MAIL_NOT_CONFIGURED"
  | "MISSING_API_KEY"
  | "MISSING_CONSOLE_CREDENTIALS"
  | "NOT_CONNECTED"
  | "NOT_FOUND"
  | "OTHER_ACCOUNT"
  | "PAYLOAD_TOO_LARGE"
  | "PLAN_STALE"
  | "PLATFORM_UNSUPPORTED"
  | "RATE_LIMIT_EXCEEDED"
  | "SERVICE_UNAVAILABLE"
  | "SESSION_REQUIRED"
  | "TIER_LIMIT_EXCEEDED"
  | "TOO_MANY_REQUESTS"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "UPSTREAM_ERROR"
  | "UPSTREAM_RATE_LIMITED"
  | "UPSTREAM_TIMEOUT"
  | "VENDOR_CONFLICT"
  | "VENDOR_REJECTED"
  | "WRITE_OUTCOME_UNKNOWN"
