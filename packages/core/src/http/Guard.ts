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
import { Lifecycle } from "./Lifecycle.ts"
import { makeRouteMeter } from "./RouteMeter.ts"
import { makeRequestId } from "./requestIds.ts"
import { operationOf, type RouteMeta } from "./route.ts"
import { runHandler } from "./runHandler.ts"
import type { SharedAnswers } from "./SharedAnswers.ts"

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

const keyOf = (headers: Readonly<Record<string, string | undefined>>): string | undefined => {
  const own = headers["x-api-key"]?.trim()
  if (own !== undefined && own !== "") return own
  const bearer = /^bearer +(\S+)\s*$/i.exec(headers.authorization ?? "")
  return bearer?.[1]
}

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
    const meter = yield* makeRouteMeter(route, hints).pipe(Effect.provideContext(context))
    const answerOnce = makeAnswerOnce(route, meter, idempotency)
    const observe = metrics.route(operation)
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
      if (key === undefined) {
        const kept = meter.findKept(request, holder, period)
        const run = { holder, requestId, period }
        return yield* kept === undefined ? meter.answer(handler, run) : meter.answerKept(kept, run)
      }
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
      const key = keyOf(request.headers)
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

    /** What most requests need, when all of it is in memory and every check passes; else undefined, and no harm done. */
    const findKept = (request: HttpServerRequest.HttpServerRequest, params: Params) => {
      if (request.method !== "GET" || request.headers["idempotency-key"] !== undefined) return undefined
      const key = keyOf(request.headers)
      const holder = key === undefined ? undefined : ring.remembered(key)
      if (holder === undefined || !holder.scopes.includes(scope) || queryProblem(params) !== undefined) return undefined
      const period = periodOf(clock.currentTimeMillisUnsafe())
      const response = meter.findKept(request, holder, period)
      return response === undefined ? undefined : { response, holder, period }
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
      Effect.withFiber<Response, never, R | HttpServerRequest.HttpServerRequest | HttpServerRequest.ParsedSearchParams>(
        ({ context }) => {
          const startedNs = clock.monotonicTimeNanosUnsafe()
          const found =
            route.access === "key"
              ? findKept(
                  Context.getUnsafe(context, HttpServerRequest.HttpServerRequest),
                  Context.getUnsafe(context, HttpServerRequest.ParsedSearchParams)
                )
              : undefined
          if (!lifecycle.enter()) return Effect.succeed(busy)
          const requestId = makeRequestId(clock.currentTimeMillisUnsafe())
          if (found !== undefined && lifecycle.enterAccount(found.holder.accountId)) {
            const { holder, period, response } = found
            return Effect.onExitPrimitive(
              Effect.map(meter.answerKept(response, { holder, period, requestId }), (answered) =>
                finish(answered, requestId, startedNs)
              ),
              () => {
                lifecycle.leaveAccount(holder.accountId)
                lifecycle.leave()
                return undefined
              }
            )
          }
          return (route.access === "public" ? open(handler, requestId) : authenticated(handler, requestId)).pipe(
            Effect.map((response) => finish(response, requestId, startedNs)),
            Effect.ensuring(Effect.sync(lifecycle.leave))
          )
        }
      )
  })

  return Guard.of({ around })
})

export const layer = Layer.effect(Guard, make)
