/** When and how often a call is tried again. */
export interface RetryOptions {
  /** Tries in all. Default 3; 1 never tries again. */
  readonly attempts?: number | undefined
  /** The first pause, doubled each time and shortened by chance by up to half. Default 250. */
  readonly baseMs?: number | undefined
  /** The longest pause of our own. Default 8 000. */
  readonly maxMs?: number | undefined
  /** The longest `Retry-After` that is waited for; a call that is asked to wait longer fails at once. Default 30 000. */
  readonly retryAfterMsMax?: number | undefined
}

/** Settings of a client. */
export interface ClientOptions {
  /** The address of the gateway, as in `https://api.example.com`; a path in it stays in front of `/v1`. */
  readonly baseUrl: string
  /** The API key, or what gives it for each try. Sent as `X-API-Key`, kept out of errors and of what is printed. */
  readonly key?: string | (() => string | Promise<string>) | undefined
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** For one try, from connecting to the last byte. Default 30 000. */
  readonly timeoutMs?: number | undefined
  /** For a call with all its tries and pauses. Default 90 000. */
  readonly totalTimeoutMs?: number | undefined
  readonly retry?: RetryOptions | undefined
  /** Told of each try. What they throw is not heeded. */
  readonly hooks?: Hooks | undefined
}

/** What a client tells of its tries, for logs and metrics. Never the API key. */
export interface Hooks {
  /** Before a try is sent. */
  readonly onRequest?: (request: { readonly operation: string; readonly url: string; readonly attempt: number }) => void
  /** After an answer came, whatever its status; `response` has been read, but for its headers. */
  readonly onResponse?: (answer: {
    readonly operation: string
    readonly attempt: number
    readonly status: number
    readonly ms: number
    readonly response: Response
  }) => void
}

/** Settings of one call. */
export interface CallOptions {
  /** Ends the call. */
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number | undefined
  readonly totalTimeoutMs?: number | undefined
  /**
   * The same key and input give the first answer again for 24 hours and are charged once. A write gets a key of its own
   * unless given; `false` sends none, and a POST or PATCH is then tried only once.
   */
  readonly idempotencyKey?: string | false | undefined
}

/** Settings of a walk over pages, which are calls of their own. */
export type PageOptions = Omit<CallOptions, "idempotencyKey">

type Fail = (message: string) => Error
const mistaken: Fail = (message) => new TypeError(message)

const positive = (value: number, name: string, fail = mistaken): number => {
  if (!(value > 0)) throw fail(`${name} must be a number above 0`)
  // Timers count to 2^31 - 1 ms; a longer wait would end at once.
  return Math.min(value, 2_147_483_647)
}

/** The address in front of `/v1`, without a slash at its end. */
export const baseOf = (baseUrl: string): string => {
  let url: URL
  try {
    url = new URL(baseUrl)
  } catch {
    throw new TypeError("baseUrl must be an absolute URL such as https://api.example.com")
  }
  if (!/^https?:$/.test(url.protocol)) throw new TypeError("baseUrl must begin with https:// or http://")
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new TypeError("baseUrl must not contain a user name, password, query or fragment")
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`
}

/** Time limits of a call: its own, the client's, or the default. */
export const limitsOf = (client: ClientOptions, call: CallOptions = {}, fail = mistaken) => ({
  timeoutMs: positive(call.timeoutMs ?? client.timeoutMs ?? 30_000, "timeoutMs", fail),
  totalTimeoutMs: positive(call.totalTimeoutMs ?? client.totalTimeoutMs ?? 90_000, "totalTimeoutMs", fail)
})

export type RetryPolicy = { readonly [Name in keyof RetryOptions]-?: number }

/** How to try again, with the defaults. */
export const retryOf = ({ retry = {} }: ClientOptions): RetryPolicy => ({
  attempts: Math.max(1, Math.trunc(positive(retry.attempts ?? 3, "retry.attempts"))),
  baseMs: retry.baseMs ?? 250,
  maxMs: retry.maxMs ?? 8_000,
  retryAfterMsMax: retry.retryAfterMsMax ?? 30_000
})
