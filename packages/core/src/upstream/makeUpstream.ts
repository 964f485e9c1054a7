import { type Upstream, UpstreamError, type UpstreamRequest, type UpstreamResponse } from "@storeglass/plugin-api"
import { Clock, Duration, Effect, Exit, Result, Stream } from "effect"
import type { HttpClient } from "effect/http"
import { CircuitBreaker, type RateLimiter } from "effect/persistence"
import { exchange } from "./exchange.ts"
import { upstreamMetrics } from "./metrics.ts"
import { backoffMs, makeRetryBudget, retryAfterMs } from "./retry.ts"
import { makeSingleFlight } from "./singleFlight.ts"
import { addressOf, headersOf, isRepeatable, labelOf, methodOf, type Settings } from "./spec.ts"
import { makeTurns } from "./turns.ts"
import { makeRecord } from "./UpstreamHealth.ts"

/**
 * A failed attempt. `refused` was not sent; `final` would fail again; `passing` may go better after `waitMs`, or after
 * a backoff.
 */
interface Miss {
  readonly kind: "refused" | "final" | "passing"
  readonly error: UpstreamError
  readonly waitMs: number | undefined
}
const miss = (kind: Miss["kind"], error: UpstreamError, waitMs?: number): Miss => ({ kind, error, waitMs })
const seconds = (ms: number) => Math.max(1, Math.ceil(ms / 1_000))

interface Parts {
  readonly client: HttpClient.HttpClient
  readonly limiter: RateLimiter.RateLimiter
}

