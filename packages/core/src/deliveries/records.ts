import { type DeliveryAttempt, ServiceUnavailable } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

const AttemptRow = Schema.Struct({
  deliveryId: Schema.String,
  webhookId: Schema.String,
  accountId: Schema.String,
  endpointId: Schema.String,
  url: Schema.String,
  attempt: Schema.Int,
  atMs: Schema.BigInt,
  ms: Schema.NullOr(Schema.Int),
  outcome: Schema.Literals(["sending", "delivered", "rejected", "failed", "refused"]),
  status: Schema.NullOr(Schema.Int),
  message: Schema.NullOr(Schema.String),
  answer: Schema.String
})

/** An attempt with what an operator wants to know of it. */
export interface RecordedAttempt extends DeliveryAttempt {
  readonly accountId: string
  readonly endpointId: string
  /** The endpoint's address as it is now. */
  readonly url: string
}

/** The outcome of a request. */
export type Result = Pick<DeliveryAttempt, "outcome" | "status" | "message" | "answer"> & { readonly ms: number }

/** A message as it is sent. */
export interface Message {
  readonly deliveryId: string
  readonly webhookId: string
  readonly attempt: number
  readonly contentType: string
  readonly body: Uint8Array
}

const Begun = Schema.Array(
  Schema.Struct({
    id: Schema.String,
    attempts: Schema.Int,
    delivered: Schema.Boolean,
    webhook_id: Schema.String,
    content_type: Schema.String,
    body: Schema.Uint8Array
  })
)
const batchRows = 500

const iso = (epochMs: number) => new Date(epochMs).toISOString()

const failing = (reason: string) => (cause: unknown) => new ServiceUnavailable(reason, { retryAfterSeconds: 1, cause })
export const unavailable = failing("webhooks can't be recorded just now; nothing was sent, retry")
const unreadable = failing("webhooks can't be read just now; retry")
const unknownOutcome = failing(
  "the webhook was sent, but its outcome can't be recorded just now; a retry may send it again, with the same id"
)

/** The statements on deliveries and their attempts. */
export const makeRecords = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  /** Records an attempt before its first byte; undefined: the message was delivered already. */
  const begin = Effect.fnUntraced(
    function* (
      delivery: {
        readonly id: string
        readonly endpointId: string
        readonly accountId: string
        readonly webhookId: string
        readonly contentType: string
        readonly body: Uint8Array
      },
      { again, isKnown }: { readonly again: boolean; readonly isKnown: boolean }
    ) {
      const now = iso(yield* Clock.currentTimeMillis)
      if (!isKnown) {
        yield* sql`INSERT INTO core_deliveries (id, endpoint_id, account_id, webhook_id, content_type, body, created_at)
        VALUES (${delivery.id}::uuid, ${delivery.endpointId}::uuid, ${delivery.accountId}::uuid, ${delivery.webhookId},
          ${delivery.contentType}, ${delivery.body}, ${now}::timestamptz)
        ON CONFLICT (endpoint_id, webhook_id) DO NOTHING`
      }
      const [row] = yield* Effect.flatMap(
        sql`UPDATE core_deliveries SET attempts = attempts + CASE WHEN delivered AND NOT ${again} THEN 0 ELSE 1 END
          WHERE endpoint_id = ${delivery.endpointId}::uuid AND webhook_id = ${delivery.webhookId}
          RETURNING id, attempts, delivered, webhook_id, content_type, body`,
        Schema.decodeUnknownEffect(Begun)
      )
      if (row === undefined) return yield* Effect.fail(new Error("the delivery is deleted"))
      const message: Message = {
        deliveryId: row.id,
        webhookId: row.webhook_id,
        attempt: row.attempts,
        contentType: row.content_type,
        body: row.body
      }
      if (row.delivered && !again) return { message, isDone: true }
      yield* sql`INSERT INTO core_delivery_attempts (delivery_id, attempt, account_id, endpoint_id, at, outcome)
        VALUES (${row.id}::uuid, ${row.attempts}::int, ${delivery.accountId}::uuid, ${delivery.endpointId}::uuid,
          ${now}::timestamptz, 'sending')`
      return { message, isDone: false }
    },
    sql.withTransaction,
    Effect.mapError(unavailable)
  )

  const end = Effect.fnUntraced(
    function* (deliveryId: string, attempt: number, result: Result) {
      yield* sql`UPDATE core_delivery_attempts SET ms = ${result.ms}::int, outcome = ${result.outcome},
          status = ${result.status}::int, message = ${result.message}, answer = ${result.answer}
        WHERE delivery_id = ${deliveryId}::uuid AND attempt = ${attempt}::int`
      if (result.outcome === "delivered") {
        yield* sql`UPDATE core_deliveries SET delivered = true WHERE id = ${deliveryId}::uuid`
      }
    },
    sql.withTransaction,
    Effect.mapError(unknownOutcome)
  )

  const attempts = Effect.fnUntraced(function* (filter: {
    readonly accountId?: string | undefined
    readonly endpointId?: string | undefined
    readonly deliveryId?: string | undefined
    readonly webhookId?: string | undefined
    readonly isFailed?: boolean | undefined
    readonly limit: number
  }) {
    const is = (column: string, value: string | undefined) =>
      value === undefined ? sql`true` : sql`${sql(column)} = ${value}::uuid`
    const rows = yield* Effect.flatMap(
      sql`SELECT t.delivery_id AS "deliveryId", d.webhook_id AS "webhookId", t.account_id AS "accountId",
          t.endpoint_id AS "endpointId", e.url, t.attempt, (extract(epoch FROM t.at) * 1000)::bigint AS "atMs", t.ms,
          t.outcome, t.status, t.message, t.answer
        FROM core_delivery_attempts t JOIN core_deliveries d ON d.id = t.delivery_id
        JOIN core_webhook_endpoints e ON e.id = t.endpoint_id
        WHERE ${is("t.account_id", filter.accountId)} AND ${is("t.endpoint_id", filter.endpointId)}
          AND ${is("t.delivery_id", filter.deliveryId)}
          AND ${filter.webhookId === undefined ? sql`true` : sql`d.webhook_id = ${filter.webhookId}`}
          AND ${filter.isFailed === true ? sql`NOT d.delivered` : sql`true`}
        ORDER BY t.at DESC, t.attempt DESC LIMIT ${filter.limit}`,
      Schema.decodeUnknownEffect(Schema.Array(AttemptRow))
    )
    return rows.map((row): RecordedAttempt => ({ ...row, atMs: Number(row.atMs) }))
  }, Effect.mapError(unreadable))

  /** Deletes what is older and returns the number of messages. */
  const removeBefore = Effect.fnUntraced(function* (epochMs: number) {
    let total = 0
    for (;;) {
      const gone = yield* sql`DELETE FROM core_deliveries WHERE id IN (SELECT id FROM core_deliveries
        WHERE created_at < ${iso(epochMs)}::timestamptz ORDER BY created_at LIMIT ${batchRows} FOR UPDATE SKIP LOCKED)
        RETURNING id`
      total += gone.length
      if (gone.length < batchRows) return total
    }
  })

  return { begin, end, attempts, removeBefore }
})
