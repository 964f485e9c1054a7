import { type UpstreamSpec, Upstreams } from "@storeglass/plugin-api"
import { Context, Effect, Exit, Fiber, Layer, References } from "effect"
import { HttpClient, HttpClientError, type HttpClientRequest, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { UpstreamHealth } from "../src/upstream/UpstreamHealth.ts"
import { layerUpstreams } from "../src/upstream/UpstreamsLive.ts"

export const quiet = Effect.provideService(References.MinimumLogLevel, "None")

/** An answer: a status, or a whole response, or `refused` for no connection. */
export type Answer = number | "refused" | { readonly status: number; readonly headers?: Record<string, string> }

const respond = (request: HttpClientRequest.HttpClientRequest, answer: Answer) => {
  if (answer === "refused") {
    const cause = Object.assign(new Error("connect"), { code: "ECONNREFUSED" })
    return Effect.fail(
      new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request, cause }) })
    )
  }
  const { headers = {}, status } = typeof answer === "number" ? { status: answer } : answer
  return Effect.succeed(HttpClientResponse.fromWeb(request, new Response(`body ${status}`, { status, headers })))
}

/** One upstream named `storea.test` over a scripted wire, with a count of what it was asked. */
export const scripted = Effect.fnUntraced(function* (
  answer: (asked: number, request: HttpClientRequest.HttpClientRequest) => Answer | Effect.Effect<Answer>,
  spec: Partial<UpstreamSpec> = {}
) {
  const wire = { asked: 0, aborted: 0 }
  const client = HttpClient.make((request) =>
    Effect.suspend(() => {
      const next = answer(++wire.asked, request)
      return Effect.onInterrupt(
        Effect.flatMap(Effect.isEffect(next) ? next : Effect.succeed(next), (answered) => respond(request, answered)),
        () =>
          Effect.sync(() => {
            wire.aborted++
          })
      )
    })
  )
  const built = yield* Layer.build(layerUpstreams.pipe(Layer.provide(Layer.succeed(HttpClient.HttpClient, client))))
  const upstream = yield* Context.get(built, Upstreams).make({
    name: "storea.test",
    baseUrl: "http://upstream.test/base",
    ...spec
  })
  return { upstream, wire, health: Context.get(built, UpstreamHealth).snapshot }
})

/** Runs it to its end while test time goes on; says how long that took. */
export const elapse = <A, E, R>(self: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(self, { startImmediately: true })
    let ms = 0
    while (fiber.pollUnsafe() === undefined) {
      ms += 10
      yield* TestClock.adjust(10)
    }
    return { exit: yield* Fiber.await(fiber), ms }
  })

/** The reason of a failed request, "ok" of an answered one. */
export const outcome = (exit: Exit.Exit<unknown, { readonly reason: string }>) =>
  Exit.match(exit, {
    onSuccess: () => "ok",
    onFailure: () => {
      const error = Exit.findErrorOption(exit)
      return error._tag === "Some" ? error.value.reason : "defect"
    }
  })
