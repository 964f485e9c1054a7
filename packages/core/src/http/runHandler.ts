import { type Exchange, isApiFailure } from "@storeglass/plugin-api"
import { Cause, Effect } from "effect"
import type { HttpServerResponse } from "effect/http"
import type { KeyHolder } from "../auth/KeyRing.ts"
import { errorResponse, failureResponse, statusResponse } from "./envelope.ts"
import { RequestAtHand } from "./RequestAtHand.ts"

type Response = HttpServerResponse.HttpServerResponse

const isJson = (response: Response) =>
  response.body._tag === "Uint8Array" && response.body.contentType.startsWith("application/json")

/** A handler's answer in the envelope, whatever became of it: a defect is a 500 that tells its request id and no more. */
export const runHandler = <E, R>(
  handler: Effect.Effect<Response, E, R>,
  operation: string,
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
