import { type UpstreamError, vendorText } from "@storeglass/plugin-api"
import { Redacted } from "effect"
import type { ModelSlug } from "../models.ts"
import type { Adapter, Problem } from "./Adapter.ts"
import { AssistantFailed, type AssistantFailureReason } from "./Assistants.ts"

const closing: ReadonlySet<AssistantFailureReason> = new Set(["credentials", "quota", "model_gone"])
const passing: ReadonlySet<AssistantFailureReason> = new Set([
  "rate_limited",
  "overloaded",
  "unavailable",
  "timeout",
  "unreachable",
  "empty"
])

export const failed = (
  slug: ModelSlug,
  reason: AssistantFailureReason,
  detail: string,
  retryAfterSeconds?: number | undefined
): AssistantFailed =>
  new AssistantFailed({
    slug,
    reason,
    closes: closing.has(reason),
    transient: passing.has(reason),
    retryAfterSeconds,
    detail
  })

/** Nothing is left to pay with, in the words of any of the four; a limit of a day is gone for the run, too. */
const outOfCredit = /insufficient_quota|billing|credit balance|PerDay/i
const noSuchModel = /model_not_found|invalid_model|not_found_error/i
const keyRefused = /invalid_api_key|API_KEY_INVALID|API_KEY_SERVICE_BLOCKED|API key not valid/i

const reasonOf = (status: number, { codes, sentence = "" }: Problem): AssistantFailureReason => {
  const said = codes.join(" ")
  if (outOfCredit.test(said) || (status < 429 && outOfCredit.test(sentence))) return "quota"
  if (status === 401 || status === 403 || keyRefused.test(`${said} ${sentence}`)) return "credentials"
  if (status === 402) return "quota"
  if (status === 404 || noSuchModel.test(said)) return "model_gone"
  if (status === 408 || status === 409) return "unavailable"
  if (status === 429) return "rate_limited"
  if (status === 503 || status === 529) return "overloaded"
  return status >= 500 ? "unavailable" : "rejected"
}

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

export const problemIn = (adapter: Adapter, body: string): Problem => adapter.problem(parsed(body))

/** What a status other than 2xx means. The sentence of one that refuses the request itself is told, without the key. */
export const refusedWith = (
  slug: ModelSlug,
  status: number,
  problem: Problem,
  key: Redacted.Redacted<string>,
  retryAfterSeconds?: number | undefined
): AssistantFailed => {
  const reason = reasonOf(status, problem)
  const secret = Redacted.value(key)
  const sentence =
    reason === "rejected" || reason === "model_gone"
      ? vendorText((problem.sentence ?? "").replaceAll(secret, "…")).slice(0, 200)
      : ""
  const codes = problem.codes.filter((code) => !code.includes(secret)).slice(0, 4)
  const parts = [
    `status ${status}`,
    ...(codes.length === 0 ? [] : [codes.join(", ")]),
    ...(sentence === "" ? [] : [sentence])
  ]
  return failed(slug, reason, vendorText(parts.join(": ")), retryAfterSeconds ?? problem.retryAfterSeconds)
}

/** What a failure of its upstream means. */
export const failedUpstream = (
  slug: ModelSlug,
  adapter: Adapter,
  error: UpstreamError,
  key: Redacted.Redacted<string>
): AssistantFailed => {
  const { answered, detail, reason, retryAfterSeconds } = error
  if (answered !== undefined) {
    const problem = problemIn(adapter, Redacted.value(answered.body))
    return refusedWith(slug, answered.status, problem, key, problem.retryAfterSeconds ?? retryAfterSeconds)
  }
  switch (reason) {
    case "timeout":
    case "unreachable":
    case "rate_limited":
    case "too_large":
      return failed(slug, reason, detail, retryAfterSeconds)
    case "circuit_open":
    case "failed":
      return failed(slug, "unavailable", detail, retryAfterSeconds)
    default:
      return failed(slug, "drift", detail)
  }
}
