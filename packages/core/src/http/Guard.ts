import type { IncomingMessage, ServerResponse } from "node:http"
import {
  Forbidden,
  InvalidApiKey,
  InvalidInput,
  isApiFailure,
  MissingApiKey,
  ServiceUnavailable
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { SqlError } from "effect/sql"
import { type KeyHolder, KeyRing } from "../auth/KeyRing.ts"
import type { CreditLedger } from "../credits/CreditLedger.ts"
import { periodOf } from "../credits/period.ts"
import { Idempotency } from "../idempotency/Idempotency.ts"
import { makeAnswerOnce } from "./answerOnce.ts"
import { BalanceHints } from "./BalanceHints.ts"
import { fingerprintOf, readBody } from "./body.ts"
import { failureResponse, statusResponse } from "./envelope.ts"
import { HttpMetrics } from "./HttpMetrics.ts"
import { keyOf } from "./keyOf.ts"
import { Lifecycle } from "./Lifecycle.ts"
import { makeRouteMeter } from "./RouteMeter.ts"
import { makeRequestId } from "./requestIds.ts"
import { operationOf, type RouteMeta } from "./route.ts"
import { runHandler } from "./runHandler.ts"
import type { SharedAnswers } from "./SharedAnswers.ts"
import { makeSharedLane } from "./sharedLane.ts"

type Response = HttpServerResponse.HttpServerResponse
type Params = HttpServerRequest.ParsedSearchParams["Service"]

/**
 * Stands around every route: request id, key, scope, idempotency, an early no to an empty bucket, the charge between
 * the handler's 2xx and the answer, and the headers. Nothing that fails is charged.
 */
export class Guard extends Context.Service<
  Guard,
  {
    readonly around: (
      route: RouteMeta
    ) => Effect.Effect<
      <E, R>(
        handler: Effect.Effect<Response, E, R>
      ) => Effect.Effect<
        Response,
        never,
        R | HttpServerRequest.HttpServerRequest | HttpServerRequest.ParsedSearchParams
      >,
      SqlError.SqlError
    >
    /** For the server, before its router: answers a request from memory, at the same price. False: it did nothing. */
    readonly takeShared: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean
  }
>()("@storeglass/core/http/Guard") {}

const missingKey = failureResponse(
  new MissingApiKey("send your API key in the header X-API-Key, or as Authorization: Bearer <key>")
)
const invalidKey = failureResponse(new InvalidApiKey("this API key is unknown, inactive or revoked"))
const busy = failureResponse(
  new ServiceUnavailable("too many requests at once; nothing was charged, retry", { retryAfterSeconds: 1 })
)
const keysAway = failureResponse(
  new ServiceUnavailable("keys cannot be checked just now; nothing was charged, retry", { retryAfterSeconds: 1 })
)
const headOnPriced = HttpServerResponse.setHeader(statusResponse(405), "allow", "GET")

const make = Effect.gen(function* () {
  const ring = yield* KeyRing
  const context = yield* Effect.context<CreditLedger | SharedAnswers>()
  const idempotency = yield* Idempotency
  const lifecycle = yield* Lifecycle
  const metrics = yield* HttpMetrics
  const clock = yield* Clock.Clock
  const hints = new BalanceHints()

  const around = Effect.fnUntraced(function* (route: RouteMeta) {
    const operation = operationOf(route)
    const observe = metrics.route(operation)
    const meter = yield* makeRouteMeter(route, hints, observe).pipe(Effect.provideContext(context))
    const answerOnce = makeAnswerOnce(route, meter, idempotency)
    const scope = route.access === "internal" ? "internal" : route.method === "GET" ? "read" : "write"
    const forbidden = failureResponse(new Forbidden(`this API key lacks the scope '${scope}' that ${operation} needs`))
    const hasBody = route.method !== "GET"

    /** Typos in a parameter's name must not be charged for an answer to another question. */
    const queryProblem = (params: Params): InvalidInput | undefined => {
      if (route.queryNames === undefined) return undefined
      for (const [name, value] of Object.entries(params)) {
        if (!route.queryNames.includes(name)) {
          const known = route.queryNames.length === 0 ? "no parameters" : route.queryNames.join(", ")
          return new InvalidInput(`${name.slice(0, 60)} (query): is no parameter of this route, which takes ${known}`)
        }
        if (Array.isArray(value))
          return new InvalidInput(`${name} (query): was given ${value.length} times; send it once`)
      }
    }

    const admitted = Effect.fnUntraced(function* <E, R>(
      handler: Effect.Effect<Response, E, R>,
      holder: KeyHolder,
      requestId: string
    ) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const period = periodOf(clock.currentTimeMillisUnsafe())
      const free = { credits: 0, bucket: route.bucket }
      if (!holder.scopes.includes(scope)) return yield* meter.withCredits(forbidden, holder, free, period)
      const problem = queryProblem(yield* HttpServerRequest.ParsedSearchParams)
      if (problem !== undefined) return yield* meter.withCredits(failureResponse(problem), holder, free, period)
      if (request.method === "HEAD") return yield* meter.withCredits(headOnPriced, holder, free, period)
      const body = hasBody ? yield* Effect.catch(readBody(request), (failure) => Effect.succeed(failure)) : ""
      if (typeof body !== "string") return yield* meter.withCredits(failureResponse(body), holder, free, period)
      const key = request.headers["idempotency-key"]
      if (key === undefined) return yield* meter.answer(handler, { holder, requestId, period })
      if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
        const wrong = new InvalidInput("Idempotency-Key (header): must have 1 to 255 visible ASCII characters")
        return yield* meter.withCredits(failureResponse(wrong), holder, free, period)
      }
      return yield* answerOnce(handler, holder, key, {
        accountId: holder.accountId,
        key,
        fingerprint: fingerprintOf(request, body),
        requestId,
        period
      })
    })

    const authenticated = Effect.fnUntraced(function* <E, R>(
      handler: Effect.Effect<Response, E, R>,
      requestId: string
    ) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const key = keyOf(request.headers["x-api-key"], request.headers.authorization)
      if (key === undefined) return missingKey
      const holder = yield* Effect.match(ring.holderOf(key), {
        onFailure: () => "away" as const,
        onSuccess: (found) => found
      })
      if (holder === "away") return keysAway
      if (holder === undefined) return invalidKey
      if (!lifecycle.enterAccount(holder.accountId)) return busy
      return yield* admitted(handler, holder, requestId).pipe(
        Effect.catch((failure: ServiceUnavailable | SqlError.SqlError | { readonly _tag: string }) =>
          Effect.succeed(
            isApiFailure(failure)
              ? failureResponse(failure)
              : failureResponse(
                  new ServiceUnavailable("the database is away; nothing was charged, retry", { retryAfterSeconds: 1 })
                )
          )
        ),
        Effect.ensuring(Effect.sync(() => lifecycle.leaveAccount(holder.accountId)))
      )
    })

    const open = <E, R>(handler: Effect.Effect<Response, E, R>, requestId: string) => {
      const extra: Record<string, string> = {}
      return Effect.map(
        runHandler(handler, operation, undefined, {
          requestId,
          setHeader: (name, value) =>
            Effect.sync(() => {
              extra[name.toLowerCase()] = value
            }),
          describe: () => Effect.void,
          quote: () => Effect.void
        }),
        (response) => HttpServerResponse.setHeaders(response, extra)
      )
    }

    const finish = (response: Response, requestId: string, startedNs: bigint): Response => {
      observe(response.status, Number(clock.monotonicTimeNanosUnsafe() - startedNs) / 1e6)
      const draining = lifecycle.isDraining()
      const identified = response.headers["x-request-id"] !== undefined
      if (identified && !draining) return response
      const own: Record<string, string> = {}
      if (!identified) own["x-request-id"] = requestId
      if (draining) own.connection = "close"
      return HttpServerResponse.setHeaders(response, own)
    }

    return <E, R>(handler: Effect.Effect<Response, E, R>) =>
      Effect.suspend(() => {
        const startedNs = clock.monotonicTimeNanosUnsafe()
        if (!lifecycle.enter()) return Effect.succeed(busy)
        const requestId = makeRequestId(clock.currentTimeMillisUnsafe())
        return (route.access === "public" ? open(handler, requestId) : authenticated(handler, requestId)).pipe(
          Effect.map((response) => finish(response, requestId, startedNs)),
          Effect.ensuring(Effect.sync(lifecycle.leave))
        )
      })
  })

  return Guard.of({ around, takeShared: yield* makeSharedLane(hints) })
})

export const layer = Layer.effect(Guard, make)
