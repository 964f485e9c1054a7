import { isApiFailure, UpstreamError } from "@storeglass/plugin-api"
import { Cause } from "effect"

/** Whether a failed `send` says that the vendor refused the write, or was never asked; else its outcome is unknown. */
export const isRefused = (cause: Cause.Cause<unknown>): boolean => {
  if (Cause.hasDies(cause) || Cause.hasInterrupts(cause)) return false
  const failure = Cause.squash(cause)
  if (failure instanceof UpstreamError) return failure.reason === "rate_limited" || failure.reason === "circuit_open"
  return isApiFailure(failure) && (failure.status < 500 || failure._tag === "UPSTREAM_RATE_LIMITED")
}

/** What went wrong, in words for the journal. */
export const problemOf = (cause: Cause.Cause<unknown>): string => {
  const failure = Cause.squash(cause)
  if (!(failure instanceof Error)) return String(failure)
  const code = "_tag" in failure && typeof failure._tag === "string" ? `${failure._tag}: ` : ""
  return `${code}${failure.message}`
}
