import type { UpstreamFailureReason } from "@storeglass/plugin-api"
import { Metric } from "effect"
import { counter } from "../metrics.ts"

const requests = counter(
  "storeglass_upstream_requests_total",
  "Requests to an upstream after single flight and retries, by outcome."
)
const attempts = counter("storeglass_upstream_attempts_total", "HTTP exchanges with an upstream, by outcome.")
const duration = Metric.histogram("storeglass_upstream_attempt_duration_seconds", {
  description: "Time of one HTTP exchange with an upstream.",
  boundaries: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
})
const drift = counter("storeglass_upstream_drift_total", "Upstream answers of unknown shape.")
const circuit = Metric.gauge("storeglass_upstream_circuit_state", {
  description: "An upstream's circuit breaker: 0 closed, 1 half-open, 2 open."
})

export type Outcome = "ok" | UpstreamFailureReason
const circuitStates = { Closed: 0, HalfOpen: 1, Open: 2 } as const

/** The metrics of one upstream. */
export const upstreamMetrics = (upstream: string) => {
  const durations = Metric.withAttributes(duration, { upstream })
  const drifts = Metric.withAttributes(drift, { upstream })
  const circuits = Metric.withAttributes(circuit, { upstream })
  return {
    request: (outcome: Outcome) => Metric.update(Metric.withAttributes(requests, { upstream, outcome }), 1),
    attempt: (outcome: Outcome) => Metric.update(Metric.withAttributes(attempts, { upstream, outcome }), 1),
    attemptMs: (ms: number) => Metric.update(durations, ms / 1_000),
    drift: Metric.update(drifts, 1),
    circuit: (state: keyof typeof circuitStates) => Metric.update(circuits, circuitStates[state])
  }
}
export type UpstreamMetrics = ReturnType<typeof upstreamMetrics>
