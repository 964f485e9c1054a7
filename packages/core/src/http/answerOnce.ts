import {
  IdempotencyInProgress,
  IdempotencyKeyReused,
  IdempotencyQuotaExceeded,
  ServiceUnavailable
} from "@storeglass/plugin-api"
import { Effect, Exit } from "effect"
import { HttpServerResponse } from "effect/http"
import type { KeyHolder } from "../auth/KeyRing.ts"
import type { Answer, Followed, Idempotency, IdempotencyRequest, Started } from "../idempotency/Idempotency.ts"
import type { BodyTap } from "./bodyTap.ts"
import { failureResponse } from "./envelope.ts"
import type { RouteMeter, Run } from "./RouteMeter.ts"
import type { RouteMeta } from "./route.ts"
import type { Visit } from "./visits.ts"

type Response = HttpServerResponse.HttpServerResponse

/** Answers that a repeat with the same key gives again; the others depend on the moment and may run again. */
const isKept = (status: number) => status < 500 && ![401, 403, 408, 409, 413, 429].includes(status)

/** Of the connection, or of the moment: credits are stated again, and cookies are for one browser. */
const unkept =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-length|date|set-cookie|x-ratelimit-.*|x-credit-.*|x-plan|x-aivisibility-.*|x-creative-.*)$/
/** Beside the headers of a kept answer: it was streamed, and what was read of the request's streamed body. */
const streamedName = "storeglass-streamed"
const bodyName = "storeglass-body"

const replayed = ({ body, headers, status }: Answer): Response => {
  const own: Record<string, string> = { ...headers, "idempotent-replayed": "true" }
  delete own[bodyName]
  return body.length === 0
    ? HttpServerResponse.empty({ status, headers: own })
    : HttpServerResponse.uint8Array(body, { status, headers: own })
}

/** What is kept of an answer; of one that is streamed only that it was given. */
const answerOf = ({ body, headers, status }: Response, tap: BodyTap | undefined): Answer => {
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !unkept.test(name)))
  if (tap !== undefined) kept[bodyName] = tap.mark()
  switch (body._tag) {
    case "Uint8Array":
      return { status, headers: { ...kept, "content-type": body.contentType }, body: body.body }
    case "Empty":
      return { status, headers: kept, body: new Uint8Array() }
    default:
      return { status, headers: { ...kept, [streamedName]: "true" }, body: new Uint8Array() }
  }
}

const reused = new IdempotencyKeyReused("this Idempotency-Key was used with another request; use a new key for each")
const inProgress = new IdempotencyInProgress("the first request with this Idempotency-Key is still running; retry", {
  retryAfterSeconds: 1
})
const streamed = new IdempotencyKeyReused(
  "the first answer to this Idempotency-Key was streamed and charged once, and isn't kept; use a new key to ask again"
)

/** A request with an `Idempotency-Key`. */
interface Asked {
  readonly holder: KeyHolder
  readonly wanted: IdempotencyRequest
  readonly tap: BodyTap | undefined
  readonly isThere: () => boolean
  readonly visit: Visit
}
const unconfirmed = new ServiceUnavailable(
  "the answer couldn't be confirmed; retry with the same Idempotency-Key: nothing is charged unless a repeat gets this answer",
  { retryAfterSeconds: 1 }
)
const unconfirmedHeld = new ServiceUnavailable(
  "the answer couldn't be confirmed, and its work may go on; retry with the same Idempotency-Key to get the answer",
  { retryAfterSeconds: 1 }
)
const full = (recordsMax: number) =>
  new IdempotencyQuotaExceeded(
    `this account has ${recordsMax} Idempotency-Keys that are kept, the most there may be; nothing was charged, send the request without a key, or retry when older ones have expired`,
    { retryAfterSeconds: 60 }
  )

/**
 * Answers a request with an `Idempotency-Key`: the first runs, a repeat gets its answer. Only the handler can be
 * interrupted. A success is given once it is kept, and a run that lost its place to a newer one gives that one's answer.
 */
export const makeAnswerOnce = (route: RouteMeta, meter: RouteMeter, idempotency: Idempotency["Service"]) => {
  const forget = (wanted: IdempotencyRequest, begun: Started) => Effect.ignore(idempotency.release(wanted, begun))

  return Effect.fnUntraced(function* <E, R>(
    handler: Effect.Effect<Response, E, R>,
    { holder, isThere, tap, visit, wanted }: Asked
  ) {
    const freely = (response: Response) =>
      meter.withCredits(response, holder, { credits: 0, bucket: route.bucket }, wanted.period)
    const answered = Effect.fnUntraced(function* (followed: Followed) {
      switch (followed._tag) {
        case "Reused":
          return yield* freely(failureResponse(reused))
        case "InProgress":
          return yield* freely(failureResponse(inProgress))
        case "Replay": {
          const mark = followed.answer.headers[bodyName]
          if (tap !== undefined && mark !== undefined && !(yield* Effect.interruptible(tap.matches(mark)))) {
            return yield* freely(failureResponse(reused))
          }
          if (followed.answer.headers[streamedName] !== undefined) return yield* freely(failureResponse(streamed))
          return yield* freely(replayed(followed.answer))
        }
      }
    })
    const begun = yield* idempotency.begin(wanted)
    if (begun._tag === "Full") return yield* freely(failureResponse(full(begun.recordsMax)))
    if (begun._tag !== "Started") return yield* answered(begun)
    let paid = false
    let held = false
    const run: Run = {
      holder,
      isThere,
      visit,
      requestId: begun.requestId,
      period: begun.period,
      idempotency: { key: wanted.key, owner: begun.owner, attempt: begun.attempt },
      takenOver: begun.attempt > 1,
      onPaid: () => {
        paid = true
      },
      onHeld: () => {
        held = true
      }
    }
    const follow = Effect.flatMap(idempotency.follow(wanted), answered)

    const response = yield* meter.answer(idempotency.bounded(handler), run).pipe(
      Effect.onInterrupt(() => forget(wanted, begun)),
      Effect.catchTag("FenceLost", () => Effect.succeed(undefined))
    )
    if (response === undefined) {
      // If the newer run came to nothing, the key is free.
      yield* forget(wanted, begun)
      return yield* follow
    }
    const identified = HttpServerResponse.setHeader(response, "x-request-id", begun.requestId)
    const isSuccess = response.status < 300
    const isWhole = response.body._tag === "Uint8Array" || response.body._tag === "Empty"
    if (!isKept(response.status) || !(isWhole || isSuccess)) {
      yield* forget(wanted, begun)
      return identified
    }
    const kept = yield* Effect.exit(idempotency.complete(wanted, begun, answerOf(identified, tap), paid && isSuccess))
    if (Exit.isSuccess(kept)) return kept.value ? identified : yield* follow
    if (!isSuccess) return identified
    // Nobody waits for the balance from a database that has just been silent.
    const atOnce = (failure: ServiceUnavailable) =>
      meter.withKnownCredits(failureResponse(failure), holder, wanted.period)
    if (held) {
      // Its work goes on, and must not begin a second time: a repeat goes on under the same id.
      yield* idempotency.leave(wanted, begun)
      return atOnce(unconfirmedHeld)
    }
    yield* meter.takeBack(run)
    return atOnce(unconfirmed)
  }, Effect.uninterruptible)
}
