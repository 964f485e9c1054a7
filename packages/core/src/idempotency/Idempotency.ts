import { ServiceUnavailable } from "@storeglass/plugin-api"
import { type Cause, Clock, Context, Effect, Layer, Metric, Queue, Schedule, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { counter } from "../metrics.ts"
import { NodeIdentity } from "../sql/NodeIdentity.ts"
import { within } from "../sql/within.ts"
import { makeQuota } from "./quota.ts"
import { keepDays } from "./retention.ts"

/** How long a key replays its first answer. */
export const keptForMs = 24 * 60 * 60 * 1000
/** The same for an answer that is a failure. */
export const failureKeptForMs = 10 * 60 * 1000
/** How long a run may take, unless configured otherwise. */
const runMsMaxDefault = 120_000
/** How long after that another may take its place: time to settle, and for the record to be written. */
const graceMs = 15_000
/** How long a repeat waits for the first to finish before it is told to come back. */
const waitMsMax = 10_000
/** Records of one account that may be kept at a time, unless configured otherwise. */
const recordsPerAccountMaxDefault = 100_000

export interface IdempotencyOptions {
  /** A run that takes longer is stopped. Default 120 000. */
  readonly runMsMax?: number
  /** Most records that one account may have at a time. Default 100 000. */
  readonly recordsPerAccountMax?: number
}

export interface IdempotencyRequest {
  readonly accountId: string
  readonly key: string
  /** SHA-256 over method, address and body. */
  readonly fingerprint: Buffer
  readonly requestId: string
  readonly period: string
  /** What the route is charged to. */
  readonly bucket: number
  readonly operationId: number
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** The right to run the request, under the id and period of its first attempt. */
export interface Started {
  readonly _tag: "Started"
  readonly requestId: string
  readonly period: string
  readonly owner: number
  readonly attempt: number
}

/** What a request that doesn't run gets. */
export type Followed =
  | { readonly _tag: "Replay"; readonly answer: Answer }
  | { readonly _tag: "Reused" }
  | { readonly _tag: "InProgress" }

export type Begun = Started | Followed | { readonly _tag: "Full"; readonly recordsMax: number }

type Failure = SqlError.SqlError | Schema.SchemaError | Cause.TimeoutError

/** How long the database may take, including retries after a lost connection. */
const patienceMs = 3_000

const takeOvers = counter(
  "storeglass_idempotency_takeovers_total",
  "Runs that were taken over from a node that died, or after their longest time."
)
const fencesLost = counter(
  "storeglass_idempotency_fences_lost_total",
  "Runs that ended after another had taken their place, and gave its answer instead of their own."
)
const stopped = counter(
  "storeglass_idempotency_runs_stopped_total",
  "Runs that were stopped, by cause: time, or the node's lost lease."
)
const full = counter(
  "storeglass_idempotency_refused_total",
  "Requests refused because their account had too many records."
)

/**
 * Makes a repeated request give its first answer. The id under which the request is charged is kept with the key, so
 * a run that is taken over settles the same charge. Each attempt has a number, and only the newest can keep its answer;
 * what isn't kept isn't given as a success.
 */
export class Idempotency extends Context.Service<
  Idempotency,
  {
    readonly begin: (request: IdempotencyRequest) => Effect.Effect<Begun, Failure>
    /** What a run that has lost its place gets: the newer run's answer, once that has ended. */
    readonly follow: (request: IdempotencyRequest) => Effect.Effect<Followed, Failure>
    /** Stops what runs under a key when it takes too long, or when this node may have been replaced. */
    readonly bounded: <A, E, R>(run: Effect.Effect<A, E, R>) => Effect.Effect<A, E | ServiceUnavailable, R>
    /**
     * False: a newer attempt has this one's place, so its answer must not be given. `paid` says whether this attempt was
     * charged; when not, whatever an attempt before it was charged is given back.
     */
    readonly complete: (
      request: IdempotencyRequest,
      started: Started,
      answer: Answer,
      paid: boolean
    ) => Effect.Effect<boolean, Failure>
    /** Gives up a run whose answer isn't to be given again, so that a repeat runs again. Nothing stays charged for it. */
    readonly release: (request: IdempotencyRequest, started: Started) => Effect.Effect<void, Failure>
    /** Lets the next repeat go on under the id of a run, as soon as the database answers, unless its answer was kept. */
    readonly leave: (request: IdempotencyRequest, started: Started) => Effect.Effect<void>
  }
>()("@storeglass/core/idempotency/Idempotency") {}

const Row = Schema.Struct({
  outcome: Schema.Literals(["started", "replay", "reused", "in_progress", "none"]),
  requestId: Schema.NullOr(Schema.String),
  period: Schema.NullOr(Schema.String),
  attempt: Schema.NullOr(Schema.Int),
  status: Schema.NullOr(Schema.Int),
  headers: Schema.NullOr(Schema.fromJsonString(Schema.Record(Schema.String, Schema.String))),
  body: Schema.NullOr(Schema.Uint8Array)
})
const decodeRow = Schema.decodeUnknownEffect(Schema.Tuple([Row]))
const decodeKept = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ kept: Schema.Boolean })]))
const encodeHeaders = Schema.encodeSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.String)))
const timestamp = (ms: number) => new Date(ms).toISOString()
const dayOf = (ms: number) => timestamp(ms).slice(0, 10)

