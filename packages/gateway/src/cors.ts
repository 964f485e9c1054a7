import { Effect } from "effect"
import { HttpMiddleware, HttpServerRequest, type HttpServerResponse } from "effect/http"
import type { ServedOperation } from "./catalogue.ts"

/** What pages may read beside the body. */
const exposedHeaders = [
  "ETag",
  "Idempotent-Replayed",
  "Link",
  "Retry-After",
  "WWW-Authenticate",
  "Warning",
  "X-AiVisibility-Limit",
  "X-AiVisibility-Remaining",
  "X-Creative-Limit",
  "X-Creative-Remaining",
  "X-Credit-Category",
  "X-Credit-Cost",
  "X-Credit-Granted",
  "X-Data-As-Of",
  "X-Data-Limitations",
  "X-Data-Source",
  "X-Model-Version",
  "X-Plan",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "X-Request-Id",
  "X-Storeglass-Sandbox"
]

/** `/mcp` answers for its own origins, and what its clients sign in by for any; how people sign in is for pages of ours alone. */
const isOwn = (url: string) => /^\/(?:mcp(?:[?]|$)|\.well-known\/oauth-|auth\/)/.test(url)

/** Whether an address is opened by a cookie. */
const sessionPaths = (operations: ReadonlyArray<Pick<ServedOperation, "access" | "path">>) => {
  const patterns = operations.flatMap(({ access, path }) =>
    access === "session" ? [new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/:\w+/g, "[^/?]+")}(?:[?]|$)`)] : []
  )
  return (url: string) => patterns.some((pattern) => pattern.test(url))
}

const asksFirst = ({ headers, method }: HttpServerRequest.HttpServerRequest) =>
  method !== "OPTIONS" || headers["access-control-request-method"] !== undefined

/** Lets web pages of these origins call the API. Cookies are none of theirs, and neither is what cookies open. */
export const corsFor = (
  { origins }: { readonly origins: ReadonlyArray<string> },
  operations: ReadonlyArray<Pick<ServedOperation, "access" | "path">>
) => {
  const isOfSession = sessionPaths(operations)
  const any = origins.includes("*")
  const allowing = HttpMiddleware.cors({
    allowedOrigins: (origin) => any || origins.includes(origin),
    exposedHeaders,
    maxAge: 600
  })
  return <E, R>(answered: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) => {
    const allowed = allowing(answered)
    return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      request.headers.origin !== undefined && !isOwn(request.url) && !isOfSession(request.url) && asksFirst(request)
        ? allowed
        : answered
    )
  }
}
