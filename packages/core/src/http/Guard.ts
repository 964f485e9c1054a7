import {
  type Bucket,
  CreditsExhausted,
  type Exchange,
  Forbidden,
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InvalidApiKey,
  InvalidInput,
  isApiFailure,
  MissingApiKey,
  ServiceUnavailable
} from "@storeglass/plugin-api"
import { Cause, Clock, Context, Effect, Layer } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { SqlError } from "effect/sql"
import { type KeyHolder, KeyRing } from "../auth/KeyRing.ts"
import type { ChargeReceipt } from "../credits/ChargeQueue.ts"
import { type Charge, CreditLedger } from "../credits/CreditLedger.ts"
import { periodEndMs, periodOf } from "../credits/period.ts"
import { bucketNumber } from "../credits/plans.ts"
import { Idempotency, type IdempotencyRequest, type Started } from "../idempotency/Idempotency.ts"
import { BalanceHints } from "./BalanceHints.ts"
import { fingerprintOf, readBody } from "./body.ts"
import { type CreditState, creditHeaders, remainingOf } from "./creditHeaders.ts"
import { errorResponse, failureResponse, statusResponse } from "./envelope.ts"
import { HttpMetrics } from "./HttpMetrics.ts"
import { Lifecycle } from "./Lifecycle.ts"
import { RequestAtHand } from "./RequestAtHand.ts"
import { SharedAnswers } from "./SharedAnswers.ts"

type Response = HttpServerResponse.HttpServerResponse

/** What the catalogue knows of a route. */
export interface RouteMeta {
  readonly plugin: string
  readonly method: string
  /** As declared: `/v1/apps/:id`. */
  readonly path: string
  readonly access: "key" | "public" | "internal"
  readonly credits: number | "quoted"
  readonly bucket: Bucket
  readonly sharedForMs: number | undefined
  /** The query parameters it takes; undefined where the route reads its query by itself. */
  readonly queryNames: ReadonlyArray<string> | undefined
}

/** The name under which usage and metrics count a route. */
export const operationOf = (route: Pick<RouteMeta, "method" | "path">) => `${route.method} ${route.path}`

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

/** Answers that a repeat with the same key gives again; the others depend on the moment and may run anew. */
const isKept = (status: number) => status < 500 && ![401, 403, 408, 409, 413, 429].includes(status)