/** One upstream under all its bounds. Attempts go through: circuit, turn, exchange; requests through flight, retries. */
export const makeUpstream = Effect.fnUntraced(function* ({ client, limiter }: Parts, settings: Settings) {
  const { name } = settings
  const throttles = new Set([429, ...settings.throttleStatuses])
  const record = makeRecord()
  const metrics = upstreamMetrics(name)
  const turns = makeTurns(limiter, settings, record)
  const budget = makeRetryBudget(yield* Clock.currentTimeMillis)
  const flights = makeSingleFlight<UpstreamResponse>(yield* Effect.scope)
  const breaker = yield* CircuitBreaker.make({
    tripPolicy: CircuitBreaker.consecutive(settings.breaker.failures),
    openDuration: Duration.millis(settings.breaker.cooldownMs),
    maxOpenDuration: "10 minutes"
  })
  yield* metrics.circuit("Closed")
  yield* breaker.transitions.pipe(
    Stream.runForEach(({ from, to }) =>
      Effect.andThen(metrics.circuit(to), Effect.logWarning("upstream circuit", { upstream: name, from, to }))
    ),
    Effect.forkScoped
  )

  const circuitOpen = (label: string, waitMs: number) =>
    miss(
      "refused",
      new UpstreamError({
        upstream: name,
        reason: "circuit_open",
        detail: `${label}: not asked, it failed too often just now`,
        retryAfterSeconds: seconds(waitMs)
      })
    )

  /** Fails while the circuit is open, before a turn is taken for nothing. */
  const askCircuit = (label: string) =>
    Effect.flatMap(Effect.orDie(breaker.state(name)), (state) => {
      if (state._tag === "Open" && Duration.toMillis(state.retryAfter) > 0) {
        return Effect.fail(circuitOpen(label, Duration.toMillis(state.retryAfter)))
      }
      return state._tag === "HalfOpen" && state.probing ? Effect.fail(circuitOpen(label, 1_000)) : Effect.void
    })

  /** What an answered exchange means: a response, or a failure by its status. */
  const judge = Effect.fnUntraced(function* (label: string, response: UpstreamResponse) {
    const throttled = throttles.has(response.status)
    if (response.status < 500 && !throttled) return response
    const nowMs = yield* Clock.currentTimeMillis
    const waitMs = retryAfterMs(response.headers["retry-after"], nowMs)
    if (waitMs !== undefined) record.cool(nowMs + waitMs)
    const error = new UpstreamError({
      upstream: name,
      reason: throttled ? "rate_limited" : "failed",
      detail: `${label}: status ${response.status}`,
      retryAfterSeconds: waitMs === undefined ? undefined : seconds(waitMs)
    })
    return yield* Effect.fail(miss("passing", error, waitMs))
  })

  const observed = <A>(label: string, attempt: number, self: Effect.Effect<A, Miss>) =>
    Effect.flatMap(Clock.currentTimeMillis, (startMs) =>
      Effect.onExit(self, (exit) =>
        Effect.gen(function* () {
          const error = Exit.isFailure(exit) ? Exit.findErrorOption(exit) : undefined
          if (error?._tag === "None") return
          const endMs = yield* Clock.currentTimeMillis
          const reason = error?.value.error.reason ?? "ok"
          const line = { upstream: name, request: label, attempt, durationMs: endMs - startMs, outcome: reason }
          if (error === undefined || error.value.kind === "final") record.answered(endMs)
          else record.failed()
          yield* metrics.attempt(reason)
          yield* metrics.attemptMs(endMs - startMs)
          yield* error === undefined
            ? Effect.logDebug("upstream", line)
            : Effect.logWarning("upstream", { ...line, detail: error.value.error.detail })
        })
      )
    )

  const attemptOnce = (request: UpstreamRequest, label: string, attempt: number) => {
    const exchanged = exchange(client, settings, request).pipe(
      Effect.mapError((error) => miss(error.reason === "too_large" ? "final" : "passing", error)),
      Effect.flatMap((response) => judge(label, response))
    )
    return askCircuit(label).pipe(
      Effect.andThen(turns.take),
      Effect.catchTag("NoTurn", ({ waitMs }) =>
        Effect.fail(
          miss(
            "refused",
            new UpstreamError({
              upstream: name,
              reason: "rate_limited",
              detail: `${label}: not asked, its turn comes in ${waitMs} ms`,
              retryAfterSeconds: seconds(waitMs)
            })
          )
        )
      ),
      Effect.andThen(
        breaker.execute(observed(label, attempt, exchanged), {
          key: name,
          classify: (exit) => {
            if (Exit.isSuccess(exit)) return CircuitBreaker.success
            const error = Exit.findErrorOption(exit)
            return error._tag === "Some" && error.value.kind === "passing"
              ? CircuitBreaker.failure({ retryAfter: error.value.waitMs })
              : CircuitBreaker.ignored
          }
        })
      ),
      Effect.catchTag("CircuitBreakerError", ({ reason }) =>
        Effect.fail(circuitOpen(label, reason._tag === "CircuitOpen" ? Duration.toMillis(reason.retryAfter) : 1_000))
      )
    )
  }

  const attempts = Effect.fnUntraced(function* (request: UpstreamRequest, label: string) {
    yield* budget.earn
    const attemptsMax = isRepeatable(request) ? settings.attempts : 1
    let failed: UpstreamError | undefined
    for (let attempt = 1; ; attempt++) {
      const result = yield* Effect.result(attemptOnce(request, label, attempt))
      if (Result.isSuccess(result)) return result.success
      const { error, kind, waitMs } = result.failure
      // A retry that was not let through says less than the failure before it.
      if (kind === "refused") return yield* failed ?? error
      if (kind === "final" || attempt >= attemptsMax || (waitMs ?? 0) > settings.queueMsMax) return yield* error
      if (!(yield* budget.spend)) return yield* error
      failed = error
      yield* Effect.sleep(Math.max(waitMs ?? 0, yield* backoffMs(attempt)))
    }
  })

  const once = (request: UpstreamRequest) => {
    const label = labelOf(request)
    return attempts(request, label).pipe(
      Effect.tap(() => metrics.request("ok")),
      Effect.tapError(({ reason }) => metrics.request(reason)),
      Effect.withSpan(
        `upstream ${name}`,
        { kind: "client", attributes: { upstream: name, request: label } },
        { captureStackTrace: false }
      )
    )
  }

  /** The same for requests that would get the same answer. */
  const flightKey = (request: UpstreamRequest) =>
    JSON.stringify([
      methodOf(request),
      addressOf(settings, request).href,
      Object.entries(headersOf(settings, request)).sort(([a], [b]) => (a < b ? -1 : 1)),
      request.body ?? null
    ])

  const upstream: Upstream = {
    name,
    request: (request) =>
      Effect.suspend(() =>
        isRepeatable(request) ? flights.run(flightKey(request), () => once(request)) : once(request)
      ),
    drift: Effect.fnUntraced(function* (detail, cause) {
      record.drifted(yield* Clock.currentTimeMillis)
      yield* metrics.drift
      yield* Effect.logWarning("upstream drift", { upstream: name, detail })
      return yield* new UpstreamError({ upstream: name, reason: "drift", detail, cause })
    })
  }
  const state = Effect.gen(function* () {
    return record.read(yield* Clock.currentTimeMillis, yield* Effect.orDie(breaker.state(name)))
  })
  return { upstream, state }
})
