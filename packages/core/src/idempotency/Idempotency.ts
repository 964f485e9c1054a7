import { type Cause, Clock, Context, Effect, Layer, Queue, Schedule, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { NodeIdentity } from "../sql/NodeIdentity.ts"
import { within } from "../sql/within.ts"

/** How long a key gives its first answer again. */
export const keptForMs = 24 * 60 * 60 * 1000
/** No request runs longer; a record older than this without an answer may be taken over. */
const abandonedAfterMs = 120_000
/** How long a repeat waits for the first to finish before it is told to come back. */
const waitMsMax = 10_000

export interface IdempotencyRequest {
  readonly accountId: string
  readonly key: string
  /** SHA-256 over method, address and body. */
  readonly fingerprint: Buffer
  readonly requestId: string
  readonly period: string
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

export type Begun =
  | Started
  | { readonly _tag: "Replay"; readonly answer: Answer }
  | { readonly _tag: "Reused" }
  | { readonly _tag: "InProgress" }

type Failure = SqlError.SqlError | Schema.SchemaError | Cause.TimeoutError

/** How long the database may take, being asked again after a lost connection included. */
const patienceMs = 3_000
/** The owner of a run that was given up: no node has this number. */
const nobody = 0

/**
 * Makes a repeated request give its first answer. The id under which the request is charged is kept with the key, so
 * a run that is taken over after a crash settles the same charge.
 */
export class Idempotency extends Context.Service<
  Idempotency,
  {
    readonly begin: (request: IdempotencyRequest) => Effect.Effect<Begun, Failure>
    readonly complete: (request: IdempotencyRequest, started: Started, answer: Answer) => Effect.Effect<void, Failure>
    /**
     * Gives up a run whose answer is not to be given again, so that a repeat runs anew. What was taken over keeps its
     * id: an attempt before may have been charged under it.
     */
    readonly release: (request: IdempotencyRequest, started: Started) => Effect.Effect<void, Failure>
  }
>()("@storeglass/core/idempotency/Idempotency") {}

const Row = Schema.Struct({
  own: Schema.Boolean,
  same: Schema.Boolean,
  expired: Schema.Boolean,
  abandoned: Schema.Boolean,
  owner: Schema.Int,
  attempt: Schema.Int,
  status: Schema.NullOr(Schema.Int),
  headers: Schema.NullOr(Schema.fromJsonString(Schema.Record(Schema.String, Schema.String))),
  body: Schema.NullOr(Schema.Uint8Array)
})
const StartedRows = Schema.Array(
  Schema.Struct({ requestId: Schema.String, period: Schema.String, attempt: Schema.Int })
)
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))
const decodeStarted = Schema.decodeUnknownEffect(StartedRows)
const encodeHeaders = Schema.encodeSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.String)))

