import { retryAfterMs, type Upstream, UpstreamError, type UpstreamRequest } from "@storeglass/plugin-api"
import { Clock, Duration, Effect, Exit, Redacted, Result, Stream } from "effect"
import type { HttpClient } from "effect/http"
import { CircuitBreaker, type RateLimiter } from "effect/persistence"
import { monotonicMs, steadyClock } from "../time.ts"
import { headTextOf, type Reader, removeFile, textOf, toFile, toMemory } from "./bodies.ts"
import { type Answer, exchange } from "./exchange.ts"
import { type Lane, makeLanes } from "./lanes.ts"
import { upstreamMetrics } from "./metrics.ts"
import { backoffMs, cappedRetryAfterMs, makeRetryBudget } from "./retry.ts"
import { makeSingleFlight } from "./singleFlight.ts"
import { addressOf, headersOf, isRepeatable, isStream, labelOf, methodOf, placeOf, type Settings } from "./spec.ts"
import { makeTurns } from "./turns.ts"
import { makeRecord } from "./UpstreamHealth.ts"

/**
 * A failed attempt. `refused` was not sent; `final` would fail again; `passing` may go better after `waitMs`, or after
 * a backoff; so may `throttled`, which is the concern of its lane and says nothing about the upstream.
 */
interface Miss {
  readonly kind: "refused" | "final" | "passing" | "throttled"
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
  const budget = makeRetryBudget(yield* monotonicMs)
  const flights = makeSingleFlight<Answer<Buffer>>(yield* Effect.scope)
  const lanes = makeLanes(name, yield* monotonicMs, yield* Effect.context<never>())
  yield* Effect.addFinalizer(() => Effect.sync(lanes.close))
  const breaker = yield* CircuitBreaker.make({
    tripPolicy: CircuitBreaker.consecutive(settings.breaker.failures),
    openDuration: Duration.millis(settings.breaker.cooldownMs),
    maxOpenDuration: "10 minutes"
  })
  // The breaker counts its pauses by the wall clock; it is given a monotonic one, and what it runs keeps its own.
  const clock = yield* Clock.Clock
  const steady = steadyClock(clock)
  const circuit = Effect.provideService(Effect.orDie(breaker.state(name)), Clock.Clock, steady)
  yield* metrics.circuit("Closed")
  yield* breaker.transitions.pipe(
    Stream.runForEach(({ from, to }) =>
      Effect.andThen(metrics.circuit(to), Effect.logWarning("upstream circuit", { upstream: name, from, to }))
    ),
    Effect.forkScoped
  )

  const refused = (reason: UpstreamError["reason"], detail: string, waitMs: number) =>
    miss("refused", new UpstreamError({ upstream: name, reason, detail, retryAfterSeconds: seconds(waitMs) }))
  const circuitOpen = (label: string, waitMs: number) =>
    refused("circuit_open", `${label}: not asked; it has failed too often`, waitMs)

  /** Fails while the circuit is open, before a turn is taken for nothing. */
  const askCircuit = (label: string) =>
    Effect.flatMap(circuit, (state) => {
      if (state._tag === "Open" && Duration.toMillis(state.retryAfter) > 0) {
        return Effect.fail(circuitOpen(label, Duration.toMillis(state.retryAfter)))
      }
      return state._tag === "HalfOpen" && state.probing ? Effect.fail(circuitOpen(label, 1_000)) : Effect.void
    })

