import { RequestLoad } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Metric } from "effect"
import { counter } from "../metrics.ts"

/** Requests and their times, by operation and status. */
export class HttpMetrics extends Context.Service<
  HttpMetrics,
  { readonly route: (operation: string) => (status: number, ms: number) => void }
>()("@storeglass/core/http/HttpMetrics") {}

const boundariesMs = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000]

export const layer = Layer.effectContext(
  Effect.map(Effect.context<never>(), (context) => {
    let answered = 0
    const metrics = HttpMetrics.of({
      route: (operation) => {
        const durations = Metric.withAttributes(
          Metric.histogram("storeglass_http_request_duration_ms", {
            description: "Time from the request's head to its answer, in milliseconds.",
            boundaries: boundariesMs
          }),
          { operation }
        )
        const counts = new Map<number, Metric.Metric<number, unknown>>()
        const countOf = (status: number) => {
          const known = counts.get(status)
          if (known !== undefined) return known
          const made = Metric.withAttributes(counter("storeglass_http_requests_total", "Requests answered."), {
            operation,
            status: String(status)
          })
          counts.set(status, made)
          return made
        }
        return (status, ms) => {
          answered += 1
          countOf(status).updateUnsafe(1, context)
          durations.updateUnsafe(ms, context)
        }
      }
    })
    const load = RequestLoad.of({ answered: Effect.sync(() => answered) })
    return Context.make(HttpMetrics, metrics).pipe(Context.add(RequestLoad, load))
  })
)
