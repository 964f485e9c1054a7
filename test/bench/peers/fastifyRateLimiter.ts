// What people install: rate-limiter-flexible counts on PostgreSQL, and the ledger row goes in after it.
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible"
import { serve } from "./fastifyPeer.ts"
import { credits } from "./peer.ts"

const limit = 1_000_000_000
const monthSeconds = 31 * 86_400

await serve(async (pool, { period }) => {
  const limiter = await new Promise<RateLimiterPostgres>((resolve, reject) => {
    const made: RateLimiterPostgres = new RateLimiterPostgres(
      { storeClient: pool, storeType: "pool", tableName: "bench_limits", points: limit, duration: monthSeconds },
      (error?: Error) => (error === undefined ? setImmediate(() => resolve(made)) : reject(error))
    )
  })
  return async (holder, requestId) => {
    try {
      const { consumedPoints } = await limiter.consume(holder.accountId, credits)
      await pool.query({
        name: "entry",
        text: `INSERT INTO core_credit_entries (period, id, account_id, bucket, kind, used_delta, operation_id, at)
          VALUES ($1, $2, $3, 0, 'charge', $4, 1, now())`,
        values: [period, requestId, holder.accountId, credits]
      })
      return { limit, used: consumedPoints }
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return undefined
      throw refused
    }
  }
})
