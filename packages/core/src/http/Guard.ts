import { IncomingMessage, type ServerResponse } from "node:http"
import {
  AccessTokens,
  type ApiFailure,
  type BodyDeclaration,
  type Client,
  databaseAway,
  type Exchange,
  Forbidden,
  InvalidApiKey,
  InvalidInput,
  isApiFailure,
  MissingApiKey,
  TooManyRequests
} from "@storeglass/plugin-api"
import { ByteSize, Clock, Context, Effect, Exit, Layer, Option, type Scope } from "effect"
import { HttpIncomingMessage, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { SqlError } from "effect/sql"
import type { LookUpFailure } from "../auth/KeyLookUps.ts"
import { isGood, isNoted, type KeyHolder, KeyRing } from "../auth/KeyRing.ts"
import type { CreditLedger } from "../credits/CreditLedger.ts"
import { periodOf } from "../credits/period.ts"
import { Idempotency } from "../idempotency/Idempotency.ts"
import { isRefusal, makeGuardLog } from "../security/refusals.ts"
import { SecurityLog } from "../security/SecurityLog.ts"
import { noteHeader } from "./answerHeaders.ts"
import { makeAnswerOnce } from "./answerOnce.ts"
import { BalanceHints } from "./BalanceHints.ts"
import { mayHaveBody, openBody, readBody } from "./body.ts"
import { type BodyTap, makeBodyTap } from "./bodyTap.ts"
import { ClientAddresses } from "./clientAddresses.ts"
import { challengeOf, failureOf, failureResponse } from "./envelope.ts"
import { fingerprintOf } from "./fingerprint.ts"
import { HttpMetrics } from "./HttpMetrics.ts"
import { senderIsThere } from "./isThere.ts"
import { keyOf } from "./keyOf.ts"
import { Lifecycle } from "./Lifecycle.ts"
import { nextPageIn, PublicUrl } from "./pageLinks.ts"
import { canonicalQuery, queryProblem, queryTextProblem } from "./queryProblem.ts"
import { RequestAtHand, type RequestState } from "./RequestAtHand.ts"
import { makeRouteMeter } from "./RouteMeter.ts"
import { type RouteMeta, routeName } from "./route.ts"
import { runHandler } from "./runHandler.ts"
import type { SharedAnswers } from "./SharedAnswers.ts"
import { makeSessionHolder } from "./sessions.ts"
import { makeSharedLane } from "./sharedLane.ts"
import { streamedAnswer } from "./streamed.ts"
import { unforeseen } from "./unforeseen.ts"
import { busy, makeVisits, type Visit } from "./visits.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

type FromServer = HttpServerRequest.HttpServerRequest | HttpServerRequest.ParsedSearchParams

/**
 * Stands around every route: request id, key or session, scope, entitlement, body, idempotency, an early no to an empty
 * bucket, the charge between the handler's 2xx and the answer, and the headers. Nothing that fails is charged.
 */
export class Guard extends Context.Service<
  Guard,
  {
    readonly around: (
      route: RouteMeta
    ) => Effect.Effect<
      <E, R>(handler: Effect.Effect<Response, E, R>) => Effect.Effect<Response, never, R | FromServer | Scope.Scope>,
      SqlError.SqlError
    >
    /** For the server, before its router: answers a request from memory, at the same price. False: it did nothing. */
    readonly takeShared: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean
  }
>()("@storeglass/core/http/Guard") {}

const missingKey = new MissingApiKey("send your API key in the header X-API-Key, or as Authorization: Bearer <key>")
const invalidKey = new InvalidApiKey("this API key is unknown, inactive or revoked")
const invalidToken = new InvalidApiKey("this token isn't for this address; ask for one that is")
const suspended = new InvalidApiKey("this account is suspended: its keys open nothing until the operator lifts that")
const expired = ({ credential, endsAtMs, isReplaced }: KeyHolder) =>
  new InvalidApiKey(
    `this ${credential === "key" ? "API key" : "token"} ${isReplaced ? "was replaced by a successor, and ended" : "expired"} at ${new Date(endsAtMs).toISOString()}`
  )
const wrongIdempotencyKey = new InvalidInput("Idempotency-Key (header): must have 1 to 255 visible ASCII characters")

/** How often a stream looks whether its session may still have it. */
const askSessionAgainMs = 4_000

/** What tokens are for where a route doesn't say. */
const apiAudience = "/v1"

/** Whether a holder's credential may be used from there. */
const isFrom = ({ mayComeFrom }: KeyHolder, { address }: Client) =>
  mayComeFrom === undefined || (address !== undefined && mayComeFrom(address))

type Seen = (holder: KeyHolder) => void

/** Whether a request comes from this process, which counted it where it came in. */
const isInner = ({ source }: Request) => !(source instanceof IncomingMessage)

/** A handler's request where it reads the body itself: bounded, and remembered for a repeat. */
const tapped = <E, R>(handler: Effect.Effect<Response, E, R>, { bytesMax }: BodyDeclaration, tap: BodyTap) =>
  handler.pipe(
    Effect.provideService(HttpServerRequest.HttpServerRequest, tap.request),
    Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(bytesMax))
  )

