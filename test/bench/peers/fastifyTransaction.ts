// What people write: a transaction a request, on the gateway's own tables.
import { serve } from "./fastifyPeer.ts"
import { credits } from "./peer.ts"

interface Row {
  readonly used: string
  readonly credit_limit: string
}

await serve(async (pool, { period }) => async (holder, requestId) => {
  const client = await pool.connect()
  try {
    await client.query("BEGIN")
    const { rows } = await client.query<Row>({
      name: "balance",
      text: `SELECT b.used, p.credits + b.granted AS credit_limit FROM core_credit_balances b
        JOIN core_plans p ON p.plan = $3 AND p.bucket = b.bucket
        WHERE b.account_id = $1 AND b.bucket = 0 AND b.period = $2 FOR UPDATE OF b`,
      values: [holder.accountId, period, holder.plan]
    })
    const used = Number(rows[0]?.used ?? 0) + credits
    const limit = Number(rows[0]?.credit_limit ?? 0)
    if (used > limit) {
      await client.query("ROLLBACK")
      return undefined
    }
    await client.query({
      name: "charge",
      text: "UPDATE core_credit_balances SET used = $3 WHERE account_id = $1 AND bucket = 0 AND period = $2",
      values: [holder.accountId, period, used]
    })
    await client.query({
      name: "entry",
      text: `INSERT INTO core_credit_entries (period, id, account_id, bucket, kind, used_delta, operation_id, at)
        VALUES ($1, $2, $3, 0, 'charge', $4, 1, now())`,
      values: [period, requestId, holder.accountId, credits]
    })
    await client.query("COMMIT")
    return { limit, used }
  } catch (error) {
    await client.query("ROLLBACK")
    throw error
  } finally {
    client.release()
  }
})
