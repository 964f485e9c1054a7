/** What adapters share: how a failure reads, and what projects ask for. */
import { retryAfterMs, type UpstreamError, type UpstreamResponse } from "@storeglass/plugin-api"
import { Clock, Effect } from "effect"
import { type Asked, SourceFailed } from "../contract.ts"

const reasons: Readonly<Record<UpstreamError["reason"], string>> = {
  timeout: "it didn't answer in time",
  unreachable: "there's no connection to it",
  failed: "it failed",
  rate_limited: "it takes no more requests right now",
  circuit_open: "it failed several times just now, so it isn't asked",
  blocked: "it answered with a page for people",
  drift: "it answered in an unknown shape",
  suspect: "it answered with nothing where something is",
  too_large: "its answer is too large",
  foreign: "it leads to another host"
}

export const sourceFailed = (error: UpstreamError): SourceFailed =>
  new SourceFailed({
    message: reasons[error.reason],
    retryAfterSeconds: error.retryAfterSeconds,
    isOurs: error.reason === "rate_limited" && error.answered === undefined,
    cause: error
  })

/** For how many seconds an answer asks to be left alone; undefined: it doesn't. */
export const restSecondsOf = (headers: Readonly<Record<string, string>>) =>
  Effect.map(Clock.currentTimeMillis, (nowMs) => {
    const ms = retryAfterMs(headers["retry-after"], nowMs)
    return ms === undefined || ms === 0 ? undefined : Math.ceil(ms / 1_000)
  })

/** Fails for what isn't 200. */
export const assertOk = Effect.fnUntraced(function* ({
  headers,
  status
}: Pick<UpstreamResponse, "headers" | "status">) {
  if (status === 200) return
  if (status === 401 || status === 403) {
    return yield* new SourceFailed({
      message: `it refuses us (${status}): it's closed to the anonymous, or the credentials aren't good`
    })
  }
  return yield* new SourceFailed({
    message: `it answered with ${status}`,
    retryAfterSeconds: yield* restSecondsOf(headers)
  })
})

/** What is searched for, each once: keywords, and names of competitors that aren't among them. */
export const termsOf = ({ competitors, keywords }: Asked): ReadonlyArray<string> => [
  ...new Map([...keywords, ...competitors].map((term) => [term.toLowerCase(), term])).values()
]

/** What stands on the sides of a `+`. */
export const sidesOf = (term: string): ReadonlyArray<string> => term.split(/\s\+\s/)

/** In quotes, so that the words stand together; both sides of a `+` for themselves. */
export const quoted = (term: string): string =>
  sidesOf(term)
    .map((side) => `"${side.replaceAll('"', " ").trim()}"`)
    .join(" ")

/**
 * A rate of which no window of the length has more than `requests`: a bucket lets what it holds through at once and then goes on
 * filling, so that it holds `atOnce` alone and fills with the rest.
 */
export const paced = (requests: number, windowMs: number, atOnce = Math.max(1, Math.floor(requests / 4))) => ({
  requests: atOnce,
  windowMs: atOnce * Math.ceil(windowMs / (requests - atOnce + 1))
})
export const minuteMs = 60_000

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** The oldest of a page, to know whether a further one could still be wanted. */
export const reachesBefore = (posts: ReadonlyArray<{ readonly publishedMs: number }>, sinceMs: number): boolean =>
  posts.some(({ publishedMs }) => publishedMs < sinceMs)

export const timeOf = (text: string | null | undefined): number | undefined => {
  const ms = Date.parse(text ?? "")
  return Number.isNaN(ms) ? undefined : ms
}
