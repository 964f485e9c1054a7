import { isoColumn } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { doubtsFolder, readDoubts } from "./Doubts.ts"
import { buckets } from "./plans.ts"

const Difference = Schema.Struct({
  accountId: Schema.String,
  bucket: Schema.Int,
  period: Schema.String,
  what: Schema.String,
  entries: Schema.BigInt,
  derived: Schema.BigInt
})
const Counts = Schema.Tuple([Schema.Struct({ entries: Schema.BigInt, balances: Schema.BigInt, holds: Schema.BigInt })])

/** A figure that is not the sum of its entries. */
export interface LedgerDifference {
  readonly accountId: string
  readonly bucket: string
  /** `YYYY-MM-01`. */
  readonly period: string
  readonly what: string
  readonly entries: number
  readonly derived: number
}

const Delivery = Schema.Struct({
  requestId: Schema.String,
  accountId: Schema.String,
  at: Schema.String,
  operation: Schema.String,
  status: Schema.Int,
  what: Schema.String,
  told: Schema.Int,
  charged: Schema.Int
})
/** A request of the log whose answer and charge disagree, in credits that it was told and that stand. */
export type LedgerDelivery = typeof Delivery.Type

/** A charge in doubt is given back within so long as a rule. */
const doubtMs = 60_000

/**
 * Requests of the log that were answered as charged and aren't, or refused and are. With an Idempotency-Key a refusal may be
 * followed by another run under the same id; those are compared with the answers that were kept.
 */
const deliveriesOf = Effect.fnUntraced(function* (only: Statement.Fragment) {
  const sql = yield* SqlClient.SqlClient
  const before = new Date((yield* Clock.currentTimeMillis) - doubtMs).toISOString()
  return yield* Effect.flatMap(
    sql`WITH logged AS (
        SELECT account_id, coalesce(told_id, id) AS id, at, operation_id, status, credits, hold_id, keyed,
          core_request_at(coalesce(told_id, id)) AS asked
        FROM core_requests WHERE ${only} AND NOT replayed AND ((status < 300 AND credits > 0)
          OR (status BETWEEN 400 AND 599 AND status <> 499 AND NOT keyed AND at < ${before}::timestamptz))),
      compared AS (
        SELECT l.*, e.kind, v.id IS NOT NULL AS reversed, h.id AS hold,
          CASE WHEN v.id IS NULL THEN coalesce(e.used_delta, 0) ELSE 0 END AS standing
        FROM logged l
        LEFT JOIN core_credit_entries e ON e.id = l.id AND e.account_id = l.account_id AND e.kind IN ('charge', 'void')
          AND e.period IN (date_trunc('month', l.asked)::date, date_trunc('month', l.asked + interval '1 minute')::date)
        LEFT JOIN core_credit_entries v ON v.period = e.period AND v.id = md5(e.id::text || ':reversal')::uuid
        LEFT JOIN core_credit_holds h ON h.id = l.hold_id AND h.account_id = l.account_id)
      SELECT c.id AS "requestId", c.account_id AS "accountId", ${sql.literal(isoColumn("c.at"))} AS at, o.name AS operation,
        c.status::int AS status, c.credits AS told, c.standing AS charged,
        CASE WHEN c.status >= 400 THEN 'refused, and charged'
          WHEN c.hold_id IS NOT NULL THEN 'answered for a hold that was never made'
          WHEN c.kind = 'void' OR c.reversed THEN 'answered, and given back'
          WHEN c.kind IS NULL THEN 'answered, and not charged'
          ELSE 'answered at another price' END AS what
      FROM compared c JOIN core_operations o ON o.id = c.operation_id
      WHERE CASE WHEN c.status >= 400 THEN c.standing > 0 WHEN c.hold_id IS NOT NULL THEN c.hold IS NULL
        WHEN c.standing = 0 THEN true ELSE NOT c.keyed AND c.standing <> c.credits END
      ORDER BY c.at, c.id LIMIT 1000`,
    Schema.decodeUnknownEffect(Schema.Array(Delivery))
  )
})

export interface LedgerAudit {
  readonly entries: number
  readonly balances: number
  readonly holds: number
  readonly differences: ReadonlyArray<LedgerDifference>
  /** Of the requests that are in the log. */
  readonly deliveries: ReadonlyArray<LedgerDelivery>
}

/** Whose usage it is that came with no credential. */
export const nobody = "00000000-0000-0000-0000-000000000000"

/**
 * Compares balances, usage by month and by day and credential, and open holds with the sums of the entries, in one snapshot;
 * and charges with what became of their answers, as far as that is known: from the answers kept for repeats, from the
 * charges that were written down as never confirmed, and from the log of requests. Of one account, or of all.
 */