  /** What an answered exchange means: a response, or a failure by its status. */
  const judge = Effect.fnUntraced(function* <B>(label: string, lane: Lane, response: Answer<B>) {
    const throttled = throttles.has(response.status)
    const now = { wallMs: yield* Clock.currentTimeMillis, passedMs: yield* monotonicMs }
    const header = response.headers["retry-after"]
    const asked = cappedRetryAfterMs(header, now.wallMs)
    // Without a lane, the upstream has had enough of all of us.
    const ofLane = throttled && lane.id !== undefined
    const waitMs = asked ?? (ofLane ? lane.throttled() : undefined)
    lane.answered(response.headers, now, throttled)
    if (response.status < 500 && !throttled) return response
    if (waitMs !== undefined) (ofLane ? lane : record).cool(now.passedMs + waitMs)
    const error = new UpstreamError({
      upstream: name,
      reason: throttled ? "rate_limited" : "failed",
      detail: `${label}: status ${response.status}`,
      // Whoever asks is told all of it: the cap is for what this client itself waits.
      retryAfterSeconds: waitMs === undefined ? undefined : seconds(retryAfterMs(header, now.wallMs) ?? waitMs),
      answered: { status: response.status, body: Redacted.make(headTextOf(response.body)) }
    })
    return yield* Effect.fail(miss(ofLane ? "throttled" : "passing", error, waitMs))
  })

  const observed = <A>(label: string, attempt: number, self: Effect.Effect<A, Miss>) =>
    Effect.flatMap(monotonicMs, (startMs) =>
      Effect.onExit(self, (exit) =>
        Effect.gen(function* () {
          const error = Exit.isFailure(exit) ? Exit.findErrorOption(exit) : undefined
          if (error?._tag === "None") return
          const endMs = yield* monotonicMs
          const reason = error?.value.error.reason ?? "ok"
          const line = {
            upstream: name,
            request: label,
            attempt,
            durationMs: Math.round(endMs - startMs),
            outcome: reason
          }
          if (error?.value.kind === "passing") record.failed()
          else record.answered(yield* Clock.currentTimeMillis)
          yield* metrics.attempt(reason)
          yield* metrics.attemptMs(endMs - startMs)
          yield* error === undefined
            ? Effect.logDebug("upstream", line)
            : Effect.logWarning("upstream", { ...line, detail: error.value.error.detail })
        })
      )
    )

  /** Fails a read for which nothing is left but what is kept for writes. */
  const askQuota = (request: UpstreamRequest, label: string, lane: Lane) =>
    Effect.flatMap(monotonicMs, (nowMs) => {
      const writes = request.write ?? !isRepeatable(request)
      const waitMs = writes || lane.id === undefined ? 0 : lane.readsWaitMs(nowMs)
      return waitMs === 0
        ? Effect.void
        : Effect.fail(
            refused("rate_limited", `${label}: not asked; the rest of the quota is reserved for writes`, waitMs)
          )
    })

  const attemptOnce = <B>(request: UpstreamRequest, label: string, lane: Lane, attempt: number, read: Reader<B>) => {
    const exchanged = Effect.suspend(() => {
      lane.sent()
      return exchange(client, settings, request, read)
    }).pipe(
      Effect.mapError((error) => miss(error.reason === "too_large" ? "final" : "passing", error)),
      Effect.flatMap((response) => judge(label, lane, response))
    )
    return askCircuit(label).pipe(
      Effect.andThen(askQuota(request, label, lane)),
      Effect.andThen(turns.take(lane)),
      Effect.catchTag("NoTurn", ({ waitMs }) =>
        Effect.fail(refused("rate_limited", `${label}: not asked; its turn comes in ${waitMs} ms`, waitMs))
      ),
      Effect.andThen(
        breaker
          .execute(Effect.provideService(observed(label, attempt, exchanged), Clock.Clock, clock), {
            key: name,
            classify: (exit) => {
              if (Exit.isSuccess(exit)) return CircuitBreaker.success
              const error = Exit.findErrorOption(exit)
              return error._tag === "Some" && error.value.kind === "passing"
                ? CircuitBreaker.failure({ retryAfter: error.value.waitMs })
                : CircuitBreaker.ignored
            }
          })
          .pipe(Effect.provideService(Clock.Clock, steady))
      ),
      Effect.catchTag("CircuitBreakerError", ({ reason }) =>
        Effect.fail(circuitOpen(label, reason._tag === "CircuitOpen" ? Duration.toMillis(reason.retryAfter) : 1_000))
      )
    )
  }

