import type { RetryPolicy } from "./options.ts"

/** Statuses that pass by themselves. A 500 is a defect: it would be the same again. */
const passing = new Set([429, 502, 503, 504])

/** Whether an answer says that the same request may fare better later. */
export const mayPass = (status: number, code: string): boolean =>
  passing.has(status) || (status === 409 && code === "IDEMPOTENCY_IN_PROGRESS")

/** Whether an answer says that nothing was begun, so that even what must not be repeated may be sent again. */
export const wasNotBegun = (status: number | null | undefined, code: string): boolean =>
  status === 429 && code === "TOO_MANY_REQUESTS"

/** Whether HTTP says that a repeat has no further effect. */
export const isIdempotent = (method: string): boolean => !["POST", "PATCH"].includes(method)

/** Whether a method changes something. */
export const isWrite = (method: string): boolean => !["GET", "HEAD"].includes(method)

/**
 * How long `Retry-After` asks to wait: seconds, or a date. A date is counted from the answer's own `Date` where there is
 * one, so that it does not matter how wrong our clock is.
 */
export const retryAfterMsOf = (headers: Headers, nowMs: number): number | null => {
  const text = headers.get("retry-after")?.trim() ?? ""
  if (/^\d{1,15}$/.test(text)) return Number(text) * 1000
  const untilMs = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(untilMs)) return null
  const sentMs = Date.parse(headers.get("date") ?? "")
  return Math.max(0, untilMs - (Number.isNaN(sentMs) ? nowMs : sentMs))
}

/** The pause before the next try; `chance` is 0 to 1. */
export const pauseMsOf = (
  retry: RetryPolicy,
  failed: { readonly attempt: number; readonly retryAfterMs: number | null },
  chance: number
): number => {
  const ownMs = Math.min(retry.maxMs, retry.baseMs * 2 ** (failed.attempt - 1))
  // Whoever is asked to wait waits at least so long: all who were asked at once must not come back at once.
  if (failed.retryAfterMs !== null) return failed.retryAfterMs + chance * retry.baseMs
  return ownMs * (0.5 + chance / 2)
}
