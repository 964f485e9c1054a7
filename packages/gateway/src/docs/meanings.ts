/** What the codes of the contract mean and what to do; a code that is not here is told of by its status. */
export const meanings: Readonly<Record<string, string>> = {
  INVALID_INPUT: "A parameter, header or body does not decode. The message names the field and the mend.",
  INVALID_COUNTRY: "A country is no storefront of the asked platform.",
  INVALID_APP_ID: "The app id is no positive integer (storea) or no package name (storeb).",
  INVALID_KEYWORD: "The keyword is too short, too long, or holds nothing to search for.",
  INVALID_GENRE: "The platform has no such category; GET /v1/categories lists them.",
  PLATFORM_UNSUPPORTED: "The asked platform cannot answer this operation.",
  MISSING_API_KEY: "No key in the headers. Send X-API-Key.",
  INVALID_API_KEY: "The key is malformed, unknown, inactive or revoked.",
  FORBIDDEN: "The key lacks the scope that the operation needs.",
  APP_NOT_FOUND: "The store does not list this app in the asked country.",
  NOT_FOUND: "There is no such thing, or it is not yours.",
  IDEMPOTENCY_KEY_REUSED: "The Idempotency-Key was used with another request. Use a new one.",
  IDEMPOTENCY_IN_PROGRESS: "The first request with this Idempotency-Key still runs. Retry after Retry-After.",
  PAYLOAD_TOO_LARGE: "The body is over 1 MiB.",
  UNSUPPORTED_MEDIA_TYPE: "The body is not application/json.",
  RATE_LIMIT_EXCEEDED: "The credit bucket cannot pay for this call. Retry-After says when it resets.",
  INTERNAL_ERROR: "A defect of ours. Quote X-Request-Id when you report it.",
  FETCH_FAILED: "The store's data could not be fetched. Retry later.",
  UPSTREAM_ERROR: "The store gave no usable answer. Retry later.",
  UPSTREAM_RATE_LIMITED: "The store takes no more requests just now. Retry after Retry-After.",
  UPSTREAM_TIMEOUT: "The store did not answer in time. Retry later.",
  SERVICE_UNAVAILABLE: "The gateway takes no more requests just now. Retry after Retry-After."
}

/** Whether the same request may succeed later, by its status. */
export const isRetryable = (status: string): boolean => ["429", "500", "502", "503", "504"].includes(status)