const make = Effect.gen(function* () {
  const ring = yield* KeyRing
  const ledger = yield* CreditLedger
  const idempotency = yield* Idempotency
  const lifecycle = yield* Lifecycle
  const shared = yield* SharedAnswers
  const metrics = yield* HttpMetrics
  const clock = yield* Clock.Clock
  const hints = new BalanceHints()

  const around = Effect.fnUntraced(function* (route: RouteMeta) {
    const operation = operationOf(route)
    const operationId = yield* ledger.operationId(operation)
    const observe = metrics.route(operation)
    const scope = route.access === "internal" ? "internal" : route.method === "GET" ? "read" : "write"
    const forbidden = failureResponse(new Forbidden(`this API key lacks the scope '${scope}' that ${operation} needs`))
    const hasBody = route.method !== "GET"

    /** Typos in a parameter's name must not be charged for an answer to another question. */
    const queryProblem = (params: HttpServerRequest.ParsedSearchParams["Service"]): InvalidInput | undefined => {
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

    /** The balances, by one look at the ledger; cheap, as looks are batched with charges. */
    const look = (holder: KeyHolder, bucket: Bucket, period: string) =>
      Effect.map(
        ledger.settle({
          id: uuidV7Unsafe(),
          accountId: holder.accountId,
          bucket: bucketNumber[bucket],
          period,
          credits: 0,
          operationId
        }),
        (receipt) => hints.remember(holder.accountId, bucket, period, receipt)
      )

    const exhausted = (bucket: Bucket, credits: number, receipt: ChargeReceipt, resetMs: number) =>
      new CreditsExhausted(
        `this call costs ${credits} ${bucket} credit${credits === 1 ? "" : "s"} and ${remainingOf(receipt)} of ${receipt.limit} are left until ${new Date(resetMs).toISOString()}; a larger plan takes effect at once`,
        { retryAfterSeconds: Math.max(1, Math.ceil((resetMs - clock.currentTimeMillisUnsafe()) / 1000)) }
      )

    /** Refuses what cannot be paid before work is done. The charge itself is exact; this only saves the work. */
    const assertAffordable = Effect.fnUntraced(function* (
      holder: KeyHolder,
      price: { readonly credits: number; readonly bucket: Bucket },
      period: string
    ) {
      if (price.credits === 0) return
      const hint = hints.get(holder.accountId, price.bucket, period)
      if (hint !== undefined && remainingOf(hint) >= price.credits) return
      const receipt = yield* look(holder, price.bucket, period)
      if (remainingOf(receipt) >= price.credits) return
      return yield* exhausted(price.bucket, price.credits, receipt, periodEndMs(period))
    })

    const stateOf = Effect.fnUntraced(function* (
      holder: KeyHolder,
      bucket: Bucket,
      period: string,
      receipt: ChargeReceipt | undefined
    ) {
      const own = receipt ?? (yield* look(holder, bucket, period))
      const general = bucket === "general" ? own : yield* look(holder, "general", period)
      const state: CreditState = {
        plan: own.plan ?? holder.plan,
        general,
        own: bucket === "general" ? undefined : { bucket, receipt: own }
      }
      return state
    })

    const withCredits = (
      response: Response,
      holder: KeyHolder,
      charged: { readonly credits: number; readonly bucket: Bucket },
      period: string,
      receipt?: ChargeReceipt
    ) =>
      stateOf(holder, charged.bucket, period, receipt).pipe(
        Effect.map((state) =>
          HttpServerResponse.setHeaders(response, creditHeaders(state, charged, periodEndMs(period) / 1000))
        ),
        // The balance is a courtesy on an answer that costs nothing; it must not turn one into a 503.
        Effect.catch(() => Effect.succeed(response))
      )

    const runHandler = <E, R>(
      handler: Effect.Effect<Response, E, R>,
      caller: KeyHolder | undefined,
      exchange: Exchange["Service"]
    ) =>
      handler.pipe(
        Effect.provideService(RequestAtHand, { caller, exchange }),
        Effect.map((response) =>
          response.status >= 400 && !isJson(response) ? statusResponse(response.status) : response
        ),
        Effect.catchCause((cause) => {
          if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
          const failure = Cause.squash(cause)
          if (isApiFailure(failure)) return Effect.succeed(failureResponse(failure))
          return Effect.as(
            Effect.logError("A request failed by a defect", cause).pipe(
              Effect.annotateLogs({ requestId: exchange.requestId, operation })
            ),
            errorResponse(
              500,
              "INTERNAL_ERROR",
              `something went wrong here; nothing was charged. Quote the request id ${exchange.requestId} when you report it`
            )
          )
        })
      )

    interface Run {
      readonly holder: KeyHolder
      readonly requestId: string
      readonly period: string
      readonly idempotency?: Charge["idempotency"]
      /** Taken over from an attempt that ended without an answer, and may have been charged. */
      readonly takenOver?: boolean
    }

    /** The answer of one run with its price paid, and whether the ledger confirmed. */
    const answer = Effect.fnUntraced(function* <E, R>(handler: Effect.Effect<Response, E, R>, run: Run) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const { holder, period } = run
      const declared = { credits: route.credits === "quoted" ? 0 : route.credits, bucket: route.bucket }
      const extra: Record<string, string> = {}
      let price = declared
      const exchange: Exchange["Service"] = {
        requestId: run.requestId,
        setHeader: (name, value) =>
          Effect.sync(() => {
            extra[name.toLowerCase()] = value
          }),
        describe: (provenance) =>
          Effect.sync(() => {
            extra["x-data-source"] = provenance.source
            if (provenance.asOf !== null) extra["x-data-as-of"] = provenance.asOf
            if (provenance.model !== undefined) extra["x-model-version"] = provenance.model
            if (provenance.stale === true) extra.warning = '110 - "Response is Stale"'
          }),
        quote: ({ bucket = route.bucket, credits }) =>
          Effect.map(assertPayable({ credits, bucket }), () => {
            price = { credits, bucket }
          })
      }
      // What was charged already needs nothing that is left.
      const assertPayable = (wanted: typeof declared) =>
        run.takenOver === true ? Effect.void : assertAffordable(holder, wanted, period)

      const refusal = yield* Effect.flip(assertPayable(declared)).pipe(
        Effect.map(failureResponse),
        Effect.catch(() => Effect.succeed(undefined))
      )
      if (refusal !== undefined)
        return yield* withCredits(refusal, holder, { credits: 0, bucket: declared.bucket }, period)

      const shareKey =
        route.sharedForMs === undefined || route.method !== "GET" || route.credits === "quoted"
          ? undefined
          : `${operation} ${request.url}`
      const kept = shareKey === undefined ? undefined : shared.get(shareKey)
      const response =
        kept ?? HttpServerResponse.setHeaders(yield* Effect.interruptible(runHandler(handler, holder, exchange)), extra)
      if (response.status < 200 || response.status >= 300) {
        return yield* withCredits(response, holder, { credits: 0, bucket: price.bucket }, period)
      }
      if (shareKey !== undefined && kept === undefined && route.sharedForMs !== undefined) {
        shared.set(shareKey, response, route.sharedForMs)
      }
      if (price.credits === 0) return yield* withCredits(response, holder, price, period)

      const receipt = yield* ledger.settle({
        id: run.requestId,
        accountId: holder.accountId,
        bucket: bucketNumber[price.bucket],
        period,
        credits: price.credits,
        operationId,
        idempotency: run.idempotency
      })
      hints.remember(holder.accountId, price.bucket, period, receipt)
      switch (receipt.outcome) {
        case "charged":
        case "duplicate":
          return yield* withCredits(response, holder, price, period, receipt)
        case "refused":
          return yield* withCredits(
            failureResponse(exhausted(price.bucket, price.credits, receipt, periodEndMs(period))),
            holder,
            { credits: 0, bucket: price.bucket },
            period,
            receipt
          )
        default:
          return failureResponse(
            new ServiceUnavailable("the charge could not be settled; nothing was charged, retry", {
              retryAfterSeconds: 1
            })
          )
      }
    })

    // Of a request with a key only the handler can be interrupted: once it is charged, its answer is kept as well.
    const answerOnce = Effect.fnUntraced(function* <E, R>(
      handler: Effect.Effect<Response, E, R>,
      holder: KeyHolder,
      key: string,
      wanted: IdempotencyRequest
    ) {
      const free = { credits: 0, bucket: route.bucket }
      const begun = yield* idempotency.begin(wanted)
      switch (begun._tag) {
        case "Reused":
          return yield* withCredits(
            failureResponse(
              new IdempotencyKeyReused("this Idempotency-Key was used with another request; use a new key for each")
            ),
            holder,
            free,
            wanted.period
          )
        case "InProgress":
          return yield* withCredits(
            failureResponse(
              new IdempotencyInProgress("the first request with this Idempotency-Key is still running; retry", {
                retryAfterSeconds: 1
              })
            ),
            holder,
            free,
            wanted.period
          )
        case "Replay":
          return yield* withCredits(
            HttpServerResponse.uint8Array(begun.answer.body, {
              status: begun.answer.status,
              headers: { ...begun.answer.headers, "idempotent-replayed": "true" }
            }),
            holder,
            free,
            wanted.period
          )
      }
      const response = yield* answer(handler, {
        holder,
        requestId: begun.requestId,
        period: begun.period,
        idempotency: { key, owner: begun.owner, attempt: begun.attempt },
        takenOver: begun.attempt > 1
      }).pipe(Effect.onInterrupt(() => forget(wanted, begun)))
      const identified = HttpServerResponse.setHeader(response, "x-request-id", begun.requestId)
      const kept =
        isKept(response.status) &&
        response.body._tag === "Uint8Array" &&
        (begun.attempt === 1 || response.status < 300 || (yield* reversed(holder, begun)))
      if (!kept || response.body._tag !== "Uint8Array") {
        yield* forget(wanted, begun)
        return identified
      }
      const body = response.body.body
      const headers = Object.fromEntries(
        Object.entries(identified.headers).filter(([name]) =>
          /^(x-request-id|content-type|x-data-|x-model-)/.test(name)
        )
      )
      // The charge stands already: should this fail, a repeat runs again under the same id and pays nothing more.
      yield* Effect.ignore(
        idempotency.complete(wanted, begun, {
          status: response.status,
          headers: { ...headers, "content-type": response.body.contentType },
          body
        })
      )
      return identified
    }, Effect.uninterruptible)
    /** Whether the price of an attempt before, which is now answered with a failure, is given back. */
    const reversed = (holder: KeyHolder, begun: Started) =>
      Effect.isSuccess(
        ledger.reverse({
          id: begun.requestId,
          accountId: holder.accountId,
          bucket: bucketNumber[route.bucket],
          period: begun.period,
          credits: 0,
          operationId
        })
      )
    const forget = (wanted: IdempotencyRequest, begun: Started) => Effect.ignore(idempotency.release(wanted, begun))

    const admitted = Effect.fnUntraced(function* <E, R>(
      handler: Effect.Effect<Response, E, R>,
      holder: KeyHolder,
      requestId: string
    ) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const period = periodOf(clock.currentTimeMillisUnsafe())
      const free = { credits: 0, bucket: route.bucket }
      if (!holder.scopes.includes(scope)) return yield* withCredits(forbidden, holder, free, period)
      const problem = queryProblem(yield* HttpServerRequest.ParsedSearchParams)
      if (problem !== undefined) return yield* withCredits(failureResponse(problem), holder, free, period)
      if (request.method === "HEAD") return yield* withCredits(headOnPriced, holder, free, period)
      const body = hasBody ? yield* Effect.catch(readBody(request), (failure) => Effect.succeed(failure)) : ""
      if (typeof body !== "string") return yield* withCredits(failureResponse(body), holder, free, period)
      const key = request.headers["idempotency-key"]
      if (key === undefined) return yield* answer(handler, { holder, requestId, period })
      if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
        const wrong = new InvalidInput("Idempotency-Key (header): must have 1 to 255 visible ASCII characters")
        return yield* withCredits(failureResponse(wrong), holder, free, period)
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
        runHandler(handler, undefined, {
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

    return <E, R>(handler: Effect.Effect<Response, E, R>) =>
      Effect.suspend(() => {
        if (!lifecycle.enter()) return Effect.succeed(busy)
        const requestId = uuidV7Unsafe()
        const startedNs = clock.monotonicTimeNanosUnsafe()
        return (route.access === "public" ? open(handler, requestId) : authenticated(handler, requestId)).pipe(
          Effect.map((response) => {
            observe(response.status, Number(clock.monotonicTimeNanosUnsafe() - startedNs) / 1e6)
            const own: Record<string, string> = {}
            if (response.headers["x-request-id"] === undefined) own["x-request-id"] = requestId
            if (lifecycle.isDraining()) own.connection = "close"
            return HttpServerResponse.setHeaders(response, own)
          }),
          Effect.ensuring(Effect.sync(lifecycle.leave))
        )
      })
  })

  return Guard.of({ around })
})

const isJson = (response: Response) =>
  response.body._tag === "Uint8Array" && response.body.contentType.startsWith("application/json")

export const layer = Layer.effect(Guard, make)
