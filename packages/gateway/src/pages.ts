import {
  answerHeaders,
  browserHeaders,
  type ClientAddresses,
  ClockSkew,
  encodedFor,
  errorResponse,
  etagOf,
  failureResponse,
  Lifecycle,
  type RateLimits,
  type SecurityLog,
  statusResponse,
  unchangedFor
} from "@storeglass/core"
import * as Docs from "@storeglass/docs"
import { Cause, Clock, Effect, Layer } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { ServedOperation } from "./catalogue.ts"
import { isAmbiguous, pathProblem } from "./framing.ts"
import { type Json, lazily } from "./json.ts"

const notFound = errorResponse(404, "NOT_FOUND", "no such route; GET /openapi.json lists them all")

const ambiguous = Effect.succeed(HttpServerResponse.setHeader(statusResponse(400), "connection", "close"))

const methodsByPath = (operations: ReadonlyArray<ServedOperation>) => {
  const patterns = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>()
  for (const { method, path } of operations) {
    const shape = path.replace(/:\w+/g, "[^/]+")
    const known = patterns.get(shape) ?? { pattern: new RegExp(`^${shape}$`), methods: new Set() }
    known.methods.add(method)
    if (method === "GET") known.methods.add("HEAD")
    patterns.set(shape, known)
  }
  return (path: string) => [
    ...new Set(
      [...patterns.values()].filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => [...methods])
    )
  ]
}

/** What every answer has, whatever it is. */
export const commonHeaders = (sandbox: boolean): Readonly<Record<string, string>> => ({
  ...browserHeaders,
  ...(sandbox ? { "x-storeglass-sandbox": "true" } : {})
})

interface OutermostOptions {
  readonly operations: ReadonlyArray<ServedOperation>
  readonly sandbox: boolean
  readonly lifecycle: Lifecycle.Lifecycle["Service"]
  /** Undefined: no rate limits. */
  readonly rates: RateLimits.RateLimits["Service"] | undefined
  readonly addresses?: ClientAddresses.ClientAddresses["Service"]
  /** Told of requests that are refused by their framing or the spelling of their path. */
  readonly log?: SecurityLog.SecurityLog["Service"]
}

/** Asked by the operator's own machinery, at its own pace. */
const uncounted = new Set(["/ready"])

/**
 * A path means one route, spelt as it is declared. How long a part of it may be is its declaration's, which says so: the
 * router's own 100 characters are fewer than a package name may have.
 */
export const routerConfig = {
  caseSensitive: true,
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false,
  maxParamLength: 16_384
} as const

/** Gives every answer outside a route its envelope and its request id: unknown paths, wrong methods, defects. */
export const outermost = <E, R>(
  handle: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  { addresses, lifecycle, log, operations, rates, sandbox }: OutermostOptions
) => {
  const methodsOf = methodsByPath(operations)
  const failed = (request: HttpServerRequest.HttpServerRequest, cause: Cause.Cause<E>) => {
    if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
    const error = Cause.squash(cause)
    if (!HttpServerError.isHttpServerError(error)) {
      return Effect.as(Effect.logError("A request failed outside its route", cause), statusResponse(500))
    }
    if (error.reason._tag !== "RouteNotFound") return Effect.succeed(statusResponse(400))
    const methods = methodsOf(request.url.split("?", 1)[0] ?? "")
    return Effect.succeed(
      methods.length === 0 ? notFound : HttpServerResponse.setHeader(statusResponse(405), "allow", methods.join(", "))
    )
  }
  const common = commonHeaders(sandbox)
  const names = Object.keys(common)
  const finish = (response: HttpServerResponse.HttpServerResponse) => {
    const isCommon = names.every((name) => response.headers[name] !== undefined)
    // A page has its own policy.
    const whole = isCommon ? response : HttpServerResponse.setHeaders(response, { ...common, ...response.headers })
    // The guard has finished the answers of routes; a kept answer has the common headers too.
    if (whole.headers["x-request-id"] !== undefined) return whole
    return HttpServerResponse.setHeaders(whole, answerHeaders(lifecycle, uuidV7Unsafe()))
  }
  /** The guard counts requests of routes; pages and unknown paths are counted here. */
  const counted = (request: HttpServerRequest.HttpServerRequest, response: HttpServerResponse.HttpServerResponse) =>
    Clock.clockWith((clock) =>
      Effect.sync(() => {
        if (response.headers["x-request-id"] !== undefined || uncounted.has(request.url)) return response
        const limited = rates?.ofAddress(request, Number(clock.monotonicTimeNanosUnsafe()) / 1e6)
        return limited === undefined ? response : failureResponse(limited)
      })
    )
  /** What is answered before the router; undefined when the router may. */
  const early = (request: HttpServerRequest.HttpServerRequest) => {
    const isUnclear = isAmbiguous(request)
    const problem = isUnclear ? undefined : pathProblem(request.url)
    if (!isUnclear && problem === undefined) return undefined
    const answer = problem === undefined ? ambiguous : Effect.succeed(errorResponse(400, "BAD_REQUEST", problem))
    if (log === undefined || addresses === undefined) return answer
    const { address, network } = addresses.clientOf(request, undefined)
    return Effect.andThen(log.bounded("security.request_malformed", network, { address, status: 400 }), answer)
  }
  return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    (early(request) ?? handle).pipe(
      Effect.catchCause((cause) => failed(request, cause)),
      Effect.flatMap((response) => counted(request, response)),
      Effect.map(finish),
      Effect.flatMap((response) => encodedFor(request, unchangedFor(request, response)))
    )
  )
}

