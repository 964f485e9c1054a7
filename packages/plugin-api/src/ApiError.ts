import { type Cause, Data, Schema, SchemaTransformation } from "effect"
import { adviseOn, type RetryAdvice } from "./retryAdvice.ts"

/** What a failure may carry beside its message. */
export interface FailureOptions {
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  readonly retryAfterSeconds?: number | undefined
  /** What of the input is at fault; sent as `error.field` on routes with the access `session`. */
  readonly field?: string | undefined
  /** For the log only; never sent. */
  readonly cause?: unknown
}

/** Any failure declared with `ApiError`. */
export interface ApiFailure extends Error {
  readonly _tag: string
  readonly status: number
  readonly retryAfterSeconds?: number | undefined
  readonly field?: string | undefined
  /** What its envelope carries beside the message, for programs; plain JSON. */
  readonly details?: unknown
}

/** The envelope of a failure. */
export interface Envelope<Code extends string> {
  readonly error: { readonly code: Code; readonly message: string }
}
/** The envelope of a failure that has details. */
export interface DetailedEnvelope<Code extends string, Details> {
  readonly error: { readonly code: Code; readonly message: string; readonly details: Details }
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

/** The same for an error whose envelope carries details. */
export interface DetailedErrorClass<Code extends string, Details> extends Omit<ApiErrorClass<Code>, "wire"> {
  new (
    message: string,
    options: FailureOptions & { readonly details: Details }
  ): ApiFailure & Cause.YieldableError & { readonly _tag: Code; readonly details: Details }
  readonly wire: Schema.Codec<InstanceType<DetailedErrorClass<Code, Details>>, DetailedEnvelope<Code, Details>>
}

/** The envelope of a failure that has details where they are known. */
export interface AidedEnvelope<Code extends string, Details> {
  readonly error: { readonly code: Code; readonly message: string; readonly details?: Details }
}

/** The same for an error whose envelope carries details where they are known. */
export interface AidedErrorClass<Code extends string, Details> extends Omit<ApiErrorClass<Code>, "wire"> {
  new (
    message: string,
    options?: FailureOptions & { readonly details?: Details | undefined }
  ): ApiFailure & Cause.YieldableError & { readonly _tag: Code; readonly details?: Details }
  readonly wire: Schema.Codec<InstanceType<AidedErrorClass<Code, Details>>, AidedEnvelope<Code, Details>>
}

interface ErrorOptions {
  readonly retry?: RetryAdvice
}

/**
 * Declares an error of the wire in one line: its code, its HTTP status, what it means (one sentence for the docs) and, by
 * `wire`, its envelope `{ error: { code, message } }`. The message names the field and the fix; it is read by the caller.
 * `retry` is what to do about it where its status doesn't tell: 408, 502, 503 and 504 are retried, 429 waits, the rest is fixed.
 * `details` is the schema of what a program needs beside the message; it's in the envelope as `error.details`.
 * `detailsIfKnown` is the same for what not every such failure can tell.
 *
 * @example
 * class InvalidCountry extends ApiError("INVALID_COUNTRY", 400, "The platform has no storefront in the country.") {}
 * HttpApiEndpoint.get("x", "/v1/x", { error: InvalidCountry.wire })
 * return yield* new InvalidCountry("country: 'zz' is not a storefront")
 */
export function ApiError<const Code extends string>(
  code: Code,
  status: number,
  meaning: string,
  options?: ErrorOptions
): ApiErrorClass<Code>
export function ApiError<const Code extends string, Details>(
  code: Code,
  status: number,
  meaning: string,
  options: ErrorOptions & { readonly details: Schema.Codec<Details> }
): DetailedErrorClass<Code, Details>
export function ApiError<const Code extends string, Details>(
  code: Code,
  status: number,
  meaning: string,
  options: ErrorOptions & { readonly detailsIfKnown: Schema.Codec<Details> }
): AidedErrorClass<Code, Details>
export function ApiError<const Code extends string>(
  code: Code,
  status: number,
  meaning: string,
  options: ErrorOptions & {
    readonly details?: Schema.Codec<unknown>
    readonly detailsIfKnown?: Schema.Codec<unknown>
  } = {}
): ApiErrorClass<Code> | DetailedErrorClass<Code, unknown> | AidedErrorClass<Code, unknown> {
  const retry = adviseOn(code, status, options.retry)
  class Failure extends Data.TaggedError(code)<{
    readonly message: string
    readonly retryAfterSeconds?: number | undefined
    readonly field?: string | undefined
    readonly details?: unknown
    readonly cause?: unknown
  }> {
    static readonly code: Code = code
    static readonly status: number = status
    static readonly meaning: string = meaning
    static readonly retry: RetryAdvice = retry
    readonly status: number = status

    constructor(message: string, options?: FailureOptions & { readonly details?: unknown }) {
      super({
        message,
        retryAfterSeconds: options?.retryAfterSeconds,
        cause: options?.cause,
        ...(options?.field === undefined ? {} : { field: options.field }),
        ...(options?.details === undefined ? {} : { details: options.details })
      })
    }

    // One schema, wherever it is named: OpenAPI numbers those that only look the same.
    static get wire() {
      wire ??= wireOf()
      return wire
    }
  }
  // Every `extends ApiError(...)` call makes its own base class, so this tells codes apart.
  const isOurs = Schema.declare((input: unknown): input is Failure => input instanceof Failure)
  const named = { identifier: code, description: meaning }
  const { details, detailsIfKnown } = options
  const said = { code: Schema.Literal(code), message: Schema.String }
  const wireFrom = <Said extends { readonly message: string; readonly details?: unknown }>(
    error: Schema.Codec<Said>,
    say: (failure: Failure) => Said
  ) =>
    Schema.Struct({ error })
      .annotate(named)
      .pipe(
        Schema.decodeTo(
          isOurs,
          SchemaTransformation.transform({
            decode: ({ error }) => new Failure(error.message, { details: error.details }),
            encode: (failure) => ({ error: say(failure) })
          })
        )
      )
      .annotate({ httpApiStatus: status })
  const wireOf = () => {
    if (details !== undefined) {
      return wireFrom(Schema.Struct({ ...said, details }), ({ details, message }) => ({ code, message, details }))
    }
    if (detailsIfKnown !== undefined) {
      return wireFrom(
        Schema.Struct({ ...said, details: Schema.optionalKey(detailsIfKnown) }),
        ({ details, message }) => ({ code, message, ...(details === undefined ? {} : { details }) })
      )
    }
    return wireFrom(Schema.Struct(said), ({ message }) => ({ code, message }))
  }
  let wire: ReturnType<typeof wireOf> | undefined
  return Failure
}

/** Whether a failure was declared with `ApiError`. */
export const isApiFailure = (input: unknown): input is ApiFailure =>
  input instanceof Error && "_tag" in input && "status" in input && typeof input.status === "number"
