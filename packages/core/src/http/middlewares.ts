import {
  Caller,
  Exchange,
  InvalidInput,
  isApiFailure,
  Metered,
  MeteredShared,
  Param,
  StrictInput,
  Unmetered
} from "@storeglass/plugin-api"
import { Context, Effect, Layer } from "effect"
import { type HttpApiError, HttpApiMiddleware } from "effect/http-api"
import { errorResponse, failureResponse } from "./envelope.ts"
import { RequestAtHand, type RequestState } from "./RequestAtHand.ts"

/** What a failure says beside its envelope: when to retry, to the caller, and why, to the log. */
const carry = <A, E, R>(effect: Effect.Effect<A, E, R>, exchange: Exchange["Service"]) =>
  Effect.tapError(effect, (failure) => {
    if (!isApiFailure(failure)) return Effect.void
    const retryAfter =
      failure.retryAfterSeconds === undefined
        ? Effect.void
        : exchange.setHeader("retry-after", String(failure.retryAfterSeconds))
    if (failure.status < 500) return retryAfter
    return Effect.andThen(
      retryAfter,
      Effect.logWarning("A request failed", failure.cause).pipe(
        Effect.annotateLogs({ requestId: exchange.requestId, code: failure._tag })
      )
    )
  })

// The guard around every route has put the request at hand into the context; without it a route is not served.
const unguarded = Effect.die(new Error("a metered route was served without its guard"))

const places: Readonly<Record<HttpApiError.HttpApiSchemaError["kind"], string>> = {
  Params: "path",
  Headers: "header",
  Query: "query",
  Payload: "body",
  Body: "answer",
  ResponseHeaders: "answer header"
}

/** What Effect says of a body that doesn't parse. */
const noJson = "Expected a valid JSON body"
/** What is said of a body that isn't there, too. */
const noObject = "must be an object"
const whole = (wrong: string) =>
  wrong === noJson ? "isn't JSON" : wrong === noObject ? "must be a JSON object; send {} for one without fields" : wrong

/** The answer to input that does not decode: the error that its parameter names. */
const refusal = (error: HttpApiError.HttpApiSchemaError, isSession: boolean) => {
  const { error: named, path, wrong } = Param.firstIssue(error.cause)
  const { code, status } = named ?? InvalidInput
  const name = path.map(String).join(".")
  const said = path.length === 0 && error.kind === "Payload" ? whole(wrong) : wrong
  const message = name === "" ? `${places[error.kind]}: ${said}` : `${name} (${places[error.kind]}): ${said}`
  return errorResponse(status, code, message, undefined, isSession && name !== "" ? name : undefined)
}

const isOfSession = (request: RequestState | undefined) => request?.caller?.credential === "session"

/** An envelope that documents declare has no field at fault; that of a page's route does. */
const named = <A, E, R>(handler: Effect.Effect<A, E, R>, request: RequestState) =>
  isOfSession(request)
    ? Effect.catch(handler, (failure) =>
        isApiFailure(failure) && failure.field !== undefined
          ? Effect.succeed(failureResponse(failure, true))
          : Effect.fail(failure)
      )
    : handler

/** Gives a handler the caller and the exchange of its request. */
export const withCaller = <A, E, R>(handler: Effect.Effect<A, E, R>) =>
  Effect.flatMap(RequestAtHand, (request) =>
    request?.caller === undefined
      ? unguarded
      : named(carry(handler, request.exchange), request).pipe(
          Effect.provideContext(Context.make(Caller, request.caller).pipe(Context.add(Exchange, request.exchange)))
        )
  )

/** Gives a handler whose answer is kept for all the exchange of its request, but not who asked. */
export const withoutCaller = <A, E, R>(handler: Effect.Effect<A, E, R>) =>
  Effect.flatMap(RequestAtHand, (request) =>
    request?.caller === undefined
      ? unguarded
      : carry(handler, request.exchange).pipe(
          Effect.provideService(Exchange, request.exchange),
          Effect.provideService(RequestAtHand, { caller: undefined, exchange: request.exchange })
        )
  )

/** Gives a handler of a public route the exchange of its request. */
export const withExchange = <A, E, R>(handler: Effect.Effect<A, E, R>) =>
  Effect.flatMap(RequestAtHand, (request) =>
    request === undefined
      ? unguarded
      : Effect.provideService(carry(handler, request.exchange), Exchange, request.exchange)
  )

/** Turns input that does not decode into the envelope. */
export const strictInput = HttpApiMiddleware.layerSchemaErrorTransform(StrictInput, (error) =>
  // An answer that does not encode is our fault, not the caller's.
  error.kind === "Body" || error.kind === "ResponseHeaders"
    ? Effect.die(error)
    : Effect.map(RequestAtHand, (request) => refusal(error, isOfSession(request)))
)

/** The middlewares that plugins put on their groups. */
export const layer = Layer.mergeAll(
  Layer.succeed(Metered, withCaller),
  Layer.succeed(MeteredShared, withoutCaller),
  Layer.succeed(Unmetered, withExchange),
  strictInput
)
