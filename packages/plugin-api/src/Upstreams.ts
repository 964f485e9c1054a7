import { Context, Data, type Effect, type Redacted, type Scope, type Stream } from "effect"

/** A named upstream and the bounds under which it is asked. */
export interface UpstreamSpec {
  /** Neutral and unique, as in `storea.catalog`; shown in the internal `/health`, metrics and logs. */
  readonly name: string
  readonly baseUrl: string
  /** For one attempt, from connecting to the last byte. Default 10 000. */
  readonly timeoutMs?: number
  /** Longest answer that is read. Default 8 MiB. */
  readonly bodyBytesMax?: number
  /** Of each lane; shared over all nodes when Redis is configured. */
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
  /**
   * Other hosts that addresses given by this upstream may lead to, from the config: `files.example.com`, with its port
   * if it is not the usual one, or `*.example.com` for all below it. They get neither secrets nor `headers`.
   */
  readonly hosts?: ReadonlyArray<string>
}

/** A body that is read while it is sent, `bytes` long; it is sent once and never again. */
export interface UpstreamBodyStream {
  readonly stream: Stream.Stream<Uint8Array, unknown>
  readonly bytes: number
}

export interface UpstreamRequest {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /**
   * Appended to the base URL; begins with `/`. Or an absolute URL that this upstream gave: of its own host, such as the
   * next page, or signed and on one of `hosts`.
   */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly headers?: Readonly<Record<string, string | Redacted.Redacted<string>>>
  readonly body?: string | Uint8Array | UpstreamBodyStream
  /** Whether a repeat has no further effect. Default: GET only. */
  readonly repeatable?: boolean
  /**
   * The credential in whose name it is sent, or its `lane`. Rate limit, cool-down after a 429 and quota count for each
   * lane by itself; only a hash of it is kept. Without one it is in the lane that all such requests share.
   */
  readonly lane?: string | Redacted.Redacted<string>
  /** May use the last 5% of the lane's quota. Default: what is not repeatable. */
  readonly write?: boolean
  /** In place of the upstream's. */
  readonly timeoutMs?: number
  /** In place of the upstream's. */
  readonly bodyBytesMax?: number
}

interface Answered {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The address that answered, after redirects within its host and `hosts`. */
  readonly url: string
}

export interface UpstreamResponse extends Answered {
  /** UTF-8, or UTF-16 with its byte order mark. */
  readonly body: string
}

/** An answer as its bytes, after any `Content-Encoding`. `Content` tells what they are and unpacks them. */
export interface UpstreamBytes extends Answered {
  readonly body: Uint8Array
}

/** An answer in a temporary file, which goes with the scope. */
export interface UpstreamFile extends Answered {
  readonly file: string
  readonly bytes: number
  /** Up to its first 64 KiB: enough to tell what it is, and to read an error. */
  readonly head: Uint8Array
  /** Of the file, in hex; `crc32c` has 8 digits, the highest first. */
  readonly digests: { readonly md5: string; readonly sha256: string; readonly crc32c: string }
}

/**
 * Why an upstream gave no usable answer.
 * - `timeout` no answer in time; `unreachable` no connection; `failed` 5xx after all attempts
 * - `rate_limited` its limit or ours; `circuit_open` not asked: it failed too often just now
 * - `blocked` a captcha or consent page; `drift` an answer of unknown shape
 * - `suspect` a well-formed empty answer that contradicts what is known (silent throttling)
 * - `too_large` longer than `bodyBytesMax`
 * - `foreign` not asked: an address it gave leads to a host that is not in `hosts`
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
  | "foreign"

const passing: ReadonlySet<UpstreamFailureReason> = new Set([
  "timeout",
  "unreachable",
  "failed",
  "rate_limited",
  "circuit_open"
])

export class UpstreamError extends Data.TaggedError("UpstreamError")<{
  readonly upstream: string
  readonly reason: UpstreamFailureReason
  /** For the log: what was asked and what came, without bodies or secrets. */
  readonly detail: string
  readonly retryAfterSeconds?: number | undefined
  /** What was answered, where a status said no: up to the first 4 KiB, for vendors that say only there what is wrong. */
  readonly answered?: { readonly status: number; readonly body: Redacted.Redacted<string> } | undefined
  readonly cause?: unknown
}> {
  override get message() {
    return `${this.upstream}: ${this.reason}: ${this.detail}`
  }
  /** Whether it passes by itself, as it does where the upstream is away or limits us: until then others fail too. */
  get isPassing(): boolean {
    return passing.has(this.reason)
  }
}

export interface Upstream {
  readonly name: string
  /**
   * Asks once under timeout, rate limit, breaker, retries and single flight. Any status below 500 that isn't throttling
   * comes back as a response: 404 means different things to different upstreams.
   */
  readonly request: (request: UpstreamRequest) => Effect.Effect<UpstreamResponse, UpstreamError>
  /** The same, with the answer as bytes. */
  readonly requestBytes: (request: UpstreamRequest) => Effect.Effect<UpstreamBytes, UpstreamError>
  /** The same, with the answer in a temporary file: for what is too large for memory. */
  readonly requestFile: (request: UpstreamRequest) => Effect.Effect<UpstreamFile, UpstreamError, Scope.Scope>
  /** A `drift` failure of this upstream, counted in its health and metrics. */
  readonly drift: (detail: string, cause?: unknown) => Effect.Effect<never, UpstreamError>
}

/** Makes the clients through which all calls to other hosts go. */
export class Upstreams extends Context.Service<
  Upstreams,
  { readonly make: (spec: UpstreamSpec) => Effect.Effect<Upstream, never, Scope.Scope> }
>()("@storeglass/plugin-api/Upstreams") {}
