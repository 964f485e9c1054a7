import { statusResponse } from "@storeglass/core"
import type { OperationAnswer } from "@storeglass/plugin-api"
import { Context, Effect, Layer, type Scope, Tracer } from "effect"
import { Headers, HttpServerRequest, HttpServerResponse } from "effect/http"

/** A request that comes from this process. */
export interface InnerRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

type Handle = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  never,
  HttpServerRequest.HttpServerRequest | Scope.Scope
>

/** Asks the gateway from within its process: what answers is the handler that the server has. */
export class Dispatch extends Context.Service<
  Dispatch,
  {
    /** The host gives the handler once its routes are known; before that, everything is answered 503. */
    readonly bind: (handle: Handle) => Effect.Effect<void>
    readonly send: (request: InnerRequest) => Effect.Effect<OperationAnswer>
  }
>()("@storeglass/gateway/Dispatch") {}

const answerOf = (response: HttpServerResponse.HttpServerResponse): Effect.Effect<OperationAnswer> => {
  const { body, headers, status } = response
  if (body._tag === "Uint8Array") {
    return Effect.succeed({ status, headers, contentType: body.contentType, body: body.body })
  }
  return Effect.flatMap(Effect.context<never>(), (context) =>
    Effect.promise(async (signal) => {
      const answer = HttpServerResponse.toWeb(response, { context, signal })
      return {
        status,
        headers,
        contentType: answer.headers.get("content-type") ?? "",
        body: new Uint8Array(await answer.arrayBuffer())
      }
    })
  )
}

const asServerRequest = ({ body, headers, method, url }: InnerRequest) =>
  HttpServerRequest.fromWeb(
    new Request(`http://127.0.0.1${url}`, { method, ...(body === undefined ? {} : { body }) })
  ).modify({ url, headers: Headers.fromInput(headers) })

export const layer = Layer.sync(Dispatch, () => {
  let bound: Handle = Effect.succeed(statusResponse(503))
  let context = Context.empty()
  return Dispatch.of({
    bind: (handle) =>
      // Routes take the services of the plugins from whoever serves them; a server keeps its context for them too.
      Effect.contextWith((services: Context.Context<never>) =>
        Effect.sync(() => {
          bound = handle
          context = services
        })
      ),
    send: (request) =>
      Effect.withFiber((fiber) => {
        // What the caller is traced under goes on; the context's own would be the boot.
        const span = Context.getOrUndefined(fiber.context, Tracer.ParentSpan)
        const services = Context.omit(Tracer.ParentSpan)(context)
        return bound.pipe(
          Effect.flatMap(answerOf),
          Effect.provideService(HttpServerRequest.HttpServerRequest, asServerRequest(request)),
          Effect.scoped,
          Effect.provideContext(span === undefined ? services : Context.add(services, Tracer.ParentSpan, span))
        )
      })
  })
})
