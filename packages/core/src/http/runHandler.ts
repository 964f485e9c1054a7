import { type Exchange, isApiFailure } from "@storeglass/plugin-api"
import { Cause, Effect } from "effect"
import type { HttpServerResponse } from "effect/http"
import { SqlError } from "effect/sql"
import type { KeyHolder } from "../auth/KeyRing.ts"
import { bodyFailure } from "./body.ts"
import { defectResponse, failureResponse, statusResponse } from "./envelope.ts"
import { RequestAtHand, type RequestState } from "./RequestAtHand.ts"
import { type RouteMeta, routeName } from "./route.ts"
import { unforeseen } from "./unforeseen.ts"

type Response = HttpServerResponse.HttpServerResponse

const isJson = (response: Response) =>
  response.body._tag === "Uint8Array" && response.body.contentType.startsWith("application/json")

/** A page for people says by itself what went wrong. */
const isPage = (response: Response) =>
  response.body._tag === "Uint8Array" && response.body.contentType.startsWith("text/html")

/** A transaction that loses its connection dies of that when it's rolled back, whatever its handler makes of failures. */
const isConnectionLost = (failure: unknown) => SqlError.isSqlError(failure) && failure.reason._tag === "ConnectionError"

/** A handler's answer in the envelope, whatever became of it: a defect is a 500 that gives its request id and nothing else. */
export const runHandler = <E, R>(
  handler: Effect.Effect<Response, E, R>,
  route: RouteMeta,
  caller: KeyHolder | undefined,
  exchange: Exchange["Service"],
  at: Pick<RequestState, "isThere" | "audience">
) =>
  handler.pipe(
    Effect.provideService(RequestAtHand, { caller, exchange, ...at }),
    Effect.map((response) =>
      response.status >= 400 && !isJson(response) && !isPage(response) ? statusResponse(response.status) : response
    ),
    Effect.catchCause((cause) => {
      if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
      const squashed = Cause.squash(cause)
      const failure = isApiFailure(squashed) ? squashed : bodyFailure(squashed, route.body)
      if (failure !== undefined) return Effect.succeed(failureResponse(failure, route.access === "session"))
      if (isConnectionLost(squashed)) return unforeseen(squashed, exchange.requestId, routeName(route))
      return Effect.as(
        Effect.logError("A request failed with a defect", cause).pipe(
          Effect.annotateLogs({ requestId: exchange.requestId, operation: routeName(route) })
        ),
        defectResponse(exchange.requestId)
      )
    })
  )
