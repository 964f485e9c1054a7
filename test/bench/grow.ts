import { periodOf } from "@storeglass/core"
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { credits } from "./peers/peer.ts"

export interface Size {
  readonly accounts: number
  readonly entries: number
}

const months = 12
/** A stride that shares no factor with any number of accounts: so every account is met as often, in no order. */
const stride = 1_000_003

const Ids = Schema.Tuple([Schema.Struct({ id: Schema.Int })])

/** First days of this month and of those before it, oldest first. */
const periodsTo = (nowMs: number) => {
  const now = new Date(nowMs)
  return Array.from({ length: months }, (_, index) =>
    periodOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (months - 1 - index), 1))
  )
}

/**
 * A year of a large operator's ledger, made by the database: accounts with a key each, entries of twelve months, and
 * balances and usage that are the sums of them. Takes minutes; what is there already stays.
 */
export const grow = Effect.fn("grow")(function* (
  { accounts, entries }: Size,
  say: (line: string) => Effect.Effect<void>
) {
  const sql = yield* SqlClient.SqlClient
  const nowMs = yield* Clock.currentTimeMillis
  const startedMs = nowMs
  const seconds = Effect.map(Clock.currentTimeMillis, (ms) => Math.round((ms - startedMs) / 1000))
  yield* sql`INSERT INTO core_accounts (id, email, plan, created_at)
    SELECT md5('account ' || n)::uuid, 'account-' || n || '@example.com', 'large', now()
    FROM generate_series(0, ${accounts - 1}::int) AS n ON CONFLICT DO NOTHING`
  yield* sql`INSERT INTO core_api_keys (id, account_id, hash, name, hint, scopes, created_at)
    SELECT md5('key ' || n)::uuid, md5('account ' || n)::uuid, sha256(('key ' || n)::bytea), 'scale', 'scale',
      '{read,write}', now()
    FROM generate_series(0, ${accounts - 1}::int) AS n ON CONFLICT DO NOTHING`
  yield* say(`${accounts} accounts after ${yield* seconds} s`)
  const [{ id: operation }] = yield* Effect.flatMap(
    sql`INSERT INTO core_operations (name) VALUES ('GET /v1/apps/:id')
      ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING id`,
    Schema.decodeUnknownEffect(Ids)
  )
  const each = Math.round(entries / months)
  // Made again at the end, which is faster than row by row.
  yield* sql`DROP INDEX IF EXISTS core_credit_entries_account`
  const fill = Effect.fnUntraced(function* (period: string) {
    yield* sql`SELECT core_credit_partition(${period}::date)`
    yield* sql`INSERT INTO core_credit_entries (period, id, account_id, bucket, kind, used_delta, operation_id, at,
        credential_id, day)
      SELECT ${period}::date,
        (lpad(to_hex(ms), 12, '0') || to_hex(28672 + (n & 4095)) || '8' || substr(md5(n::text), 1, 15))::uuid,
        md5('account ' || (n::bigint * ${stride}::bigint) % ${accounts}::bigint)::uuid, 0::smallint, 'charge',
        ${credits}::int, ${operation}::int, to_timestamp(ms / 1000.0),
        md5('key ' || (n::bigint * ${stride}::bigint) % ${accounts}::bigint)::uuid,
        (to_timestamp(ms / 1000.0) AT TIME ZONE 'UTC')::date
      FROM generate_series(1, ${each}::int) AS n CROSS JOIN LATERAL (
        SELECT (extract(epoch FROM ${period}::date) * 1000)::bigint + (n::bigint * 1000000000) / ${each}::bigint AS ms) AS t`
    yield* sql`INSERT INTO core_credit_usage_days
        (account_id, day, credential_id, operation_id, bucket, credits, requests)
      SELECT account_id, day, credential_id, operation_id, bucket, sum(used_delta), count(*)
      FROM core_credit_entries WHERE period = ${period}::date GROUP BY 1, 2, 3, 4, 5`
    yield* sql`INSERT INTO core_credit_balances (account_id, bucket, period, used)
      SELECT account_id, bucket, ${period}::date, sum(credits) FROM core_credit_usage_days
      WHERE day >= ${period}::date AND day < ${period}::date + interval '1 month' GROUP BY 1, 2`
    yield* say(`entries of ${period.slice(0, 7)} after ${yield* seconds} s`)
  })
  yield* Effect.forEach(periodsTo(nowMs), (period) => sql.withTransaction(fill(period)), {
    concurrency: 2,
    discard: true
  })
  yield* sql.withTransaction(
    Effect.andThen(
      sql`SET LOCAL maintenance_work_mem = '1GB'`,
      sql`CREATE INDEX core_credit_entries_account ON core_credit_entries (account_id, bucket)`
    )
  )
  yield* say(`indexed after ${yield* seconds} s`)
  yield* sql`VACUUM ANALYZE`.unprepared
  yield* say(`vacuumed after ${yield* seconds} s`)
})
