import { Context, DateTime, Duration, type Effect } from "effect"
import type { CircuitBreaker } from "effect/persistence"
import type { Now } from "./lanes.ts"

/** What is known about one upstream on this node. */
export interface UpstreamState {
  /**
   * `idle` never asked; `ok` the last call was answered; `degraded` it failed, is throttled, or drifted lately;
   * `down` its circuit is open.
   */
  readonly status: "ok" | "degraded" | "down" | "idle"
  /** ISO 8601, null before the first answer. */
  readonly lastOkAt: string | null
  /** Until then it is not asked, or only to probe it; null when it may be asked. */
  readonly cooldownUntil: string | null
  /** Answers whose shape is unknown, since the start. */
  readonly drift: number
  readonly consecutiveFailures: number
}

/** The state of all upstreams, for the internal `/health`. */
export class UpstreamHealth extends Context.Service<
  UpstreamHealth,
  { readonly snapshot: Effect.Effect<Readonly<Record<string, UpstreamState>>> }
>()("@storeglass/core/upstream/UpstreamHealth") {}

/** How long an upstream counts as degraded after an answer of unknown shape. */
const driftMs = 600_000

const iso = (ms: number) => DateTime.formatIso(DateTime.makeUnsafe(ms))

/** Keeps the record behind one upstream's state. Durations are measured by monotonic time. */
export const makeRecord = () => {
  let lastOkAtMs: number | undefined
  let lastDriftAtMs = Number.NEGATIVE_INFINITY
  let cooldownUntilMs = 0
  let drift = 0
  let consecutiveFailures = 0

  const statusOf = (nowMs: number, circuit: CircuitBreaker.State["_tag"]): UpstreamState["status"] => {
    if (circuit === "Open") return "down"
    if (consecutiveFailures > 0 || cooldownUntilMs > nowMs || circuit === "HalfOpen") return "degraded"
    if (nowMs - lastDriftAtMs < driftMs) return "degraded"
    return lastOkAtMs === undefined ? "idle" : "ok"
  }
  return {
    answered: (nowMs: number) => {
      lastOkAtMs = nowMs
      consecutiveFailures = 0
    },
    failed: () => {
      consecutiveFailures += 1
    },
    drifted: (nowMs: number) => {
      lastDriftAtMs = nowMs
      drift += 1
    },
    /** Not to be asked before then. */
    cool: (untilMs: number) => {
      cooldownUntilMs = Math.max(cooldownUntilMs, untilMs)
    },
    cooldownUntilMs: () => cooldownUntilMs,
    read: ({ passedMs, wallMs }: Now, circuit: CircuitBreaker.State): UpstreamState => {
      const openMs = circuit._tag === "Open" ? Duration.toMillis(circuit.retryAfter) : 0
      const leftMs = Math.max(cooldownUntilMs - passedMs, openMs)
      return {
        status: statusOf(passedMs, circuit._tag),
        lastOkAt: lastOkAtMs === undefined ? null : iso(lastOkAtMs),
        cooldownUntil: leftMs > 0 ? iso(wallMs + leftMs) : null,
        drift,
        consecutiveFailures
      }
    }
  }
}
export type UpstreamRecord = ReturnType<typeof makeRecord>