const favicon = HttpServerResponse.text(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="14" cy="14" r="9" fill="none" stroke="#2563eb" stroke-width="4"/><path d="M21 21l8 8" stroke="#2563eb" stroke-width="4" stroke-linecap="round"/></svg>',
  { contentType: "image/svg+xml", headers: { "cache-control": "public, max-age=86400" } }
)

/** Whether an enabled plugin has pages for people. */
export const hasDashboard = (operations: ReadonlyArray<ServedOperation>): boolean =>
  operations.some(({ path }) => path === "/dashboard")

export interface DocsOptions extends Docs.SiteOptions {
  /** Where the first address leads. */
  readonly home: string
  /** The OpenAPI document; a boot does not wait for it. */
  readonly document: () => Json
}

/** `/openapi.json`, and the documentation at `/docs`. */
export const docs = ({ document, home, ...site }: DocsOptions) => {
  const openApi = lazily(() => {
    const response = HttpServerResponse.jsonUnsafe(document(), { headers: { "cache-control": "no-cache" } })
    return response.body._tag === "Uint8Array"
      ? HttpServerResponse.setHeader(response, "etag", etagOf(response.body.body))
      : response
  })
  return Layer.mergeAll(
    HttpRouter.add("GET", "/openapi.json", Effect.sync(openApi)),
    HttpRouter.add("GET", "/", HttpServerResponse.redirect(home)),
    HttpRouter.add("GET", "/favicon.ico", favicon),
    // Where operations were tried out before each had a page.
    HttpRouter.add("GET", "/docs/explorer", HttpServerResponse.redirect("/docs/operations", { status: 301 })),
    Docs.layer(site)
  )
}

/** Why no request should be sent here now; undefined when one would be answered. */
const unready = (lifecycle: Lifecycle.Lifecycle["Service"], skew: ClockSkew.ClockSkew["Service"]) =>
  lifecycle.isDraining()
    ? "this node is shutting down"
    : lifecycle.isFull()
      ? "this node has all the requests that server.requestsMax allows"
      : skew.problem()

/** `/ready` for load balancers: 503 from SIGTERM on, while there is no place for a customer's request, and while the clocks disagree. */
export const ready = HttpRouter.add(
  "GET",
  "/ready",
  Effect.gen(function* () {
    const why = unready(yield* Lifecycle.Lifecycle, yield* ClockSkew.ClockSkew)
    return why === undefined
      ? HttpServerResponse.jsonUnsafe({ data: { ready: true } })
      : HttpServerResponse.setHeader(errorResponse(503, "SERVICE_UNAVAILABLE", why), "connection", "close")
  })
)
