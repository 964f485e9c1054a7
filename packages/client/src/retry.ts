import { retryAdvice } from "./generated/operations.ts"
import type { RetryPolicy } from "./options.ts"

/**
 * What to do about a failure: `retry` the same soon, `wait` until `Retry-After` and not before, or `fix` what was sent, as it
 * would fail again.
 */
export type RetryAdvice = "retry" | "wait" | "fix"

const known: Readonly<Record<string, RetryAdvice>> = retryAdvice
/** Statuses that pass by themselves, where the code is of a newer gateway or of something before it. */
const passing: ReadonlySet<number> = new Set([408, 429, 502, 503, 504])

/** What to do about an answer, by the gateway's own table. */
export const adviceOf = (status: number, code: string): RetryAdvice =>
  (Object.hasOwn(known, code) ? known[code] : undefined) ?? (passing.has(status) ? "retry" : "fix")

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
