import { IdempotencyInProgress, IdempotencyKeyReused } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import type { KeyHolder } from "../auth/KeyRing.ts"
import type { Idempotency, IdempotencyRequest, Started } from "../idempotency/Idempotency.ts"
import { failureResponse } from "./envelope.ts"
import type { RouteMeter } from "./RouteMeter.ts"
import type { RouteMeta } from "./route.ts"

type Response = HttpServerResponse.HttpServerResponse

/** Answers that a repeat with the same key gives again; the others depend on the moment and may run anew. */
const isKept = (status: number) => status < 500 && ![401, 403, 408, 409, 413, 429].includes(status)

/**
 * Answers a request with an `Idempotency-Key`: the first runs, a repeat gets its answer. Only the handler can be
 * interrupted: once it is charged, its answer is kept as well.
 */
export const makeAnswerOnce = (route: RouteMeta, meter: RouteMeter, idempotency: Idempotency["Service"]) => {
  const forget = (wanted: IdempotencyRequest, begun: Started) => Effect.ignore(idempotency.release(wanted, begun))

  return Effect.fnUntraced(function* <E, R>(
    handler: Effect.Effect<Response, E, R>,
    holder: KeyHolder,
    key: string,
    wanted: IdempotencyRequest
  ) {
    const free = { credits: 0, bucket: route.bucket }
    const begun = yield* idempotency.begin(wanted)
    switch (begun._tag) {
      case "Reused":
        return yield* meter.withCredits(
          failureResponse(
            new IdempotencyKeyReused("this Idempotency-Key was used with another request; use a new key for each")
          ),
          holder,
          free,
          wanted.period
        )
      case "InProgress":
        return yield* meter.withCredits(
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
        return yield* meter.withCredits(
          HttpServerResponse.uint8Array(begun.answer.body, {
            status: begun.answer.status,
            headers: { ...begun.answer.headers, "idempotent-replayed": "true" }
          }),
          holder,
          free,
          wanted.period
        )
    }
    const response = yield* meter
      .answer(handler, {
        holder,
        requestId: begun.requestId,
        period: begun.period,
        idempotency: { key, owner: begun.owner, attempt: begun.attempt },
        takenOver: begun.attempt > 1
      })
      .pipe(Effect.onInterrupt(() => forget(wanted, begun)))
    const identified = HttpServerResponse.setHeader(response, "x-request-id", begun.requestId)
    const kept =
      isKept(response.status) &&
      response.body._tag === "Uint8Array" &&
      (begun.attempt === 1 || response.status < 300 || (yield* meter.reversed(holder, begun.requestId, begun.period)))
    if (!kept || response.body._tag !== "Uint8Array") {
      yield* forget(wanted, begun)
      return identified
    }
    const body = response.body.body
    const headers = Object.fromEntries(
      Object.entries(identified.headers).filter(([name]) => /^(x-request-id|content-type|x-data-|x-model-)/.test(name))
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
}
