import type { IncomingMessage } from "node:http"
import { Clock, Context, Effect, Exit, Option } from "effect"
import { Headers, HttpTraceContext } from "effect/http"
import { type RouteMeta, routeName } from "./route.ts"

/** One in this many kept answers leaves a span, and each whose caller traces it. 0: none does. */
export const KeptAnswerSampling = Context.Reference<number>("@storeglass/core/http/KeptAnswerSampling", {
  defaultValue: () => 0
})

const nothing = Context.empty()

/**
 * Spans for answers that are given without a fibre, and so without the server's own. Gives what ends the span, where
 * there is one.
 */
export const makeLaneSpans = Effect.gen(function* () {
  const every = yield* KeptAnswerSampling
  const tracer = yield* Effect.tracer
  const clock = yield* Clock.Clock
  let count = 0

  const parentOf = ({ headers }: IncomingMessage) =>
    headers.traceparent === undefined
      ? Option.none()
      : Option.filter(
          HttpTraceContext.fromHeaders(Headers.fromInput({ traceparent: String(headers.traceparent) })),
          ({ sampled }) => sampled
        )

  return (incoming: IncomingMessage, route: RouteMeta): ((status: number) => void) | undefined => {
    if (every === 0) return undefined
    const parent = parentOf(incoming)
    if (Option.isNone(parent) && ++count % every !== 0) return undefined
    const span = tracer.span({
      name: "GET",
      parent,
      annotations: nothing,
      links: [],
      startTime: clock.currentTimeNanosUnsafe(),
      kind: "server",
      root: Option.isNone(parent),
      sampled: true
    })
    return (status) => {
      span.attribute("http.request.method", "GET")
      span.attribute("http.route", routeName(route))
      span.attribute("http.response.status_code", status)
      span.attribute("storeglass.kept_answer", true)
      span.end(clock.currentTimeNanosUnsafe(), Exit.void)
    }
  }
})
