import type { Credits } from "./answer.ts"
import type { ErrorCode } from "./generated/schemas.ts"
import type { RetryAdvice } from "./retry.ts"

/**
 * What the client itself says.
 * - `NETWORK_ERROR` no whole answer came; `TIMEOUT` it did not come in time; `ABORTED` the caller's signal ended the call
 * - `UNREADABLE_ANSWER` what came is not the gateway's: no JSON, no envelope, a redirect
 * - `INVALID_INPUT`, `INVALID_API_KEY` with a `status` of null: refused here, nothing was sent
 */
export type ClientErrorCode =
  | "NETWORK_ERROR"
  | "TIMEOUT"
  | "ABORTED"
  | "UNREADABLE_ANSWER"
  | "INVALID_INPUT"
  | "INVALID_API_KEY"

/** Codes that this version knows, and those that a newer gateway may send. */
export type StoreglassErrorCode = ErrorCode | ClientErrorCode | (string & Record<never, never>)

export interface StoreglassErrorDetails {
  readonly code: StoreglassErrorCode
  readonly operation: string
  readonly status?: number | null
  readonly requestId?: string | null
  readonly credits?: Credits | null
  readonly retryAfterMs?: number | null
  readonly retry?: RetryAdvice
  readonly attempts?: number
  readonly idempotencyKey?: string | null
}

/** Every failure of a call. `code` tells what happened; it never holds the API key. */
export class StoreglassError extends Error {
  override readonly name: string = "StoreglassError"
  /** What happened, for programs. */
  readonly code: StoreglassErrorCode
  /** HTTP status; null when no answer came. */
  readonly status: number | null
  /** The operation, as in `GET /v1/keywords/ranks`. */
  readonly operation: string
  /** The id under which the gateway's ledger and logs know the request; null when no answer came. */
  readonly requestId: string | null
  /** How the credits stand after it; null where the answer did not tell. */
  readonly credits: Credits | null
  /** How long the gateway asked to wait; null when it did not. */
  readonly retryAfterMs: number | null
  /** What to do about it: `retry` soon, `wait` until `retryAfterMs` is over, or `fix` what was sent. */
  readonly retry: RetryAdvice
  /** How often it was tried. */
  readonly attempts: number
  /** Sent with every try. Pass it to a call with the same input to have the work done and charged once in all. */
  readonly idempotencyKey: string | null

  constructor(message: string, details: StoreglassErrorDetails) {
    super(message)
    this.code = details.code
    this.status = details.status ?? null
    this.operation = details.operation
    this.requestId = details.requestId ?? null
    this.credits = details.credits ?? null
    this.retryAfterMs = details.retryAfterMs ?? null
    this.retry = details.retry ?? "fix"
    this.attempts = details.attempts ?? 0
    this.idempotencyKey = details.idempotencyKey ?? null
  }
}
