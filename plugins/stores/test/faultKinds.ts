/** The ways in which an upstream of the stores goes wrong, and what the adapters should tell of each. */
import type { AppNotFound, UpstreamError } from "@storeglass/plugin-api"
import type { Fault } from "@storeglass/sandbox"

/** `refusal` is what the store means by 403, and `empty` what an answer without anything in it shows. */
export const faultsWith = (
  delayMs: number,
  refusal: string,
  empty: string
): ReadonlyArray<{ readonly fault: Omit<Fault, "upstream" | "path">; readonly reason: string }> => [
  { fault: { kind: "slow", delayMs }, reason: "timeout" },
  { fault: { kind: "403" }, reason: refusal },
  { fault: { kind: "429" }, reason: "rate_limited" },
  { fault: { kind: "500" }, reason: "failed" },
  { fault: { kind: "503" }, reason: "failed" },
  { fault: { kind: "reset" }, reason: "unreachable" },
  { fault: { kind: "truncated" }, reason: "unreachable" },
  { fault: { kind: "malformed" }, reason: "drift" },
  { fault: { kind: "html" }, reason: "blocked" },
  { fault: { kind: "empty" }, reason: empty }
]

export const reasonOf = (error: AppNotFound | UpstreamError) =>
  error._tag === "UpstreamError" ? error.reason : error._tag
