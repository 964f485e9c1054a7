import { Context, Data, type Effect, type Redacted } from "effect"

/** A call to an address that a customer gave us. */
export interface EgressRequest {
  readonly url: string
  /** Default GET. */
  readonly method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** What is Redacted is never sent on to another origin. */
  readonly headers?: Readonly<Record<string, string | Redacted.Redacted<string>>>
  readonly body?: string | Uint8Array
  /** From the lookup of the name to the last byte, over all redirects. Default 10 000. */
  readonly timeoutMs?: number
  /** Longest answer that is read. Default 1 MiB. */
  readonly bodyBytesMax?: number
  /** Of a longer answer the beginning is read, and the call succeeds. Default false. */
  readonly cutsBody?: boolean
  /** Redirects that are followed, each checked like the first address. Default 0: a 3xx is the answer. At most 3. */
  readonly redirectsMax?: number
  /** Why an address that a redirect leads to isn't asked, beside the rules for all; undefined: it is. */
  readonly redirectProblem?: (url: string) => string | undefined
}

export interface EgressResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** The address that answered. */
  readonly url: string
}

/**
 * Why a call was not made.
 * - `url` no absolute URL; `scheme`, `userinfo`, `port` a part of it that is not allowed
 * - `host` a name that is never public; `address` it is, or its name leads to, no public address
 * - `header` a header that the client sets itself, or that holds what no header may
 */
export type EgressRefusal = "url" | "scheme" | "userinfo" | "port" | "host" | "address" | "header"

/** The call was not made: not one byte was sent to that address. */
export class EgressRefused extends Data.TaggedError("EgressRefused")<{
  readonly reason: EgressRefusal
  /** For the customer: says what to fix, and nothing about our network. */
  readonly message: string
  /** For the log. */
  readonly detail?: string
}> {}

/**
 * Why a call gave no answer.
 * - `dns` the name has no address; `unreachable` no connection; `tls` no trusted certificate
 * - `timeout` no whole answer in time; `broken` it broke off, or isn't HTTP; `too_large` over `bodyBytesMax`
 * - `redirects` more than `redirectsMax`
 */
export type EgressFailure = "dns" | "unreachable" | "tls" | "timeout" | "broken" | "too_large" | "redirects"

/** The call was allowed, and gave no whole answer. */
export class EgressFailed extends Data.TaggedError("EgressFailed")<{
  readonly reason: EgressFailure
  /** For the customer. */
  readonly message: string
  readonly cause?: unknown
}> {}

/**
 * The one way to addresses that customers give us, as for webhooks and images. Each connection looks its name up once
 * and goes to what was checked: public addresses only, so that nobody reaches our own network through us.
 */
export class Egress extends Context.Service<
  Egress,
  {
    readonly request: (request: EgressRequest) => Effect.Effect<EgressResponse, EgressRefused | EgressFailed>
    /** What can be told about an address without a lookup, for when a customer enters it. */
    readonly check: (url: string) => Effect.Effect<void, EgressRefused>
  }
>()("@storeglass/plugin-api/Egress") {}
