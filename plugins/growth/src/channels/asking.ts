/** What adapters share: how a failure reads, and what projects ask for. */
import type { UpstreamError, UpstreamResponse } from "@storeglass/plugin-api"
import { Effect } from "effect"
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
  new SourceFailed({ message: reasons[error.reason], retryAfterSeconds: error.retryAfterSeconds, cause: error })

/** Fails for what isn't 200. */
export const assertOk = ({
  headers,
  status
}: Pick<UpstreamResponse, "headers" | "status">): Effect.Effect<void, SourceFailed> => {
  if (status === 200) return Effect.void
  if (status === 401 || status === 403) {
    return Effect.fail(
      new SourceFailed({
        message: `it refuses us (${status}): it's closed to the anonymous, or the credentials aren't good`
      })
    )
  }
  const retryAfter = Number(headers["retry-after"])
  return Effect.fail(
    new SourceFailed({
      message: status === 429 ? "it takes no more requests right now" : `it answered with ${status}`,
      retryAfterSeconds: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : undefined
    })
  )
}

/** What is searched for, each once: keywords, and names of competitors that aren't among them. */
export const termsOf = ({ competitors, keywords }: Asked): ReadonlyArray<string> => [
  ...new Map([...keywords, ...competitors].map((term) => [term.toLowerCase(), term])).values()
]

/** In quotes, so that the words stand together; both sides of a `+` for themselves. */
export const quoted = (term: string): string =>
  term
    .split(/\s\+\s/)
    .map((side) => `"${side.replaceAll('"', " ").trim()}"`)
    .join(" ")

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** The oldest of a page, to know whether a further one could still be wanted. */
export const reachesBefore = (posts: ReadonlyArray<{ readonly publishedMs: number }>, sinceMs: number): boolean =>
  posts.some(({ publishedMs }) => publishedMs < sinceMs)

export const timeOf = (text: string | null | undefined): number | undefined => {
  const ms = Date.parse(text ?? "")
  return Number.isNaN(ms) ? undefined : ms
}