const make = Effect.gen(function* () {
  const ring = yield* KeyRing
  const context = yield* Effect.context<CreditLedger | SharedAnswers | Lifecycle>()
  const idempotency = yield* Idempotency
  const lifecycle = yield* Lifecycle
  const metrics = yield* HttpMetrics
  const clock = yield* Clock.Clock
  const visits = yield* makeVisits
  const sessionHolder = yield* makeSessionHolder
  const log = makeGuardLog(yield* SecurityLog)
  const addresses = yield* ClientAddresses
  const tokens = yield* Effect.serviceOption(AccessTokens)
  if (Option.isSome(tokens)) yield* ring.useTokens(tokens.value)
  const hints = new BalanceHints()
  const publicUrl = yield* PublicUrl

  const keyIn = ({ headers }: Request) => keyOf(headers["x-api-key"], headers.authorization)

  /** Who stands behind a request that needs somebody. `seen` is told whose credential it is, also where it opens nothing. */
  const keyHolder = Effect.fnUntraced(function* (request: Request, audience: string, seen?: Seen) {
    const key = keyIn(request)
    if (key === undefined) return yield* missingKey
    const holder = yield* ring.holderOf(key)
    if (holder === undefined) return yield* invalidKey
    seen?.(holder)
    if (holder.isSuspended) return yield* suspended
    if (!isGood(holder, clock.currentTimeMillisUnsafe())) return yield* expired(holder)
    if (holder.audience !== undefined && holder.audience !== audience) return yield* invalidToken
    return holder
  })

  /** Whose credential a request has that needs none; undefined when it can't be said. */
  const senderOf = (request: Request, { client }: Visit, audience: string) => {
    const holding = Effect.map(keyHolder(request, audience), (holder) => (isFrom(holder, client) ? holder : undefined))
    return keyIn(request) === undefined
      ? Effect.succeed(undefined)
      : Effect.catch(holding, () => Effect.succeed(undefined))
  }

  /** What a 401 says of how to sign in there; undefined: nobody does. */
  const challengeFor = (request: Request, audience: string) => {
    const metadata = Option.isNone(tokens) ? undefined : tokens.value.resourceMetadata?.(audience)
    return metadata === undefined ? undefined : challengeOf(metadata, keyIn(request) !== undefined)
  }
  /** The same for whoever isn't known where nobody need be. `refused` is told whose credential it is that opens nothing. */
  const challengeOfSender = (request: Request, audience: string, refused: Seen) => {
    const challenge = challengeFor(request, audience)
    if (challenge === undefined || keyIn(request) === undefined) return Effect.succeed(challenge)
    let whose: KeyHolder | undefined
    const seen = (holder: KeyHolder) => {
      whose = holder
    }
    return Effect.matchEffect(keyHolder(request, audience, seen), {
      onSuccess: () => Effect.succeed(undefined),
      onFailure: (failure) => {
        if (!isApiFailure(failure) || failure.status !== 401) return Effect.fail(databaseAway(failure))
        if (whose !== undefined) refused(whose)
        return Effect.succeed(challenge)
      }
    })
  }

  const around = Effect.fnUntraced(function* (route: RouteMeta) {
    const observe = metrics.route(routeName(route))
    const meter = yield* makeRouteMeter(route, hints, observe).pipe(Effect.provideContext(context))
    const answerOnce = makeAnswerOnce(route, meter, idempotency)
    const free = { credits: 0, bucket: route.bucket }
    const takesBody = route.body.kind !== "none" || route.method !== "GET"
    const holderOf: (
      request: Request,
      audience: string,
      seen?: Seen
    ) => Effect.Effect<KeyHolder, ApiFailure | LookUpFailure> =
      route.access === "session" ? sessionHolder(route) : keyHolder
    /** What a token must be for: what a tool asks within this process is asked where the tool was. */
    const audienceOf = (request: Request, outer: RequestState | undefined) =>
      (isInner(request) ? outer?.audience : route.audience) ?? apiAudience

    /** The route under the one name of each parameter. */
    const canonical = <E, R>(handler: Effect.Effect<Response, E, R>) =>
      Effect.flatMap(HttpServerRequest.ParsedSearchParams, (params) => {
        const named = canonicalQuery(route, params)
        return named instanceof InvalidInput
          ? Effect.succeed(failureResponse(named))
          : Effect.provideService(handler, HttpServerRequest.ParsedSearchParams, named)
      })

    /** Notes whose request it is, before it's known whether they may have the route: their log tells of refusals too. */
    const knowing = (visit: Visit, request: Request, outer: RequestState | undefined) => (holder: KeyHolder) => {
      visit.holder = holder
      visit.operationId = meter.charged.operationId
      visit.bucket = meter.charged.bucket
      visit.url = request.url
      // What comes from within the process for a request is a tool's, and what is asked elsewhere than of the API is theirs.
      const isTools = (isInner(request) && outer !== undefined) || audienceOf(request, outer) !== apiAudience
      const isPages = holder.credential === "token" && holder.audience === apiAudience
      visit.way = isTools ? "mcp" : isPages ? "explorer" : "http"
    }

    const admitted = Effect.fnUntraced(function* <E, R>(
      handler: Effect.Effect<Response, E, R>,
      holder: KeyHolder,
      visit: Visit
    ) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const outer = yield* RequestAtHand
      const period = periodOf(clock.currentTimeMillisUnsafe())
      const refuse = (failure: ApiFailure) => meter.withCredits(failureResponse(failure), holder, free, period)
      const refusal = visits.admit(visit, route, holder, isInner(request))
      if (refusal === busy) return failureResponse(busy)
      if (refusal instanceof TooManyRequests) {
        yield* log.limited(route, visit, holder.accountId)
        return meter.withKnownCredits(failureResponse(refusal), holder, period)
      }
      const problem =
        refusal ?? queryTextProblem(request.url) ?? queryProblem(route, yield* HttpServerRequest.ParsedSearchParams)
      if (problem !== undefined) return yield* refuse(problem)
      const body = takesBody ? yield* Effect.catch(readBody(route.body, request), Effect.succeed) : undefined
      if (body !== undefined && !(body instanceof Uint8Array)) return yield* refuse(body)
      const isThere = senderIsThere(request, outer)
      if (!isThere()) return yield* Effect.interrupt
      const tap = takesBody && body === undefined ? makeBodyTap(route.body, request) : undefined
      const run = tap === undefined ? handler : tapped(handler, route.body, tap)
      const key = request.headers["idempotency-key"]
      visit.keyed = key !== undefined
      if (key === undefined) {
        return yield* meter.answer(run, { holder, requestId: visit.requestId, visit, period, isThere })
      }
      if (!/^[\x21-\x7e]{1,255}$/.test(key)) return yield* refuse(wrongIdempotencyKey)
      const wanted = {
        accountId: holder.accountId,
        key,
        fingerprint: fingerprintOf(route, request, body),
        requestId: visit.requestId,
        period,
        ...meter.charged
      }
      return yield* answerOnce(run, { holder, wanted, tap, isThere, visit })
    })

    /** A body that anyone may send, and take their time over, takes no place from requests in progress. */
    const arrival = Effect.fnUntraced(function* (request: Request, visit: Visit, audience: string) {
      if (!takesBody) return { body: undefined, taken: route.body }
      if (!mayHaveBody(request)) return { body: yield* readBody(route.body, request), taken: route.body }
      const sender = yield* senderOf(request, visit, audience)
      const waits = sender === undefined ? visits.take(visit, "arriving") : visits.enterAccount(visit, sender.accountId)
      if (!waits) return yield* busy
      const taken = sender === undefined ? openBody(route.body) : route.body
      const body = yield* readBody(taken, request)
      visits.leaveAccount(visit)
      return { body, taken }
    })

    const open = Effect.fnUntraced(function* <E, R>(handler: Effect.Effect<Response, E, R>, visit: Visit) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const outer = yield* RequestAtHand
      const audience = audienceOf(request, outer)
      visit.client = addresses.clientOf(request, outer)
      const key = keyIn(request)
      const limited = visits.admitUnknown(visit, request, key === undefined ? undefined : ring.remembered(key))
      if (limited !== undefined) {
        yield* log.limited(route, visit, undefined)
        return failureResponse(limited)
      }
      const malformed = queryTextProblem(request.url)
      if (malformed !== undefined) return failureResponse(malformed)
      const { body, taken } = yield* arrival(request, visit, audience)
      if (visit.share !== "account" && !visits.take(visit, "public")) return yield* busy
      const run = takesBody && body === undefined ? tapped(handler, taken, makeBodyTap(taken, request)) : handler
      const isThere = senderIsThere(request, yield* RequestAtHand)
      if (!isThere()) return yield* Effect.interrupt
      const extra: Record<string, string> = {}
      const exchange: Exchange["Service"] = {
        requestId: visit.requestId,
        client: visit.client,
        idempotencyKey: undefined,
        setHeader: (name, value) => Effect.sync(() => noteHeader(extra, name, value)),
        describe: () => Effect.void,
        nextPage: (next) => nextPageIn(extra, publicUrl, route, request, next),
        empty: Effect.void,
        quote: () => Effect.void,
        held: () => Effect.void,
        draining: lifecycle.draining,
        sender: senderOf(request, visit, audience),
        challenge: challengeOfSender(request, audience, knowing(visit, request, outer))
      }
      const response = yield* runHandler(run, route, undefined, exchange, { isThere, audience })
      return HttpServerResponse.setHeaders(response, extra)
    })

    const authenticated = Effect.fnUntraced(function* <E, R>(handler: Effect.Effect<Response, E, R>, visit: Visit) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const outer = yield* RequestAtHand
      visit.client = addresses.clientOf(request, outer)
      const key = route.access === "session" ? undefined : keyIn(request)
      // A customer isn't shut out by what else comes from their address; whoever found their key is no customer.
      const known = key === undefined ? undefined : ring.familiar(key)
      const familiar = known !== undefined && isFrom(known, visit.client)
      const limited = familiar ? undefined : visits.admitUnknown(visit, request, undefined)
      if (limited !== undefined) {
        yield* log.limited(route, visit, undefined)
        return failureResponse(limited)
      }
      if (!visits.take(visit, "lookUp")) return yield* busy
      const seen = knowing(visit, request, outer)
      const holder = yield* Effect.tapError(holderOf(request, audienceOf(request, outer), seen), (failure) =>
        familiar || isApiFailure(failure) ? Effect.void : Effect.sync(() => visits.known(request))
      )
      if (route.access === "session") seen(holder)
      if (!isFrom(holder, visit.client)) {
        return yield* new Forbidden(
          `this API key may be used from the addresses that it names alone, and ${visit.client.address ?? visit.client.network} isn't among them`
        )
      }
      const nowMs = clock.currentTimeMillisUnsafe()
      if (key !== undefined && !isNoted(holder, nowMs)) ring.used(holder, nowMs, visit.client)
      if (!familiar) {
        visits.known(request)
        if (key !== undefined) yield* log.authenticated(route, visit, holder)
      }
      return yield* admitted(handler, holder, visit)
    })

    /** Completes once who opened a stream is signed out, may no longer have it, or looks at another account. */
    const signedOut = Effect.fnUntraced(function* (request: Request, opened: KeyHolder | undefined) {
      while (true) {
        yield* Effect.sleep(askSessionAgainMs)
        const found = yield* Effect.exit(holderOf(request, apiAudience))
        if (Exit.isFailure(found) || found.value.accountId !== opened?.accountId) return
      }
    })

    /** Says in a 401 where to sign in, if that is what its caller may do. */
    const challenged = Effect.fnUntraced(function* (response: Response) {
      if (response.status !== 401) return response
      const request = yield* HttpServerRequest.HttpServerRequest
      const challenge = challengeFor(request, audienceOf(request, yield* RequestAtHand))
      return challenge === undefined ? response : HttpServerResponse.setHeader(response, "www-authenticate", challenge)
    })

    const finish = Effect.fnUntraced(function* (
      response: Response,
      visit: Visit
    ): Effect.fn.Return<Response, never, Scope.Scope | HttpServerRequest.HttpServerRequest> {
      const request = yield* HttpServerRequest.HttpServerRequest
      const own = visits.finish(visit, route, response.status, observe, response.headers.etag !== undefined, {
        toldId: response.headers["x-request-id"],
        replayed: response.headers["idempotent-replayed"] !== undefined,
        failure: failureOf(response),
        isThere: senderIsThere(request, yield* RequestAtHand)()
      })
      const { "x-request-id": firstId = own["x-request-id"] } = response.headers
      const finished = HttpServerResponse.setHeaders(response, { ...own, "x-request-id": firstId })
      if (response.body._tag !== "Stream") return finished
      visit.streaming = true
      const key = route.access === "key" ? keyIn(request) : undefined
      const revoked =
        route.access === "session"
          ? signedOut(request, visit.holder)
          : key === undefined
            ? Effect.never
            : ring.revoked(key)
      return yield* streamedAnswer(finished, route, lifecycle, revoked, () => visits.leave(visit))
    })

    return <E, R>(routed: Effect.Effect<Response, E, R>) => {
      const handler: Effect.Effect<Response, E, R | FromServer> =
        route.queryAliases.length === 0 ? routed : canonical(routed)
      return Effect.suspend(() => {
        const visit = visits.begin()
        const answered: Effect.Effect<Response, unknown, R | FromServer> =
          route.access === "public" ? open(handler, visit) : authenticated(handler, visit)
        return answered.pipe(
          Effect.catch((failure) =>
            isApiFailure(failure)
              ? Effect.succeed(failureResponse(failure))
              : unforeseen(failure, visit.requestId, routeName(route))
          ),
          Effect.flatMap((response) =>
            isRefusal(response.status)
              ? Effect.andThen(
                  log.refused(route, visit, response),
                  Effect.flatMap(challenged(response), (told) => finish(told, visit))
                )
              : finish(response, visit)
          ),
          Effect.ensuring(
            Effect.sync(() => {
              visits.abandoned(visit, route)
              if (!visit.streaming) visits.leave(visit)
            })
          )
        )
      })
    }
  })

  return Guard.of({ around, takeShared: yield* makeSharedLane(hints, visits) })
})

export const layer = Layer.effect(Guard, make)
