import { Context, Data, type Effect, type Redacted, type Scope } from "effect"

/** A named upstream and the bounds under which it is asked. */
export interface UpstreamSpec {
  /** Neutral and unique, as in `storea.catalog`; shown in `/v1/health`, metrics and logs. */
  readonly name: string
  readonly baseUrl: string
  /** For one attempt, from connecting to the last byte. Default 10 000. */
  readonly timeoutMs?: number
  /** Longest answer that is read. Default 8 MiB. */
  readonly bodyBytesMax?: number
  /** Shared over all nodes when Redis is configured. */
  readonly rateLimit?: { readonly requests: number; readonly windowMs: number }
  /** How long a request may wait for its turn under the rate limit. Default 2 000. */
  readonly queueMsMax?: number
  /** Attempts in all, for requests that are safe to repeat. Default 3. */
  readonly attempts?: number
  /** Opens after so many failures in a row; asks again after `cooldownMs`. Default 5 and 15 000. */
  readonly breaker?: { readonly failures: number; readonly cooldownMs: number }
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** Statuses beside 429 by which this upstream says "too many requests". */
  readonly throttleStatuses?: ReadonlyArray<number>
}

export interface UpstreamRequest {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** Appended to the base URL; begins with `/`. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly headers?: Readonly<Record<string, string | Redacted.Redacted<string>>>
  readonly body?: string
  /** Whether a repeat has no further effect. Default: GET only. */
  readonly repeatable?: boolean
}

export interface UpstreamResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The address that answered, after redirects within the same host. */
  readonly url: string
  readonly body: string
}

/**
 * Why an upstream gave no usable answer.
 * - `timeout` no answer in time; `unreachable` no connection; `failed` 5xx after all attempts
 * - `rate_limited` its limit or ours; `circuit_open` not asked, it failed too often just now
 * - `blocked` a captcha or consent page; `drift` an answer whose shape we do not know
 * - `suspect` a well-formed empty answer that contradicts what is known (silent throttling)
 * - `too_large` longer than `bodyBytesMax`
 */
export type UpstreamFailureReason =
  | "timeout"
  | "unreachable"
  | "failed"
  | "rate_limited"
  | "circuit_open"
  | "blocked"
  | "drift"
  | "suspect"
  | "too_large"

export class UpstreamError extends Data.TaggedError("UpstreamError")<{
  readonly upstream: string
  readonly reason: UpstreamFailureReason
  /** For the log: what was asked and what came, without bodies or secrets. */
  readonly detail: string
  readonly retryAfterSeconds?: number | undefined
  readonly cause?: unknown
}> {
  override get message() {
    return `${this.upstream}: ${this.reason}: ${this.detail}`
  }
}

export interface Upstream {
  readonly name: string
  /**
   * Asks once under timeout, rate limit, breaker, retries and single flight. Any status below 500 that is no throttle
   * comes back as a response: 404 means different things to different upstreams.
   */
  readonly request: (request: UpstreamRequest) => Effect.Effect<UpstreamResponse, UpstreamError>
  /** A `drift` failure of this upstream, counted in its health and metrics. */
  readonly drift: (detail: string, cause?: unknown) => Effect.Effect<never, UpstreamError>
}

/** Makes the clients through which all calls to other hosts go. */
export class Upstreams extends Context.Service<
  Upstreams,
  { readonly make: (spec: UpstreamSpec) => Effect.Effect<Upstream, never, Scope.Scope> }
>()("@storeglass/plugin-api/Upstreams") {}
