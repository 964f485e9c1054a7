import { type Cause, Data, Schema, SchemaTransformation } from "effect"
import { adviseOn, type RetryAdvice } from "./retryAdvice.ts"

/** What a failure may carry beside its message. */
export interface FailureOptions {
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  readonly retryAfterSeconds?: number | undefined
  /** For the log only; never sent. */
  readonly cause?: unknown
}

/** Any failure declared with `ApiError`. */
export interface ApiFailure extends Error {
  readonly _tag: string
  readonly status: number
  readonly retryAfterSeconds?: number | undefined
}

/** The envelope of a failure. */
export interface Envelope<Code extends string> {
  readonly error: { readonly code: Code; readonly message: string }
}

/** What `ApiError` makes: a failure's class, with its code, its status and the schema of its envelope. */
export interface ApiErrorClass<Code extends string> {
  new (message: string, options?: FailureOptions): ApiFailure & Cause.YieldableError & { readonly _tag: Code }
  readonly code: Code
  readonly status: number
  /** One sentence for the docs: what it means and what to do. */
  readonly meaning: string
  /** What the caller does about it. */
  readonly retry: RetryAdvice
  /** The schema that turns this failure into its envelope and documents it. */
  readonly wire: Schema.Codec<InstanceType<ApiErrorClass<Code>>, Envelope<Code>>
}

/**
 * Declares an error of the wire in one line: its code, its HTTP status, what it means (one sentence for the docs) and, by
 * `wire`, its envelope `{ error: { code, message } }`. The message names the field and the fix; it is read by the caller.
 * `retry` is what to do about it where its status doesn't tell: 408, 502, 503 and 504 are retried, 429 waits, the rest is fixed.
 *
 * @example
 * class InvalidCountry extends ApiError("INVALID_COUNTRY", 400, "The platform has no storefront in the country.") {}
 * HttpApiEndpoint.get("x", "/v1/x", { error: InvalidCountry.wire })
 * return yield* new InvalidCountry("country: 'zz' is not a storefront")
 */
export const ApiError = <const Code extends string>(
  code: Code,
  status: number,
  meaning: string,
  options: { readonly retry?: RetryAdvice } = {}
): ApiErrorClass<Code> => {
  const retry = adviseOn(code, status, options.retry)
  class Failure extends Data.TaggedError(code)<{
    readonly message: string
    readonly retryAfterSeconds?: number | undefined
    readonly cause?: unknown
  }> {
    static readonly code: Code = code
    static readonly status: number = status
    static readonly meaning: string = meaning
    static readonly retry: RetryAdvice = retry
    readonly status: number = status

    constructor(message: string, options?: FailureOptions) {
      super({ message, retryAfterSeconds: options?.retryAfterSeconds, cause: options?.cause })
    }

    // One schema, wherever it is named: OpenAPI numbers those that only look the same.
    static get wire() {
      wire ??= wireOf()
      return wire
    }
  }
  const wireOf = () =>
    Schema.Struct({ error: Schema.Struct({ code: Schema.Literal(code), message: Schema.String }) })
      .annotate({ identifier: code, description: meaning })
      .pipe(
        Schema.decodeTo(
          // Every `extends ApiError(...)` call makes its own base class, so this tells codes apart.
          Schema.declare((input: unknown): input is Failure => input instanceof Failure),
          SchemaTransformation.transform({
            decode: (envelope) => new Failure(envelope.error.message),
            encode: (failure) => ({ error: { code, message: failure.message } })
          })
        )
      )
      .annotate({ httpApiStatus: status })
  let wire: ReturnType<typeof wireOf> | undefined
  return Failure
}

/** Whether a failure was declared with `ApiError`. */
export const isApiFailure = (input: unknown): input is ApiFailure =>
  input instanceof Error && "_tag" in input && "status" in input && typeof input.status === "number"