  const attempts = Effect.fnUntraced(function* <B>(request: UpstreamRequest, label: string, read: Reader<B>) {
    // Not one of ours to send: known before anything is waited for.
    const address = addressOf(settings, request)
    if (Result.isFailure(address)) return yield* address.failure
    const lane = lanes.of(request, yield* monotonicMs)
    yield* budget.earn
    yield* lane.budget.earn
    const attemptsMax = isRepeatable(request) ? settings.attempts : 1
    let failed: UpstreamError | undefined
    for (let attempt = 1; ; attempt++) {
      const result = yield* Effect.result(attemptOnce(request, label, lane, attempt, read))
      if (Result.isSuccess(result)) return result.success
      const { error, kind, waitMs } = result.failure
      // A retry that was not let through says less than the failure before it.
      if (kind === "refused") return yield* failed ?? error
      if (kind === "final" || attempt >= attemptsMax || (waitMs ?? 0) > settings.queueMsMax) return yield* error
      if (!(yield* (kind === "throttled" ? lane.budget : budget).spend)) return yield* error
      failed = error
      yield* Effect.sleep(Math.max(waitMs ?? 0, yield* backoffMs(attempt)))
    }
  })

  const once = <B>(request: UpstreamRequest, read: Reader<B>) => {
    const label = labelOf(request)
    return attempts(request, label, read).pipe(
      Effect.tap(() => metrics.request("ok")),
      Effect.tapError(({ reason }) => metrics.request(reason)),
      Effect.withSpan(
        `upstream ${name}`,
        { kind: "client", attributes: { upstream: name, request: label } },
        { captureStackTrace: false }
      )
    )
  }

  /** The same for requests that would get the same answer; undefined for one that must be made by itself. */
  const flightKey = (request: UpstreamRequest) => {
    const { body, lane } = request
    const address = addressOf(settings, request)
    if (!isRepeatable(request) || isStream(body) || Result.isFailure(address)) return undefined
    return JSON.stringify([
      methodOf(request),
      address.success.href,
      Object.entries(headersOf(settings, request, placeOf(settings, address.success))).sort(([a], [b]) =>
        a < b ? -1 : 1
      ),
      body === undefined ? null : typeof body === "string" ? body : Buffer.from(body).toString("base64"),
      Redacted.isRedacted(lane) ? Redacted.value(lane) : (lane ?? null),
      [request.timeoutMs ?? null, request.bodyBytesMax ?? null, request.write ?? null]
    ])
  }
  const requestBytes = (request: UpstreamRequest) =>
    Effect.suspend(() => {
      const key = flightKey(request)
      return key === undefined ? once(request, toMemory) : flights.run(key, () => once(request, toMemory))
    })

  const upstream: Upstream = {
    name,
    request: (request) => Effect.map(requestBytes(request), (answer) => ({ ...answer, body: textOf(answer.body) })),
    requestBytes,
    requestFile: Effect.fnUntraced(function* (request) {
      const files: Array<string> = []
      yield* Effect.addFinalizer(() => Effect.forEach(files, removeFile, { discard: true }))
      const { body, ...answer } = yield* once(
        request,
        toFile((file) => files.push(file))
      )
      return { ...answer, ...body }
    }),
    drift: Effect.fnUntraced(function* (detail, cause) {
      record.drifted(yield* monotonicMs)
      yield* metrics.drift
      yield* Effect.logWarning("upstream drift", { upstream: name, detail })
      return yield* new UpstreamError({ upstream: name, reason: "drift", detail, cause })
    })
  }
  const state = Effect.gen(function* () {
    const now = { wallMs: yield* Clock.currentTimeMillis, passedMs: yield* monotonicMs }
    return record.read(now, yield* circuit)
  })
  return { upstream, state }
})