export const layer = (options: IdempotencyOptions = {}) =>
  Layer.effect(
    Idempotency,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const node = yield* NodeIdentity
      const runMsMax = options.runMsMax ?? runMsMaxDefault
      const recordsMax = options.recordsPerAccountMax ?? recordsPerAccountMaxDefault
      const quota = yield* makeQuota(recordsMax)
      const days = new Set<string>()

      const ask = Effect.fnUntraced(function* (request: IdempotencyRequest, may: { insert: boolean; take: boolean }) {
        const nowMs = yield* Clock.currentTimeMillis
        const day = dayOf(nowMs)
        if (may.insert && !days.has(day)) {
          yield* sql`SELECT core_idempotency_partition(${day}::date)`
          days.add(day)
        }
        const [row] = yield* Effect.flatMap(
          sql`SELECT outcome, request_id AS "requestId", to_char(period, 'YYYY-MM-DD') AS period, attempt, status, headers, body
            FROM core_idempotency_begin(${request.accountId}::uuid, ${request.key}, ${request.fingerprint},
              ${request.requestId}::uuid, ${request.period}::date, ${node.id}::int, ${timestamp(nowMs)}::timestamptz,
              ${timestamp(nowMs + keptForMs)}::timestamptz, ${runMsMax + graceMs}::int, ${may.insert}, ${may.take})`,
          decodeRow
        )
        return row
      })

      const followed = (row: typeof Row.Type): Followed => {
        switch (row.outcome) {
          case "replay":
            return {
              _tag: "Replay",
              answer: { status: row.status ?? 500, headers: row.headers ?? {}, body: row.body ?? new Uint8Array() }
            }
          case "reused":
            return { _tag: "Reused" }
          default:
            return { _tag: "InProgress" }
        }
      }

      const attempt = Effect.fnUntraced(function* (request: IdempotencyRequest): Effect.fn.Return<Begun, Failure> {
        const isFull = yield* quota.isFull(request.accountId)
        const row = yield* ask(request, { insert: !isFull, take: true })
        if (row.outcome === "none") {
          yield* Metric.update(full, 1)
          return { _tag: "Full", recordsMax }
        }
        if (row.outcome !== "started" || row.requestId === null || row.period === null || row.attempt === null) {
          return followed(row)
        }
        if (row.attempt === 1) quota.count(request.accountId)
        else yield* tellOfTakeOver(row.requestId, row.attempt)
        return {
          _tag: "Started",
          requestId: row.requestId,
          period: row.period,
          owner: node.id,
          attempt: row.attempt
        }
      })
      const tellOfTakeOver = (requestId: string, attempt: number) =>
        Metric.update(takeOvers, 1).pipe(
          Effect.andThen(Effect.logInfo("Took over a run with an Idempotency-Key")),
          Effect.annotateLogs({ requestId, attempt })
        )

      /** Asks until there is an answer, or for as long as a repeat waits. */
      const waitFor = <A extends Begun>(once: Effect.Effect<{ readonly begun: A; readonly final: boolean }, Failure>) =>
        Effect.gen(function* () {
          const startedNs = yield* Clock.monotonicTimeNanos
          let pauseMs = 10
          for (;;) {
            const { begun, final } = yield* once
            if (final || (yield* Clock.monotonicTimeNanos) - startedNs >= BigInt(waitMsMax) * 1_000_000n) return begun
            yield* Effect.interruptible(Effect.sleep(pauseMs))
            pauseMs = Math.min(pauseMs * 2, 200)
          }
        })

      yield* keepDays

      // What a silent database didn't confirm is given up once it answers; otherwise nobody's run would hold the key.
      const unfinished = yield* Queue.unbounded<Effect.Effect<unknown, SqlError.SqlError>>()
      const finishLater = (statement: Effect.Effect<unknown, SqlError.SqlError>) => Queue.offer(unfinished, statement)
      yield* Queue.take(unfinished).pipe(
        Effect.flatMap((statement) => Effect.retry(within(statement, patienceMs), Schedule.spaced(500))),
        Effect.forever,
        Effect.forkScoped
      )

      /** Gives up a run, or what the request may have begun without hearing of it. */
      const givingUp = (request: IdempotencyRequest, run: Pick<Started, "requestId" | "attempt"> | undefined) =>
        Effect.flatMap(
          Clock.currentTimeMillis,
          (nowMs) => sql`SELECT core_idempotency_release(${request.accountId}::uuid, ${request.key},
            ${run?.requestId ?? null}::uuid, ${run?.attempt ?? null}::int,
            ${run === undefined ? request.requestId : null}::uuid,
            ${request.bucket}::smallint, ${request.operationId}::int, ${timestamp(nowMs)}::timestamptz)`
        )

      return Idempotency.of({
        // Only the waiting can be interrupted, so that no run begins unnoticed.
        begin: Effect.fn("Idempotency.begin")(function* (request) {
          const once = persistently(Effect.andThen(node.hold, attempt(request))).pipe(
            Effect.tapError(() => finishLater(givingUp(request, undefined))),
            Effect.map((begun) => ({ begun, final: begun._tag !== "InProgress" }))
          )
          return yield* waitFor(once)
        }, Effect.uninterruptible),
        follow: Effect.fn("Idempotency.follow")(function* (request) {
          yield* Metric.update(fencesLost, 1)
          yield* Effect.logInfo("A run with an Idempotency-Key ended after another had taken its place").pipe(
            Effect.annotateLogs({ requestId: request.requestId })
          )
          const once = Effect.map(persistently(ask(request, { insert: false, take: false })), (row) => ({
            begun: followed(row),
            final: row.outcome !== "in_progress"
          }))
          return yield* waitFor(once)
        }, Effect.uninterruptible),
        bounded: (run) => {
          const stop = (cause: "time" | "lease", message: string) =>
            Effect.andThen(
              Metric.update(Metric.withAttributes(stopped, { cause }), 1),
              Effect.fail(new ServiceUnavailable(`${message}; nothing was charged, retry`, { retryAfterSeconds: 1 }))
            )
          const timeUp = Effect.andThen(
            Effect.sleep(runMsMax),
            stop("time", `the request took longer than ${runMsMax / 1000} s and was stopped`)
          )
          const leaseLost = Effect.andThen(
            node.lost,
            stop("lease", "this node lost touch with its database and stopped the request")
          )
          return Effect.raceFirst(run, Effect.raceFirst(timeUp, leaseLost))
        },
        complete: Effect.fn("Idempotency.complete")(function* (request, run, answer, paid) {
          const nowMs = yield* Clock.currentTimeMillis
          const isFailure = answer.status >= 400
          const store = sql`SELECT core_idempotency_keep(${request.accountId}::uuid, ${request.key},
            ${run.requestId}::uuid, ${run.attempt}::int, ${answer.status}::int, ${encodeHeaders(answer.headers)},
            ${answer.body}, ${timestamp(nowMs + (isFailure ? failureKeptForMs : keptForMs))}::timestamptz,
            ${!paid}, ${request.bucket}::smallint, ${request.operationId}::int, ${timestamp(nowMs)}::timestamptz) AS kept`
          const [{ kept }] = yield* Effect.flatMap(persistently(store), decodeKept).pipe(
            // A failure is given as it is; a success that can't be confirmed is taken back by its charge.
            Effect.tapError(() => (isFailure ? finishLater(store) : Effect.void))
          )
          return kept
        }),
        release: Effect.fn("Idempotency.release")(function* (request, run) {
          const release = givingUp(request, run)
          yield* Effect.tapError(persistently(release), () => finishLater(release))
        }),
        leave: (request, run) =>
          Effect.asVoid(
            finishLater(sql`SELECT core_idempotency_leave(${request.accountId}::uuid, ${request.key},
              ${run.requestId}::uuid, ${run.attempt}::int)`)
          )
      })
    })
  )

/** Asks again after a failure, for as long as patience lasts. What cannot be read will not be readable then. */
const persistently = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  within(
    Effect.retry(effect, { schedule: Schedule.spaced(100), while: (failure) => !Schema.isSchemaError(failure) }),
    patienceMs
  )