export const layer = Layer.effect(
  Idempotency,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const node = yield* NodeIdentity
    const startedColumns = sql.literal(`request_id AS "requestId", to_char(period, 'YYYY-MM-DD') AS period, attempt`)
    const started = (row: (typeof StartedRows.Type)[number]): Started => ({
      _tag: "Started",
      requestId: row.requestId,
      period: row.period,
      owner: node.id,
      attempt: row.attempt
    })

    const insert = Effect.fnUntraced(function* (request: IdempotencyRequest, nowMs: number) {
      return yield* Effect.flatMap(
        sql`INSERT INTO core_idempotency
            (account_id, key, fingerprint, request_id, period, owner, created_at, expires_at)
          VALUES (${request.accountId}::uuid, ${request.key}, ${request.fingerprint}, ${request.requestId}::uuid,
            ${request.period}::date, ${node.id}, ${new Date(nowMs).toISOString()}::timestamptz,
            ${new Date(nowMs + keptForMs).toISOString()}::timestamptz)
          ON CONFLICT DO NOTHING RETURNING ${startedColumns}`,
        decodeStarted
      )
    })

    const attempt = Effect.fnUntraced(function* (request: IdempotencyRequest): Effect.fn.Return<Begun, Failure> {
      const nowMs = yield* Clock.currentTimeMillis
      const now = new Date(nowMs).toISOString()
      const own = yield* insert(request, nowMs)
      if (own[0] !== undefined) return started(own[0])
      const rows = yield* Effect.flatMap(
        sql`SELECT request_id = ${request.requestId}::uuid AS own, fingerprint = ${request.fingerprint} AS same, expires_at <= ${now}::timestamptz AS expired,
            created_at <= ${new Date(nowMs - abandonedAfterMs).toISOString()}::timestamptz AS abandoned,
            owner, attempt, status, headers, body
          FROM core_idempotency WHERE account_id = ${request.accountId}::uuid AND key = ${request.key}`,
        decodeRows
      )
      const row = rows[0]
      if (row === undefined) return { _tag: "InProgress" }
      // Inserted by this very request, which has not heard that it was.
      if (row.own && row.attempt === 1 && row.status === null) {
        return started({ requestId: request.requestId, period: request.period, attempt: 1 })
      }
      if (row.expired) {
        yield* sql`DELETE FROM core_idempotency WHERE account_id = ${request.accountId}::uuid
          AND key = ${request.key} AND expires_at <= ${now}::timestamptz`
        return { _tag: "InProgress" }
      }
      if (!row.same) return { _tag: "Reused" }
      if (row.status !== null) {
        return {
          _tag: "Replay",
          answer: { status: row.status, headers: row.headers ?? {}, body: row.body ?? new Uint8Array() }
        }
      }
      if (!row.abandoned && (row.owner === node.id || (yield* node.isAlive(row.owner)))) return { _tag: "InProgress" }
      const taken = yield* Effect.flatMap(
        sql`UPDATE core_idempotency SET owner = ${node.id}, attempt = attempt + 1
          WHERE account_id = ${request.accountId}::uuid AND key = ${request.key} AND attempt = ${row.attempt}
            AND status IS NULL RETURNING ${startedColumns}`,
        decodeStarted
      )
      return taken[0] === undefined ? { _tag: "InProgress" } : started(taken[0])
    })

    yield* Effect.gen(function* () {
      const now = new Date(yield* Clock.currentTimeMillis).toISOString()
      yield* sql`DELETE FROM core_idempotency WHERE ctid IN (
        SELECT ctid FROM core_idempotency WHERE expires_at <= ${now}::timestamptz LIMIT 5000)`
    }).pipe(
      Effect.catchCause((cause) => Effect.logWarning("Couldn't remove old idempotency records", cause)),
      Effect.repeat(Schedule.spaced("10 minutes")),
      Effect.forkScoped
    )

    // What a silent database did not confirm is given up once it answers: else the key would be taken by nobody's run.
    const unfinished = yield* Queue.unbounded<Effect.Effect<unknown, SqlError.SqlError>>()
    const finishLater = (statement: Effect.Effect<unknown, SqlError.SqlError>) => Queue.offer(unfinished, statement)
    yield* Queue.take(unfinished).pipe(
      Effect.flatMap((statement) => Effect.retry(within(statement, patienceMs), Schedule.spaced(500))),
      Effect.forever,
      Effect.forkScoped
    )

    /** The record of this run and of no later one under the same key. */
    const recordOf = (request: IdempotencyRequest, run: Pick<Started, "requestId" | "attempt">) =>
      sql`account_id = ${request.accountId}::uuid AND key = ${request.key} AND request_id = ${run.requestId}::uuid
        AND attempt = ${run.attempt} AND status IS NULL`

    return Idempotency.of({
      // Only the waiting can be interrupted, so that no run is begun that nobody knows of.
      begin: Effect.fn("Idempotency.begin")(function* (request) {
        const untilMs = (yield* Clock.currentTimeMillis) + waitMsMax
        let pauseMs = 10
        for (;;) {
          const begun = yield* persistently(attempt(request)).pipe(
            Effect.tapError(() =>
              finishLater(sql`DELETE FROM core_idempotency
                WHERE ${recordOf(request, { requestId: request.requestId, attempt: 1 })}`)
            )
          )
          if (begun._tag !== "InProgress" || (yield* Clock.currentTimeMillis) >= untilMs) return begun
          yield* Effect.interruptible(Effect.sleep(pauseMs))
          pauseMs = Math.min(pauseMs * 2, 200)
        }
      }, Effect.uninterruptible),
      complete: Effect.fn("Idempotency.complete")(function* (request, run, answer) {
        const store = sql`UPDATE core_idempotency
          SET status = ${answer.status}, headers = ${encodeHeaders(answer.headers)}, body = ${answer.body}
          WHERE ${recordOf(request, run)}`
        yield* Effect.tapError(persistently(store), () => finishLater(store))
      }),
      release: Effect.fn("Idempotency.release")(function* (request, run) {
        const mine = recordOf(request, run)
        const release =
          run.attempt === 1
            ? sql`DELETE FROM core_idempotency WHERE ${mine}`
            : sql`UPDATE core_idempotency SET owner = ${nobody} WHERE ${mine}`
        yield* Effect.tapError(persistently(release), () => finishLater(release))
      })
    })
  })
)

/** Asks again after a failure, for as long as patience lasts. What cannot be read will not be readable then. */
const persistently = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  within(
    Effect.retry(effect, { schedule: Schedule.spaced(100), while: (failure) => !Schema.isSchemaError(failure) }),
    patienceMs
  )
