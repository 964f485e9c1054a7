import type { Credits, RawAnswer } from "./answer.ts"
import type { retryAdvice } from "./generated/operations.ts"
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

/** A code of a newer gateway, or of a plugin that isn't in this repository. */
type UnknownCode = string & Record<never, never>

/** Codes that this version knows, and those that a newer gateway may send. */
export type StoreglassErrorCode = ErrorCode | ClientErrorCode | UnknownCode

/** The client's own codes in the kinds of the gateway's. `UNREADABLE_ANSWER` is judged by its status. */
interface ClientAdvice {
  readonly NETWORK_ERROR: "retry"
  readonly TIMEOUT: "retry"
  readonly UNREADABLE_ANSWER: RetryAdvice
  readonly ABORTED: "fix"
  readonly INVALID_INPUT: "fix"
  readonly INVALID_API_KEY: "fix"
}

type CodesIn<Table, Kind extends RetryAdvice> = {
  [Code in keyof Table]: Kind extends Table[Code] ? Code : never
}[keyof Table]

/** The codes of one kind, by the gateway's table. */
export type CodeOf<Kind extends RetryAdvice> =
  | CodesIn<typeof retryAdvice, Kind>
  | CodesIn<ClientAdvice, Kind>
  | UnknownCode

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
  readonly details?: unknown
  readonly raw?: RawAnswer | null
}

// The package has two builds, one for `import` and one for `require`; a program may hold errors of both.
const brand = Symbol.for("@storeglass/client/StoreglassError")

const isBranded = (value: unknown): value is StoreglassError =>
  typeof value === "object" && value !== null && brand in value

/**
 * Every failure of a call, as a `TemporaryError`, `WaitError` or `RequestError`. `code` tells what happened; it never holds
 * the API key.
 */
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
  /** What the answer tells programs beside the message, where its code has such; else undefined. */
  readonly details: unknown
  /** How often it was tried. */
  readonly attempts: number
  /** Sent with every try. Pass it to a call with the same input to have the work done and charged once in all. */
  readonly idempotencyKey: string | null
  /** The answer as it came, for logs of your own; null when none came. Not enumerable, so that printing leaves it out. */
  declare readonly raw: RawAnswer | null

  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: a class of a caller's that extends this one must know only its own.
    return this === StoreglassError ? isBranded(value) : Function.prototype[Symbol.hasInstance].call(this, value)
  }

  constructor(message: string, details: StoreglassErrorDetails) {
    super(message)
    this.code = details.code
    this.status = details.status ?? null
    this.operation = details.operation
    this.requestId = details.requestId ?? null
    this.credits = details.credits ?? null
    this.retryAfterMs = details.retryAfterMs ?? null
    this.retry = details.retry ?? "fix"
    this.details = details.details
    this.attempts = details.attempts ?? 0
    this.idempotencyKey = details.idempotencyKey ?? null
    Object.defineProperty(this, brand, { value: true })
    Object.defineProperty(this, "raw", { value: details.raw ?? null })
  }
}

type Details<Kind extends RetryAdvice> = Omit<StoreglassErrorDetails, "retry"> & { readonly code: CodeOf<Kind> }

const isOfKind = (value: unknown, kind: RetryAdvice): boolean => isBranded(value) && value.retry === kind

/** It passes: the same call may succeed soon. The client has tried again as often as it was allowed to. */
export class TemporaryError extends StoreglassError {
  override readonly name = "TemporaryError"
  declare readonly code: CodeOf<"retry">
  declare readonly retry: "retry"

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isOfKind(value, "retry")
  }

  constructor(message: string, details: Details<"retry">) {
    super(message, { ...details, retry: "retry" })
  }
}

/** It can't succeed before `retryAfterMs` is over, which may be days: a month's credits are used up, for one. */
export class WaitError extends StoreglassError {
  override readonly name = "WaitError"
  declare readonly code: CodeOf<"wait">
  declare readonly retry: "wait"

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isOfKind(value, "wait")
  }

  constructor(message: string, details: Details<"wait">) {
    super(message, { ...details, retry: "wait" })
  }
}

/** It fails again until the input, the key or the plan is another one, or a bug is fixed. */
export class RequestError extends StoreglassError {
  override readonly name = "RequestError"
  declare readonly code: CodeOf<"fix">
  declare readonly retry: "fix"

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isOfKind(value, "fix")
  }

  constructor(message: string, details: Details<"fix">) {
    super(message, { ...details, retry: "fix" })
  }
}

const kinds = { retry: TemporaryError, wait: WaitError, fix: RequestError }

/** The error of the kind that the details tell. */
export const errorOf = (
  message: string,
  { retry, ...details }: StoreglassErrorDetails & { readonly retry: RetryAdvice }
): StoreglassError => new kinds[retry](message, details)
