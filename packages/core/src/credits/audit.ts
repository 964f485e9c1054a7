import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
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

export interface LedgerAudit {
  readonly entries: number
  readonly balances: number
  readonly holds: number
  readonly differences: ReadonlyArray<LedgerDifference>
}

/** Whose usage it is that came with no credential. */
export const nobody = "00000000-0000-0000-0000-000000000000"

/**
 * Compares balances, usage by month and by day and credential, and open holds with the sums of the entries, in one snapshot; and charges with what became of
 * their answers, as far as that is known: from the answers kept for repeats, and from the charges that were written down
 * as never confirmed. Of one account, or of all.
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
      return { counts, differences }
    })
  )
  const report: LedgerAudit = {
    entries: Number(found.counts.entries),
    balances: Number(found.counts.balances),
    holds: Number(found.counts.holds),
    differences: found.differences.map((row) => ({
      ...row,
      bucket: buckets[row.bucket] ?? String(row.bucket),
      entries: Number(row.entries),
      derived: Number(row.derived)
    }))
  }
  return report
})
