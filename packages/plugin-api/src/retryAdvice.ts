/**
 * What a caller does about a failure.
 *
 * - `retry`: the same request may succeed soon: after `Retry-After`, or after a pause that grows.
 * - `wait`: it can't succeed before the time that `Retry-After` tells, which may be days away.
 * - `fix`: it fails again until the request, the key or the plan is another one, or a bug is fixed.
 */
export type RetryAdvice = "retry" | "wait" | "fix"

const passing: ReadonlySet<number> = new Set([408, 502, 503, 504])

/** The advice for a status whose code has none. */
const ofStatus = (status: number): RetryAdvice => (passing.has(status) ? "retry" : status === 429 ? "wait" : "fix")

/** One table: error classes write to it as they are declared; OpenAPI, the guide and the client are made of it. */
const byCode = new Map<string, RetryAdvice>()

/** Sets the advice of a code, and gives it. */
export const adviseOn = (code: string, status: number, own: RetryAdvice | undefined): RetryAdvice => {
  const advice = own ?? ofStatus(status)
  byCode.set(code, advice)
  return advice
}

/** What to do about a code. */
export const retryAdviceOf = (code: string, status: number): RetryAdvice => byCode.get(code) ?? ofStatus(status)
