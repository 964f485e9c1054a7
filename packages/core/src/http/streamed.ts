import { Effect, type Scope, Stream } from "effect"
import { HttpBody, HttpServerResponse } from "effect/http"
import type { Lifecycle } from "./Lifecycle.ts"
import type { RouteMeta } from "./route.ts"

type Response = HttpServerResponse.HttpServerResponse

/** How long an open stream may take to say goodbye once the gateway shuts down. */
export const goodbyeMs = 1_000

/** Downloads end by themselves; everything else that is streamed may stay open forever. */
const endsByItself = (kind: RouteMeta["answers"]["kind"]) => kind === "file" || kind === "csv"

/**
 * An answer whose body is still being made after its head has left: `leave` comes with the end of the request, and what
 * stays open is ended when the gateway shuts down, or when the key that opened it is revoked.
 */
export const streamedAnswer = Effect.fnUntraced(function* (
  response: Response,
  route: RouteMeta,
  lifecycle: Lifecycle["Service"],
  revoked: Effect.Effect<void>,
  leave: () => void
): Effect.fn.Return<Response, never, Scope.Scope> {
  const { body } = response
  if (body._tag !== "Stream") return response
  yield* Effect.addFinalizer(() => Effect.sync(leave))
  if (endsByItself(route.answers.kind)) return response
  const over = Effect.raceFirst(Effect.andThen(lifecycle.draining, Effect.sleep(goodbyeMs)), revoked)
  return HttpServerResponse.setBody(
    response,
    HttpBody.stream(Stream.interruptWhen(body.stream, over), body.contentType, body.contentLength)
  )
})