export const auditLedger = Effect.fn("auditLedger")(function* (
  accountId?: string,
  options: { readonly doubtsDir?: string } = {}
) {
  const sql = yield* SqlClient.SqlClient
  const batches = options.doubtsDir === undefined ? [] : yield* readDoubts(yield* doubtsFolder(options.doubtsDir))
  const doubted = batches.flatMap(({ doubts }) => doubts)
  const only = accountId === undefined ? sql`true` : sql`account_id = ${accountId}::uuid`
  const sums = sql`SELECT account_id, bucket, period, sum(used_delta) AS used, sum(held_delta) AS held,
    sum(granted_delta) AS granted FROM core_credit_entries WHERE ${only} GROUP BY 1, 2, 3`
  const days = sql`SELECT account_id, bucket, period, coalesce(day, core_usage_day(at, period)) AS day,
      coalesce(credential_id, ${nobody}::uuid) AS credential_id, operation_id, sum(used_delta) AS credits,
      sum(CASE kind WHEN 'reversal' THEN -1 ELSE 1 END) AS requests
    FROM core_credit_entries
    WHERE (kind IN ('charge', 'reversal') OR (kind = 'capture' AND used_delta > 0)) AND ${only} GROUP BY 1, 2, 3, 4, 5, 6`
  const found = yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY`
      const [counts] = yield* Effect.flatMap(
        sql`SELECT (SELECT count(*) FROM core_credit_entries WHERE ${only}) AS entries,
          (SELECT count(*) FROM core_credit_balances WHERE ${only}) AS balances,
          (SELECT count(*) FROM core_credit_holds WHERE state = 'held' AND ${only}) AS holds`,
        Schema.decodeUnknownEffect(Counts)
      )
      const differences = yield* Effect.flatMap(
        sql`WITH sums AS (${sums}), days AS (${days}),
          compared AS (
            SELECT account_id, bucket, period, v.what, v.entries, v.derived
            FROM sums s FULL JOIN (SELECT * FROM core_credit_balances WHERE ${only}) b USING (account_id, bucket, period),
            LATERAL (VALUES ('used', coalesce(s.used, 0), coalesce(b.used, 0)),
              ('held', coalesce(s.held, 0), coalesce(b.held, 0)),
              ('granted', coalesce(s.granted, 0), coalesce(b.granted, 0))) AS v (what, entries, derived)
            UNION ALL
            SELECT account_id, bucket, period, 'usage', coalesce(s.used, 0), coalesce(u.credits, 0)
            FROM sums s FULL JOIN (SELECT account_id, bucket, date_trunc('month', day::timestamp)::date AS period,
              sum(credits) AS credits FROM core_credit_usage_days WHERE ${only} GROUP BY 1, 2, 3) u USING (account_id, bucket, period)
            UNION ALL
            SELECT account_id, bucket, coalesce(s.period, date_trunc('month', day::timestamp)::date),
              format('%s of %s by %s, %s', v.what, to_char(day, 'YYYY-MM-DD'),
                CASE credential_id WHEN ${nobody}::uuid THEN 'no credential' ELSE credential_id::text END,
                coalesce(o.name, operation_id::text)),
              coalesce(v.entries, 0), coalesce(v.derived, 0)
            FROM days s FULL JOIN (SELECT * FROM core_credit_usage_days WHERE ${only}) u
              USING (account_id, bucket, day, credential_id, operation_id)
            LEFT JOIN core_operations o ON o.id = operation_id,
            LATERAL (VALUES ('usage', s.credits, u.credits), ('requests', s.requests, u.requests)) AS v (what, entries, derived)
            UNION ALL
            SELECT account_id, bucket, period, 'open holds', coalesce(s.held, 0), coalesce(h.credits, 0)
            FROM sums s FULL JOIN (SELECT account_id, bucket, period, sum(credits) AS credits
              FROM core_credit_holds WHERE state = 'held' AND ${only} GROUP BY 1, 2, 3) h USING (account_id, bucket, period)
            UNION ALL
            SELECT account_id, bucket, period, what, sum(standing), sum(due) FROM (
              SELECT e.account_id, e.bucket, e.period, s.standing,
                CASE WHEN r.status IS NULL THEN 'answered 503, not given back yet'
                  WHEN r.status >= 300 THEN 'answered with an error, and charged'
                  WHEN coalesce(r.paid, true) THEN 'answered, and given back'
                  ELSE 'answered free, and charged' END AS what,
                CASE WHEN r.status IS NULL OR r.status >= 300 THEN 0
                  WHEN coalesce(r.paid, r.attempt = 1) THEN greatest(e.used_delta, 1)
                  -- Of a later attempt, earlier versions didn't say whether it was paid for: either may be right.
                  WHEN r.paid IS NULL THEN s.standing
                  ELSE 0 END AS due
              FROM (SELECT * FROM core_credit_entries WHERE kind IN ('charge', 'void') AND ${only}) e
              LEFT JOIN core_idempotency r
                ON r.account_id = e.account_id AND r.request_id = e.id AND r.status IS NOT NULL
              LEFT JOIN (SELECT DISTINCT id FROM unnest(${doubted.map(({ id }) => id)}::uuid[]) AS d (id)) d ON d.id = e.id
              LEFT JOIN core_credit_entries v ON v.period = e.period AND v.id = md5(e.id::text || ':reversal')::uuid
              CROSS JOIN LATERAL (SELECT CASE WHEN v.id IS NULL THEN e.used_delta ELSE 0 END AS standing) s
              WHERE r.request_id IS NOT NULL OR d.id IS NOT NULL) answers
            WHERE standing <> due
            GROUP BY 1, 2, 3, 4)
        SELECT account_id AS "accountId", bucket, to_char(period, 'YYYY-MM-DD') AS period, what,
          entries::bigint AS entries, derived::bigint AS derived
        FROM compared WHERE entries <> derived ORDER BY 1, 3, 2, 4 LIMIT 1000`,
        Schema.decodeUnknownEffect(Schema.Array(Difference))
      )
      return { counts, differences, deliveries: yield* deliveriesOf(only) }
    })
  )
  const report: LedgerAudit = {
    entries: Number(found.counts.entries),
    balances: Number(found.counts.balances),
    holds: Number(found.counts.holds),
    deliveries: found.deliveries,
    differences: found.differences.map((row) => ({
      ...row,
      bucket: buckets[row.bucket] ?? String(row.bucket),
      entries: Number(row.entries),
      derived: Number(row.derived)
    }))
  }
  return report
})
