import type { WriteRecord } from "@storeglass/plugin-api"
import { Schema } from "effect"
import type { SqlClient } from "effect/sql"

const NullableJson = Schema.NullOr(Schema.fromJsonString(Schema.Json))
const NullableMs = Schema.NullOr(Schema.Finite)

export const JournalRow = Schema.Struct({
  id: Schema.String,
  month: Schema.String,
  accountId: Schema.String,
  keyId: Schema.NullOr(Schema.String),
  requestId: Schema.NullOr(Schema.String),
  idempotencyKey: Schema.NullOr(Schema.String),
  operation: Schema.String,
  target: Schema.String,
  connection: Schema.NullOr(Schema.String),
  state: Schema.Literals(["planned", "sent", "confirmed", "rejected", "unknown", "settled"]),
  outcome: Schema.NullOr(Schema.Literals(["applied", "absent"])),
  before: NullableJson,
  intent: NullableJson,
  after: NullableJson,
  progress: NullableJson,
  vendorRequestId: Schema.NullOr(Schema.String),
  problem: Schema.NullOr(Schema.String),
  claim: Schema.Int,
  checks: Schema.Int,
  startedAtMs: Schema.Finite,
  sentAtMs: NullableMs,
  sendEndedAtMs: NullableMs,
  endedAtMs: NullableMs
})
export type JournalRow = typeof JournalRow.Type
export const decodeRows = Schema.decodeUnknownEffect(Schema.Array(JournalRow))

const ms = (column: string, name: string) => `(extract(epoch FROM ${column}) * 1000)::float8 AS "${name}"`

/** The columns of a row as `JournalRow` has them. */
export const journalColumns = (sql: SqlClient.SqlClient) =>
  sql.literal(
    [
      `id, to_char(month, 'YYYY-MM-DD') AS month, account_id AS "accountId", key_id AS "keyId"`,
      `request_id AS "requestId", idempotency_key AS "idempotencyKey", operation, target, connection, state, outcome`,
      `before_state::text AS before, intent::text AS intent, after_state::text AS after, progress::text AS progress`,
      `vendor_request_id AS "vendorRequestId", problem, claim, checks`,
      ms("started_at", "startedAtMs"),
      ms("sent_at", "sentAtMs"),
      ms("send_ended_at", "sendEndedAtMs"),
      ms("ended_at", "endedAtMs")
    ].join(", ")
  )

/** What the log shows of a row. */
export const recordOf = (row: JournalRow): WriteRecord => ({
  id: row.id,
  accountId: row.accountId,
  keyId: row.keyId,
  requestId: row.requestId,
  idempotencyKey: row.idempotencyKey,
  operation: row.operation,
  target: row.target,
  connection: row.connection,
  state: row.state,
  outcome: row.outcome,
  before: row.before,
  intent: row.intent,
  after: row.after,
  progress: row.progress,
  vendorRequestId: row.vendorRequestId,
  problem: row.problem,
  startedAtMs: row.startedAtMs,
  sentAtMs: row.sentAtMs,
  endedAtMs: row.endedAtMs
})
