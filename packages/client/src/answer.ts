/** How a credit bucket stands. */
export interface BucketState {
  /** Credits of the month. */
  readonly limit: number
  /** Credits left. */
  readonly remaining: number
}

/** What a call cost and how the account stands after it. */
export interface Credits extends BucketState {
  /** Credits charged by this call. */
  readonly cost: number
  /** The bucket that was charged, as in `general`. */
  readonly category: string
  /** When the buckets are filled again. */
  readonly reset: Date
  /** Plan id, as in `indie`. */
  readonly plan: string
  /** The bucket of assistant visibility; null where the operation does not use it. */
  readonly aiVisibility: BucketState | null
  /** The bucket of ad creatives; null where the operation does not use it. */
  readonly creative: BucketState | null
}

/** Where an answer comes from, as its headers tell; the data itself tells it for each part. */
export interface AnswerProvenance {
  /** As in `store_live` or `sandbox`. */
  readonly source: string | null
  /** When the source said so. */
  readonly asOf: Date | null
  /** `name@version` of the model behind an estimate. */
  readonly model: string | null
}

/** An answer as it came, before it was read. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** A successful answer. */
export interface Result<Data> {
  readonly data: Data
  /** Null for operations that need no key, and where a browser hides the headers of another origin. */
  readonly credits: Credits | null
  /** The id under which the gateway's ledger and logs know the request. */
  readonly requestId: string | null
  readonly provenance: AnswerProvenance
  /** True when it is the answer to an earlier request with the same Idempotency-Key. */
  readonly replayed: boolean
  /** True when the stores asked are the sandbox's. */
  readonly sandbox: boolean
  readonly status: number
  /** How often it was tried. */
  readonly attempts: number
  /** The answer as it came. Not enumerable, so that printing or storing a result leaves it out. */
  readonly raw: RawAnswer
}

const numberOf = (headers: Headers, name: string): number | null => {
  const text = headers.get(name)
  return text !== null && /^-?\d+$/.test(text) ? Number(text) : null
}

const bucketOf = (headers: Headers, prefix: string): BucketState | null => {
  const limit = numberOf(headers, `${prefix}-limit`)
  const remaining = numberOf(headers, `${prefix}-remaining`)
  return limit === null || remaining === null ? null : { limit, remaining }
}

/** The credits that an answer tells of. */
export const creditsOf = (headers: Headers): Credits | null => {
  const general = bucketOf(headers, "x-ratelimit")
  const cost = numberOf(headers, "x-credit-cost")
  const reset = numberOf(headers, "x-ratelimit-reset")
  const category = headers.get("x-credit-category")
  const plan = headers.get("x-plan")
  if (general === null || cost === null || reset === null || category === null || plan === null) return null
  return {
    ...general,
    cost,
    category,
    reset: new Date(reset * 1000),
    plan,
    aiVisibility: bucketOf(headers, "x-aivisibility"),
    creative: bucketOf(headers, "x-creative")
  }
}

const dateOf = (text: string | null): Date | null => {
  const ms = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(ms) ? null : new Date(ms)
}

/** What stands around the data of an answer. */
export const aroundOf = (headers: Headers): Omit<Result<unknown>, "data" | "attempts" | "status" | "raw"> => ({
  credits: creditsOf(headers),
  requestId: headers.get("x-request-id"),
  provenance: {
    source: headers.get("x-data-source"),
    asOf: dateOf(headers.get("x-data-as-of")),
    model: headers.get("x-model-version")
  },
  replayed: headers.get("idempotent-replayed") === "true",
  sandbox: headers.get("x-storeglass-sandbox") === "true"
})
